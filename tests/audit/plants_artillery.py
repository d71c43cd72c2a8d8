"""Planted violations: calls for fire, missions, smoke, and both on overwatch."""

from __future__ import annotations

from collections.abc import Iterator

from tests.audit.planting import (
    Plants,
    Trace,
    changed,
    every,
    first,
    insert,
    place_of,
    without,
)

PLANTS = Plants()
AFTER = ("chits", "status", "aboard", "mounted", "test", "confidence", "under_fire", "leader",
         "overwatch_off", "marker", "repair", "smoke", "call")  # fmt: skip


def falls(trace: Trace) -> Iterator[tuple[int, int]]:
    """Yield the missions that fall: their places and where what they cause ends."""
    for i in every(trace, "barrage"):
        end = i + 1
        while trace[end]["event"] in AFTER:
            end += 1
        if trace[i]["fire"] != "lost":
            yield i, end


def idle_draws(trace: Trace, resists: str) -> Iterator[int]:
    """Yield the draws of missions that did nothing to a vehicle or team, which was not hit at all."""
    for i, end in falls(trace):
        hit = {e["element"] for e in trace[i:end] if e["event"] == "status"}
        for j in every(trace[:end], "chits", effects=[]):
            if j > i and resists in trace[j] and trace[j]["target"] not in hit:
                yield j


def put_cloud(trace: Trace, at: int, element: str) -> Trace:
    """Put smoke where an element stands."""
    place = place_of(trace, at, element)
    values = {"unit": None, "element": None, "radius": 2.0, "until": trace[at]["turn"] + 1}
    return insert(trace, at, "smoke", laid=True, at=place, **values)


@PLANTS.breaking("DS38.1")
def a_battery_that_is_not_the_scenarios(trace: Trace) -> Trace | None:
    for battery in trace[0]["batteries"]:
        battery["ammunition"]["HEF"] += 1
    return trace if trace[0]["batteries"] else None


@PLANTS.breaking("DS38.1")
def a_call_by_one_of_the_rank_and_file(trace: Trace) -> Trace | None:
    for i in every(trace, "call", die=8):
        unit = trace[i]["element"].rpartition("/")[0]
        for told in trace[0]["units"]:
            for element in told["elements"]:
                if told["name"] == unit and element["name"] != trace[i]["element"]:
                    return changed(trace, i, element=element["name"])
    return None


@PLANTS.breaking("DS38.1")
def a_call_with_the_specialists_die(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "call", die=8), die=12)


@PLANTS.breaking("DS38.1")
def a_call_answered_on_a_five(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "call", needed=6, answered=False), roll=5, answered=True)


@PLANTS.breaking("DS38.1")
def guns_off_the_table_on_a_four(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "call", needed=6), needed=4)


@PLANTS.breaking("DS38.1")
def a_call_out_of_the_smoke(trace: Trace) -> Trace | None:
    i = first(trace, "call", counter_battery=False)
    return put_cloud(trace, i, trace[i]["element"]) if i else None


@PLANTS.breaking("DS18.4")
def a_call_and_a_shot(trace: Trace) -> Trace | None:
    for i in every(trace, "call", counter_battery=False):
        after = trace[i + 1]
        if after["event"] == "fire" and after["mode"] == "activation":
            j = first(trace[i:], "shot")
            assert j is not None
            return changed(trace, i, element=trace[i + j]["element"])
    return None


@PLANTS.breaking("DS40.1")
def a_reply_without_a_radar(trace: Trace) -> Trace | None:
    i = first(trace, "call", answered=True)
    values = {"die": None, "roll": None, "needed": None, "range": None, "element": None}
    return changed(trace, i, counter_battery=True, **values)


@PLANTS.breaking("DS39.1")
def a_mission_that_nobody_asked_for(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "call", answered=True))


@PLANTS.breaking("DS39.1")
def a_mission_before_the_enemy_acts(trace: Trace) -> Trace | None:
    for i in every(trace, "call", answered=True, counter_battery=False):
        active = max(every(trace[:i], "activate"))
        unit = trace[active]["unit"]
        j = first(trace[i:], "barrage", battery=trace[i]["battery"], load="smoke")
        end = first(trace[i:], "marker", unit=unit, inverted=True)
        if j is not None and end is not None and trace[i]["element"].startswith(f"{unit}/"):
            return insert(trace, i + end + 1, "barrage", **trace.pop(i + j))
    return None


@PLANTS.breaking("DS39.1")
def a_mission_that_does_not_come(trace: Trace) -> Trace | None:
    for i, end in falls(trace):
        return trace[:i] + trace[end:]
    return None


@PLANTS.breaking("DS18.1")
def a_mission_out_of_turn(trace: Trace) -> Trace | None:
    for i in every(trace, "barrage", unit=None):
        if trace[i + 1]["event"] == "activate" and trace[i - 1]["event"] == "marker":
            begun = max(every(trace[:i], "activate"))
            if trace[begun - 1]["event"] == "marker":
                return insert(trace, begun, "barrage", **trace.pop(i))
    return None


