"""Every feature of the table against a state that was reckoned by hand."""

from __future__ import annotations

import itertools
import math

import pytest

from sim.doctrine.table import BY_NAME, FEATURES
from sim.layout import codes as c
from tests.doctrine.builder import BLUE_1, BLUE_2, RED_1, RED_2, WIDTH, Field, element, field
from tests.doctrine.doors import feature

#: Of blue's first unit about red's first, as the builder leaves them.
AT_REST = {
    "strength": 1, "elements": 2, "confidence": 0, "leadership": 2, "quality": 8, "under_fire": 0,
    "on_overwatch": 0, "is_command": 0, "overwatch_allowed": 1, "overwatch_shots": 0, "damaged": 0,
    "systems_down": 0, "in_cover": 0, "base_movement": 12, "turn": 3, "turns_left": 5,
    "attacker": 0, "friends": 2, "enemies": 2, "friends_to_move": 1, "enemies_to_move": 2,
    "friends_watching": 0, "enemies_watching": 0, "force_ratio": 1, "objective_distance": 999,
    "on_objective": 0, "objectives_own": 0, "objectives_enemy": 0, "objectives_all": 0,
    "enemies_in_sight": 2, "nearest_range": 15, "best_shot_now": 0.25, "ev_now": 50,
    "threat_now": 100, "ev_best_to_come": 100, "watched_here": 0, "watched_ahead": 0,
    "watched_covered": 0, "range": 15, "closing": 1, "target_activated": 0, "target_watching": 0,
    "target_under_fire": 0, "target_strength": 1, "target_in_cover": 0, "target_points": 200,
    "target_visible": 2, "target_threat": 50, "ev_this": 50, "on_foot": 0, "mounted": 0,
    "assault_odds": 0, "can_call": 0, "sensors_off": 0, "sensors_on": 0, "smoke_left": 0,
    "depleted": 0, "can_regroup": 0, "pops_up": 0, "cover_near": 0, "target_on_foot": 0,
}  # fmt: skip


def ask(made: Field, name: str, u: int = BLUE_1, v: int = RED_1) -> float:
    return feature(made, name, u, v)


@pytest.mark.parametrize("name", AT_REST)
def test_feature_at_rest(name):
    assert ask(field(), name) == AT_REST[name]


def test_every_feature_is_tested_at_rest():
    assert set(AT_REST) | {"random"} == set(BY_NAME)


def test_codes_are_the_places_in_the_table():
    assert [one.code for one in FEATURES] == list(range(len(FEATURES)))


def test_features_about_the_enemy_are_those_of_three_chapters():
    against = [one.name for one in FEATURES if len(one.chapters) == 3]
    assert against == [
        "range", "closing", "target_activated", "target_watching", "target_under_fire",
        "target_strength", "target_in_cover", "target_points", "target_visible", "target_threat",
        "ev_this", "target_on_foot",
    ]  # fmt: skip
    assert all(len(one.chapters) in (3, 5) for one in FEATURES)


@pytest.mark.parametrize(
    ("name", "key", "value", "expected"),
    [
        ("confidence", "confidence", c.BR, 3),
        ("leadership", "leadership", 3, 3),
        ("under_fire", "under_fire", 1, 1),
        ("on_overwatch", "overwatch", 1, 1),
        ("overwatch_shots", "watch_shots", 2, 2),
        ("overwatch_allowed", "under_fire", 1, 0),
        ("overwatch_allowed", "panicked", 1, 0),
        ("overwatch_allowed", "confidence", c.RO, 0),
        ("overwatch_allowed", "evading", 1, 0),
    ],
)
def test_markers_of_the_unit(name, key, value, expected):
    made = field()
    made.unit(BLUE_1)[key] = value
    assert ask(made, name) == expected


@pytest.mark.parametrize(
    ("name", "key", "expected"),
    [
        ("target_activated", "activated", 1),
        ("target_watching", "overwatch", 1),
        ("target_under_fire", "under_fire", 1),
    ],
)
def test_markers_of_the_enemy(name, key, expected):
    made = field()
    made.unit(RED_1)[key] = 1
    assert ask(made, name) == expected
    assert ask(made, name, v=RED_2) == 0


def test_overwatch_allowed_needs_the_rules():
    made = field()
    made.k["rules"]["overwatch"] = 0
    assert ask(made, "overwatch_allowed") == 0


def test_setup_of_the_unit():
    made = field()
    made.s["units"][BLUE_1]["quality"], made.k["units"][BLUE_1]["command"] = 10, 1
    assert ask(made, "quality") == 10
    assert ask(made, "is_command") == 1
    assert ask(made, "attacker", u=RED_1, v=BLUE_1) == 1


def test_losses_change_strength_elements_and_points():
    made = field()
    made.lose(BLUE_1)
    made.lose(RED_1)
    assert ask(made, "strength") == 0.5
    assert ask(made, "elements") == 1
    assert ask(made, "target_strength") == 0.5
    assert ask(made, "target_points") == 100
    assert ask(made, "target_visible") == 1


