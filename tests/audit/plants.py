"""Violations to plant in clean traces: each changes a few events so that one rule is broken.

A plant takes a trace of its own to change and returns it, or None if the trace offers no occasion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tests.audit.battle import Event

Trace = list[Event]
Plant = Callable[[Trace], Trace | None]

PLANTS: list[tuple[str, Plant]] = []  # with the mark that must catch it


def plant(mark: str) -> Callable[[Plant], Plant]:
    """Enter a plant under the mark of the rule that it breaks."""

    def enter(function: Plant) -> Plant:
        PLANTS.append((mark, function))
        return function

    return enter


def every(trace: Trace, what: str, /, **wanted: object) -> Iterator[int]:
    """Yield the places of the events of a kind with these values."""
    for i, event in enumerate(trace):
        if event["event"] == what and all(event.get(key) == value for key, value in wanted.items()):
            yield i


def first(trace: Trace, what: str, /, **wanted: object) -> int | None:
    """Return the place of the first such event, or None."""
    return next(every(trace, what, **wanted), None)


def insert(trace: Trace, at: int, what: str, /, **values: object) -> Trace:
    """Put a new event before place `at`."""
    head = {"n": trace[at]["n"], "turn": trace[at]["turn"], "event": what}
    trace.insert(at, head | values)
    return trace


def changed(trace: Trace, at: int | None, **values: object) -> Trace | None:
    """Change values of the event at a place, if there is one."""
    if at is None:
        return None
    trace[at].update(values)
    return trace


def without(trace: Trace, at: int | None) -> Trace | None:
    """Take the event at a place out, if there is one."""
    if at is None:
        return None
    del trace[at]
    return trace


def mode_of(trace: Trace, at: int) -> str:
    """Return the mode of the fire that a shot belongs to."""
    while trace[at]["event"] != "fire":
        at -= 1
    mode: str = trace[at]["mode"]
    return mode


# -- the dice and chits of fire ---------------------------------------------------------------------


@plant("DS28.2")
def larger_die(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", barrel=1):
        if mode_of(trace, i) == "activation" and trace[i]["die"] < 12:
            return changed(trace, i, die=trace[i]["die"] + 2)
    return None


@plant("RD-8")
def larger_die_on_overwatch(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", barrel=1):
        if mode_of(trace, i) == "overwatch" and trace[i]["die"] < 12:
            return changed(trace, i, die=trace[i]["die"] + 2)
    return None


@plant("DS28.3")
def smaller_target_die(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", barrel=1):
        if trace[i]["target_roll"] < trace[i]["target_die"] - 2:
            return changed(trace, i, target_die=trace[i]["target_die"] - 2)
    return None


@plant("DS28.3")
def cover_in_the_open(trace: Trace) -> Trace | None:
    return changed(
        trace, first(trace, "shot", cover="none", hit=False), cover="dug_in", secondary_roll=1
    )


@plant("DS28.4")
def hit_on_a_tie(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", hit=False):
        if trace[i].get("target_roll") == trace[i]["roll"] and not trace[i]["secondary_roll"]:
            return changed(trace, i, hit=True)
    return None


@plant("DS28.4")
def second_barrel_against_another_roll(trace: Trace) -> Trace | None:
    i = first(trace, "shot", barrel=2, hit=False)
    return changed(trace, i, target_roll=trace[i]["target_roll"] % 6 + 1) if i else None


@plant("DS28.2")
def wrong_band(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "shot", band="medium", hit=False), band="close")


@plant("DS18.4")
def a_weapon_that_is_not_fitted(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "shot", weapon="HKP/3", hit=False), weapon="HKP/5")


@plant("DS18.5")
def fixed_mount_after_moving(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="activation"):
        shot = next(every(trace[i:], "shot"), None)
        if shot is not None and trace[i + shot]["weapon"] == "HVC/5":
            for j in every(trace[:i], "move", element=trace[i + shot]["element"]):
                if trace[j]["turn"] == trace[i]["turn"]:
                    break
            else:
                return put_step(trace, i, trace[i + shot]["element"], 0.1)
    return None


def place_of(trace: Trace, before: int, element: str) -> list[float]:
    """Return where an element stands before an event."""
    for i in reversed(list(every(trace[:before], "move", element=element))):
        at: list[float] = trace[i]["to"]
        return at
    for unit in trace[0]["units"]:
        for told in unit["elements"]:
            if told["name"] == element:
                at = told["at"]
                return at
    raise LookupError(element)


def put_step(trace: Trace, at: int, element: str, length: float, used: float = 0.0) -> Trace:
    """Put a step of an element towards the middle of the table before an event."""
    x, y = place_of(trace, at, element)
    to = [x + (length if x < trace[0]["table"]["width"] / 2 else -length), y]
    values = {"from": [x, y], "to": to, "factors": length, "used": used + length, "travel": False}
    return insert(trace, at, "move", element=element, **values)


@plant("RD-6")
def front_armour_from_the_side(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", armour=2, hit=False, barrel=1):
        if "boar" in kind_of(trace, trace[i]["target"]) or "badger" in kind_of(
            trace, trace[i]["target"]
        ):
            return changed(trace, i, armour=3)
    return None


def kind_of(trace: Trace, element: str) -> str:
    """Return the vehicle type of an element."""
    unit = element.rpartition("/")[0]
    kind: str = next(told["type"] for told in trace[0]["units"] if told["name"] == unit)
    return kind


@plant("DS29.1")
def invalid_chit_counted(trace: Trace) -> Trace | None:
    for i in every(trace, "chits", valid="R"):
        extra = sum(int(chit[1]) for chit in trace[i]["drawn"] if chit in ("Y1", "Y2", "G1", "G2"))
        if extra:
            return changed(trace, i, total=trace[i]["total"] + extra)
    return None


@plant("DS29.1")
def a_chit_too_few(trace: Trace) -> Trace | None:
    for i in every(trace, "chits"):
        if "G0" in trace[i]["drawn"]:
            trace[i]["drawn"].remove("G0")
            return trace
    return None


@plant("DS5.1")
def more_chits_than_the_pot_holds(trace: Trace) -> Trace | None:
    for i in every(trace, "chits", effects=["firer_systems_down"]):
        if len(trace[i]["drawn"]) >= 3:
            return changed(trace, i, drawn=["F"] * len(trace[i]["drawn"]), total=0)
    return None


@plant("RD-18")
def an_f_chit_that_does_harm(trace: Trace) -> Trace | None:
    i = first(trace, "chits", effects=["firer_systems_down"])
    return changed(trace, i, effects=["damaged", "firer_systems_down"])


@plant("DS29.2")
def destroyed_by_an_equal_total(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "chits", effects=["damaged"]), effects=["destroyed"])


@plant("DS30.1")
def an_m_chit_ignored(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "chits", effects=["immobilised"]), effects=[])


@plant("DS30.3")
def salvo_spares_a_neighbour(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", area=True, hit=False):
        salvo = max(j for j in every(trace[:i], "shot") if "area" not in trace[j])
        drawn = [trace[j].get("drawn", ()) for j in range(salvo, i)]
        both = [place_of(trace, i, trace[j]["target"]) for j in (salvo, i)]
        rounded = any(place % 0.5 for at in both for place in at)
        if not rounded and not any("F" in chits for chits in drawn):
            return without(trace, i)
    return None


@plant("DS20.5")
def a_hidden_unit_shot_at(trace: Trace) -> Trace | None:
    for i in every(trace, "revealed"):
        if first(trace[i:], "fire", target=trace[i]["unit"]) is not None:
            return without(trace, i)
    return None


@plant("DS28.1")
def a_shot_at_a_wreck(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", hit=False, barrel=1):
        unit = trace[i]["target"].rpartition("/")[0]
        for j in every(trace[:i], "status", in_play=False):
            if trace[j]["element"].startswith(f"{unit}/"):
                return changed(trace, i, target=trace[j]["element"])
    return None


# -- movement, turns, activations -------------------------------------------------------------------


@plant("RD-3")
def a_step_of_eight_tenths(trace: Trace) -> Trace | None:
    i = first(trace, "move", factors=0.5)
    if i is None:
        return None
    (x, y), (x1, y1) = trace[i]["from"], trace[i]["to"]
    return changed(trace, i, to=[x + 1.6 * (x1 - x), y + 1.6 * (y1 - y)])


@plant("DS25.1")
def cheap_terrain(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "move", factors=0.5), factors=0.25)


@plant("DS30.2")
def an_immobilised_element_moves(trace: Trace) -> Trace | None:
    for i in every(trace, "status", immobilised=True, in_play=True):
        unit = trace[i]["element"].rpartition("/")[0]
        later = first(trace[i:], "activate", unit=unit, lost=False)
        if later is not None and trace[i + later + 1]["event"] == "move":
            return put_step(trace, i + later + 1, trace[i]["element"], 0.25)
    return None


@plant("DS18.1")
def the_same_side_twice(trace: Trace) -> Trace | None:
    begun = list(every(trace, "activate"))[1]
    end = first(trace[begun:], "marker", unit=trace[begun]["unit"], inverted=True)
    if end is None or any(event["event"] == "fire" for event in trace[begun : begun + end]):
        return None
    del trace[begun : begun + end + 1]
    return trace


@plant("DS18.3")
def passing_with_more_units(trace: Trace) -> Trace | None:
    start = next(every(trace, "turn_start"))
    sides = [unit["side"] for unit in trace[0]["units"]]
    if 2 * sides.count(trace[start]["side"]) < len(sides):
        return None
    return insert(trace, start + 1, "pass", side=trace[start]["side"])


@plant("DS18.2")
def a_second_activation(trace: Trace) -> Trace | None:
    begun = first(trace, "activate", action="overwatch")
    if begun is None:
        return None
    end = first(trace[begun:], "marker", unit=trace[begun]["unit"], inverted=True)
    assert end is not None
    again = [dict(event) for event in trace[begun : begun + end + 1]]
    return trace[: begun + end + 1] + again + trace[begun + end + 1 :]


@plant("DS19.1")
def a_marker_that_stays_inverted(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "marker", inverted=False))


@plant("DS32.1")
def repaired_on_a_five(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "repair", roll=5, needed=6), repaired=True)


@plant("DS17.1")
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


@plant("DS17.1")
def a_margin_that_does_not_add_up(trace: Trace) -> Trace | None:
    return changed(trace, len(trace) - 1, margin=trace[-1]["margin"] + 0.5)


@plant("DS17.1")
def the_loser_wins(trace: Trace) -> Trace | None:
    other = {"blue": "red", "red": "blue", "draw": "blue"}[trace[-1]["winner"]]
    return changed(trace, len(trace) - 1, winner=other)


# -- confidence, panic, Under Fire ------------------------------------------------------------------


@plant("DS23.1")
def the_wrong_threat(trace: Trace) -> Trace | None:
    i = first(trace, "test", kind="confidence", threat=1, passed=True)
    if i is None or trace[i]["roll"] == trace[i]["score"] + 1:
        return None
    return changed(trace, i, threat=2, score=trace[i]["score"] + 1)


@plant("RD-23")
def no_test_at_half_strength(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "test", kind="confidence", threat=2, passed=True))


@plant("DS22.1")
def one_level_instead_of_two(trace: Trace) -> Trace | None:
    for i in every(trace, "test", kind="confidence", passed=False):
        if 2 * trace[i]["roll"] <= trace[i]["score"]:
            j = first(trace[i:], "confidence", cause="test", to="SH")
            if j is not None and trace[i + j]["from"] == "CO":
                return changed(trace, i + j, to="ST")
    return None


@plant("DS22.1")
def another_quality_die(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "test", die=8), die=10)


@plant("DS23.3")
def a_leader_too_good(trace: Trace) -> Trace | None:
    i = first(trace, "leader", roll=5)
    return changed(trace, i, to=trace[i]["to"] % 3 + 1) if i else None


@plant("DS23.2")
def green_and_calm(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "test", kind="panic", passed=True))


@plant("DS24.1")
def a_marker_without_harm(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="activation"):
        after = i + 1
        while trace[after]["event"] in ("shot", "facing", "posture"):
            after += 1
        if trace[after]["event"] == "marker":
            unit = trace[i]["target"]
            return insert(trace, after, "under_fire", unit=unit, on=True, cause="attack")
    return None


@plant("DS24.1")
def moving_under_fire_untested(trace: Trace) -> Trace | None:
    for i in every(trace, "test", kind="reaction", passed=True):
        if trace[i - 1]["event"] == "activate" and trace[i + 1]["event"] == "move":
            return without(trace, i)
    return None


@plant("DS24.1")
def a_marker_that_outlives_the_activation(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "under_fire", on=False))


@plant("DS24.4")
def a_rally_that_is_too_easy(trace: Trace) -> Trace | None:
    i = first(trace, "test", kind="rally", passed=True)
    return changed(trace, i, score=trace[i]["score"] - 1) if i else None


@plant("DS22.4")
def a_broken_unit_advances(trace: Trace) -> Trace | None:
    for i in every(trace, "activate", move="to_cover"):
        level = "CO"
        for j in every(trace[:i], "confidence", unit=trace[i]["unit"]):
            level = trace[j]["to"]
        if level == "BR" and trace[i]["action"] in ("move", "move_fire", "fire_move"):
            return changed(trace, i, move="objective")
    return None


@plant("DS24.3")
def a_command_lost_in_silence(trace: Trace) -> Trace | None:
    for i in every(trace, "confidence", cause="command_lost"):
        if not next(u for u in trace[0]["units"] if u["name"] == trace[i]["unit"])["command"]:
            return without(trace, i)
    return None


# -- overwatch and opportunity fire -----------------------------------------------------------------


@plant("OW.R1")
def more_than_half_then_overwatch(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_on", moved=6.0):
        if trace[i - 1]["event"] == "move" and trace[i - 1]["used"] == 6.0:
            return put_step(trace, i, trace[i - 1]["element"], 0.5, used=6.0)
    return None


@plant("OW.R2")
def overwatch_under_fire(trace: Trace) -> Trace | None:
    i = first(trace, "overwatch_on")
    if i is None:
        return None
    return insert(trace, i, "under_fire", unit=trace[i]["unit"], on=True, cause="attack")


@plant("OW.R3")
def a_counter_that_survives_under_fire(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "overwatch_off", cause="under_fire"))


@plant("OW.R6")
def fire_and_overwatch(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_on"):
        side = next(u["side"] for u in trace[0]["units"] if u["name"] == trace[i]["unit"])
        enemy = next(u["name"] for u in trace[0]["units"] if u["side"] != side and not u["hidden"])
        return insert(
            trace, i + 1, "fire", unit=trace[i]["unit"], mode="activation", shots=1, target=enemy
        )
    return None


@plant("OW.R7")
def a_watcher_too_many(trace: Trace) -> Trace | None:
    i = first(trace, "overwatch_on")
    return changed(trace, i, watching=trace[i]["watching"] + 1) if i else None


@plant("RD-3")
def a_chance_left_out(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "overwatch_chance", decision="hold"))


@plant("RD-3")
def a_chance_given_twice(trace: Trace) -> Trace | None:
    i = first(trace, "overwatch_chance", decision="hold", reason="no_rule")
    return insert(trace, i, "overwatch_chance", **trace[i]) if i else None


@plant("RD-3")
def a_chance_outside_the_area(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_on", width=90.0):
        if first(trace[i:], "overwatch_chance", unit=trace[i]["unit"]) is not None:
            return changed(trace, i, bearing=(trace[i]["bearing"] + 180.0) % 360.0)
    return None


@plant("OW.F1")
def fire_after_letting_go(trace: Trace) -> Trace | None:
    return changed(
        trace, first(trace, "overwatch_chance", decision="fire"), decision="hold", reason="no_rule"
    )


@plant("OW.F2")
def a_chance_at_who_stands(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_chance", decision="hold"):
        begun = max(every(trace[:i], "activate", unit=trace[i]["mover"]))
        on = max(every(trace[:i], "overwatch_on", unit=trace[i]["unit"]))
        if on < begun:
            return insert(trace, begun + 1, "overwatch_chance", **trace[i])
    return None


@plant("OW.F3")
def a_counter_that_survives_its_shot(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "overwatch_off", cause="fired"))


@plant("OW.A2")
def a_second_shot_on_overwatch(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_off", cause="fired"):
        begun = max(every(trace[:i], "overwatch_chance", unit=trace[i]["unit"]))
        shots = [dict(event) for event in trace[begun:i] if event["event"] in SHOTS]
        if not any(event.get("hit") for event in shots):
            return trace[: i + 1] + shots + trace[i + 1 :]
    return None


SHOTS = ("overwatch_chance", "fire", "shot")


@plant("OW.F5")
def a_marker_flipped_by_overwatch(trace: Trace) -> Trace | None:
    for i in every(trace, "overwatch_off", cause="fired"):
        unit = trace[i]["unit"]
        markers = [trace[j]["inverted"] for j in every(trace[:i], "marker", unit=unit)]
        if not markers[-1]:
            return insert(trace, i + 1, "marker", unit=unit, inverted=True)
    return None


@plant("OW.A3")
def a_counter_gone_at_the_turns_end(trace: Trace) -> Trace | None:
    up = next(every(trace, "marker", inverted=False))
    for i in every(trace[:up], "overwatch_on"):
        unit = trace[i]["unit"]
        if first(trace[i:up], "overwatch_off", unit=unit) is None:
            return insert(trace, up, "overwatch_off", unit=unit, cause="turn_end")
    return None


@plant("OW.A3")
def a_counter_kept_when_activated(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "overwatch_off", cause="activated"))


@plant("DS20.1")
def opportunity_fire_by_an_activated_unit(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="overwatch"):
        markers = [trace[j] for j in every(trace[:i], "marker", unit=trace[i]["unit"])]
        if markers[-1]["inverted"]:
            return changed(trace, i, mode="opportunity")
    return None


@plant("RD-25")
def opportunity_fire_with_a_counter(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="overwatch"):
        markers = [trace[j] for j in every(trace[:i], "marker", unit=trace[i]["unit"])]
        if not markers[-1]["inverted"]:
            return changed(trace, i, mode="opportunity")
    return None


@plant("DS20.3")
def opportunity_fire_for_nothing(trace: Trace) -> Trace | None:
    for i in every(trace, "fire", mode="opportunity"):
        j = first(trace[i:], "marker", unit=trace[i]["unit"], inverted=True)
        assert j is not None
        return without(trace, i + j)
    return None


@plant("RD-4")
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
