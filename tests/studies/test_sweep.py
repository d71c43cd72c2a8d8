"""Sweeps: what a cell says, that it is refused in time, that it survives being killed."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
import tomllib

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest

import sim
from sim.places import doctrine_folder
from sim.refusal import InputError
from sim.report.sweep_figure import plot_advantage, plot_sweep
from sim.report.sweep_report import write_sweep
from sim.scenario import load_scenario
from sim.studies import cells as cells_module
from sim.studies.store import Store
from sim.studies.sweep import read_sweep, sweep, sweep_of
from sim.study.digits import MINUS
from sim.study.interrupts import NothingYet
from sim.study.intervals import mean_of

GRID = ["red.units.0.at.0=30:36:2", "rules.overwatch=on,off"]
WRITTEN = ("table.csv", "table.parquet", "advantage.svg", "report.md", "report.html", "study.toml")


def contents(folder):
    return {name: (folder / name).read_bytes() for name in WRITTEN}


def test_a_cell_is_the_paired_difference_of_two_runs():
    found = sweep("duel", ["red.units.0.at.0=30:38:8"], battles=60, seed=4).table
    for line in found.to_dict("records"):
        setting = f"red.units.0.at.0={line['red.units.0.at.0']}"
        rows = [
            sim.run("duel", battles=60, seed=4, red=doctrine, settings=[setting]).rows
            for doctrine in ("ambush", "never")
        ]
        mean = mean_of(rows[1]["margin"] - rows[0]["margin"])  # red's view
        told = [line[name] for name in ("advantage", "se", "low", "high")]
        assert told == pytest.approx([mean.mean, mean.se, mean.low, mean.high], abs=1e-12)
        assert line["first_wins"] == (rows[0]["winner"] == 1).mean()
        assert line["second_wins"] == (rows[1]["winner"] == 1).mean()
        assert line["first_fired"] == rows[0]["fired"][:, 1].mean()
        assert line["second_margin"] == pytest.approx(-rows[1]["margin"].mean())


def test_blue_is_told_in_blue_s_view_and_the_enemy_may_be_named():
    (line,) = sweep(
        "duel",
        ["turns=6"],
        side="blue",
        doctrines=("always", "never"),
        against="ambush",
        battles=50,
    ).table.to_dict("records")
    rows = [
        sim.run("duel", battles=50, seed=1, blue=doctrine, red="ambush").rows
        for doctrine in ("always", "never")
    ]
    assert line["advantage"] == pytest.approx((rows[0]["margin"] - rows[1]["margin"]).mean())
    assert line["first_wins"] == (rows[0]["winner"] == 0).mean()
    assert line["first_fired"] == rows[0]["fired"][:, 0].mean()


def test_a_parameter_varies_as_if_its_file_said_so(tmp_path):
    file = doctrine_folder() / "ambush.toml"
    assert tomllib.loads(file.read_text())["parameters"]["great_shot"] == 0.35
    changed = tmp_path / "changed.toml"
    changed.write_text(file.read_text().replace("great_shot = 0.35", "great_shot = 0.05"))
    found = sweep("duel", ["doctrine.ambush.great_shot=0.05,0.35"], battles=60).table
    expected = [
        -sim.run("duel", battles=60, seed=1, red=doctrine).rows["margin"].mean()
        for doctrine in (changed, "ambush")
    ]
    assert found["first_margin"].tolist() == pytest.approx(expected)
    assert expected[0] != expected[1]
    assert found["second_margin"].nunique() == 1


def test_the_enemy_s_parameters_and_doctrines_vary_too():
    enemies = ["blue.doctrine=always,ambush", "doctrine.always.contact=4,48"]
    found = sweep("duel", enemies, battles=30, doctrines=("opportunist", "never"))
    assert found.question["enemies"] == ["always", "ambush"]
    by_ambush = found.table[found.table["blue.doctrine"] == "ambush"]
    assert by_ambush["first_margin"].nunique() == 1
    assert found.table["first_margin"].nunique() > 1


@pytest.mark.slow
def test_the_same_table_on_any_number_of_workers_with_and_without_a_folder(tmp_path):
    plain = sweep("duel", GRID, battles=30, workers=1).table
    kept = sweep("duel", GRID, battles=30, workers=2, out=tmp_path / "a").table
    pd.testing.assert_frame_equal(plain, kept)


def test_intervals_of_all_cells_are_wider_and_decide_what_is_clear():
    table = sweep("duel", GRID[:1], battles=100).table
    assert (table["all_high"] - table["all_low"] > table["high"] - table["low"]).all()
    assert table["clear"].tolist() == [
        low > 0 or high < 0 for low, high in zip(table["all_low"], table["all_high"], strict=True)
    ]
    alone = sweep("duel", ["turns=6"], battles=100).table
    assert alone["low"][0] == pytest.approx(alone["all_low"][0])


BAD = [
    ({"vary": ["red.units.0.at.0=30:99:10"]}, "--vary, at red.units.0.at.0=50: duel.toml: "),
    (
        {"vary": ["red.unit.0.at.0=30:38"]},
        "at red.unit.0.at.0=30: setting red.unit.0.at.0=30: red",
    ),
    ({"vary": ["turns=5:25"]}, "at turns=25: duel.toml: turns: 25 is more than 24"),
    ({"vary": ["types.badger.armour=2:5"]}, "armour: 4 is more than the size class 3"),
    ({"vary": ["doctrine.ambush.kil_zone=1:2"]}, "ambush.toml: parameters: has no kil_zone; nea"),
    ({"vary": ["doctrine.ambush.near=1,x"]}, "ambush.toml: parameters.near: 'x' is not a number"),
    (
        {"vary": ["doctrine.ambsh.near=1:2"]},
        "nobody fights with the doctrine ambsh; nearest is 'ambush'; these are used: always, ambush",
    ),
    (
        {"vary": ["red.doctrine=never,always"]},
        "red.doctrine=never,always: --doctrines says what it",
    ),
    ({"vary": ["blue.doctrine=never,always"], "against": "ambush"}, "--against says what it is"),
    ({"doctrines": ("ambush",)}, "--doctrines: ambush: two are compared, as ambush,never"),
    (
        {"doctrines": ("never", "never")},
        "--doctrines: never twice; two different ones are compared",
    ),
    ({"doctrines": ("timid", "never")}, "doctrine 'timid' is not one of aggressive, "),
    ({"side": "green"}, "--side: 'green' is not one of blue, red"),
    ({"battles": 1}, "battles: 1 is less than 2"),
    ({"seed": -1}, "seed: -1 is less than 0"),
    ({"workers": 0}, "workers: 0 is less than 1"),
    ({"settings": ["turns=99"]}, "duel.toml: turns: 99 is more than 24"),
    ({"lhs": 0}, "--lhs: 0 is not between 1 and 20000"),
    ({"vary": ["turns=3.5:6.5"]}, "--vary turns=3.5:6.5: a grid needs a step"),
    ({"scenario": "nowhere"}, "nowhere: there is no such file"),
]


@pytest.mark.parametrize(("asked", "message"), BAD)
def test_bad_input_is_refused_before_a_battle_is_fought(monkeypatch, tmp_path, asked, message):
    def fight(*_):
        raise AssertionError("a battle was fought")

    monkeypatch.setattr(cells_module.Bench, "rows", fight)
    wanted = {"scenario": "duel", "vary": ["turns=5:6"], "out": tmp_path / "new"} | asked
    with pytest.raises(InputError) as refused:
        sweep(**wanted)
    assert message in str(refused.value)
    assert "\n" not in str(refused.value)
    assert not (tmp_path / "new").exists()


@pytest.mark.slow
def test_a_sweep_goes_on_where_it_was_without_repeating_a_cell(monkeypatch, tmp_path):
    undisturbed = sweep("duel", GRID, battles=30, out=tmp_path / "a")
    write_sweep(tmp_path / "a")
    write, wrote = Store.write, []

    def stop_at_the_third(store, key, frame):
        if len(wrote) in (2, 5) and wrote[-1] != "stopped":
            wrote.append("stopped")
            raise KeyboardInterrupt
        wrote.append(key)
        write(store, key, frame)

    monkeypatch.setattr(Store, "write", stop_at_the_third)
    for _ in range(2):
        assert sweep("duel", GRID, battles=30, out=tmp_path / "b").interrupted
    again = sweep("duel", GRID, battles=30, out=tmp_path / "b")
    write_sweep(tmp_path / "b")
    cells = [key for key in wrote if key != "stopped"]
    assert len(cells) == len(set(cells)) == 8
    pd.testing.assert_frame_equal(again.table, undisturbed.table)
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


def test_ctrl_c_in_a_cell_keeps_none_of_it(monkeypatch, tmp_path):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(cells_module.Bench, "rows", interrupted)
    with pytest.raises(NothingYet, match="no cell is done yet"):
        sweep("duel", GRID, battles=30, out=tmp_path)
    assert not list((tmp_path / "rows").iterdir())


def test_a_part_of_a_sweep_is_reported_as_a_part(tmp_path):
    whole = sweep("duel", GRID[:1], battles=30, out=tmp_path)
    next((tmp_path / "rows").glob("*.parquet")).unlink()
    part = read_sweep(tmp_path)
    assert part.conclusions()[-1] == "Warning: only 3 of 4 cells are done."
    merged = whole.table.merge(part.table)  # on all columns: what is there is as it was
    assert len(merged) == len(part.table) == 3


def test_what_was_varied_is_told_in_words(tmp_path):
    mine = load_scenario("duel").with_({"red.units.0.name": "Hilltop"})
    found = sweep(mine, ["red.units.0.at.0=30,34"], battles=10, out=tmp_path)
    words = "red's Hilltop, inches from the west"
    assert f"Varied: red.units.0.at.0 ({words})." in found.conclusions()
    assert read_sweep(tmp_path).conclusions() == found.conclusions()  # whatever becomes of the file
    labels = []
    for width in (9.0, 2.5):
        _, axes = plt.subplots(figsize=(width, 3))
        labels.append(plot_advantage(found, axes).get_xlabel())
        plt.close()
    assert labels == [f"{words} (red.units.0.at.0)", "red.units.0.at.0"]


def test_other_words_are_no_other_question(tmp_path):
    found = sweep("duel", ["red.units.0.count=3,4"], battles=10, out=tmp_path)
    file = tmp_path / "study.toml"
    file.write_text(file.read_text().replace("how many elements", "as it was told before"))
    again = sweep("duel", ["red.units.0.count=3,4"], battles=10, out=tmp_path)
    assert again.conclusions() == read_sweep(tmp_path).conclusions() == found.conclusions()


def test_a_name_with_dollars_is_drawn_as_it_is(tmp_path):
    setting = r"red.units.0.name=$\frac$ A"
    sweep("duel", ["red.units.0.count=3,4"], battles=10, settings=[setting], out=tmp_path)
    assert write_sweep(tmp_path).is_file()


def test_a_changed_scenario_is_another_question(tmp_path):
    file = tmp_path / "own.toml"
    text = (doctrine_folder().parent / "duel.toml").read_text()
    file.write_text(text)
    sweep(file, ["turns=5:6"], battles=10, out=tmp_path / "a")
    file.write_text(text.replace("objective_points = 60.0", "objective_points = 61.0"))
    with pytest.raises(InputError, match="holds another question: fingerprint is "):
        sweep(file, ["turns=5:6"], battles=10, out=tmp_path / "a")


#: Sweeps in a process of its own, and writes its table as `overwatch sweep --out` does.
CHILD = """
import sys
sys.path.insert(0, ".")
from sim.cli import main
sys.exit(main(sys.argv[1:]))
"""


def start(folder):
    words = [
        "sweep",
        "duel",
        "--vary",
        "red.units.0.at.0=24:38:1",
        "-n",
        "40",
        "--out",
        str(folder),
    ]
    return subprocess.Popen(
        [sys.executable, "-c", CHILD, *words, "--workers", "1"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="the system has no SIGKILL")
def test_sigkill_at_any_moment_and_starting_again_gives_the_same_table(tmp_path):
    undisturbed, killed = tmp_path / "a", tmp_path / "b"
    assert start(undisturbed).wait(120) == 0
    luck, kills, done = random.Random(17), 0, -1
    for wanted in (0, 4, 15):  # cells there when the axe falls, or a moment later
        child = start(killed)
        while child.poll() is None and len(list(killed.glob("rows/*.parquet"))) < wanted:
            time.sleep(0.001)
        time.sleep(luck.uniform(0, 0.02))
        os.kill(child.pid, signal.SIGKILL)
        kills += child.wait(60) == -signal.SIGKILL
        there = len(list(killed.glob("rows/*.parquet")))
        assert there >= done
        done = there
    assert kills >= 2
    assert start(killed).wait(120) == 0
    assert contents(killed) == contents(undisturbed)
    rows = [sorted((folder / "rows").iterdir()) for folder in (undisturbed, killed)]
    assert [path.name for path in rows[0]] == [path.name for path in rows[1]]
    assert [path.read_bytes() for path in rows[0]] == [path.read_bytes() for path in rows[1]]


def told(vary, cells, **more):
    """Return a sweep of made-up cells: values by place, mean and spread of the difference."""
    frames = []
    for number, (values, mean, spread) in enumerate(cells):
        away = np.resize([spread, -spread], 100)
        frames.append(
            pd.DataFrame(
                {
                    "cell": number, **values, "battle": range(100), "first_margin": mean + away,
                    "first_result": np.sign(mean + away).astype(int), "first_fired": 1,
                    "second_margin": 0.0, "second_result": 0, "second_fired": 0,
                }
            )
        )  # fmt: skip
    question = {
        "kind": "sweep", "scenario": "duel", "side": "red", "doctrines": ["a", "b"], "against": "",
        "vary": vary, "settings": [], "battles": 100, "seed": 1, "lhs": 0, "names": ["a", "b"],
        "enemies": ["c"], "cells": len(cells),
    }  # fmt: skip
    return sweep_of({**question, **more}, pd.concat(frames, ignore_index=True))


LINE = [
    ({"x": 1}, 20.0, 10.0),
    ({"x": 2}, 9.0, 10.0),
    ({"x": 3}, 0.5, 10.0),
    ({"x": 4}, -9.0, 10.0),
]
SQUARE = [
    ({"x": x, "y": y}, 10.0 * x - 10.0 * y, 10.0) for x in (1, 2, 3) for y in (1.5, 2.0, 4.0)
]  # fmt: skip


def test_the_conclusions_say_where_each_doctrine_is_ahead_and_no_more():
    lines = told(["x=1:4"], LINE).conclusions()
    assert lines[0] == (
        "Of 4 cells a is clearly ahead of b for red in 2 and clearly behind in 1; in 1 these "
        "battles cannot tell which."
    )
    assert lines[1] == (
        "By x: the doctrine a is ahead at 1 to 2; not clear at 3; the doctrine b is ahead at 4: "
        "the sign changes between 2 and 4."
    )
    assert lines[2] == (
        "Advantage of a a battle: the most is +20.0 points (+17.5 to +22.5) at x = 1; the least is "
        f"{MINUS}9.0 points ({MINUS}11.5 to {MINUS}6.5) at x = 4."
    )
    assert lines[3].startswith("Blue fought with c only; 100 battles of each doctrine a cell")
    assert len(lines) == 4


def test_the_conclusions_say_what_turns_it():
    lines = told(["x=1:3", "y=1.5,2,4"], SQUARE).conclusions()
    assert "y turns it: the sign changes between 1.5 and 4 with x = 2." in lines
    assert "x turns it: the sign changes between 1 and 3 with y = 2." in lines
    switch = [
        ({"x": x, "y": y}, 9.0 if x == "on" else -9.0, 1.0) for x in ("on", "off") for y in (1, 2)
    ]
    lines = told(["x=on,off", "y=1,2"], switch).conclusions()
    assert (
        "x turns it: the doctrine a is ahead at on; the doctrine b is ahead at off with y = 1 and "
        "y = 2." in lines
    )
    assert not [line for line in lines if line.startswith("y turns it")]
    apart = [
        ({"x": x, "y": y}, 9.0 * (x == y == 1) - 9.0 * (x == y == 2), 1.0)
        for x in (1, 2)
        for y in (1, 2)
    ]
    lines = told(["x=1:2", "y=1:2"], apart).conclusions()
    assert "No single place turns it in this grid: it takes several together." in lines


@pytest.mark.parametrize(
    ("gain", "said"),
    [
        (20.0, "In the one cell a is clearly ahead of b for red."),
        (-9.0, "In the one cell a is clearly behind b for red."),
        (0.5, "In the one cell these battles cannot tell whether a or b is ahead for red."),
    ],
)
def test_one_cell_is_told_simply(gain, said):
    lines = told(["x=1"], [({"x": 1}, gain, 10.0)]).conclusions()
    assert lines[0] == said
    assert lines[1].startswith("Advantage of a a battle: ") and lines[1].endswith(") at x = 1.")
    assert not [line for line in lines if "the most is" in line or "no difference" in line]


def test_a_value_that_was_fought_alone_is_not_said_to_make_no_difference():
    cells = [({"x": 1, "y": 5}, 9.0, 1.0), ({"x": 1, "y": 6}, 9.0, 1.0)]
    for vary, done, said in (
        (["x=1:2"], [({"x": 1}, 9.0, 1.0)], None),
        (["x=1:2", "y=5:6"], cells, "y made no difference in any cell."),
        (["x=1:2", "y=5:6"], [*cells, ({"x": 2, "y": 5}, 9.0, 1.0)], None),
    ):
        lines = told(vary, done).conclusions()
        assert [line for line in lines if "made no" in line] == ([said] if said else [])


def test_the_conclusions_warn_of_what_tells_nothing():
    still = told(
        ["x=1:2", "y=5:6"], [({"x": x, "y": y}, 5.0 * y, 0) for x in (1, 2) for y in (5, 6)]
    )
    assert "x made no difference in any cell." in still.conclusions()
    assert not [line for line in still.conclusions() if "y made" in line]
    silent = told(["x=1:4"], LINE)
    silent.table.loc[:2, "first_fired"] = 0.0
    assert silent.conclusions()[-1].startswith(
        "Warning: neither doctrine fired on overwatch in 3 of the cells"
    )
    equal = told(["x=1:2"], [({"x": 1}, 0.0, 0.0), ({"x": 2}, 5.0, 1.0)])
    assert "in 1 every battle is the same with both." in equal.conclusions()[0]
    assert equal.conclusions()[1] == "By x: the same at 1; the doctrine a is ahead at 2."


def test_where_all_cells_tie_one_thing_is_said():
    lines = told(["x=3:5"], [({"x": x}, 0.0, 0.0) for x in (3, 4, 5)]).conclusions()
    assert lines[0] == (
        "In all 3 cells every battle comes to the same margin for red with a as with b."
    )
    assert not [line for line in lines if "not clear" in line or "cannot tell" in line]
    assert lines[1].startswith("Blue fought with c only")


def test_the_line_shows_advantage_interval_and_what_is_not_clear():
    found = told(["x=1:4"], LINE)
    axes = plot_advantage(found)
    lines = {line.get_label(): line for line in axes.lines}
    assert lines["advantage"].get_ydata().tolist() == found.table["advantage"].tolist()
    assert lines["clear"].get_xdata().tolist() == [1, 2, 4]
    assert lines["not clear"].get_xdata().tolist() == [3]
    (band,) = axes.collections
    heights = band.get_paths()[0].vertices[:, 1]
    assert heights.max() == pytest.approx(found.table["all_high"].max())
    assert heights.min() == pytest.approx(found.table["all_low"].min())
    assert any(list(line.get_ydata()) == [0.0, 0.0] for line in axes.lines)


def test_the_map_hatches_what_is_not_clear_and_parts_what_is_clear():
    found = told(["x=1:3", "y=1.5,2.0,4.0"], SQUARE)
    axes = plot_advantage(found)
    mesh, line = axes.collections
    assert mesh.get_array().ravel().tolist() == found.table["advantage"].tolist()
    unclear = found.table[~found.table["clear"]]
    spots = [(patch.get_x(), patch.get_y()) for patch in axes.patches]
    assert len(spots) == len(unclear) == 1 and unclear[["x", "y"]].iloc[0].tolist() == [2, 2.0]
    assert all(patch.get_hatch() for patch in axes.patches)
    # the advantage is 10 x - 10 y: its cells of either side touch below and right of the zero
    assert [path.vertices.tolist() for path in line.get_paths()] == [
        [[3.0, 2.5], [3.0, 3.5]],
        [[1.25, 1.5], [1.75, 1.5]],
    ]
    key = [text.get_text() for text in axes.get_legend().get_texts()]
    assert key == ["not clear of zero", "break-even"]
    assert axes.get_xlabel() == "y" and axes.get_ylabel() == "x"


def test_no_line_runs_through_what_is_not_clear_or_exactly_zero():
    means = {(1, 1): 3.0, (1, 2): -3.0, (2, 1): 0.0, (2, 2): 50.0, (3, 1): -2.0, (3, 2): 1.0}
    vague = [({"x": x, "y": y}, mean, 30.0) for (x, y), mean in means.items()]
    axes = plot_advantage(told(["x=1:3", "y=1:2"], vague))
    assert len(axes.collections) == 1
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["not clear of zero"]
    level = [({"x": x, "y": y}, 40.0 * (x - 2), 1.0) for x in (1, 2, 3) for y in (1, 2)]
    assert len(plot_advantage(told(["x=1:3", "y=1:2"], level)).collections) == 1
    sure = [({"x": x, "y": y}, 40.0 * (x - 1.5), 1.0) for x in (1, 2) for y in (1, 2)]
    axes = plot_advantage(told(["x=1:2", "y=1:2"], sure))
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["break-even"]
    assert {y for path in axes.collections[1].get_paths() for _, y in path.vertices} == {1.5}


def test_words_are_parted_too_and_three_values_are_a_panel_each():
    words = told(
        ["x=1:2", "y=p,q"],
        [({"x": x, "y": y}, m, 1.0) for x in (1, 2) for y, m in {"p": 4, "q": -4}.items()],
    )
    axes = plot_advantage(words)
    (line,) = axes.collections[1:]
    assert {x for path in line.get_paths() for x, _ in path.vertices} == {0.5}
    assert [label.get_text() for label in axes.get_xticklabels()] == ["p", "q"]
    three = told(
        ["x=1:2", "y=p,q", "z=1:2"],
        [({"x": x, "y": y, "z": 1}, 3.0, 1.0) for x in (1, 2) for y in "pq"],
    )
    panels = plot_sweep(three)
    assert [panel.get_xlabel() for panel in panels] == ["x", "y", "z"]
    lots = told(["x=1:3", "y=1.5,2.0,4.0"], SQUARE, lhs=9)
    assert len(plot_sweep(lots)) == 2


@pytest.mark.parametrize("width", [9.0, 3.8])
def test_a_single_cell_and_cells_without_spread_can_be_drawn(width):
    assert plot_sweep(told(["x=4"], [({"x": 4}, 5.0, 1.0)]), width)
    assert plot_sweep(told(["x=1:2"], [({"x": x}, 0.0, 0.0) for x in (1, 2)]), width)
    flat = [({"x": x, "y": 1}, 0.0, 0.0) for x in (1, 2)]
    assert plot_sweep(told(["x=1:2", "y=1"], flat), width)
