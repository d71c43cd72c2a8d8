"""Planted violations: the dice and chits of fire."""

from __future__ import annotations

from tests.audit.planting import (
    Plants,
    Trace,
    changed,
    every,
    first,
    kind_of,
    mode_of,
    put_step,
    without,
)

PLANTS = Plants()


@PLANTS.breaking("DS28.2")
def larger_die(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", barrel=1):
        if mode_of(trace, i) == "activation" and trace[i]["die"] < 12:
            return changed(trace, i, die=trace[i]["die"] + 2)
    return None


@PLANTS.breaking("DS28.2")
def smaller_die(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", barrel=1, hit=False):
        if mode_of(trace, i) == "activation" and trace[i]["roll"] < trace[i]["die"] - 2:
            return changed(trace, i, die=trace[i]["die"] - 2)
    return None


@PLANTS.breaking("RD-8")
def larger_die_on_overwatch(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", barrel=1):
        if mode_of(trace, i) == "overwatch" and trace[i]["die"] < 12:
            return changed(trace, i, die=trace[i]["die"] + 2)
    return None


@PLANTS.breaking("DS28.3")
def smaller_target_die(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", barrel=1):
        if trace[i]["target_roll"] < trace[i]["target_die"] - 2:
            return changed(trace, i, target_die=trace[i]["target_die"] - 2)
    return None


@PLANTS.breaking("DS28.3")
def cover_in_the_open(trace: Trace) -> Trace | None:
    return changed(
        trace, first(trace, "shot", cover="none", hit=False), cover="dug_in", secondary_roll=1
    )


@PLANTS.breaking("DS28.4")
def hit_on_a_tie(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", hit=False):
        if trace[i].get("target_roll") == trace[i]["roll"] and not trace[i]["secondary_roll"]:
            return changed(trace, i, hit=True)
    return None


@PLANTS.breaking("DS28.4")
def second_barrel_against_another_roll(trace: Trace) -> Trace | None:
    i = first(trace, "shot", barrel=2, hit=False)
    return changed(trace, i, target_roll=trace[i]["target_roll"] % 6 + 1) if i else None


@PLANTS.breaking("DS28.2")
def wrong_band(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "shot", band="medium", hit=False), band="close")


@PLANTS.breaking("DS18.4")
def a_weapon_that_is_not_fitted(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "shot", weapon="HKP/3", hit=False), weapon="HKP/5")


@PLANTS.breaking("DS18.5")
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


@PLANTS.breaking("RD-6")
def front_armour_from_the_side(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", armour=2, hit=False, barrel=1):
        if "boar" in kind_of(trace, trace[i]["target"]) or "badger" in kind_of(
            trace, trace[i]["target"]
        ):
            return changed(trace, i, armour=3)
    return None


@PLANTS.breaking("DS29.1")
def invalid_chit_counted(trace: Trace) -> Trace | None:
    for i in every(trace, "chits", valid="R"):
        extra = sum(int(chit[1]) for chit in trace[i]["drawn"] if chit in ("Y1", "Y2", "G1", "G2"))
        if extra:
            return changed(trace, i, total=trace[i]["total"] + extra)
    return None


@PLANTS.breaking("DS29.1")
def a_chit_too_few(trace: Trace) -> Trace | None:
    for i in every(trace, "chits"):
        if "G0" in trace[i]["drawn"]:
            trace[i]["drawn"].remove("G0")
            return trace
    return None


@PLANTS.breaking("DS5.1")
def more_chits_than_the_pot_holds(trace: Trace) -> Trace | None:
    for i in every(trace, "chits", effects=["firer_systems_down"]):
        if len(trace[i]["drawn"]) >= 3:
            return changed(trace, i, drawn=["F"] * len(trace[i]["drawn"]), total=0)
    return None


@PLANTS.breaking("RD-18")
def an_f_chit_that_does_harm(trace: Trace) -> Trace | None:
    i = first(trace, "chits", effects=["firer_systems_down"])
    return changed(trace, i, effects=["damaged", "firer_systems_down"])


@PLANTS.breaking("DS29.2")
def destroyed_by_an_equal_total(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "chits", effects=["damaged"]), effects=["destroyed"])


@PLANTS.breaking("DS30.1")
def an_m_chit_ignored(trace: Trace) -> Trace | None:
    return changed(trace, first(trace, "chits", effects=["immobilised"]), effects=[])


@PLANTS.breaking("DS30.3")
def salvo_spares_a_neighbour(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", area=True, hit=False):
        salvo = max(j for j in every(trace[:i], "shot") if "area" not in trace[j])
        drawn = [trace[j].get("drawn", ()) for j in range(salvo, i)]
        radius = 1.0 if trace[i]["needed"] == 5 else 2.0
        moved = [
            first(trace[:i], how, element=trace[j]["target"])
            for j in (salvo, i)
            for how in ("move", "mounted")
        ]
        surely_near = trace[i]["range"] < radius - 0.01 or moved == [None] * 4
        if surely_near and not any("F" in chits for chits in drawn):
            return without(trace, i)
    return None


@PLANTS.breaking("DS20.5")
def a_hidden_unit_shot_at(trace: Trace) -> Trace | None:
    for i in every(trace, "revealed"):
        if first(trace[i:], "fire", target=trace[i]["unit"]) is not None:
            return without(trace, i)
    return None


@PLANTS.breaking("DS28.1")
def a_shot_at_a_wreck(trace: Trace) -> Trace | None:
    for i in every(trace, "shot", hit=False, barrel=1):
        unit = trace[i]["target"].rpartition("/")[0]
        for j in every(trace[:i], "status", in_play=False):
            if trace[j]["element"].startswith(f"{unit}/"):
                return changed(trace, i, target=trace[j]["element"])
    return None
