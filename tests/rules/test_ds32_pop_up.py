"""Pop-up attacks of VTOLs: DS32.2."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sim import figures
from sim.battle import activation, attack
from sim.doctrine import evaluate
from sim.layout import codes as c
from sim.rules import direct_fire, infantry, volley
from sim.terrain import lookup
from tests.rules.table import KILL, MISS, TYPES, WEST, A, Table, X, battle, number, unit

EVERYTHING = (0, 0, 60, 40)


def gunships(
    count: int = 1, targets: int = 1, target: dict[str, Any] = TYPES["tank"], **more: object
) -> Table:
    """Return VTOLs A low behind something, 26 inches from X; nothing on the table sees anything."""
    types = {"gunship": TYPES["tank"], "target": target}
    table = battle(
        [unit("A", (10.5, 20.5), "gunship", count=count)],
        [unit("X", (36.5, 20.5), "target", count=targets, facing=270)],
        types=types, **more,
    )  # fmt: skip
    table.k["vtols"] = 1
    table.k["types"][table.names.types.index("gunship")]["vtol"] = 1
    table.hollow(*EVERYTHING)
    return table


def rises(table: Table, *rolls: int | str) -> list[str]:
    """Let A pop up with these dice and chits; return what happened, without what is of no matter."""
    table.script(*rolls)
    table.activate(A, "pop_up")
    told = ("pop_up", "fire", "overwatch_chance", "overwatch_off", "revealed", "missile")
    return [event["event"] for event in table.events(*told)]


def up(table: Table, place: int = 0) -> None:
    """Lift A by hand."""
    table.s["popped"] = A
    table.look(A)
    table.look(X)


def clear(table: Table) -> None:
    """Let everything on the table see everything."""
    table.k["sight"][:] = np.uint64(2**64 - 1)
    table.look(A)
    table.look(X)


def moves(table: Table, action: int, to: tuple[float, float]) -> None:
    """Let A move to a point and take an action that has movement in it."""
    table.lead_to(*to)
    table.doctrine(c.BLUE, activation=[{"do": "move", "move": "waypoint there"}])
    table.k["doctrines"][c.BLUE]["rules"][c.C_ACTIVATION, 0]["do"] = action
    activation.activate(table.k, table.s, A)


def test_ds32_2_it_rises_fires_and_drops():
    table = gunships()
    assert rises(table, *MISS) == ["pop_up", "fire", "pop_up"]
    assert [event["up"] for event in table.events("pop_up")] == [True, False]
    (shot,) = table.events("shot")
    assert (shot["element"], shot["target"], shot["cover"]) == ("A/1", "X/1", "none")
    assert table.row["activation_fired"][c.BLUE] == 1
    assert (table.s["popped"], table.unit(A)["popped"]) == (c.NOTHING, 0)


def test_ds32_2_low_it_sees_and_is_seen_as_anyone():
    table = gunships()
    table.activate(A, "fire")
    assert table.events("fire") == []
    rises(table, *MISS)
    here, there = (int(table.element(u)["cell"]) for u in (A, X))
    assert not lookup.sees(table.k, table.s, here, there)
    assert not lookup.view_holds(table.s, A, there)
    assert not lookup.view_holds(table.s, X, here)


def test_ds32_2_up_both_see_each_other():
    table = gunships()
    up(table)
    here, there = (int(table.element(u)["cell"]) for u in (A, X))
    assert lookup.sees(table.k, table.s, here, there)
    assert lookup.sees(table.k, table.s, there, here)
    assert not lookup.sees(table.k, table.s, there, there - 1)  # nobody else is helped by it
    assert lookup.view_holds(table.s, A, there)
    assert lookup.view_holds(table.s, X, here)
    assert not lookup.view_holds(table.s, X, here + 1)


@pytest.mark.parametrize(
    ("terrain", "cover", "seen"),
    [
        ("open", c.CELL_NO_COVER, True),
        ("dense_wood", c.CELL_NO_COVER, False),  # inside it
        ("light_wood", c.CELL_NO_COVER, False),
        ("urban", c.CELL_NO_COVER, False),
        ("dense_wood", c.CELL_SOFT, True),  # at its edge
        ("building", c.CELL_SOFT, False),
    ],
)
def test_ds20_7_not_into_woods_and_buildings(terrain, cover, seen):
    table = gunships()
    here, there = (int(table.element(u)["cell"]) for u in (A, X))
    table.k["terrain"][there] = c.TERRAINS.index(terrain)
    table.k["cover"][there] = cover
    up(table)
    assert bool(lookup.sees(table.k, table.s, here, there)) is seen
    assert bool(lookup.sees(table.k, table.s, there, here)) is seen
    assert bool(lookup.view_holds(table.s, A, there)) is seen
    assert bool(lookup.view_holds(table.s, X, here)) is seen


@pytest.mark.parametrize(("inches", "fires"), [(60.0, True), (60.5, False)])
def test_ds4_2_sixty_inches_at_most(inches, fires):
    table = gunships(size=(70, 40))
    gun = table.k["types"][table.element(A)["type"]]["weapons"][0]
    gun["reach"] = 65.0
    table.k["longest_reach"] = 65.0
    table.stand(X, 10.5 - 8.0 + inches, 20.5)
    table.stand(A, 2.5, 20.5)
    assert ("fire" in rises(table, *MISS)) is fires


def test_ds32_2_overwatch_answers_before_it_fires():
    table = gunships()
    table.watch(X, WEST)
    table.answers(c.RED, trigger="fire")
    table.forget()
    assert rises(table, 1, *MISS, 8, *MISS) == [
        "pop_up", "overwatch_chance", "fire", "overwatch_off", "fire", "pop_up",
    ]  # fmt: skip
    assert [event["mode"] for event in table.events("fire")] == ["overwatch", "activation"]
    assert table.unit(X)["activated"] == 0


def test_ds32_2_opportunity_fire_answers_at_the_cost_of_the_activation():
    table = gunships()
    table.answers(c.RED, opportunity="fire")
    assert rises(table, 1, *MISS, *MISS) == ["pop_up", "fire", "fire", "pop_up"]
    assert [event["mode"] for event in table.events("fire")] == ["opportunity", "activation"]
    assert table.unit(X)["activated"] == 1


def test_ds32_2_nobody_else_answers():
    table = gunships()
    table.unit(X)["activated"] = 1
    table.answers(c.RED, trigger="fire", opportunity="fire")
    assert rises(table, *MISS) == ["pop_up", "fire", "pop_up"]


def test_ow_f1_only_in_the_watched_area():
    table = gunships()
    table.unit(X)["activated"] = 1
    table.watch(X)  # eastwards: its back is turned
    table.answers(c.RED, trigger="fire")
    assert "overwatch_chance" not in rises(table, *MISS)


def test_ow_f6_who_held_his_fire_is_asked_again(monkeypatch):
    decide = evaluate.decide
    asked = []

    def counted(k, s, chapter, u, v):
        asked.append(chapter)
        return decide(k, s, chapter, u, v)

    monkeypatch.setattr(evaluate, "decide", counted)
    questions = []
    for action in (c.DO_MOVE, c.DO_POP_UP):
        table = gunships()
        clear(table)
        table.watch(X, WEST)
        table.answers(c.RED, trigger="hold")
        asked.clear()
        moves(table, action, (10.5, 22.5))
        questions.append(asked.count(c.C_TRIGGER))
    assert questions[0] > 0
    assert questions[1] == questions[0] + 1


def test_ds32_2_a_d6_against_opportunity_and_overwatch_fire():
    table = gunships()
    assert figures.SECONDARY_DIE["pop_up"] == 6
    table.element(A)["posture"] = c.TURRET_DOWN  # nothing on the ground helps it
    table.watch(X, WEST)
    table.answers(c.RED, trigger="fire")
    table.forget()
    rises(table, 1, 6, 6)
    shot = table.events("shot")[0]
    assert (shot["cover"], shot["secondary_roll"], shot["hit"]) == ("pop_up", 6, False)


def test_ds32_2_none_when_low():
    table = gunships()
    clear(table)
    cover = direct_fire.cover_of(table.k, table.s, number(X), number(A))
    assert c.COVERS[cover] == "none"


@pytest.mark.parametrize(
    ("posture", "cover", "gives"),
    [
        (c.HULL_DOWN, c.CELL_CREST, "none"),
        (c.TURRET_DOWN, c.CELL_NO_COVER, "none"),
        (c.DUG_IN, c.CELL_NO_COVER, "dug_in"),
        (c.IN_THE_OPEN, c.CELL_SOFT, "soft_cover"),
    ],
)
def test_ds20_6_no_crest_hides_from_above(posture, cover, gives):
    table = gunships()
    table.element(X)["posture"] = posture
    table.k["cover"][table.element(X)["cell"]] = cover
    up(table)
    assert c.COVERS[direct_fire.cover_of(table.k, table.s, number(A), number(X))] == gives


def test_ds26_1_evasion_helps_against_it_too():
    table = gunships()
    table.unit(X)["evading"] = 1
    up(table)
    assert c.COVERS[direct_fire.cover_of(table.k, table.s, number(A), number(X))] == "evading"


def test_ds32_2_shot_down_it_fires_nothing():
    table = gunships()
    table.answers(c.RED, opportunity="fire")
    assert rises(table, 1, *KILL) == ["pop_up", "fire", "pop_up"]
    assert table.unit(A)["alive"] == 0
    assert table.s["popped"] == c.NOTHING


def test_ds23_2_one_that_panics_fires_nothing():
    table = gunships()
    table.k["units"][A]["quality"] = table.unit(A)["quality"] = 6  # green
    table.answers(c.RED, opportunity="fire")
    assert rises(table, 1, *MISS, 1) == ["pop_up", "fire", "pop_up"]
    assert table.unit(A)["panicked"] == 1


def test_ds32_2_what_it_was_worth_low_is_forgotten():
    table = gunships()
    table.script(*MISS)
    order = {"when": "best_shot_now < 0.01", "do": "pop_up"}
    table.doctrine(c.BLUE, activation=[order])
    activation.activate(table.k, table.s, A)
    assert len(table.events("shot")) == 1


def test_ds32_2_the_rest_of_the_unit_fires():
    table = gunships(count=2)
    table.answers(c.RED, opportunity="fire")
    table.script(1, *KILL, 8, *MISS)
    table.activate(A, "pop_up")
    assert [shot["element"] for shot in table.events("shot")] == ["X/1", "A/2"]


def test_ds32_2_an_immobilised_one_stays_low():
    table = gunships(count=2)
    table.element(A, 0)["immobilised"] = 1
    rises(table, *MISS)
    assert [shot["element"] for shot in table.events("shot")] == ["A/2"]
    table.element(A, 1)["immobilised"] = 1
    table.forget()
    assert rises(table, *MISS) == []


def test_ds32_2_only_vtols_pop_up():
    table = gunships()
    table.k["types"][table.element(A)["type"]]["vtol"] = 0
    assert rises(table, *MISS) == []


def test_ds18_2_it_may_move_before():
    table = gunships()
    table.script(*MISS)
    moves(table, c.DO_POP_UP, (12.5, 20.5))
    assert table.kinds("pop_up", "move", "fire")[-4:] == ["move", "pop_up", "fire", "pop_up"]
    assert table.element(A)["x"] == pytest.approx(12.5)


def test_ds20_5_it_reveals_the_hidden_whom_it_sees():
    table = gunships()
    table.unit(X)["hidden"] = 1
    assert rises(table, *MISS) == ["pop_up", "revealed", "fire", "pop_up"]


def test_ds31_1_a_missile_meets_no_pop_up_die():
    table = gunships(target=TYPES["tank"] | {"missiles": ["GMS/H superior"] * 4})
    up(table)
    volley.declare_volley(table.k, table.s, X, A, c.BY_OPPORTUNITY)
    assert table.s["aim_weapon"][0] == 1
    table.script(*(4, 1) * 4)
    attack.attack(table.k, table.s, X, A, c.BY_OPPORTUNITY)
    assert len(table.events("missile")) == 4
    assert table.script_left == 0


@pytest.mark.parametrize(
    ("popped", "posture", "cover", "told"),
    [
        (True, c.HULL_DOWN, c.CELL_CREST, c.AT_OPEN),
        (True, c.IN_THE_OPEN, c.CELL_SOFT, c.AT_SOFT_COVER),
        (False, c.HULL_DOWN, c.CELL_CREST, c.AT_SOFT_COVER),
    ],
)
def test_ds20_6_no_crest_hides_teams_from_above(popped, posture, cover, told):
    table = gunships(target={"team": "rifle", "troops": "line"})
    table.element(X)["posture"] = posture
    table.k["cover"][table.element(X)["cell"]] = cover
    if popped:
        up(table)
    assert infantry.position(table.k, table.s, number(A), number(X)) == told
