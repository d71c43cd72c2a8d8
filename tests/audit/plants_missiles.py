"""Planted violations: missiles and the area defence that meets them (DS19.3, DS31.1)."""

from __future__ import annotations

import math

from tests.audit.planting import (
    Plants,
    Trace,
    changed,
    every,
    first,
    insert,
    kind_of,
    place_of,
    without,
)

PLANTS = Plants()
OF_A_VOLLEY = ("missile", "intercept", "chits", "status", "facing", "shot", "aboard", "mounted")


def volley(trace: Trace, at: int) -> list[int]:
    """Return the places of the events of the volley around an event of it."""
    while trace[at]["event"] != "fire":
        at -= 1
    events = [at]
    while trace[events[-1] + 1]["event"] in OF_A_VOLLEY:
        events.append(events[-1] + 1)
    return events


def others(trace: Trace, at: int, what: str, **wanted: object) -> list[int]:
    """Return the places of the other events of a kind in the volley of an event."""
    there = [trace[i] for i in volley(trace, at)]
    return [volley(trace, at)[0] + i for i in every(there, what, **wanted)]


def tries(trace: Trace, engaged: int) -> list[list[int]]:
    """Return the tries of each single area defence that engages so many missiles, all in vain."""
    found = []
    for i in every(trace, "intercept", engaged=engaged):
        same = others(trace, i, "intercept")
        alone = {trace[j]["element"] for j in same} == {trace[i]["element"]}
        if alone and i == same[0] and not any(trace[j]["shot_down"] for j in same):
            found.append(same)
    return found


@PLANTS.breaking("DS31.1")
def a_larger_guidance_die(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "missile", hit=False), die=12)


@PLANTS.breaking("DS31.1")
def a_missile_hits_on_a_tie(trace: Trace) -> Trace | None:
    for i in every(trace, "missile", hit=False):
        if trace[i]["roll"] == max(trace[i]["ecm_roll"], trace[i]["pds_roll"] or 0):
            return changed(trace, i, hit=True)
    return None


@PLANTS.breaking("DS31.1")
def a_pds_that_is_not_rolled(trace: Trace) -> Trace | None:
    for i in every(trace, "missile", hit=False):
        beaten = trace[i]["roll"] <= trace[i]["ecm_roll"]
        if beaten and trace[i]["pds_die"]:
            return changed(trace, i, pds_die=None, pds_roll=None)
    return None


@PLANTS.breaking("DS31.1")
def a_larger_ecm_die(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "missile", ecm_die=8, hit=False), ecm_die=10)


@PLANTS.breaking("DS19.3")
def ecm_beside_active_sensors(trace: Trace) -> Trace | None:
    for i in every(trace, "missile", ecm_die=4, hit=False):
        if kind_of(trace, trace[i]["target"]) == "aegis":
            return changed(trace, i, ecm_die=10)
    return None


@PLANTS.breaking("DS31.1")
def a_missile_beyond_its_reach(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "missile", weapon="GMS/L", hit=False), range=36.5)


@PLANTS.breaking("DS31.1")
def missiles_of_a_vehicle_at_two_targets(trace: Trace) -> Trace | None:
    for i in every(trace, "missile", missile=2, hit=False):
        unit = trace[i]["target"].rpartition("/")[0]
        for j in others(trace, i, "missile", hit=False):
            other = trace[j]["target"]
            if other != trace[i]["target"] and other.startswith(f"{unit}/"):
                return changed(trace, i, target=other)
    return None


@PLANTS.breaking("DS31.1")
def a_missile_at_infantry(trace: Trace) -> Trace | None:
    teams = [
        told["name"]
        for unit in trace[0]["units"]
        for told in unit["elements"]
        if told["type"] in ("line_rifle", "powered_rifle", "militia_rifle")
    ]
    for i in every(trace, "missile", missile=1):
        launcher, target = trace[i]["element"], trace[i]["target"]
        same = others(trace, i, "missile", element=launcher)
        met = others(trace, i, "intercept", launcher=launcher)
        if not met and not any(trace[j]["hit"] for j in same):
            for name in teams:
                if name.rpartition("/")[0] == target.rpartition("/")[0]:
                    for j in same:
                        trace[j]["target"] = name
                    return trace
    return None


@PLANTS.breaking("DS28.1")
def a_missile_at_a_wreck(trace: Trace) -> Trace | None:
    for i in every(trace, "missile", hit=False, missile=1):
        unit = trace[i]["target"].rpartition("/")[0]
        for j in every(trace[:i], "status", in_play=False):
            if trace[j]["element"].startswith(f"{unit}/"):
                return changed(trace, i, target=trace[j]["element"])
    return None


