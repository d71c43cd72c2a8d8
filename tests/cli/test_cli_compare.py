"""`overwatch compare` as a user meets it."""

import json
import shlex

import pytest

from sim.cli import main
from sim.refusal import InputError
from sim.report.compare_figure import differences_axes, plot_differences
from sim.studies.compare import compare, stored

WORDS = (
    "ridge_crossing", "--side", "red", "--doctrines", "never,ambush",
    "--against", "opportunist,bounding", "-n", "200", "--seed", "3",
)  # fmt: skip


@pytest.mark.slow
def test_json_has_its_stable_keys_and_the_command_repeats_it(capsys):
    assert main(["compare", *WORDS, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {
        "scenario", "side", "sides", "reference", "doctrines", "enemies", "enemies_chosen", "battles",
        "until", "reached", "seed", "version", "command", "answers", "differences_together",
        "conclusions", "interrupted",
    }  # fmt: skip
    assert len(found["answers"]) == 4
    reference, other = found["answers"][:2]
    assert reference["to_reference"] is None
    assert set(other) == {
        "enemy", "doctrine", "battles", "margin", "win_rate", "fired", "to_reference",
    }  # fmt: skip
    assert set(other["to_reference"]) == {
        "verdict", "wins_verdict", "pairs", "differ", "margin", "win_rate",
    }  # fmt: skip
    assert set(other["to_reference"]["margin"]) == {
        "independent", "paired", "adjusted", "paired_reduction", "adjusted_reduction",
    }  # fmt: skip
    assert set(other["to_reference"]["margin"]["paired"]) == {"mean", "sd", "se", "low", "high"}
    assert main([*shlex.split(found["command"])[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found


@pytest.mark.slow
@pytest.mark.parametrize(
    "more", [["--until", "80"], ["--no-swap", "--set", "turns=5"], ["--set", "rules.shots=2"]]
)
def test_the_printed_command_repeats_it_with_every_option(capsys, more):
    words = ["duel", "--doctrines", "never,always", "--against", "never", "-n", "300"]
    assert main(["compare", *words, *more, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert main([*shlex.split(found["command"])[1:], "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == found


def test_the_answer_is_for_people(capsys):
    assert main(["compare", *WORDS]) == 0
    said = capsys.readouterr().out
    assert said.startswith("ridge_crossing: red with never, ambush; 800 battles, seed 3\n")
    assert "points more than never" in said
    assert said.count(" times") == 4
    assert "Enemies asked: opportunist and bounding." in said
    assert f"again: overwatch compare {shlex.join(WORDS)}\n" in said
    assert "\x1b" not in said


def test_swapped_sides_are_said(capsys):
    words = ["duel", "--doctrines", "never,ambush", "--against", "opportunist", "-n", "100"]
    assert main(["compare", *words]) == 0
    assert "the same for both sides: each doctrine is fought with both" in capsys.readouterr().out
    assert main(["compare", *words, "--no-swap"]) == 0
    assert "fought with both" not in capsys.readouterr().out


def test_doctrines_that_are_the_same_vary_in_nothing(capsys, tmp_path):
    from sim.places import doctrine_folder

    twin = tmp_path / "twin.toml"
    text = (doctrine_folder() / "never.toml").read_text()
    twin.write_text(text.replace('name = "never"', 'name = "twin"'))
    words = ["--doctrines", f"never,{twin}", "--against", "bounding", "-n", "100", "--seed", "1"]
    assert main(["compare", "ridge_crossing", *words]) == 0
    said = capsys.readouterr().out
    assert "0 (in every battle)" in said
    assert "all of it" in said
    assert "twin, compared with never: the same in every battle against bounding." in said


@pytest.mark.slow
def test_out_holds_rows_table_and_figure_and_report_makes_them_again(capsys, tmp_path):
    out = tmp_path / "study"
    assert main(["compare", *WORDS, "--out", str(out)]) == 0
    names = ("compare.csv", "compare.svg", "report.html")
    before = {name: (out / name).read_bytes() for name in names}
    for name in names:
        (out / name).unlink()
    capsys.readouterr()
    assert main(["report", str(out)]) == 0
    assert capsys.readouterr().out == f"report: {out / 'report.html'}\n"
    assert {name: (out / name).read_bytes() for name in names} == before
    assert before["compare.csv"].decode().startswith("enemy,doctrine,battles,margin,")


@pytest.mark.slow
def test_the_figure_has_rows_for_each_enemy_and_the_intervals_of_the_table(tmp_path):
    answer = compare(
        "ridge_crossing", "red", ("never", "ambush", "always"), ("bounding", "random"), 200, seed=3,
        out=tmp_path,
    )  # fmt: skip
    axes = plot_differences(answer)
    headings = {text.get_text() for text in axes.texts} & {"against bounding", "against random"}
    assert len(headings) == 2
    check_intervals(axes, answer, answer.enemies)
    for enemy in answer.enemies:
        axes = plot_differences(stored(tmp_path), differences_axes(answer, 5.0, enemy), enemy=enemy)
        assert axes.get_title(loc="left").endswith(f", against {enemy}")
        check_intervals(axes, answer, [enemy])
    with pytest.raises(InputError, match="enemy: 'nobody' is not one of bounding, random"):
        plot_differences(answer, enemy="nobody")


def check_intervals(axes, answer, enemies):
    bars = {"adjusted": [], "paired": []}
    for container in axes.containers:
        segment = container[2][0].get_segments()[0]
        bars[container.get_label()].append(tuple(segment[:, 0]))
    for name, found in bars.items():
        means = [
            getattr(answer.answer(enemy, own).to_reference, name)
            for enemy in enemies
            for own in answer.doctrines[1:]
        ]
        assert found == [pytest.approx((mean.low, mean.high)) for mean in means]
    labels = [label.get_text() for label in axes.get_yticklabels()]
    assert labels == ["ambush", "always"] * len(enemies)


BAD = [
    (["--side", "green"], "side: 'green' is not one of blue, red"),
    (["--doctrines", "never"], "doctrines: one alone"),
    (["--doctrines", "never,timid"], "doctrine 'timid' is not one of aggressive, "),
    (["--against", ","], "--against ,: a name is missing"),
    (["-n", "10"], "battles: 10 is less than 100"),
    (["--until", "-2"], "until: -2 is not a number of points above 0"),
    (["--swap"], "swap: ridge_crossing is not the same for both sides"),
    (["--set", "rules.overwacth=off"], "overwacth"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_bad_input_is_one_line_and_nothing_written(capsys, tmp_path, words, message):
    out = tmp_path / "out"
    assert main(["compare", "ridge_crossing", *words, "--out", str(out)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("overwatch: ")
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not out.exists()