def test_damage_counts_among_those_in_play():
    made = field()
    made.element(BLUE_1)["damaged"] = 1
    assert ask(made, "damaged") == 0.5
    assert ask(made, "base_movement") == 6
    made.lose(BLUE_1)
    assert ask(made, "damaged") == 1


def test_an_immobilised_element_does_not_slow_the_unit():
    made = field()
    made.s["elements"][element(BLUE_1, 1)]["type"] = 1
    assert ask(made, "base_movement") == 8
    made.element(BLUE_1, 1)["immobilised"] = 1
    assert ask(made, "damaged") == 0.5
    assert ask(made, "base_movement") == 12
    made.element(BLUE_1)["immobilised"] = 1
    assert ask(made, "base_movement") == 0


def test_systems_down():
    made = field()
    made.element(BLUE_1, 1)["systems_down"] = 1
    assert ask(made, "systems_down") == 1
    assert ask(made, "ev_now") == 25


@pytest.mark.parametrize("cover", [c.CELL_SOFT, c.CELL_CREST])
def test_cover_of_the_cell(cover):
    made = field()
    made.k["cover"][made.element(BLUE_1)["cell"]] = cover
    made.k["cover"][made.element(RED_1)["cell"]] = cover
    assert ask(made, "in_cover") == 0.5
    assert ask(made, "target_in_cover") == 0.5


def test_cover_of_the_posture():
    made = field()
    made.element(BLUE_1)["posture"] = made.element(BLUE_1, 1)["posture"] = c.HULL_DOWN
    made.element(RED_1)["posture"] = c.DUG_IN
    assert ask(made, "in_cover") == 1
    assert ask(made, "target_in_cover") == 0.5


def test_counting_units():
    made = field()
    made.unit(BLUE_2)["activated"] = made.unit(RED_1)["activated"] = 1
    assert ask(made, "friends_to_move") == 0
    assert ask(made, "friends_to_move", u=BLUE_2) == 1
    assert ask(made, "enemies_to_move") == 1
    for u in (BLUE_1, BLUE_2, RED_2):
        made.watch(u)
    assert ask(made, "friends_watching") == 1
    assert ask(made, "enemies_watching") == 1
    made.lose(BLUE_2, 0)
    made.lose(BLUE_2, 1)
    assert ask(made, "friends") == 1
    assert ask(made, "friends_watching") == 0


def test_hidden_enemies_are_not_known():
    made = field()
    made.unit(RED_1)["hidden"] = 1
    assert ask(made, "enemies") == 1
    assert ask(made, "enemies_to_move") == 1
    assert ask(made, "enemies_in_sight") == 1
    assert ask(made, "force_ratio") == 2
    assert ask(made, "nearest_range") == math.sqrt(25**2 + 15**2)
    assert ask(made, "friends", u=RED_2, v=BLUE_1) == 2
    made.unit(RED_2)["hidden"] = 1
    assert ask(made, "force_ratio") == 99
    assert ask(made, "nearest_range") == 999
    assert [ask(made, name) for name in ("ev_now", "best_shot_now", "ev_best_to_come")] == [0] * 3


def test_objectives():
    made = field()
    made.markers((8.5, 5.5, 1, c.BLUE), (5.5, 12.5, 2, c.RED), (30.5, 5.5, 1, -1))
    assert ask(made, "objective_distance") == 5  # from the second element, at (5.5, 7.5)
    assert ask(made, "on_objective") == 0
    assert ask(made, "objectives_own") == 0.25
    assert ask(made, "objectives_enemy") == 0.5
    assert ask(made, "objectives_all") == 0.75
    assert ask(made, "objectives_own", u=RED_1, v=BLUE_1) == 0.5
    made.put(BLUE_1, 8.5, 6.5, 1)
    assert ask(made, "on_objective") == 1  # also one that the side holds
    made.s["holder"][:3] = c.BLUE
    assert ask(made, "objective_distance") == 999


def test_sight():
    made = field()
    made.blind(BLUE_1, RED_1)
    assert ask(made, "enemies_in_sight") == 1
    assert ask(made, "target_visible") == 0
    assert ask(made, "ev_this") == 0
    assert ask(made, "threat_now") == 50
    assert ask(made, "target_threat") == 50  # by types and range, no sight needed
    assert ask(made, "nearest_range") == 15


def test_best_shot_is_a_share_and_the_volley_points():
    made = field()
    made.s["elements"][element(RED_1)]["type"] = 1
    assert ask(made, "best_shot_now") == 0.25
    # the first aims at the tank; with 0.75 of it left it is worth 18.75, the truck 15
    assert ask(made, "ev_now") == 50  # the volley at the second unit
    assert ask(made, "ev_this") == 25 + 18.75
    made.element(BLUE_1)["used"] = made.element(BLUE_1, 1)["used"] = 7.0  # over half: a die less
    made.k["hit"][1] = 0.25
    assert ask(made, "best_shot_now") == 0.25  # v in question: the mode is not the own activation
    assert ask(made, "best_shot_now", v=-1) == 0.125
    assert ask(made, "ev_now", v=-1) == 25


