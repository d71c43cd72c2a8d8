"""The nine shipped doctrines: what a player expects of each, asked of the kernel."""

from __future__ import annotations

import pytest

from sim.doctrine import install, load_doctrine, shipped_doctrines
from sim.layout import codes as c
from tests.doctrine.builder import BLUE_1, BLUE_2, RED_1, RED_2, Field, field
from tests.doctrine.doors import decide, order_score

NINE = (
    "aggressive", "always", "ambush", "bounding", "calculating", "never", "opportunist", "patient",
    "random",
)  # fmt: skip
WITHOUT_OVERWATCH = ("aggressive", "never")
WATCHING = tuple(name for name in NINE if name not in (*WITHOUT_OVERWATCH, "random"))


def led(name: str, made: Field | None = None) -> Field:
    """Return a state in which blue is led by a shipped doctrine."""
    made = made or field()
    install(made.k_array, c.BLUE, load_doctrine(name), [], [])
    return made


def orders(made: Field, u: int = BLUE_1) -> tuple[str, str]:
    """Return the action and the destination that blue's doctrine chooses."""
    rule = decide(made, c.C_ACTIVATION, u)
    if rule < 0:
        return "nothing", "hold"
    row = made.k["doctrines"][c.BLUE]["rules"][c.C_ACTIVATION, rule]
    return c.ACTIONS[row["do"]], c.DESTINATIONS[row["move"]]


def fires(made: Field, chapter: int, v: int = RED_1) -> bool:
    rule = decide(made, chapter, BLUE_1, v)
    return rule >= 0 and bool(
        made.k["doctrines"][c.BLUE]["rules"][chapter, rule]["do"] == c.ANSWER_FIRE
    )


def passes(made: Field, u: int = BLUE_1) -> bool:
    rule = decide(made, c.C_ORDER, u)
    return rule >= 0 and bool(
        made.k["doctrines"][c.BLUE]["rules"][c.C_ORDER, rule]["do"] == c.ORDER_PASS
    )


def to_take(distance: float = 20.0) -> Field:
    """Return a state with a marker that blue lacks."""
    made = field()
    made.markers((5.5, 7.5 + distance, 2, c.RED))
    return made


def held(made: Field | None = None) -> Field:
    """Return a state with a marker that blue holds, far from its first unit."""
    made = made or field()
    made.markers((2.5, 28.5, 2, c.BLUE))
    return made


def out_of_sight(made: Field) -> Field:
    for v in (RED_1, RED_2):
        made.blind(BLUE_1, v)
    return made


def in_cover(made: Field) -> Field:
    for place in range(2):
        made.element(BLUE_1, place)["posture"] = c.HULL_DOWN
    return made


def test_the_nine_are_shipped():
    assert shipped_doctrines() == NINE


@pytest.mark.parametrize("name", NINE)
def test_every_doctrine_names_itself_and_says_in_a_sentence_how_it_thinks(name):
    doctrine = load_doctrine(name)
    assert doctrine.name == name
    assert doctrine.text.endswith(".")
    assert len(doctrine.text) > 40
    assert doctrine.parameters


@pytest.mark.parametrize("name", NINE)
@pytest.mark.parametrize("level", [c.BR, c.RO])
def test_broken_units_rally(name, level):
    made = led(name)
    made.unit(BLUE_1)["confidence"] = level
    assert orders(made) == ("rally", "hold")


@pytest.mark.parametrize("name", NINE)
def test_a_marker_to_take_is_gone_for(name):
    """With nobody in sight, and whether blue is the attacker or it is an encounter."""
    for attacker in (c.BLUE, c.NOTHING):
        made = led(name, out_of_sight(to_take()))
        made.k["attacker"] = attacker
        made.unit(RED_1)["activated"] = made.unit(RED_2)["activated"] = 1
        chosen = {orders(made) for _ in range(20)} if name == "random" else {orders(made)}
        moves = {order for order in chosen if order[1] == "objective"}
        assert moves
        assert all(action in ("move_fire", "move_overwatch", "travel") for action, _ in moves)


