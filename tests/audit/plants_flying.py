"""Planted violations: sensors, pop-up attacks, Cybertanks (DS19.3, DS32.2, RD-29)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.audit.planting import Plants, Trace, changed, every, first, insert, kind_of, without

PLANTS = Plants()


def sensors_before(trace: Trace, at: int, element: str) -> bool:
    """Return whether an element's sensors are active at an event."""
    for i in reversed(list(every(trace[:at], "sensors", element=element))):
        return bool(trace[i]["active"])
    unit = element.rpartition("/")[0]
    return any(told["name"] == unit and told["sensors"] for told in trace[0]["units"])


def attacks(trace: Trace) -> Iterator[tuple[int, int]]:
    """Yield the places at which a unit rises and drops again."""
    for i in every(trace, "pop_up", up=True):
        yield i, i + next(every(trace[i:], "pop_up", up=False))


@PLANTS.breaking("DS28.3")
def sensors_that_do_not_show(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", target_die=6, barrel=1):
        if kind_of(trace, trace[i]["target"]) == "aegis" and not trace[i]["hit"]:
            return changed(trace, i, target_die=8)
    return None


@PLANTS.breaking("DS19.3")
def sensors_switched_to_what_they_were(trace: Trace) -> Trace | None:
    for i in every(trace, "sensors"):
        return changed(trace, i, active=not trace[i]["active"])
    return None


@PLANTS.breaking("DS18.4")
def sensors_switched_beside_a_move(trace: Trace) -> Trace | None:
    for i in every(trace, "activate", lost=False, action="move"):
        name = trace[i]["unit"] + "/1"
        if any(told["type"] == "aegis" for told in trace[0]["units"] if told["name"] == name[:-2]):
            active = not sensors_before(trace, i, name)
            return insert(trace, i + 1, "sensors", element=name, active=active)
    return None


@PLANTS.breaking("DS19.3")
def an_area_defence_that_fires_at_the_ground(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", weapon="RFAC/2"):
        for j in reversed(list(every(trace[:i], "sensors", element=trace[i]["element"]))):
            return without(trace, j)
    return None


@PLANTS.breaking("DS32.2")
def a_vtol_that_stays_up(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "pop_up", up=False))


@PLANTS.breaking("DS32.2")
def a_vtol_that_rises_on_another_order(trace: Trace) -> Trace | None:
    i = first(trace, "activate", action="pop_up")
    if i is None or first(trace[i:], "pop_up", unit=trace[i]["unit"]) is None:
        return None
    return changed(trace, i, action="move_fire")


@PLANTS.breaking("DS32.2")
def a_vtol_that_rises_twice(trace: Trace) -> Trace | None:
    for up, down in attacks(trace):
        return insert(trace, down, "pop_up", unit=trace[up]["unit"], up=True)
    return None


@PLANTS.breaking("OW.F2")
def a_chance_at_one_that_stays_low(trace: Trace) -> Trace | None:
    for up, down in attacks(trace):
        fired = first(trace[up:down], "fire", mode="overwatch")
        moved = trace[up - 1]["event"] in ("move", "revealed")
        if fired is not None and not moved:
            del trace[down], trace[up]
            return trace
    return None


@PLANTS.breaking("RD-3")
def a_counter_that_is_not_asked_at_a_pop_up(trace: Trace) -> Trace | None:
    for up, down in attacks(trace):
        asked = first(trace[up:down], "overwatch_chance", decision="hold")
        if asked is not None:
            return without(trace, up + asked)
    return None


@PLANTS.breaking("DS28.3")
def no_die_for_one_that_has_popped_up(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", cover="pop_up", hit=False):
        if trace[i]["roll"] <= trace[i]["target_roll"]:
            return changed(trace, i, cover="none", secondary_roll=None)
    return None


@PLANTS.breaking("DS28.3")
def a_pop_up_die_for_one_that_is_low(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", cover="none", hit=False, barrel=1):
        if kind_of(trace, trace[i]["target"]) == "kestrel":
            return changed(trace, i, cover="pop_up", secondary_roll=1)
    return None


@PLANTS.breaking("RD-29")
def a_cybertank_under_fire(trace: Trace) -> Trace | None:
    for i in every(trace, "status", element="Golem/1", damaged=True, in_play=True):
        after = i + next(j for j, e in enumerate(trace[i:]) if e["event"] != "status")
        return insert(trace, after, "under_fire", unit="Golem", on=True, cause="attack")
    return None


@PLANTS.breaking("RD-29")
def a_cybertank_that_tests(trace: Trace) -> Trace | None:
    for i in every(trace, "status", element="Golem/1", damaged=True, in_play=True):
        after = i + next(j for j, e in enumerate(trace[i:]) if e["event"] != "status")
        leadership = next(u["leadership"] for u in trace[0]["units"] if u["name"] == "Golem")
        return insert(
            trace, after, "test", unit="Golem", kind="confidence", score=leadership + 2, threat=2,
            die=10, roll=9, passed=True,
        )  # fmt: skip
    return None
