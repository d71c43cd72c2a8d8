"""Planted violations: the dice of teams whose carrier was hit (DS36.5)."""

from __future__ import annotations

from tests.audit.planting import Plants, Trace, changed, every, first, insert, without
from tests.audit.plants_transport import riders, unit_of

PLANTS = Plants()


@PLANTS.breaking("DS36.5")
def a_six_spares_the_team(trace: Trace) -> Trace | None:
    i = first(trace, "aboard", lost=True)
    return changed(trace, i, lost=False)


@PLANTS.breaking("DS36.5")
def a_team_rolls_against_another_score(trace: Trace) -> Trace | None:
    for i in every(trace, "aboard"):
        return changed(trace, i, needed=7 - trace[i]["needed"])
    return None


@PLANTS.breaking("DS36.5")
def a_team_rolls_no_die(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "aboard", lost=False))


@PLANTS.breaking("DS36.5")
def a_team_rolls_without_a_hit(trace: Trace) -> Trace | None:
    for i in every(trace, "status"):
        for team, carrier in riders(trace, i).items():
            if unit_of(carrier) != unit_of(trace[i]["element"]):
                die = {"die": 6, "roll": 1, "needed": 6, "lost": False}
                return insert(trace, i + 1, "aboard", element=team, carrier=carrier, **die)
    return None


@PLANTS.breaking("DS36.5")
def teams_roll_out_of_order(trace: Trace) -> Trace | None:
    for i in every(trace, "aboard", lost=False):
        if trace[i + 1]["event"] == "aboard" and not trace[i + 1]["lost"]:
            trace[i], trace[i + 1] = trace[i + 1], trace[i]
            return trace
    return None


@PLANTS.breaking("DS36.5")
def a_lost_team_gets_no_status(trace: Trace) -> Trace | None:
    i = first(trace, "aboard", lost=True)
    return None if i is None else without(trace, i + 1)


@PLANTS.breaking("DS36.5")
def a_survivor_stays_in_the_wreck(trace: Trace) -> Trace | None:
    for i in every(trace, "aboard", lost=False):
        if trace[i + 1]["event"] == "mounted":
            return without(trace, i + 1)
    return None


@PLANTS.breaking("DS36.1")
def fire_from_inside_with_effect(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "firefight", die=None), drawing=1)


@PLANTS.breaking("DS36.1")
def more_teams_than_are_inside(trace: Trace) -> Trace | None:
    i = first(trace, "firefight", die=None)
    return changed(trace, i, teams=trace[i]["teams"] + 6) if i is not None else None


@PLANTS.breaking("DS24.1")
def fire_from_inside_without_its_marker(trace: Trace) -> Trace | None:
    for i in every(trace, "firefight", die=None):
        if trace[i + 1]["event"] == "under_fire":
            return without(trace, i + 1)
    return None


@PLANTS.breaking("DS36.3")
def a_salvo_that_takes_a_team_for_a_vehicle(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", area=True):
        if "kill_total" in trace[i]:
            del trace[i]["kill_total"]
            return changed(trace, i, armour=0)
    return None