@pytest.mark.parametrize("name", [one for one in NINE if one != "random"])
def test_the_last_turn_belongs_to_the_markers(name):
    made = led(name, to_take(6.0))
    made.s["turn"] = 8
    assert orders(made) == ("move_fire", "objective")


def hopeless() -> Field:
    """Return a state where blue is half shot up in the open under fire that it cannot return."""
    made = held()
    made.lose(BLUE_1)
    made.element(BLUE_1)["systems_down"] = 1
    return made


@pytest.mark.parametrize("name", NINE)
def test_a_hopeless_place_is_left(name):
    made = led(name, hopeless())
    chosen = {orders(made) for _ in range(20)} if name == "random" else {orders(made)}
    assert ("fire_move", "to_cover") in chosen
    made.element(BLUE_1)["posture"] = c.DUG_IN
    assert ("fire_move", "to_cover") not in {orders(made) for _ in range(20)}


@pytest.mark.parametrize("name", WITHOUT_OVERWATCH)
def test_those_who_never_go_on_overwatch(name):
    rules = load_doctrine(name).chapters
    actions = {c.ACTIONS[rule.do] for rule in rules[c.C_ACTIVATION]}
    assert not actions & {"overwatch", "move_overwatch"}
    assert not rules[c.C_TRIGGER]
    assert rules[c.C_OPPORTUNITY]


@pytest.mark.parametrize("name", WATCHING)
def test_a_defender_in_cover_without_a_shot_goes_on_overwatch(name):
    made = led(name, out_of_sight(in_cover(held())))
    assert orders(made) == ("overwatch", "hold")
    made.unit(BLUE_1)["under_fire"] = 1  # OW.R2
    assert orders(made)[0] not in ("overwatch", "move_overwatch")


@pytest.mark.parametrize("name", [*WATCHING, "random"])
def test_counters_are_used(name):
    made = led(name, in_cover(held()))
    made.watch(BLUE_1)
    made.s["chance"], made.s["mover"] = c.BY_OVERWATCH, RED_1
    assert any(fires(made, c.C_TRIGGER) for _ in range(20))
    out_of_sight(made)  # nothing to be hit: no fire
    assert not any(fires(made, c.C_TRIGGER) for _ in range(20))


@pytest.mark.parametrize("name", NINE)
def test_opportunity_fire_is_taken_at_a_good_target(name):
    made = led(name, in_cover(held()))
    made.s["chance"], made.s["mover"] = c.BY_OPPORTUNITY, RED_1
    assert any(fires(made, c.C_OPPORTUNITY) for _ in range(20))
    out_of_sight(made)
    assert not any(fires(made, c.C_OPPORTUNITY) for _ in range(20))


@pytest.mark.parametrize("name", ["always", "patient", "calculating", "ambush", "opportunist"])
def test_a_counter_is_not_given_up_lightly(name):
    made = led(name, out_of_sight(held()))
    made.watch(BLUE_1)
    assert passes(made)


def test_always_fires_at_the_first_and_ambush_waits_for_a_better_one():
    made = in_cover(held())
    made.k["hit"] = 0.1  # 5 points a shot, 10 a volley: a twentieth of the mover
    made.s["chance"] = c.BY_OVERWATCH
    made.watch(BLUE_1)
    assert fires(led("always", made), c.C_TRIGGER)
    assert not fires(led("ambush", made), c.C_TRIGGER)
    made.put(RED_1, 12.5, 5.5)  # within 10 inches
    assert fires(led("ambush", made), c.C_TRIGGER)


def test_ambush_fires_at_the_last_one_who_goes_away():
    made = led("ambush", in_cover(held()))
    made.k["hit"] = 0.2  # a tenth of the mover
    made.s["chance"] = c.BY_OVERWATCH
    made.watch(BLUE_1)
    made.unit(RED_2)["activated"] = 1
    assert not fires(made, c.C_TRIGGER)
    made.element(RED_1)["fx"] = 1.0
    assert fires(made, c.C_TRIGGER)


def test_ambush_lies_in_cover_even_when_it_has_a_fair_shot():
    made = led("ambush", in_cover(held()))
    assert orders(made) == ("overwatch", "hold")
    made.k["hit"] = 0.8
    assert orders(made) == ("fire", "hold")


