"""Planted violations: close assault, close-defence charges."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tests.audit.battle import Event
from tests.audit.hits import total_of
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


def run(trace: Trace, at: int, *kinds: str) -> Iterator[int]:
    """Yield the places from `at` on whose events are of these kinds, up to the first other one."""
    while trace[at]["event"] in kinds:
        yield at
        at += 1


def going_in(trace: Trace, passed: bool) -> Iterator[tuple[int, Event]]:
    """Yield the first attackers' reaction tests and the assaults that they belong to."""
    for i in every(trace, "assault"):
        if trace[i + 1]["event"] == "test" and trace[i + 1]["passed"] == passed:
            yield i + 1, trace[i]


def standing(trace: Trace, passed: bool) -> Iterator[int]:
    """Yield the tests of units that are assaulted."""
    for i, assault in going_in(trace, True):
        j = first(trace[i:], "test", kind="confidence", unit=assault["target"])
        after = trace[i + j + 1]["event"] if j is not None else ""
        if j is not None and trace[i + j]["passed"] == passed and after in ("round", "confidence"):
            yield i + j


def rounds(trace: Trace) -> Iterator[tuple[int, list[int]]]:
    """Yield the rounds, each with its draws of chits."""
    for i in every(trace, "round"):
        told = run(trace, i + 1, "chits", "status", "aboard")
        yield i, [j for j in told if trace[j]["event"] == "chits"]


def tests_after(trace: Trace) -> Iterator[tuple[int, Event]]:
    """Yield the tests after rounds, each with its round."""
    for i, draws in rounds(trace):
        for j in run(
            trace, draws[-1] + 1, "status", "under_fire", "test", "leader", "overwatch_off"
        ):
            if trace[j]["event"] == "test" and trace[j]["kind"] == "confidence":
                yield j, trace[i]


def harder(trace: Trace, at: int, by: int) -> Trace | None:
    """Change the threat of a passed test so that it is passed still, if its roll allows that."""
    told = trace[at]
    if not told["passed"] or told["roll"] <= told["score"] + by:
        return None
    return changed(trace, at, threat=told["threat"] + by, score=told["score"] + by)


@PLANTS.breaking("DS34.1")
def declared_after_a_step(trace: Trace) -> Trace | None:
    for i, assault in going_in(trace, True):
        if trace[i + 1]["event"] == "move":
            element: str = trace[i + 1]["element"]
            return put_step(trace, trace.index(assault), element, 0.25)
    return None


@PLANTS.breaking("DS34.1")
def going_in_is_too_hard(trace: Trace) -> Trace | None:
    found = (harder(trace, i, 1) for i, _ in going_in(trace, True))
    return next((planted for planted in found if planted), None)


@PLANTS.breaking("DS34.1")
def going_in_is_too_easy(trace: Trace) -> Trace | None:
    found = (harder(trace, i, -1) for i, _ in going_in(trace, True) if trace[i]["threat"] > 1)
    return next((planted for planted in found if planted), None)


@PLANTS.breaking("DS34.1")
def going_in_on_a_failed_test(trace: Trace) -> Trace | None:
    for i, assault in going_in(trace, True):
        come = trace[i + 1]["event"] == "move" and not assault["joined_by"]
        if come and first(trace[i:], "round", unit=assault["target"]) is not None:
            return changed(trace, i, roll=1, passed=False)
    return None


@PLANTS.breaking("DS34.1")
def a_broken_unit_goes_in(trace: Trace) -> Trace | None:
    for i, assault in going_in(trace, True):
        values = {"from": "SH", "to": "BR", "cause": "command_lost"}
        return insert(trace, i, "confidence", unit=assault["unit"], **values)
    return None


@PLANTS.breaking("DS34.1")
def blows_without_contact(trace: Trace) -> Trace | None:
    for i, _ in going_in(trace, True):
        steps = list(run(trace, i + 1, "move"))
        if len(steps) > 6 and trace[steps[-1] + 1]["event"] in ("marker", "test"):
            del trace[i + 1 : steps[-1] + 1]
            return trace
    return None


@PLANTS.breaking("DS34.1")
def contact_without_blows(trace: Trace) -> Trace | None:
    for i in standing(trace, passed=False):
        if trace[i + 2]["event"] != "withdraw":
            continue
        end = first(trace[i:], "marker", inverted=True)
        assert end is not None
        start = i - (trace[i - 1]["event"] == "marker")
        del trace[start : i + end]
        return trace
    return None


@PLANTS.breaking("DS34.1")
def standing_is_too_hard(trace: Trace) -> Trace | None:
    found = (harder(trace, i, 1) for i in standing(trace, True))
    return next((planted for planted in found if planted), None)


