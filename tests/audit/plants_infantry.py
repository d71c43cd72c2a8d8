"""Planted violations: infantry fire, and fire at infantry."""

from __future__ import annotations

from collections.abc import Iterator

from tests.audit.planting import (
    Plants,
    Trace,
    changed,
    every,
    first,
    without,
)

PLANTS = Plants()
NUMBERS = ("R1", "R2", "R3", "Y1", "Y2", "Y3", "G1", "G2", "G3")


def fights(trace: Trace, **wanted: object) -> Iterator[int]:
    """Yield the places of the firefights that are rolled: not those from inside carriers."""
    return (i for i in every(trace, "firefight", **wanted) if trace[i]["die"])


def unit_of(element: str) -> str:
    """Return the unit of an element that has not joined another."""
    return element.rpartition("/")[0]


def team(trace: Trace, element: str) -> bool:
    """Return whether an element is an infantry team."""
    return type_of(trace, element).startswith(("line_", "powered_", "militia_"))


def type_of(trace: Trace, element: str) -> str:
    """Return the type of an element, in a unit of one type or of several."""
    kinds = {e["name"]: e["type"] for unit in trace[0]["units"] for e in unit["elements"]}
    kind: str = kinds[element]
    return kind


@PLANTS.breaking("DS33.1")
def a_larger_quality_die(trace: Trace) -> Trace | None:
    for i in fights(trace):
        return changed(trace, i, die=trace[i]["die"] + 2)
    return None


@PLANTS.breaking("DS33.1")
def the_full_die_under_fire(trace: Trace) -> Trace | None:
    for i in every(trace, "firefight", die=6):
        quality = next(u["quality"] for u in trace[0]["units"] if u["name"] == trace[i]["unit"])
        if quality == "regular":
            return changed(trace, i, die=8)
    return None