@PLANTS.breaking("DS39.1")
def a_marker_of_ammunition_that_is_not_spent(trace: Trace) -> Trace | None:
    i = first(trace, "barrage", fire="effective")
    return changed(trace, i, left=trace[i]["left"] + 1) if i else None


@PLANTS.breaking("DS39.1")
def a_gun_too_many(trace: Trace) -> Trace | None:
    i = first(trace, "barrage", fire="effective")
    return changed(trace, i, guns=trace[i]["guns"] + 1) if i else None


@PLANTS.breaking("DS39.1")
def a_sheaf_across_the_baseline(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "barrage", along="y"), along="x")


@PLANTS.breaking("DS39.1")
def who_stands_in_the_zone_and_draws_nothing(trace: Trace) -> Trace | None:
    return without(trace, next(idle_draws(trace, "armour"), None))


@PLANTS.breaking("DS39.1")
def a_draw_too_many(trace: Trace) -> Trace | None:
    i = next(idle_draws(trace, "kill_total"), None)
    return insert(trace, i, "chits", **trace[i]) if i else None


@PLANTS.breaking("DS39.1")
def who_draws_far_from_the_zone(trace: Trace) -> Trace | None:
    types = {e["name"]: e["type"] for told in trace[0]["units"] for e in told["elements"]}
    for i in idle_draws(trace, "armour"):
        unit = trace[i]["target"].rpartition("/")[0]
        for other, kind in types.items():
            if kind == types[trace[i]["target"]] and not other.startswith(f"{unit}/"):
                return changed(trace, i, target=other)
    return None


@PLANTS.breaking("RD-19")
def splinters_that_pierce(trace: Trace) -> Trace | None:
    return changed(trace, next(idle_draws(trace, "armour"), None), valid="RYG")


@PLANTS.breaking("DS29.2")
def artillery_at_the_front_armour(trace: Trace) -> Trace | None:
    i = next(idle_draws(trace, "armour"), None)
    return changed(trace, i, armour=trace[i]["armour"] + 1) if i else None


@PLANTS.breaking("DS23.1")
def infantry_that_sits_a_barrage_out(trace: Trace) -> Trace | None:
    for i, end in falls(trace):
        for j in every(trace[:end], "test", kind="confidence", threat=0, passed=True):
            if j > i:
                return without(trace, j)
    return None


@PLANTS.breaking("DS24.1")
def infantry_that_keeps_its_head_up(trace: Trace) -> Trace | None:
    for i, end in falls(trace):
        tested = [e["unit"] for e in trace[i:end] if e["event"] == "test" and e["threat"] == 0]
        for j in every(trace[:end], "under_fire", on=True):
            if j > i and trace[j]["unit"] in tested:
                return without(trace, j)
    return None


@PLANTS.breaking("DS18.4")
def dischargers_fired_twice(trace: Trace) -> Trace | None:
    for i in every(trace, "smoke", laid=True):
        if trace[i]["element"] is not None:
            return insert(trace, i, "smoke", **trace[i])
    return None


@PLANTS.breaking("DS18.4")
def smoke_that_outlives_its_units_pause(trace: Trace) -> Trace | None:
    for i in every(trace, "smoke", laid=False):
        if trace[i]["unit"] is not None and trace[i + 1]["event"] == "activate":
            return without(trace, i)
    return None


@PLANTS.breaking("DS39.1")
def smoke_shells_that_burn_on(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "smoke", laid=False, unit=None))


@PLANTS.breaking("DS4.2")
def fire_out_of_smoke(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="activation"):
        j = first(trace[i:], "shot", barrel=1)
        later = first(trace[i + 1 :], "fire")
        if j and trace[i + j]["range"] > 4.0 and (later is None or j <= later):
            return put_cloud(trace, i, trace[i + j]["element"])
    return None


@PLANTS.breaking("OW.R6")
def overwatch_and_smoke(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_on"):
        for j in every(trace[i:], "smoke", laid=True, unit=trace[i]["unit"]):
            return insert(trace, i + 1, "smoke", **trace[i + j])
    return None


@PLANTS.breaking("OW.F3")
def a_counter_that_survives_smoke(trace: Trace) -> Trace | None:
    for decision in ("smoke", "call_fire"):
        for i in every(trace, "overwatch_chance", decision=decision):
            if decision == "smoke" and trace[i + 1]["event"] != "smoke":
                continue
            j = first(trace[i:], "overwatch_off", unit=trace[i]["unit"], cause="fired")
            if j is not None:
                return without(trace, i + j)
    return None


@PLANTS.breaking("OW.F3")
def smoke_that_is_decided_and_not_laid(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_chance", decision="smoke"):
        if trace[i + 1]["event"] == "smoke":
            while trace[i + 1]["event"] == "smoke":
                del trace[i + 1]
            return trace
    return None


@PLANTS.breaking("RD-27")
def a_call_on_overwatch_that_nobody_makes(trace: Trace) -> Trace | None:
    i = first(trace, "overwatch_chance", decision="call_fire")
    return without(trace, i - 1) if i else None