@pytest.mark.parametrize("name", ["patient", "calculating"])
def test_the_best_volley_to_come_is_weighed(name):
    made = led(name, in_cover(held()))
    made.s["chance"] = c.BY_OVERWATCH
    made.watch(BLUE_1)
    made.s["mover"] = RED_1  # a volley of 50 now
    assert fires(made, c.C_TRIGGER)  # the other may bring 20
    made.put(RED_2, 17.5, 20.5)
    made.put(RED_2, 17.5, 7.5, 1)  # the other may bring 100
    assert not fires(made, c.C_TRIGGER)
    made.unit(RED_2)["activated"] = 1
    assert fires(made, c.C_TRIGGER)


def test_calculating_compares_the_volley_now_with_the_one_to_come():
    made = led("calculating", in_cover(held()))
    assert orders(made) == ("overwatch", "hold")  # 0.6 * 100 to come, 50 now
    made.unit(RED_1)["activated"] = 1
    assert orders(made) == ("fire", "hold")  # 0.6 * 20 to come


def test_calculating_aims_where_most_is_to_be_gained():
    made = led("calculating", held())
    assert load_doctrine("calculating").chapters[c.C_TARGET]
    assert decide(made, c.C_TARGET, BLUE_1, RED_1) == 0


def test_always_advances_at_half_pace_onto_overwatch():
    made = led("always", out_of_sight(to_take()))
    assert orders(made) == ("move_overwatch", "objective")
    made.unit(BLUE_1)["under_fire"] = 1
    assert orders(made) == ("move_fire", "objective")


def test_bounding_watches_with_the_first_half_and_moves_with_the_second():
    made = led("bounding", to_take())
    made.k["hit"] = 0.2  # no good shot yet
    assert orders(made, BLUE_1) == ("overwatch", "hold")
    made.watch(BLUE_1)
    made.unit(BLUE_1)["activated"] = 1
    assert orders(made, BLUE_2) == ("move_fire", "objective")
    made.unit(BLUE_1)["activated"] = 0  # next turn: the one that moved goes first
    scores = [order_score(made, decide(made, c.C_ORDER, u), u) for u in (BLUE_1, BLUE_2)]
    assert scores[1] > scores[0]


def test_opportunist_keeps_its_marker_face_up():
    made = led("opportunist", held())
    assert passes(made)
    assert not passes(led("opportunist", to_take()))


def test_opportunist_declares_only_when_somebody_is_to_come():
    made = led("opportunist", out_of_sight(in_cover(held())))
    assert orders(made) == ("overwatch", "hold")
    made.unit(RED_1)["activated"] = made.unit(RED_2)["activated"] = 1
    assert orders(made) == ("fire", "hold")


def test_aggressive_goes_for_the_enemy_when_there_is_no_marker():
    made = led("aggressive")
    assert orders(made) == ("move_fire", "to_range")
    rule = decide(made, c.C_ACTIVATION, BLUE_1)
    row = made.k["doctrines"][c.BLUE]["rules"][c.C_ACTIVATION, rule]
    assert row["range"] == load_doctrine("aggressive").parameters["reach"]


def test_random_does_different_things_at_different_times():
    made = led("random", to_take())
    assert len({orders(made) for _ in range(60)}) >= 4
    assert {fires(made, c.C_TRIGGER) for _ in range(30)} == {True, False}


@pytest.mark.parametrize("name", NINE)
def test_without_markers_the_enemy_is_gone_for(name):
    made = led(name)
    for v, x in ((RED_1, 37.5), (RED_2, 38.5)):
        for place in range(2):
            made.put(v, x, 5.5 + 2 * place, place)
    made.k["sight"][:] = 0
    for u in (BLUE_1, RED_1, RED_2):
        made.look(u)
        made.unit(u)["activated"] = 1 if u >= 16 else 0
    made.watch(BLUE_2)  # so that a bounding unit moves under cover
    chosen = {orders(made) for _ in range(60)} if name == "random" else {orders(made)}
    wanted = "to_cover" if name == "ambush" else "to_range"  # an ambush waits for him to come
    assert wanted in {to for _, to in chosen}