@PLANTS.breaking("DS31.1")
def a_missile_that_vanishes(trace: Trace) -> Trace | None:
    for i in every(trace, "missile", missile=2, hit=False):
        out = others(trace, i, "status", element=trace[i]["target"], in_play=False)
        if not out and others(trace, i, "missile", element=trace[i]["element"], missile=1):
            return without(trace, i)
    return None


@PLANTS.breaking("DS31.1")
def a_missile_that_was_shot_down_arrives(trace: Trace) -> Trace | None:
    for i in every(trace, "intercept", shot_down=True):
        for j in others(trace, i, "missile", element=trace[i]["launcher"], hit=False):
            return insert(trace, j, "missile", **trace[j] | {"missile": trace[i]["missile"]})
    return None


@PLANTS.breaking("DS29.1")
def four_chits_of_a_light_missile(trace: Trace) -> Trace | None:
    for i in every(trace, "missile", hit=True, weapon="GMS/L"):
        drawn = trace[i + 1]["drawn"]
        if "F" not in drawn and "BOOM" not in drawn:
            drawn.append("G0")
            return trace
    return None


@PLANTS.breaking("DS29.1")
def a_missile_that_hits_and_draws_nothing(trace: Trace) -> Trace | None:
    for i in every(trace, "missile", hit=True):
        if not trace[i + 1]["effects"]:
            return without(trace, i + 1)
    return None


@PLANTS.breaking("DS31.1")
def an_area_defence_with_its_full_die_for_two(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "intercept", engaged=2, die=6), die=8)


@PLANTS.breaking("DS31.1")
def shot_down_on_a_tie(trace: Trace) -> Trace | None:
    for i in every(trace, "intercept", shot_down=False):
        if trace[i]["roll"] == trace[i]["guidance_roll"]:
            return changed(trace, i, shot_down=True)
    return None


@PLANTS.breaking("DS19.3")
def an_area_defence_that_looks_on(trace: Trace) -> Trace | None:
    for same in tries(trace, 2):
        if all(others(trace, i, "missile", element=trace[i]["launcher"]) for i in same):
            for i in reversed(same):
                del trace[i]
            return trace
    return None


@PLANTS.breaking("DS19.3")
def an_area_defence_that_spares_a_missile(trace: Trace) -> Trace | None:
    for one, other in tries(trace, 2):
        missiles = others(trace, one, "missile", element=trace[one]["launcher"])
        if trace[one]["launcher"] == trace[other]["launcher"] and len(missiles) == 2:
            changed(trace, one, engaged=1, die=8)
            return without(trace, other)
    return None


@PLANTS.breaking("DS31.1")
def an_area_defence_that_tries_once_for_two(trace: Trace) -> Trace | None:
    for same in tries(trace, 2):
        return without(trace, same[1])
    return None


@PLANTS.breaking("DS31.1")
def a_defence_that_is_late(trace: Trace) -> Trace | None:
    for same in [*tries(trace, 2), *tries(trace, 3)]:
        for j in others(trace, same[-1], "missile", hit=False):
            trace.insert(j + 1, trace[same[-1]])
            return without(trace, same[-1])
    return None


@PLANTS.breaking("DS19.3")
def an_area_defence_without_sensors(trace: Trace) -> Trace | None:
    i = first(trace, "intercept")
    if i is None:
        return None
    name = trace[i]["element"].rpartition("/")[0]
    if first(trace[:i], "sensors", element=trace[i]["element"]) is not None:
        return None
    for unit in trace[0]["units"]:
        if unit["name"] == name:
            unit["sensors"] = False
    return trace


@PLANTS.breaking("DS19.3")
def an_area_defence_that_reaches_too_far(trace: Trace) -> Trace | None:
    sides = {unit["name"]: unit["side"] for unit in trace[0]["units"]}
    for i in every(trace, "missile", missile=1):
        event = trace[i]
        side = sides[event["target"].rpartition("/")[0]]
        if others(trace, i, "missile")[0] != i or others(trace, i, "intercept"):
            continue
        for guard in ("Umbrella/1", "Parasol/1"):
            if sides.get(guard[:-2]) != side:
                continue
            inches = math.dist(place_of(trace, i, guard), place_of(trace, i, event["target"]))
            if inches > 12.5:
                return insert(
                    trace, i, "intercept", element=guard, launcher=event["element"], missile=1,
                    target=event["target"], engaged=1, die=8, guidance_die=event["die"], roll=1,
                    guidance_roll=1, shot_down=False,
                )  # fmt: skip
    return None
