"""Planted violations: teams aboard, mounting and stepping out, integrity of mixed units."""

from __future__ import annotations

import copy
from collections.abc import Iterator

from tests.audit.planting import (
    Plants,
    Trace,
    changed,
    every,
    first,
    insert,
    place_of,
    put_step,
)

PLANTS = Plants()
MOVES_FIRST = ("move", "move_fire", "travel", "dismount")


def unit_of(element: str) -> str:
    """Return the name of an element's unit."""
    return element.rpartition("/")[0]


def riders(trace: Trace, before: int) -> dict[str, str]:
    """Return who is aboard what before an event, the lost left out."""
    aboard = {
        told["name"]: told["aboard"]
        for unit in trace[0]["units"]
        for told in unit["elements"]
        if told["aboard"]
    }
    for event in trace[:before]:
        if event["event"] == "mounted" and event["aboard"]:
            aboard[event["element"]] = event["carrier"]
        elif event["event"] in ("mounted", "regroup") or event.get("lost") is True:
            aboard.pop(event.get("element", ""), None)
    return aboard


def orders(trace: Trace, *actions: str) -> Iterator[tuple[int, int]]:
    """Yield the places of the activations with these actions and of the events that end them."""
    for i in every(trace, "activate", lost=False):
        if trace[i]["action"] in actions:
            end = first(trace[i:], "marker", unit=trace[i]["unit"], inverted=True)
            if end is not None:
                yield i, i + end


def stepping_out(trace: Trace) -> Iterator[tuple[int, int]]:
    """Yield the places of each order to dismount and of the first team that does."""
    for i, end in orders(trace, "dismount"):
        out = first(trace[i:end], "mounted", aboard=False)
        if out is not None:
            yield i, i + out


@PLANTS.breaking("DS36.1")
def a_team_starts_in_no_carrier(trace: Trace) -> Trace | None:
    for unit in trace[0]["units"]:
        for told in unit["elements"]:
            if told["aboard"]:
                told["aboard"] = None
                return trace
    return None


@PLANTS.breaking("DS4.1")
def a_unit_of_other_elements(trace: Trace) -> Trace | None:
    for unit in trace[0]["units"]:
        types = [told["type"] for told in unit["elements"]]
        if len(set(types)) > 1:
            unit["elements"][0]["type"], unit["elements"][-1]["type"] = types[-1], types[0]
            return trace
    return None


@PLANTS.breaking("RD-6")
def deployed_to_another_facing(trace: Trace) -> Trace | None:
    told = trace[0]["units"][0]["elements"][0]
    told["facing"] = [-told["facing"][0], -told["facing"][1]]
    return trace


@PLANTS.breaking("DS36.1")
def a_team_moves_by_itself_aboard(trace: Trace) -> Trace | None:
    for i, _ in orders(trace, *MOVES_FIRST):
        for team in riders(trace, i):
            if unit_of(team) == trace[i]["unit"] and trace[i + 1]["event"] == "move":
                return put_step(trace, i + 1, team, 0.5)
    return None


@PLANTS.breaking("DS36.1")
def a_team_aboard_is_fired_at(trace: Trace) -> Trace | None:
    for i in every(trace, "chits"):
        aboard = riders(trace, i)
        for team, carrier in aboard.items():
            if carrier == trace[i]["target"]:
                return changed(trace, i, target=team)
    return None


@PLANTS.breaking("DS36.1")
def a_team_fires_for_effect_from_inside(trace: Trace) -> Trace | None:
    for i in every(trace, "chits"):
        for team in riders(trace, i):
            if unit_of(team) == unit_of(trace[i]["element"] or ""):
                return changed(trace, i, element=team)
    return None


@PLANTS.breaking("DS36.1")
def stepping_out_on_the_order_to_move(trace: Trace) -> Trace | None:
    for i, _ in stepping_out(trace):
        return changed(trace, i, action="move_fire")
    return None


@PLANTS.breaking("DS36.1")
def stepping_out_far_away(trace: Trace) -> Trace | None:
    for _, out in stepping_out(trace):
        x, y = trace[out]["to"]
        return changed(trace, out, to=[x, y + 4 if y < 12 else y - 4])
    return None


@PLANTS.breaking("DS36.1")
def two_teams_step_out_onto_one_place(trace: Trace) -> Trace | None:
    for _, out in stepping_out(trace):
        other = trace[out + 1]
        if other["event"] == "mounted" and other["carrier"] == trace[out]["carrier"]:
            return changed(trace, out + 1, to=trace[out]["to"])
    return None


