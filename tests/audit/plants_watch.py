"""Planted violations: overwatch and opportunity fire."""

from __future__ import annotations

from tests.audit.planting import (
    Plants,
    Trace,
    changed,
    every,
    first,
    insert,
    mode_of,
    put_step,
    without,
)

PLANTS = Plants()


@PLANTS.breaking("OW.R1")
def more_than_half_then_overwatch(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_on", moved=6.0):
        if trace[i - 1]["event"] == "move" and trace[i - 1]["used"] == 6.0:
            return put_step(trace, i, trace[i - 1]["element"], 0.5, used=6.0)
    return None


@PLANTS.breaking("OW.R2")
def overwatch_under_fire(trace: Trace) -> Trace | None:
    i = first(trace, "overwatch_on")
    if i is None:
        return None
    return insert(trace, i, "under_fire", unit=trace[i]["unit"], on=True, cause="attack")


@PLANTS.breaking("OW.R3")
def a_counter_that_survives_under_fire(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "overwatch_off", cause="under_fire"))


@PLANTS.breaking("OW.R6")
def fire_and_overwatch(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_on"):
        side = next(u["side"] for u in trace[0]["units"] if u["name"] == trace[i]["unit"])
        enemy = next(u["name"] for u in trace[0]["units"] if u["side"] != side and not u["hidden"])
        return insert(
            trace, i + 1, "fire", unit=trace[i]["unit"], mode="activation", shots=1, target=enemy
        )
    return None


@PLANTS.breaking("OW.R7")
def a_watcher_too_many(trace: Trace) -> Trace | None:
    i = first(trace, "overwatch_on")
    return changed(trace, i, watching=trace[i]["watching"] + 1) if i else None


@PLANTS.breaking("RD-3")
def a_chance_left_out(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "overwatch_chance", decision="hold"))


@PLANTS.breaking("RD-3")
def a_chance_given_twice(trace: Trace) -> Trace | None:
    i = first(trace, "overwatch_chance", decision="hold", reason="no_rule")
    return insert(trace, i, "overwatch_chance", **trace[i]) if i else None


@PLANTS.breaking("RD-3")
def a_chance_outside_the_area(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_on", width=90.0):
        if first(trace[i:], "overwatch_chance", unit=trace[i]["unit"]) is not None:
            return changed(trace, i, bearing=(trace[i]["bearing"] + 180.0) % 360.0)
    return None


@PLANTS.breaking("OW.F1")
def fire_after_letting_go(trace: Trace) -> Trace | None:
    return changed(
        trace, first(trace, "overwatch_chance", decision="fire"), decision="hold", reason="no_rule"
    )


@PLANTS.breaking("OW.F2")
def a_chance_at_who_stands(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_chance", decision="hold"):
        begun = max(every(trace[:i], "activate", unit=trace[i]["mover"]))
        on = max(every(trace[:i], "overwatch_on", unit=trace[i]["unit"]))
        if on < begun:
            return insert(trace, begun + 1, "overwatch_chance", **trace[i])
    return None


@PLANTS.breaking("OW.F3")
def a_counter_that_survives_its_shot(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "overwatch_off", cause="fired"))


@PLANTS.breaking("OW.A2")
def a_second_shot_on_overwatch(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_off", cause="fired"):
        begun = max(every(trace[:i], "overwatch_chance", unit=trace[i]["unit"]))
        shots = [dict(event) for event in trace[begun:i] if event["event"] in SHOTS]
        if not any(event.get("hit") for event in shots):
            return trace[: i + 1] + shots + trace[i + 1 :]
    return None


SHOTS = ("overwatch_chance", "fire", "shot")


@PLANTS.breaking("OW.F5")
def a_marker_flipped_by_overwatch(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_off", cause="fired"):
        unit = trace[i]["unit"]
        markers = [trace[j]["inverted"] for j in every(trace[:i], "marker", unit=unit)]
        if not markers[-1]:
            return insert(trace, i + 1, "marker", unit=unit, inverted=True)
    return None


@PLANTS.breaking("OW.A3")
def a_counter_gone_at_the_turns_end(trace: Trace) -> Trace | None:
    up = next(every(trace, "marker", inverted=False))
    for i in every(trace[:up], "overwatch_on"):
        unit = trace[i]["unit"]
        if first(trace[i:up], "overwatch_off", unit=unit) is None:
            return insert(trace, up, "overwatch_off", unit=unit, cause="turn_end")
    return None


@PLANTS.breaking("OW.A3")
def a_counter_kept_when_activated(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "overwatch_off", cause="activated"))


@PLANTS.breaking("DS20.1")
def opportunity_fire_by_an_activated_unit(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="overwatch"):
        markers = [trace[j] for j in every(trace[:i], "marker", unit=trace[i]["unit"])]
        if markers[-1]["inverted"]:
            return changed(trace, i, mode="opportunity")
    return None


@PLANTS.breaking("RD-25")
def opportunity_fire_with_a_counter(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="overwatch"):
        markers = [trace[j] for j in every(trace[:i], "marker", unit=trace[i]["unit"])]
        if not markers[-1]["inverted"]:
            return changed(trace, i, mode="opportunity")
    return None


@PLANTS.breaking("DS20.3")
def opportunity_fire_for_nothing(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="opportunity"):
        j = first(trace[i:], "marker", unit=trace[i]["unit"], inverted=True)
        assert j is not None
        return without(trace, i + j)
    return None


@PLANTS.breaking("RD-4")
def another_target_than_the_mover(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", hit=False, barrel=1):
        if mode_of(trace, i) == "overwatch":
            side = next(
                u["side"]
                for u in trace[0]["units"]
                if trace[i]["target"].startswith(f"{u['name']}/")
            )
            for unit in trace[0]["units"]:
                name = unit["elements"][0]["name"]
                if unit["side"] == side and name.rpartition("/")[0] not in trace[i]["target"]:
                    return changed(trace, i, target=name)
    return None
