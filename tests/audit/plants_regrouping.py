"""Planted violations: regrouping."""

from __future__ import annotations

from tests.audit.planting import Plants, Trace, changed, every, first, insert, without

PLANTS = Plants()
LEVELS = ("CO", "ST", "SH", "BR", "RO")


@PLANTS.breaking("DS24.2")
def a_leader_too_good(trace: Trace) -> Trace | None:
    i = first(trace, "regroup")
    return changed(trace, i, leadership=trace[i]["leadership"] % 3 + 1) if i else None


@PLANTS.breaking("DS24.2")
def another_quality(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "regroup"), quality_die=12)


@PLANTS.breaking("DS24.2")
def confidence_rounded_upwards(trace: Trace) -> Trace | None:
    for i in every(trace, "regroup"):
        level = LEVELS.index(trace[i]["confidence"])
        if level:
            return changed(trace, i, confidence=LEVELS[level - 1])
    return None


@PLANTS.breaking("DS24.2")
def one_too_few(trace: Trace) -> Trace | None:
    i = first(trace, "regroup")
    return changed(trace, i, strength=trace[i]["strength"] - 1) if i else None


@PLANTS.breaking("DS24.2")
def one_left_behind(trace: Trace) -> Trace | None:
    for i in every(trace, "regroup"):
        if trace[i + 1]["event"] == "regroup":
            return without(trace, i + 1)
    return None


@PLANTS.breaking("DS24.2")
def the_partner_is_not_activated(trace: Trace) -> Trace | None:
    for i in every(trace, "activate", action="regroup"):
        j = first(trace[i:], "marker", inverted=True)
        if j is not None and trace[i + j + 1]["event"] == "regroup":
            return without(trace, i + j)
    return None


@PLANTS.breaking("DS24.2")
def a_partner_far_away(trace: Trace) -> Trace | None:
    for i in every(trace, "regroup"):
        told = trace[i]
        side = next(u["side"] for u in trace[0]["units"] if u["name"] == told["unit"])
        for unit in trace[0]["units"]:
            if unit["side"] == side and unit["name"] not in (told["unit"], told["joins_from"]):
                return changed(trace, i, joins_from=unit["name"])
    return None


@PLANTS.breaking("DS24.2")
def the_smaller_part_stays(trace: Trace) -> Trace | None:
    for i in every(trace, "regroup"):
        told = trace[i]
        return changed(trace, i, unit=told["joins_from"], joins_from=told["unit"])
    return None


@PLANTS.breaking("DS24.2")
def a_unit_at_full_strength(trace: Trace) -> Trace | None:
    for i in every(trace, "activate", action="regroup"):
        if trace[i + 1]["event"] == "marker" and trace[i + 1]["unit"] != trace[i]["unit"]:
            first_joins = trace[i + 2]["event"] == "regroup"
            if first_joins and trace[i + 2]["joins_from"] == trace[i]["unit"]:
                trace[i]["unit"], trace[i + 1]["unit"] = trace[i + 1]["unit"], trace[i]["unit"]
                return trace
    return None


@PLANTS.breaking("RD-11")
def the_partner_keeps_its_counter(trace: Trace) -> Trace | None:
    return without(trace, first(trace, "overwatch_off", cause="regrouped"))


@PLANTS.breaking("DS24.2")
def the_partner_stays_under_fire(trace: Trace) -> Trace | None:
    for i in every(trace, "activate", action="regroup"):
        if trace[i + 1]["event"] == "under_fire":
            return without(trace, i + 1)
    return None


@PLANTS.breaking("DS24.2")
def an_order_for_something_else(trace: Trace) -> Trace | None:
    for i in every(trace, "regroup"):
        order = max(j for j in every(trace[:i], "activate"))
        return changed(trace, order, action="fire")
    return None


@PLANTS.breaking("DS18.2")
def the_partner_fires(trace: Trace) -> Trace | None:
    for i in every(trace, "regroup"):
        told, active = trace[i], max(every(trace[:i], "activate"))
        if told["unit"] == trace[active]["unit"] or trace[i + 1]["event"] == "regroup":
            continue
        side = next(u["side"] for u in trace[0]["units"] if u["name"] == told["unit"])
        enemy = next(u["name"] for u in trace[0]["units"] if u["side"] != side)
        values = {"mode": "activation", "shots": 1, "target": enemy}
        return insert(trace, i + 1, "fire", unit=told["unit"], **values)
    return None