def test_threat_is_of_visible_enemies_not_yet_activated():
    made = field()
    made.unit(RED_2)["activated"] = 1
    assert ask(made, "threat_now") == 50
    made.unit(RED_1)["hidden"] = 1
    assert ask(made, "threat_now") == 0


def test_ev_best_to_come():
    made = field()
    assert ask(made, "ev_best_to_come") == 100  # at 15 - 6 inches both tanks reach close: 50 each
    made.element(BLUE_1)["damaged"] = 1  # counts the next band: 25
    assert ask(made, "ev_best_to_come") == 75
    made.element(BLUE_1)["systems_down"] = 1
    assert ask(made, "ev_best_to_come") == 50
    made.unit(RED_1)["activated"] = 1  # the other, at 28.2 - 6 inches: long, 10
    assert ask(made, "ev_best_to_come") == 10
    made.s["mover"] = RED_2
    assert ask(made, "ev_best_to_come") == 0


def test_an_estimate_is_at_most_what_the_enemy_has():
    made = field()
    made.k["shot_value"][0, 0] = 80.0
    made.lose(RED_1)
    made.unit(RED_2)["activated"] = 1
    assert ask(made, "ev_best_to_come") == 100
    assert ask(made, "target_threat") == 80


def test_watched_here():
    made = field()
    made.watch(RED_1)
    made.watch(RED_2)
    assert ask(made, "watched_here") == 2
    made.k["rules"]["area_farthest"] = 20.0
    assert ask(made, "watched_here") == 1
    made.blind(BLUE_1, RED_1)
    assert ask(made, "watched_here") == 0


def route(made: Field, kind: int, goal: int, cells: list[tuple[int, int]]) -> None:
    """Lay a movement field that leads along the cells, the last one being the goal."""
    for left, (x, y) in enumerate(reversed(cells)):
        made.k["field"][0, kind, goal, y * WIDTH + x] = left * c.FIELD_SCALE
    for (x, y), (to_x, to_y) in itertools.pairwise(cells):
        way = 3 * (to_y - y + 1) + to_x - x + 1
        made.k["way"][0, kind, goal, y * WIDTH + x] = way | way << 4


def test_watched_routes_lead_to_the_nearest_marker_not_held():
    made = field()
    made.markers((5.5, 6.5, 1, c.BLUE), (20.5, 20.5, 1, -1), (5.5, 17.5, 1, -1))
    made.k["rules"]["area_farthest"] = 15.0
    made.watch(RED_1)  # from (20.5, 5.5) and (20.5, 7.5)
    route(made, c.DIRECT_ROUTE, 2, [(5, y) for y in range(5, 18)])
    route(made, c.COVERED_ROUTE, 2, [(4, y) for y in range(5, 18)])
    start = made.element(BLUE_1)["cell"]
    made.k["field"][0, 1, 2, start] = 13 * c.FIELD_SCALE
    west = 3 * (0 + 1) - 1 + 1
    made.k["way"][0, 1, 2, start] = west | west << 4
    # the middle of cell (5, 7) is 15 inches off, the others more
    assert ask(made, "watched_ahead") == 1
    assert ask(made, "watched_covered") == 0
    made.s["holder"][1] = made.s["holder"][2] = c.BLUE
    assert ask(made, "watched_ahead") == 0


def test_the_route_ahead_is_eight_cells_long():
    made = field()
    made.markers((15.5, 5.5, 1, -1))
    made.watch(RED_1)
    route(made, c.DIRECT_ROUTE, 0, [(x, 5) for x in range(5, 16)])
    made.k["rules"]["area_farthest"] = 7.0  # the eighth cell, (13, 5), is 7 inches off
    assert ask(made, "watched_ahead") == 1
    made.k["rules"]["area_farthest"] = 6.9
    assert ask(made, "watched_ahead") == 0


def test_random_is_new_at_each_mention_and_keyed_by_unit_and_turn():
    made, again = field(), field()
    first, second = ask(made, "random"), ask(made, "random")
    assert 0 <= first < 1
    assert 0 <= second < 1
    assert first != second
    assert made.unit(BLUE_1)["asked"] == 2
    assert ask(again, "random", u=BLUE_2) != first
    assert ask(again, "random") == first
    later = field()
    later.s["turn"] = 4
    assert ask(later, "random") != first


def test_range_is_between_the_nearest_elements():
    made = field()
    made.put(BLUE_1, 10.5, 5.5, 1)
    assert ask(made, "range") == 10
    assert ask(made, "nearest_range") == 15  # from the leader
    made.put(RED_1, 12.5, 7.5, 1)
    assert ask(made, "range") == math.sqrt(2**2 + 2**2)


def test_closing_is_the_facing_of_the_leader():
    made = field()
    made.element(RED_1)["fx"] = 1.0
    assert ask(made, "closing") == 0
    made.element(RED_1)["fx"], made.element(RED_1)["fy"] = 0.0, 1.0
    assert ask(made, "closing") == 0  # straight across
