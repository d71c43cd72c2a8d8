"""The deployment of combined arms: types of elements, who is aboard whom, batteries."""

from __future__ import annotations

from collections import OrderedDict

import pytest

from sim.scenario import compile_scenario, ground, load_scenario, parse_scenario
from sim.study.deployment import deployment
from sim.study.phrases import headline
from sim.study.prepare import Prepared, starting_points
from tests.scenario.arms_documents import arms


@pytest.fixture
def prepared(monkeypatch: pytest.MonkeyPatch) -> Prepared:
    monkeypatch.setattr(ground, "_kept", OrderedDict())
    monkeypatch.setattr(ground, "build", lambda *_: None)
    scenario = parse_scenario(arms(), "good.toml")
    made = compile_scenario(scenario)
    return Prepared(scenario, ("bounding", "ambush"), made.record, made.names)


def test_each_element_has_its_type_and_its_carrier(prepared: Prepared) -> None:
    event = deployment(prepared, 3, 1)
    lorries, foot, shields = event["units"][:3]
    assert [one["type"] for one in lorries["elements"]] == (
        ["own_rifle", "own_rifle", "own_apsw", "truck", "truck"]
    )
    assert [one["aboard"] for one in lorries["elements"]] == (
        ["Lorries/4", "Lorries/4", "Lorries/5", None, None]
    )
    assert lorries["type"] is None and shields["type"] == "shield"
    assert {one["aboard"] for one in foot["elements"]} == {None}
    assert (lorries["sensors"], shields["sensors"]) == (False, True)


def test_batteries_say_what_they_fire(prepared: Prepared) -> None:
    lions, corps = deployment(prepared, 3, 1)["batteries"]
    assert lions == {
        "name": "Lions", "side": "blue", "kind": "medium", "unit": "Guns", "guns": 3,
        "ammunition": {"HEF": 2, "MAK": 0, "smoke": 1}, "radar": False,
    }  # fmt: skip
    assert (corps["unit"], corps["guns"], corps["radar"]) == (None, 4, True)


def test_the_words_name_types_riders_and_guns(prepared: Prepared) -> None:
    lines = [sentence for _, sentence in headline(deployment(prepared, 3, 1))]
    assert (
        "Lorries: 2 own_rifle, 1 own_apsw, 2 truck, regular, leadership 2, confident, mounted, "
        "at (10.5, 6.5) to (10.5, 4.5)"
    ) in lines
    assert (
        "Shields: 2 shield, regular, leadership 2, confident, sensors active, "
        "at (5.5, 16.5) to (5.5, 14.5)"
    ) in lines
    assert "Lions: 3 medium guns, of Guns, 2 HEF, 1 smoke" in lines
    assert "Corps: 4 heavy guns, off the table, radar, 9 MAK" in lines
    bare = arms()
    bare["blue"]["batteries"] = [{"name": "Poor", "kind": "light", "guns": 1}]
    scenario = parse_scenario(bare, "good.toml")
    made = compile_scenario(scenario)
    poor = Prepared(scenario, ("bounding", "ambush"), made.record, made.names)
    told = [sentence for _, sentence in headline(deployment(poor, 1, 1))]
    assert "Poor: 1 light gun, off the table, harassing fire only" in told


def test_points_at_the_start_are_those_of_every_element() -> None:
    scenario = load_scenario("wood_edge")
    made = compile_scenario(scenario)
    blue, red = starting_points(Prepared(scenario, ("a", "b"), made.record, made.names))
    assert blue == 3 * 20 * 3 + 4 * 60 + 3 * 40 + 80
    assert red == 3 * 20 + 60 + 2 * 20 + 60 + 3 * 15 + 55
