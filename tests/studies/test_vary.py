"""What `--vary` means, what it refuses, and the cells that it makes."""

from __future__ import annotations

import re

import numpy as np
import pytest

from sim.refusal import InputError
from sim.studies.vary import Level, cells_at, grid, hypercube, parse_varies, parse_vary


@pytest.mark.parametrize(
    ("option", "values"),
    [
        ("turns=3:6", [3, 4, 5, 6]),
        ("blue.units.0.at.0=10:40:10", [10, 20, 30, 40]),
        ("blue.units.0.at.0=10:39:10", [10, 20, 30]),
        ("doctrine.ambush.kill_zone=0.05:0.3:0.05", [0.05, 0.1, 0.15, 0.2, 0.25, 0.3]),
        ("rules.firer_die_shift=-2:1", [-2, -1, 0, 1]),
        ("rules.overwatch=on,off", [True, False]),
        ("rules.shots=1,2,unlimited", [1, 2, "unlimited"]),
        ("rules.move_allowance=0, 0.5, 1.0", [0, 0.5, 1.0]),
        ("blue.units.0.at=[10, 5],[10, 20]", [[10, 5], [10, 20]]),
        ('name="a, b",c', ["a, b", "c"]),
        ("turns=4", [4]),
    ],
)
def test_the_values_of_an_option(option, values):
    vary = parse_vary(option)
    assert [level.value for level in vary.levels] == values
    assert [type(level.value) for level in vary.levels] == [type(value) for value in values]
    assert vary.place == option.split("=")[0]


def test_a_step_leaves_no_dust_of_rounding():
    vary = parse_vary("rules.move_allowance=0:1:0.1")
    assert [level.text for level in vary.levels] == [
        "0.0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1.0",
    ]  # fmt: skip


REFUSED = [
    ("turns", "--vary turns: not of the form PLACE=VALUES, as blue.units.0.at.0=10:40:2"),
    ("=3:4", "--vary =3:4: not of the form"),
    ("turns=", "--vary turns=: not of the form"),
    ("turns=3:x", "--vary turns=3:x: 'x' is not a number; allowed: low:high, low:high:step, or"),
    ("turns=1:2:3:4", "--vary turns=1:2:3:4: has 4 numbers; allowed: low:high, "),
    ("turns=6:3", "--vary turns=6:3: 6 is not less than 3"),
    ("turns=3:3", "--vary turns=3:3: 3 is not less than 3"),
    ("turns=3:6:0", "--vary turns=3:6:0: step 0 is not more than 0"),
    ("turns=3:6:-1", "--vary turns=3:6:-1: step -1 is not more than 0"),
    ("turns=0:99999999", "--vary turns=0:99999999: 100,000,000 values are more than 20,000"),
    ("turns=3,,4", "--vary turns=3,,4: one of the values is empty"),
    ("turns=3,4,3", "--vary turns=3,4,3: 3 is there twice"),
    ("turns=nan:4", "--vary turns=nan:4: 'nan' is not a number"),
    ("doctrine.ambush=1,2", "--vary doctrine.ambush=1,2: doctrine.ambush is not doctrine.NAME.PAR"),
]


@pytest.mark.parametrize(("option", "message"), REFUSED)
def test_a_bad_option_is_refused_by_name_and_value(option, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        parse_vary(option)


def test_a_switch_is_not_a_number():
    assert [level.value for level in parse_vary("rules.overwatch=on,1").levels] == [True, 1]
    assert not parse_vary("rules.overwatch=on,off").numbers
    assert parse_vary("turns=3,4.5").numbers


def test_options_together():
    with pytest.raises(InputError, match="--vary: is missing"):
        parse_varies([])
    with pytest.raises(InputError, match="turns is varied twice"):
        parse_varies(["turns=3:4", "turns=5:6"])


def test_a_grid_has_every_combination_the_last_place_fastest():
    cells = grid(parse_varies(["turns=3:4", "rules.overwatch=on,off"]))
    assert [cell.key for cell in cells] == [
        "turns=3 rules.overwatch=on", "turns=3 rules.overwatch=off",
        "turns=4 rules.overwatch=on", "turns=4 rules.overwatch=off",
    ]  # fmt: skip


def test_a_grid_needs_steps_and_an_end():
    with pytest.raises(InputError, match=re.escape("needs a step, as a.b=0.05:0.3:0.05")):
        grid(parse_varies(["a.b=0.05:0.3"]))
    with pytest.raises(InputError, match="1,000,000 cells are more than 20,000; --lhs takes fewer"):
        grid(parse_varies(["a=1:1000", "b=1:1000"]))


def test_a_cell_parts_settings_from_parameters():
    (cell,) = grid(parse_varies(["doctrine.ambush.near=8", "turns=3", "doctrine.never.x=1"]))
    assert cell.settings == ("turns=3",)
    assert cell.parameters("ambush") == {"near": 8}
    assert cell.parameters("never") == {"x": 1}
    assert cell.parameters("always") == {}


def test_a_latin_hypercube_has_one_point_in_every_part_of_every_range():
    varies = parse_varies(["a=0.0:1.0", "b=10.0:20.0"])
    cells = hypercube(varies, 20, seed=5)
    assert len(cells) == 20
    for place, low, wide in (("a", 0.0, 1.0), ("b", 10.0, 10.0)):
        parts = [int(20 * (cell.levels[place].value - low) / wide) for cell in cells]
        assert sorted(parts) == list(range(20))
    assert [cell.key for cell in cells] == [cell.key for cell in hypercube(varies, 20, seed=5)]
    assert [cell.key for cell in cells] != [cell.key for cell in hypercube(varies, 20, seed=6)]
    values = [cell.levels["a"].value for cell in cells]
    assert values == sorted(values)


def test_steps_and_words_of_a_hypercube_come_equally_often_and_cells_once():
    cells = hypercube(parse_varies(["a=0.0:1.0", "b=1:5", "c=on,off"]), 20, seed=1)
    for place, times in (("b", 4), ("c", 10)):
        texts = [cell.levels[place].text for cell in cells]
        assert {texts.count(text) for text in texts} == {times}
    few = hypercube(parse_varies(["b=1:2", "c=on,off"]), 50, seed=1)
    assert len({cell.key for cell in few}) == len(few) <= 4
    for count in (0, 20_001):
        with pytest.raises(InputError, match=f"--lhs: {count} is not between 1 and 20000"):
            hypercube(parse_varies(["b=1:2"]), count, 1)


def test_shares_of_values_and_of_ranges():
    steps, words, wide = parse_varies(["a=1:4", "b=x,y", "c=-1.0:1"])
    cells = cells_at((steps, words, wide), np.array([[0.0, 0.49, 0.0], [0.999, 0.5, 0.75]]))
    assert cells[0].key == "a=1 b=x c=-1.0"
    assert cells[1].key == "a=4 b=y c=0.5"
    assert wide.at(1 / 3) == Level("-0.333333", -0.333333)


def test_columns_have_one_type_whatever_the_cells():
    whole, mixed, words = parse_varies(["a=1:3", "b=1,2.5", "c=on,off"])
    assert whole.column(whole.levels[:1]) == [1] and type(whole.column(whole.levels[:1])[0]) is int
    assert type(mixed.column(mixed.levels[:1])[0]) is float
    assert words.column(words.levels) == ["on", "off"]