@PLANTS.breaking("DS33.1")
def half_of_the_teams_draw_on_a_full_success(trace: Trace) -> Trace | None:
    for i in fights(trace):
        told = trace[i]
        if told["teams"] > 1 and told["roll"] >= 2 * told["leadership"]:
            return changed(trace, i, drawing=(told["teams"] + 1) // 2)
    return None


@PLANTS.breaking("DS33.1")
def a_team_that_should_draw_does_not(trace: Trace) -> Trace | None:
    for i in fights(trace):
        if trace[i]["drawing"] and trace[i + 2]["event"] == "chits" and not trace[i + 2]["effects"]:
            del trace[i + 1 : i + 3]
            return trace
    return None


@PLANTS.breaking("DS33.1")
def one_team_more_than_can_fire(trace: Trace) -> Trace | None:
    for i in fights(trace, drawing=0):
        size = next(len(u["elements"]) for u in trace[0]["units"] if u["name"] == trace[i]["unit"])
        trace[max(every(trace[:i], "fire"))]["shots"] += size
        return changed(trace, i, teams=trace[i]["teams"] + size)
    return None


@PLANTS.breaking("DS33.1")
def small_arms_without_a_roll(trace: Trace) -> Trace | None:
    for i in fights(trace):
        if trace[i]["drawing"]:
            return without(trace, i)
    return None


@PLANTS.breaking("DS33.1")
def an_apsw_team_after_the_rifles(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", weapon="APSW"):
        later = trace[i + 2]
        if trace[i - 1]["event"] != "firefight" or trace[i + 1]["effects"]:
            continue
        if later["event"] == "shot" and later["weapon"] == "RIFLE" and not trace[i + 3]["effects"]:
            trace[i : i + 4] = [*trace[i + 2 : i + 4], *trace[i : i + 2]]
            return trace
    return None


@PLANTS.breaking("DS33.2")
def a_team_fires_twice(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", weapon="RIFLE"):
        later = trace[i + 2]
        if later["event"] == "shot" and later["weapon"] == "RIFLE":
            trace[i + 2] = trace[i] | {"n": later["n"]}
            trace[i + 3] = trace[i + 3] | {"element": trace[i]["element"]}
            return trace
    return None


@PLANTS.breaking("DS33.2")
def rifles_out_of_reach(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", weapon="APSW"):
        if trace[i]["range"] > 8.1 and team(trace, trace[i]["element"]):
            return changed(trace, i, weapon="RIFLE")
    return changed(trace, first(trace, "shot", weapon="RIFLE"), range=8.5)


@PLANTS.breaking("DS33.2")
def cover_that_nobody_has(trace: Trace) -> Trace | None:
    i = first(trace, "shot", position="open")
    return changed(trace, i, position="dug_in")


@PLANTS.breaking("DS33.2")
def colours_of_another_position(trace: Trace) -> Trace | None:
    for i in every(trace, "chits", valid="RY"):
        if trace[i - 1].get("weapon") == "RIFLE" and trace[i]["total"] == 0:
            return changed(trace, i, valid="Y")
    return None


@PLANTS.breaking("DS33.2")
def a_chit_more_for_a_rifle(trace: Trace) -> Trace | None:
    for i in every(trace, "chits", area=False):
        if trace[i - 1].get("weapon") == "RIFLE":
            trace[i]["drawn"].append("G0")
            return trace
    return None


@PLANTS.breaking("DS33.2")
def lost_below_the_kill_total(trace: Trace) -> Trace | None:
    for i in every(trace, "chits", effects=[]):
        small = trace[i - 1].get("weapon") in ("RIFLE", "APSW")
        if small and team(trace, trace[i]["target"]) and "kill_total" in trace[i]:
            return changed(trace, i, effects=["destroyed"])
    return None


@PLANTS.breaking("DS30.1")
def a_special_chit_against_infantry(trace: Trace) -> Trace | None:
    for i in every(trace, "chits", effects=[]):
        if "kill_total" in trace[i] and "M" in trace[i]["drawn"]:
            return changed(trace, i, effects=["immobilised"])
    return None


@PLANTS.breaking("DS35.3")
def an_apsw_beyond_its_reach(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "shot", weapon="APSW"), range=12.5)


@PLANTS.breaking("DS36.2")
def rockets_at_infantry(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", weapon="RIFLE"):
        carries = type_of(trace, trace[i]["element"]).endswith("_rifle")
        if carries and team(trace, trace[i]["target"]):
            return changed(trace, i, weapon="IAVR")
    return None


@PLANTS.breaking("DS36.2")
def a_rocket_that_draws_three(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", weapon="IAVR"):
        trace[i + 1]["drawn"].append("G0")
        return trace
    return None


@PLANTS.breaking("DS36.3")
def a_gun_too_far_from_infantry(trace: Trace) -> Trace | None:
    for i in every(trace, "shot"):
        if "position" in trace[i] and "/" in trace[i]["weapon"]:
            return changed(trace, i, range=59.0)
    return None


@PLANTS.breaking("DS36.3")
def a_gun_draws_its_class_at_infantry(trace: Trace) -> Trace | None:
    for i in every(trace, "shot"):
        if "position" in trace[i] and "/" in trace[i]["weapon"]:
            trace[i + 1]["drawn"] += ["G0", "G0"]
            return trace
    return None


@PLANTS.breaking("RD-15")
def a_gun_counts_red_at_infantry(trace: Trace) -> Trace | None:
    for i in every(trace, "shot"):
        if "position" in trace[i] and "/" in trace[i]["weapon"]:
            return changed(trace, i + 1, valid="RYG")
    return None


@PLANTS.breaking("DS36.4")
def a_soft_vehicle_lost_at_four(trace: Trace) -> Trace | None:
    for i in every(trace, "chits", kill_total=5):
        if not team(trace, trace[i]["target"]):
            return changed(trace, i, kill_total=4)
    return None


@PLANTS.breaking("DS36.4")
def small_arms_at_armour(trace: Trace) -> Trace | None:
    kinds = {e["name"]: e["type"] for unit in trace[0]["units"] for e in unit["elements"]}
    for i in every(trace, "shot", weapon="APSW"):
        unit = unit_of(trace[i]["target"])
        for name, kind in kinds.items():
            if unit_of(name) == unit and kind in ("tortoise", "lynx"):
                return changed(trace, i, target=name)
    return None


@PLANTS.breaking("RD-27")
def rockets_after_the_firefight(trace: Trace) -> Trace | None:
    for i in fights(trace):
        if trace[i - 1]["event"] in ("chits", "status"):
            fire = max(every(trace[:i], "fire"))
            trace.insert(fire + 1, trace.pop(i))
            return trace
    return None


@PLANTS.breaking("DS36.3")
def a_gun_rolls_to_hit_infantry(trace: Trace) -> Trace | None:
    for i in every(trace, "shot"):
        if "position" in trace[i] and "/" in trace[i]["weapon"]:
            del trace[i]["position"]
            rolls = {"die": 6, "roll": 2, "target_die": 4, "target_roll": 1, "secondary_roll": None}
            return changed(trace, i, band="close", cover="none", hit=True, armour=0, **rolls)
    return None
