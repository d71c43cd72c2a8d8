"""`overwatch run` as a user meets it: what it prints, what it refuses, and that it leaves nothing."""

import json
import shlex

import pytest

from sim.cli import main
from sim.study.replay import replay

KEYS = {
    "scenario", "battles", "seed", "version", "command", "sides", "draw_rate", "margin", "overwatch",
    "opportunity", "arms", "turns", "digest", "seconds", "battles_per_second", "conclusions",
    "interrupted",
}  # fmt: skip


def figures(capsys, *words):
    assert main(["run", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_json_has_its_stable_keys(capsys):
    found = figures(capsys, "duel", "-n", "50", "--seed", "3")
    assert set(found) == KEYS
    assert set(found["sides"]) == set(found["overwatch"]) == {"blue", "red"}
    assert set(found["sides"]["blue"]) == {
        "doctrine", "points", "units", "elements", "win_rate", "points_lost",
    }  # fmt: skip
    assert set(found["sides"]["red"]["win_rate"]) == {"mean", "low", "high"}
    assert set(found["margin"]) == {"mean", "sd", "se", "low", "high"}
    assert set(found["overwatch"]["red"]) == {
        "declared", "chances", "held", "fired", "hits", "kills", "off",
    }  # fmt: skip
    assert set(found["opportunity"]["red"]) == {"fired", "hits", "kills"}
    assert set(found["arms"]["red"]) == {
        "missiles_fired", "missiles_shot_down", "missiles_hits", "assaults", "calls",
    }  # fmt: skip
    assert len(found["digest"]) == 64


def test_the_printed_command_repeats_the_run(capsys):
    first = figures(capsys, "duel", "-n", "60", "--red", "always", "--set", "rules.shots=2")
    again = figures(capsys, *shlex.split(first["command"])[2:])
    assert again["digest"] == first["digest"]
    assert again["seed"] == first["seed"]


@pytest.mark.parametrize(("scenario", "told"), [("spaceport", True), ("duel", False)])
def test_the_summary_tells_of_missiles_and_artillery_where_they_fire(capsys, scenario, told):
    assert main(["run", scenario, "-n", "50", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert ("missiles fired" in shown) == ("calls for fire" in shown) == told


def test_the_summary_is_for_people(capsys):
    assert main(["run", "ridge_crossing", "-n", "200", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("ridge_crossing: 200 battles, seed 1, ")
    assert "margin (blue's view):" in out
    assert "again: overwatch run ridge_crossing -n 200 --seed 1" in out
    assert "\x1b" not in out


def test_switching_overwatch_off_takes_it_out(capsys):
    words = ("ridge_crossing", "-n", "100", "--seed", "1", "--set", "rules.overwatch=off")
    found = figures(capsys, *words)
    assert found["overwatch"]["red"]["declared"] == found["overwatch"]["red"]["fired"] == 0
    assert found["opportunity"]["red"]["fired"] > 0


def test_a_scenario_meant_for_overwatch_sees_overwatch_fire(capsys):
    for scenario in ("ridge_crossing", "village_road", "gun_line", "seed_example"):
        found = figures(capsys, scenario, "-n", "200", "--seed", "1")
        fired = sum(found["overwatch"][side]["fired"] for side in ("blue", "red"))
        assert fired > 0, scenario


def test_row_k_is_battle_k_of_replay(capsys):
    import sim

    rows = sim.run("village_road", battles=5, seed=9).battles
    told = replay("village_road", battle=3, seed=9).row
    assert told["margin"] == rows.loc[3, "margin"]
    assert told["winner"] == rows.loc[3, "winner"]
    assert told["red_fired"] == rows.loc[3, "red_fired"]


BAD = [
    (["nowhere"], "nowhere"),
    (["missing.toml"], "missing.toml"),
    (["duel", "-n", "0"], "battles: 0 is less than 1"),
    (["duel", "-n", "99999999"], "battles: 99999999 is more than 10000000"),
    (["duel", "--seed", "-1"], "seed: -1 is less than 0"),
    (["duel", "--workers", "0"], "workers: 0 is less than 1"),
    (["duel", "--blue", "timid"], "doctrine 'timid' is not one of aggressive, "),
    (["duel", "--red", "none.toml"], "none.toml: there is no such file"),
    (["duel", "--set", "rules.overwatch"], "rules.overwatch"),
    (["duel", "--set", "rules.overwacth=off"], "overwacth"),
    (["duel", "--set", "rules.shots=0"], "rules.shots: 0 "),
    (["duel", "--set", "blue.units.0.count=9"], "blue.units[0].count: 9 is more than 6"),
    (["duel", "--set", "turns=1000"], "turns: 1000 is more than 24"),
    (["duel", "--set", "blue.units.0.at.0=-4"], "blue.units[0]"),
]


@pytest.mark.parametrize(("words", "message"), BAD)
def test_bad_input_is_one_line_exit_code_2_and_nothing_written(capsys, tmp_path, words, message):
    out = tmp_path / "out"
    assert main(["run", *words, "--out", str(out)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("overwatch: ")
    assert message in captured.err
    assert captured.err.count("\n") == 1
    assert not out.exists()


def test_an_out_that_is_a_file_is_refused_before_the_first_battle(capsys, tmp_path):
    taken = tmp_path / "taken"
    taken.write_text("mine")
    assert main(["run", "duel", "--out", str(taken / "below")]) == 2
    assert "is a file, not a folder" in capsys.readouterr().err
    assert taken.read_text() == "mine"


@pytest.mark.slow
def test_out_writes_tables_figures_and_a_page(capsys, tmp_path):
    assert main(["run", "duel", "-n", "100", "--seed", "1", "--out", str(tmp_path / "r")]) == 0
    assert f"report: {tmp_path / 'r' / 'report.html'}" in capsys.readouterr().out
    names = {path.name for path in (tmp_path / "r").iterdir()}
    assert {"report.html", "battles.parquet", "losses.parquet", "funnel.parquet"} <= names
