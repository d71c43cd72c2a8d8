"""Where the value of overwatch comes from: the parts add up, battle by battle."""

import json
import shlex

import numpy as np
import pandas as pd
import pytest

from sim.cli import main
from sim.doctrine import load_doctrine
from sim.layout import codes as c
from sim.refusal import InputError
from sim.report.value_figure import plot_worth, value_axes
from sim.report.value_report import lines
from sim.studies.bench import Bench
from sim.studies.value import read_value, value, without_overwatch
from sim.studies.worth import BESIDE, GROUPS, PARTS, RUNS
from sim.study.digits import MINUS
from sim.study.intervals import mean_of

PAIRS = 300


def ask(scenario="ridge_crossing", side="red", **more):
    return value(scenario, side, battles=more.pop("battles", PAIRS), seed=4, **more)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scenario", "side", "instead"),
    [
        ("ridge_crossing", "red", "fire"),
        ("village_road", "red", "next"),
        ("duel", "blue", "fire"),
        ("border_raid", "blue", "fire"),  # artillery, assaults, teams lost aboard
    ],
)
def test_the_parts_are_the_whole_difference_in_every_battle(scenario, side, instead):
    answer = ask(scenario, side, instead=instead)
    frame = answer.battles
    assert len(frame) == PAIRS
    whole = frame["with_margin"] - frame["without_margin"]
    total = sum(frame[f"with_{part}"] - frame[f"without_{part}"] for part in PARTS)
    assert (total == whole).all()
    assert (whole != 0).any()
    assert answer.total == mean_of(whole.to_numpy())
    # and the rows of the table add up to its last
    groups = answer.parts[answer.parts["part"] == ""].set_index("group")
    for column in ("with", "without", "difference"):
        assert groups[column].drop("all").sum() == pytest.approx(groups.loc["all", column])
    several = answer.parts[answer.parts["part"] != ""].groupby("group")["difference"].sum()
    assert several.to_dict() == pytest.approx(groups["difference"][several.index].to_dict())


def test_every_part_is_in_one_group():
    assert len(PARTS) == len(set(PARTS)) == 2 * len(c.MODES) + 2
    assert not set(PARTS) & set(BESIDE)
    assert not set(GROUPS) & set(BESIDE)


def test_the_pairs_are_those_of_plain_runs():
    answer = ask(battles=50)
    bench = Bench("ridge_crossing")
    ambush, bounding = load_doctrine("ambush"), load_doctrine("bounding")
    for run, red in zip(RUNS, (ambush, without_overwatch(ambush)), strict=True):
        rows = bench.rows(bounding, red, 50, 4)
        assert answer.battles[f"{run}_margin"].tolist() == (-rows["margin"]).tolist()
        assert answer.battles[f"{run}_moved_enemy"].tolist() == rows["moved"][:, c.BLUE].tolist()
        assert answer.battles[f"{run}_fired"].tolist() == rows["fired"][:, c.RED].tolist()
        assert answer.battles[f"{run}_won"].tolist() == (rows["winner"] == c.RED).tolist()


def test_without_overwatch_no_counter_is_laid_and_nothing_else_changes():
    answer = ask()
    assert (answer.battles["with_declared"] > 0).any()
    for name in ("declared", "fired", "lying", *(f"off_{cause}" for cause in c.OFF_CAUSES)):
        assert (answer.battles[f"without_{name}"] == 0).all()
    assert (answer.battles["without_enemy_lost_overwatch"] == 0).all()
    gone = sum(answer.battles[f"with_off_{cause}"] for cause in c.OFF_CAUSES)
    laid = answer.battles["with_declared"] - answer.battles["with_lying"]
    assert (laid == gone).all()
    assert (answer.battles["with_lying"] >= 0).all()


def test_what_a_unit_does_instead():
    ambush = load_doctrine("ambush")
    actions = {
        how: [rule.do for rule in without_overwatch(ambush, how).chapters[c.C_ACTIVATION]]
        for how in ("fire", "next")
    }
    own = ambush.chapters[c.C_ACTIVATION]
    watching = (c.DO_OVERWATCH, c.DO_MOVE_OVERWATCH)
    assert actions["next"] == [rule.do for rule in own if rule.do not in watching]
    assert len(actions["fire"]) == len(own)
    for rule, swapped in zip(own, without_overwatch(ambush).chapters[c.C_ACTIVATION], strict=True):
        assert (rule.when, rule.move, rule.route) == (swapped.when, swapped.move, swapped.route)
        if rule.do == c.DO_MOVE_OVERWATCH:
            assert (swapped.do, swapped.pace) == (c.DO_MOVE_FIRE, c.PACE_HALF)
        else:
            assert swapped.do == (c.DO_FIRE if rule.do == c.DO_OVERWATCH else rule.do)
    assert ask(battles=100).total != ask(battles=100, instead="next").total


def test_workers_change_nothing():
    pd.testing.assert_frame_equal(
        ask("duel", "blue", workers=1).battles, ask("duel", "blue", workers=2).battles
    )


def test_a_folder_keeps_the_answer_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr("sim.studies.ledger.LEAST_PART", 100)
    whole = ask("duel", "blue")
    kept = ask("duel", "blue", out=tmp_path / "v")
    pd.testing.assert_frame_equal(kept.battles, whole.battles)
    again = read_value(tmp_path / "v")
    pd.testing.assert_frame_equal(again.battles, whole.battles)
    assert again.command == whole.command
    cells = sorted((tmp_path / "v" / "rows").iterdir())
    assert len(cells) == 3
    cells[1].unlink()
    resumed = ask("duel", "blue", out=tmp_path / "v")
    pd.testing.assert_frame_equal(resumed.battles, whole.battles)
    with pytest.raises(InputError, match="holds another question: side is 'blue', not 'red'"):
        ask("duel", "red", doctrine="always", out=tmp_path / "v")


