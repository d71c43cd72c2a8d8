"""Planted violations: what fire does to infantry's nerve, and what a firefight leaves it to do."""

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
from tests.audit.plants_infantry import team, unit_of

PLANTS = Plants()


@PLANTS.breaking("DS24.1")
def infantry_fired_at_without_a_marker(trace: Trace) -> Trace | None:
    for i in every(trace, "firefight", drawing=0):
        if trace[i + 1]["event"] == "under_fire":
            return without(trace, i + 1)
    return None


@PLANTS.breaking("RD-12")
def infantry_tests_like_vehicles(trace: Trace) -> Trace | None:
    for i in every(trace, "test", kind="reaction", threat=1, passed=True):
        if trace[i - 1]["event"] == "activate":
            return changed(trace, i, threat=0, score=trace[i]["score"] - 1)
    return None


@PLANTS.breaking("DS22.4")
def shaken_infantry_just_advances(trace: Trace) -> Trace | None:
    marked: set[str] = set()
    shaken: set[str] = set()
    for i, event in enumerate(trace):
        if event["event"] == "under_fire":
            (marked.add if event["on"] else marked.discard)(event["unit"])
        elif event["event"] == "confidence":
            (shaken.add if event["to"] == "SH" else shaken.discard)(event["unit"])
        elif event["event"] == "activate" and event["move"] in ("objective", "to_range"):
            after = trace[i + 1]
            if after["event"] == "test" and after["passed"] and trace[i + 2]["event"] == "move":
                if event["unit"] in shaken - marked and event["action"] != "assault":
                    return without(trace, i + 1)
    return None


@PLANTS.breaking("DS22.4")
def routed_infantry_fires(trace: Trace) -> Trace | None:
    for i in every(trace, "confidence", to="RO"):
        if not team(trace, f"{trace[i]['unit']}/1"):
            continue
        for j in every(trace[i:], "fire", mode="opportunity"):
            if trace[i + j]["unit"].startswith(trace[i]["unit"]):
                return None
            return changed(trace, i + j, unit=trace[i]["unit"])
    return None


@PLANTS.breaking("RD-9")
def routed_infantry_goes_on_watching(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_on"):
        unit = trace[i]["unit"]
        if team(trace, f"{unit}/1") and trace[i + 1]["event"] == "marker":
            return insert(
                trace, i + 1, "confidence", unit=unit, cause="test", **{"from": "CO", "to": "RO"}
            )
    return None


@PLANTS.breaking("RD-4")
def a_firefight_beyond_the_watched_area(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", weapon="RIFLE"):
        if mode_of(trace, i) == "overwatch":
            on = max(every(trace[:i], "overwatch_on", unit=unit_of(trace[i]["element"])))
            return changed(trace, on, bearing=(trace[on]["bearing"] + 180) % 360)
    return None


@PLANTS.breaking("DS18.2")
def teams_move_before_and_after_their_firefight(trace: Trace) -> Trace | None:
    for i in every(trace, "activate", action="move_fire"):
        unit = trace[i]["unit"]
        shot = next((i + j for j in every(trace[i : i + 40], "shot", weapon="RIFLE")), None)
        if shot is None or unit_of(trace[shot]["element"]) != unit:
            continue
        if not any(
            e["element"] == trace[shot]["element"] for e in trace[i:shot] if e["event"] == "move"
        ):
            continue
        end = first(trace[shot:], "marker", unit=unit, inverted=True)
        if end is not None:
            return put_step(trace, shot + end, trace[shot]["element"], 0.1)
    return None