@PLANTS.breaking("DS34.1")
def a_round_without_a_test(trace: Trace) -> Trace | None:
    return without(trace, next(standing(trace, True), None))


@PLANTS.breaking("DS34.1")
def it_fails_and_stays(trace: Trace) -> Trace | None:
    for i in every(trace, "withdraw"):
        end = i + 1
        while trace[end]["event"] in ("move", "objective"):
            end += 1
        del trace[i:end]
        return trace
    return None


@PLANTS.breaking("DS34.1")
def it_falls_back_half_the_way(trace: Trace) -> Trace | None:
    for i in every(trace, "withdraw"):
        steps = list(run(trace, i + 1, "move"))
        if len({trace[j]["element"] for j in steps}) == 1 and len(steps) > 3:
            del trace[steps[1] : steps[-1] + 1]
            return trace
    return None


@PLANTS.breaking("DS34.1")
def it_falls_back_without_being_under_fire(trace: Trace) -> Trace | None:
    for i in every(trace, "withdraw"):
        steps = list(run(trace, i + 1, "move"))
        after = trace[steps[-1] + 1] if steps else {}
        if after.get("on") and after["unit"] == trace[i]["unit"]:
            return without(trace, steps[-1] + 1)
    return None


@PLANTS.breaking("DS34.1")
def its_own_falling_back_is_forgotten(trace: Trace) -> Trace | None:
    for i in every(trace, "withdraw"):
        unit = trace[i]["unit"]
        end = first(trace[i:], "marker", inverted=True)
        if end is not None and trace[i + end]["unit"] == unit:
            values = {"on": False, "cause": "activation_ended"}
            return insert(trace, i + end, "under_fire", unit=unit, **values)
    return None


@PLANTS.breaking("DS34.1")
def a_chit_too_many(trace: Trace) -> Trace | None:
    for _, draws in rounds(trace):
        for j in draws:
            if "kill_total" in trace[j]:
                return changed(trace, j, drawn=[*trace[j]["drawn"], "G0"])
    return None


def with_colours(trace: Trace, at: int, valid: str) -> Trace | None:
    """Let other colours count in a draw, if they lead to the same."""
    told = trace[at]
    total = total_of(told["drawn"], valid)
    if (total >= told["kill_total"]) != ("destroyed" in told["effects"]):
        return None
    return changed(trace, at, valid=valid, total=total)


@PLANTS.breaking("DS34.1")
def cover_that_is_none(trace: Trace) -> Trace | None:
    for i, draws in rounds(trace):
        for j in draws:
            if trace[j]["valid"] in ("R", "RY") and "kill_total" in trace[j]:
                assert trace[i]["round"] == 1
                planted = with_colours(trace, j, "RYG")
                if planted:
                    return planted
    return None


@PLANTS.breaking("DS34.1")
def cover_in_the_second_round(trace: Trace) -> Trace | None:
    for i, draws in rounds(trace):
        for j in draws:
            if trace[i]["round"] == 2 and "kill_total" in trace[j]:
                planted = with_colours(trace, j, "R")
                if planted:
                    return planted
    return None


@PLANTS.breaking("DS34.1")
def a_team_draws_twice(trace: Trace) -> Trace | None:
    for _, draws in rounds(trace):
        for j in draws:
            if not trace[j]["effects"]:
                return insert(trace, j, "chits", **{**trace[j]})
    return None


@PLANTS.breaking("DS34.1")
def a_team_does_not_draw(trace: Trace) -> Trace | None:
    for _, draws in rounds(trace):
        if len(draws) > 2 and not any(trace[j]["effects"] for j in draws):
            return without(trace, draws[0])
    return None


@PLANTS.breaking("DS34.1")
def an_attacker_too_many(trace: Trace) -> Trace | None:
    i = first(trace, "round")
    return changed(trace, i, attackers=trace[i]["attackers"] + 1) if i else None


@PLANTS.breaking("DS34.1")
def light_losses_are_heavy(trace: Trace) -> Trace | None:
    found = (harder(trace, i, 2) for i, _ in tests_after(trace) if trace[i]["threat"] == 1)
    return next((planted for planted in found if planted), None)


@PLANTS.breaking("DS34.1")
def the_defender_does_not_test(trace: Trace) -> Trace | None:
    for i, fought in tests_after(trace):
        if trace[i]["unit"] == fought["unit"] and trace[i]["passed"]:
            return without(trace, i)
    return None


@PLANTS.breaking("DS34.1")
def the_attacker_does_not_test(trace: Trace) -> Trace | None:
    for i, fought in tests_after(trace):
        if trace[i]["unit"] != fought["unit"] and trace[i]["passed"]:
            return without(trace, i)
    return None