@PLANTS.breaking("DS36.1")
def stepping_out_twice(trace: Trace) -> Trace | None:
    for _, out in stepping_out(trace):
        again = copy.deepcopy(trace[out])
        trace.insert(out + 1, again)
        return trace
    return None


@PLANTS.breaking("DS36.1")
def stepping_out_after_a_whole_move(trace: Trace) -> Trace | None:
    for _, out in stepping_out(trace):
        return put_step(trace, out, trace[out]["carrier"], 0.25, used=9.0)
    return None


@PLANTS.breaking("DS24.1")
def stepping_out_after_a_failed_reaction_test(trace: Trace) -> Trace | None:
    for test in every(trace, "test", kind="reaction", passed=False):
        unit = trace[test]["unit"]
        begun = max(every(trace[:test], "activate"))
        own = [pair for pair in riders(trace, test).items() if unit_of(pair[0]) == unit]
        if trace[begun]["unit"] == unit and own:
            team, carrier = own[0]
            trace[begun]["action"] = "dismount"
            x, y = place_of(trace, test, carrier)
            told = {"element": team, "carrier": carrier, "aboard": False, "to": [x + 1, y]}
            return insert(trace, test + 1, "mounted", **told)
    return None


@PLANTS.breaking("DS25.1")
def a_team_walks_on_as_if_mounting_cost_nothing(trace: Trace) -> Trace | None:
    for i, end in orders(trace, "mount"):
        took = first(trace[i:end], "mounted", aboard=True)
        if took is None:
            continue
        carrier = trace[i + took]["carrier"]
        steps = list(every(trace[i:end], "move", element=carrier))
        if steps:
            used = trace[i + steps[0]]["factors"]
            return changed(trace, i + steps[0], used=used)
    return None


@PLANTS.breaking("DS36.1")
def mounting_twice(trace: Trace) -> Trace | None:
    i = first(trace, "mounted", aboard=True)
    if i is None:
        return None
    trace.insert(i + 1, copy.deepcopy(trace[i]))
    return trace


@PLANTS.breaking("DS36.1")
def mounting_the_carrier_of_another_unit(trace: Trace) -> Trace | None:
    for i in every(trace, "mounted", aboard=True):
        unit = unit_of(trace[i]["carrier"])
        others = {carrier for carrier in riders(trace, i).values() if unit_of(carrier) != unit}
        for carrier in sorted(others):
            return changed(trace, i, carrier=carrier)
    return None


@PLANTS.breaking("DS36.1")
def mounting_from_afar(trace: Trace) -> Trace | None:
    for i in every(trace, "mounted", aboard=True):
        x, y = place_of(trace, i, trace[i]["element"])
        for step in reversed(list(every(trace[:i], "move", element=trace[i]["element"]))):
            return changed(trace, step, to=[x, y + 6 if y < 18 else y - 6])
    return None


@PLANTS.breaking("DS36.1")
def a_team_takes_cover_aboard(trace: Trace) -> Trace | None:
    for i, end in orders(trace, "move", "move_fire", "travel", "fire"):
        for team in riders(trace, i):
            if unit_of(team) == trace[i]["unit"]:
                return insert(trace, end, "posture", element=team, posture="hull_down")
    return None


def mixed(trace: Trace) -> set[str]:
    """Return the names of the units of several types."""
    return {unit["name"] for unit in trace[0]["units"] if unit["type"] is None}


@PLANTS.breaking("DS23.4")
def a_mixed_unit_is_told_to_be_in_touch(trace: Trace) -> Trace | None:
    for i in every(trace, "activate", closing_up=True, lost=False):
        if trace[i]["unit"] in mixed(trace):
            return changed(trace, i, closing_up=False)
    return None


@PLANTS.breaking("DS23.4")
def an_element_leaves_its_mixed_unit(trace: Trace) -> Trace | None:
    for i, end in orders(trace, "move", "move_fire"):
        hurt = {unit_of(event["element"]) for event in trace[:end] if event["event"] == "status"}
        steps = list(every(trace[i:end], "move"))
        if trace[i]["unit"] in mixed(trace) - hurt and steps:
            last = i + steps[-1]
            x, y = place_of(trace, last, trace[last]["element"])
            return changed(trace, last, to=[x, y + 11 if y < 15 else y - 11])
    return None
