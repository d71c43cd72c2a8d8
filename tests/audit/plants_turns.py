"""Planted violations: movement, turns, confidence, panic, Under Fire."""

from __future__ import annotations

from tests.audit.planting import (
    Plants,
    Trace,
    changed,
    every,
    first,
    insert,
    place_of,
    put_step,
    without,
)

PLANTS = Plants()


@PLANTS.breaking("RD-3")
def a_step_of_eight_tenths(trace: Trace) -> Trace | None:
    i = first(trace, "move", factors=0.5)
    if i is None:
        return None
    (x, y), (x1, y1) = trace[i]["from"], trace[i]["to"]
    return changed(trace, i, to=[x + 1.6 * (x1 - x), y + 1.6 * (y1 - y)])


@PLANTS.breaking("DS25.1")
def cheap_terrain(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "move", factors=0.5), factors=0.25)


@PLANTS.breaking("DS30.2")
def an_immobilised_element_moves(trace: Trace) -> Trace | None:
    for i in every(trace, "status", immobilised=True, in_play=True):
        unit = trace[i]["element"].rpartition("/")[0]
        later = first(trace[i:], "activate", unit=unit, lost=False)
        if later is not None and trace[i + later + 1]["event"] == "move":
            return put_step(trace, i + later + 1, trace[i]["element"], 0.25)
    return None


@PLANTS.breaking("DS18.1")
def the_same_side_twice(trace: Trace) -> Trace | None:
    begun = list(every(trace, "activate"))[1]
    end = first(trace[begun:], "marker", unit=trace[begun]["unit"], inverted=True)
    if end is None or any(event["event"] == "fire" for event in trace[begun : begun + end]):
        return None
    del trace[begun : begun + end + 1]
    return trace


@PLANTS.breaking("DS18.3")
def passing_with_more_units(trace: Trace) -> Trace | None:
    start = next(every(trace, "turn_start"))
    sides = [unit["side"] for unit in trace[0]["units"]]
    if 2 * sides.count(trace[start]["side"]) < len(sides):
        return None
    return insert(trace, start + 1, "pass", side=trace[start]["side"])


@PLANTS.breaking("DS18.2")
def a_second_activation(trace: Trace) -> Trace | None:
    begun = first(trace, "activate", action="overwatch")
    if begun is None:
        return None
    end = first(trace[begun:], "marker", unit=trace[begun]["unit"], inverted=True)
    assert end is not None
    again = [dict(event) for event in trace[begun : begun + end + 1]]
    return trace[: begun + end + 1] + again + trace[begun + end + 1 :]


@PLANTS.breaking("DS19.1")
def a_marker_that_stays_inverted(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "marker", inverted=False))


@PLANTS.breaking("DS32.1")
def repaired_on_a_five(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "repair", roll=5, needed=6), repaired=True)


@PLANTS.breaking("DS17.1")
def a_marker_taken_from_afar(trace: Trace) -> Trace | None:
    i = first(trace, "objective")
    if i is None:
        return None
    unit, _, number = trace[i]["element"].rpartition("/")
    x, y = place_of(trace, i, trace[i]["element"])
    for other in "1234":
        if other != number:
            try:
                x1, y1 = place_of(trace, i, f"{unit}/{other}")
            except LookupError:
                continue
            if abs(x1 - x) + abs(y1 - y) > 3:
                return changed(trace, i, element=f"{unit}/{other}")
    return None


@PLANTS.breaking("DS17.1")
def a_margin_that_does_not_add_up(trace: Trace) -> Trace | None:
    return changed(trace, len(trace) - 1, margin=trace[-1]["margin"] + 0.5)


@PLANTS.breaking("DS17.1")
def the_loser_wins(trace: Trace) -> Trace | None:
    other = {"blue": "red", "red": "blue", "draw": "blue"}[trace[-1]["winner"]]
    return changed(trace, len(trace) - 1, winner=other)


@PLANTS.breaking("DS23.1")
def the_wrong_threat(trace: Trace) -> Trace | None:
    i = first(trace, "test", kind="confidence", threat=1, passed=True)
    if i is None or trace[i]["roll"] == trace[i]["score"] + 1:
        return None
    return changed(trace, i, threat=2, score=trace[i]["score"] + 1)


@PLANTS.breaking("RD-23")
def no_test_at_half_strength(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "test", kind="confidence", threat=2, passed=True))


@PLANTS.breaking("DS22.1")
def one_level_instead_of_two(trace: Trace) -> Trace | None:
    for i in every(trace, "test", kind="confidence", passed=False):
        if 2 * trace[i]["roll"] <= trace[i]["score"]:
            j = first(trace[i:], "confidence", cause="test", to="SH")
            if j is not None and trace[i + j]["from"] == "CO":
                return changed(trace, i + j, to="ST")
    return None


@PLANTS.breaking("DS22.1")
def another_quality_die(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "test", die=8), die=10)


@PLANTS.breaking("DS23.3")
def a_leader_too_good(trace: Trace) -> Trace | None:
    i = first(trace, "leader", roll=5)
    return changed(trace, i, to=trace[i]["to"] % 3 + 1) if i else None


@PLANTS.breaking("DS23.2")
def green_and_calm(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "test", kind="panic", passed=True))


@PLANTS.breaking("DS24.1")
def a_marker_without_harm(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="activation"):
        after = i + 1
        while trace[after]["event"] in ("shot", "facing", "posture"):
            after += 1
        if trace[after]["event"] == "marker":
            unit = trace[i]["target"]
            return insert(trace, after, "under_fire", unit=unit, on=True, cause="attack")
    return None


@PLANTS.breaking("DS24.1")
def moving_under_fire_untested(trace: Trace) -> Trace | None:
    for i in every(trace, "test", kind="reaction", passed=True):
        if trace[i - 1]["event"] == "activate" and trace[i + 1]["event"] == "move":
            return without(trace, i)
    return None


@PLANTS.breaking("DS24.1")
def a_marker_that_outlives_the_activation(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "under_fire", on=False))


@PLANTS.breaking("DS24.4")
def a_rally_that_is_too_easy(trace: Trace) -> Trace | None:
    i = first(trace, "test", kind="rally", passed=True)
    return changed(trace, i, score=trace[i]["score"] - 1) if i else None


@PLANTS.breaking("DS22.4")
def a_broken_unit_advances(trace: Trace) -> Trace | None:
    for i in every(trace, "activate", move="to_cover"):
        level = "CO"
        for j in every(trace[:i], "confidence", unit=trace[i]["unit"]):
            level = trace[j]["to"]
        if level == "BR" and trace[i]["action"] in ("move", "move_fire", "fire_move"):
            return changed(trace, i, move="objective")
    return None


@PLANTS.breaking("DS24.3")
def a_command_lost_in_silence(trace: Trace) -> Trace | None:
    for i in every(trace, "confidence", cause="command_lost"):
        if not next(u for u in trace[0]["units"] if u["name"] == trace[i]["unit"])["command"]:
            return without(trace, i)
    return None
