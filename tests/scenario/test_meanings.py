"""What the keys of a scenario file mean, and places in words."""

from __future__ import annotations

import pytest

from sim.marks import SWITCHES
from sim.scenario import load_scenario, place_words, schema
from sim.scenario.meanings import KEYS


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("red.doctrine", "red's doctrine"),
        ("red.units.0.at.0", "red's Ridge Platoon, inches from the west"),
        ("red.units.0.at.1", "red's Ridge Platoon, inches from the south"),
        ("red.units.1.posture", "red's Gun Platoon, posture"),
        ("blue.units.0.count", "blue's 1st Troop, how many elements"),
        ("objectives.0.value", "the marker depot, value"),
        ("red.units.0.leadership", "red's Ridge Platoon, leadership where 1 is best"),
        ("zones.0.polygon.0.1", "corner 1 of the zone valley, inches from the south"),
        ("table.terrain.0.polygon.1.0", "corner 2 of the hill the ridge, inches from the west"),
        ("victory.enough", "marker value that the attacker needs"),
        ("types.badger.armour_kind", "armour kind of the type badger"),
        ("types.badger.apfc", "close-defence charges of the type badger"),
        ("doctrine.ambush.kill_zone", "a number of the doctrine ambush"),
        ("rules.trigger", "what an enemy must do in the watched area, OW.F1 and OW.F2"),
        ("rules.shots", "combat actions with one counter, OW.F3"),
        ("rules.watched_area", "the area that a counter watches, RD-2"),
        ("rules.watched_area.width", "degrees of the arc that a counter watches, RD-2"),
        ("turns", ""),  # it says it all
        ("red", ""),
        ("red.units", ""),
        ("red.units.0", ""),
        ("red.units.0.name", ""),
        ("red.units.9.count", ""),
        ("red.units.first.count", ""),
        ("settings.0", ""),
        ("rules.nonsense", ""),
        ("nonsense", ""),
    ],
)
def test_a_place_in_words(place, words):
    assert place_words(load_scenario("ridge_crossing"), place) == words


def test_parts_of_a_unit_and_its_batteries_are_the_units():
    scenario = load_scenario("border_raid")
    told = [place_words(scenario, f"red.units.0.elements.{part}.count") for part in (0, 1)]
    assert told == [
        f"red's Post Guard, how many {one}" for one in ("militia_rifle", "militia_apsw")
    ]
    assert (
        place_words(scenario, "red.batteries.0.ammunition.HEF")
        == "red's Home Guns, missions of HEF"
    )


def test_the_schema_tells_editors_what_keys_mean():
    found = schema()
    assert found["$schema"].endswith("2020-12/schema")
    models = found["$defs"] | {"Scenario": found}
    for model, meanings in KEYS.items():
        for key, text in meanings.items():
            assert models[model]["properties"][key]["description"] == text
    for switch, (_, text) in SWITCHES.items():
        assert models["Rules"]["properties"][switch]["description"] == text