@PLANTS.breaking("DS34.1")
def the_attacker_tests_first(trace: Trace) -> Trace | None:
    for i, fought in tests_after(trace):
        if trace[i]["unit"] == fought["unit"] and trace[i + 1]["event"] == "test":
            trace[i], trace[i + 1] = trace[i + 1], trace[i]
            return trace
    return None


@PLANTS.breaking("DS34.1")
def no_second_round(trace: Trace) -> Trace | None:
    for i, _ in tests_after(trace):
        if trace[i + 1]["event"] == "round":
            return without(trace, i + 1)
    return None


@PLANTS.breaking("DS18.6")
def its_marker_stays_up(trace: Trace) -> Trace | None:
    for i in standing(trace, True):
        if trace[i - 1]["event"] == "marker":
            return without(trace, i - 1)
    return None


@PLANTS.breaking("DS22.4")
def broken_infantry_stands(trace: Trace) -> Trace | None:
    i = first(trace, "confidence", cause="assaulted", **{"from": "BR"})
    if i is None:
        return None
    values = {"score": 4, "threat": 2, "die": 8, "roll": 8, "passed": True, "kind": "confidence"}
    return insert(trace, i, "test", unit=trace[i]["unit"], **values)


@PLANTS.breaking("DS18.4")
def fire_after_a_failed_test(trace: Trace) -> Trace | None:
    for i, assault in going_in(trace, False):
        if not assault["joined_by"]:
            values = {"mode": "activation", "shots": 1, "target": assault["target"]}
            return insert(trace, i + 1, "fire", unit=assault["unit"], **values)
    return None


@PLANTS.breaking("OW.F1")
def an_assault_on_another_order(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "activate", action="assault"), action="fire")


@PLANTS.breaking("DS35.1")
def one_joins_untested(trace: Trace) -> Trace | None:
    for i in every(trace, "assault"):
        for friend in trace[i]["joined_by"]:
            j = first(trace[i:], "test", unit=friend, kind="reaction")
            if j is not None and trace[i + j + 1]["event"] in ("marker", "under_fire", "test"):
                return without(trace, i + j)
    return None


@PLANTS.breaking("DS35.1")
def one_joins_for_nothing(trace: Trace) -> Trace | None:
    for i in every(trace, "assault"):
        for friend in trace[i]["joined_by"]:
            j = first(trace[:i][::-1], "marker", unit=friend, inverted=True)
            if j is not None and j < 4:
                return without(trace, i - 1 - j)
    return None


@PLANTS.breaking("DS35.1")
def one_does_not_join_after_all(trace: Trace) -> Trace | None:
    for i in every(trace, "assault"):
        if trace[i]["joined_by"]:
            return changed(trace, i, joined_by=trace[i]["joined_by"][1:])
    return None


@PLANTS.breaking("DS35.2")
def following_through_is_too_hard(trace: Trace) -> Trace | None:
    for i in every(trace, "test", kind="reaction", passed=True):
        follows = trace[i + 1]["event"] == "activate" and trace[i + 1]["unit"] == trace[i]["unit"]
        planted = harder(trace, i, 1) if follows else None
        if planted:
            return planted
    return None


@PLANTS.breaking("DS35.2")
def the_loser_follows_through(trace: Trace) -> Trace | None:
    for i, assault in going_in(trace, False):
        if not assault["joined_by"] and trace[i + 1]["event"] == "marker":
            told = dict(trace[i])
            del told["event"]
            return insert(trace, i + 1, "test", **told)
    return None


@PLANTS.breaking("DS35.4")
def charges_that_do_not_go_off(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="assault"):
        vehicle = place_of(trace, i, trace[i + 1]["element"])
        step = max(every(trace[:i], "move", element=trace[i + 1]["target"]))
        was, now = (math.dist(vehicle, trace[step][key]) for key in ("from", "to"))
        if trace[i + 2]["event"] == "move" and now < 0.99 and was > 1.01:
            del trace[i : i + 2]
            return trace
    return None


@PLANTS.breaking("DS35.4")
def charges_that_go_off_twice(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="assault"):
        if trace[i + 2]["event"] == "move":
            again = [dict(event) for event in trace[i : i + 2]]
            return trace[:i] + again + trace[i:]
    return None


@PLANTS.breaking("DS35.4")
def charges_of_a_single_chit(trace: Trace) -> Trace | None:
    i = first(trace, "fire", mode="assault")
    return changed(trace, i + 1, drawn=trace[i + 1]["drawn"][:1]) if i else None


@PLANTS.breaking("DS35.4")
def charges_count_as_blows(trace: Trace) -> Trace | None:
    found = (with_colours(trace, i + 1, "RYG") for i in every(trace, "fire", mode="assault"))
    return next((planted for planted in found if planted), None)