def test_the_words_claim_no_more_than_the_intervals():
    clear = ask("duel", "blue", battles=1000).conclusions()
    assert clear[0].startswith(
        "To blue (always) against never alone, overwatch is worth \N{MINUS SIGN}"
    )
    few = ask("duel", "blue", battles=4)
    assert few.total.low < 0 < few.total.high
    assert "is not clear" in few.conclusions()[0] or "says nothing" in few.conclusions()[0]


def test_tables_and_sentences_round_alike_and_write_one_minus():
    answer = value("ridge_crossing", "red", battles=200, seed=1)
    table = {line[0]: line for line in lines(answer, answer.beside)}
    told = answer.conclusions()[-1]
    for heading in ("counters gone: under fire", "counters gone: destroyed"):
        *_, difference = table[heading]
        words = heading.removeprefix("counters gone: ")
        assert f"{words} {difference.replace('+', '')}" in told
    assert "destroyed 0.010 (0.000 to 0.024)" in told  # as a count, never below zero
    shown = [cell for line in lines(answer, answer.parts) for cell in line[1:]]
    assert not [cell for cell in shown if "-" in cell]
    assert any(cell.startswith(MINUS) for cell in shown)


def test_no_fire_on_overwatch_is_said_to_be_no_answer():
    answer = ask("duel", "blue", battles=20)
    silent = answer.battles.assign(with_fired=0)
    told = type(answer)(silent, answer.question).conclusions()
    assert told == [
        "Warning: no unit of blue fired on overwatch in 20 battles: this says nothing about "
        "overwatch fire."
    ]


def test_the_figure_shows_the_groups_and_their_sum():
    answer = ask()
    groups = answer.parts[(answer.parts["part"] == "") & (answer.parts["with"] != 0)]
    for axes in (plot_worth(answer), answer.plot_worth(value_axes(3.8))):
        (bars,) = (one for one in axes.containers if one.get_label() == "difference")
        assert [bar.get_width() for bar in bars] == groups["difference"].tolist()
        assert len(axes.get_yticks()) == len(groups) == 6


BAD = [
    (["duel", "--side", "green"], "side: 'green' is not one of blue, red"),
    (["duel", "--side", "red"], "doctrine never: never goes on overwatch: nothing to take out"),
    (["duel", "--side", "blue", "--instead", "run"], "instead: 'run' is not one of fire, next"),
    (["duel", "--side", "blue", "-n", "1"], "battles: 1 is less than 2"),
    (["duel", "--side", "blue", "--workers", "0"], "workers: 0 is less than 1"),
    (["duel", "--side", "blue", "--seed", "-1"], "seed: -1 is less than 0"),
    (["duel", "--side", "blue", "--against", "timid"], "doctrine 'timid' is not one of"),
    (["duel", "--side", "blue", "--set", "rules.overwatch=off"], "rules.overwatch: is off"),
    (["nowhere", "--side", "blue"], "nowhere"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_bad_input_is_one_line_exit_code_2_and_nothing_written(capsys, tmp_path, words, message):
    assert main(["value", *words, "--out", str(tmp_path / "v")]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("overwatch: ")
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not (tmp_path / "v").exists()


def test_json_has_its_stable_keys_and_its_command_repeats_it(capsys):
    words = ["duel", "--side", "blue", "--against", "opportunist", "--instead", "next"]
    words += ["-n", "40", "--set", "rules.shots=2"]
    assert main(["value", *words, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {
        "version", "scenario", "side", "doctrine", "against", "instead", "battles", "seed", "settings",
        "difference", "parts", "beside", "command", "conclusions", "interrupted",
    }  # fmt: skip
    assert set(found["difference"]) == {"mean", "sd", "se", "low", "high"}
    assert set(found["parts"][0]) == {
        "group", "part", "with", "without", "difference", "low", "high",
    }  # fmt: skip
    assert [row["group"] for row in found["beside"]] == list(BESIDE)
    assert main([*shlex.split(found["command"])[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found


@pytest.mark.slow
def test_the_answer_is_for_people(capsys, tmp_path):
    words = ["value", "ridge_crossing", "--side", "red", "-n", "200", "--seed", "1"]
    assert main([*words, "--out", str(tmp_path / "v")]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ridge_crossing: 200 pairs of battles, seed 1, ")
    assert "enemy points by fire on overwatch" in out
    assert "assault" not in out  # nothing to tell where nobody has it
    assert "again: overwatch value ridge_crossing --side red -n 200 --seed 1" in out
    assert {file.name for file in (tmp_path / "v").iterdir()} == {
        "study.toml", "rows", "parts.csv", "beside.csv", "value.svg", "report.md",
        "report.html",
    }  # fmt: skip
    assert np.isfinite(pd.read_csv(tmp_path / "v" / "parts.csv")["difference"]).all()
    for name in ("parts.csv", "beside.csv", "value.svg", "report.md", "report.html"):
        before = (tmp_path / "v" / name).read_bytes()
        (tmp_path / "v" / name).unlink()
        assert main(["report", str(tmp_path / "v")]) == 0
        assert (tmp_path / "v" / name).read_bytes() == before
    capsys.readouterr()
    page = (tmp_path / "v" / "report.md").read_text()
    assert "Again: `overwatch value ridge_crossing --side red -n 200 --seed 1`" in page
    assert "| enemy points by fire on overwatch |" in page
