"""One battle from deployment to result, and the share of battles that one thread fights."""

from __future__ import annotations

from sim._jit import entry, kernel
from sim.battle import objectives, turn
from sim.layout import codes as c
from sim.rules import artillery, dice, shot, trace
from sim.terrain import lookup

N_CAUSES, N_MODES = len(c.OFF_CAUSES), len(c.MODES)
END_TURNS, END_DECLARED, END_WIPED_OUT = 0, 1, 2


@kernel
def deploy(k, s, seed, battle):
    """Set the state to the start of a battle; scripted dice and the trace switch are kept."""
    s["key"] = dice.battle_key(seed, battle)
    s["turn"] = 1
    s["serial"] = 0
    s["mover"] = c.NOTHING
    s["chance"] = c.NOTHING
    s["attacks"] = 0
    s["clock"] = 1
    s["seen"] = 0
    s["stale"] = c.NOTHING
    s["smoke_count"] = 0
    s["popped"] = c.NOTHING
    s["caller"] = c.NOTHING
    artillery.deploy(k, s)
    for u in range(c.UNITS):
        s["worth_at"][u] = 0
    s["draws"] = 0
    s["sights"] = 0
    s["script_place"] = 0
    s["event_count"] = 0
    clear_row(s)
    row = s["row"]
    row["battle"] = battle
    for side in range(2):
        s["no_rally"][side] = 0
        s["no_offensive"][side] = 0
        first = side * c.UNITS_A_SIDE
        for u in range(first, first + k["unit_count"][side]):
            deploy_unit(k, s, u)
            row["start"][side] += k["units"][u]["count"]
    for place in range(k["objective_count"]):
        s["holder"][place] = k["objectives"][place]["holder"]
    for side in range(2):
        first = side * c.UNITS_A_SIDE
        for u in range(first, first + k["unit_count"][side]):
            lookup.refresh_view(k, s, u)


@kernel
def deploy_unit(k, s, u):
    """Set unit u and its elements to their start."""
    setup = k["units"][u]
    unit = s["units"][u]
    unit["count"] = setup["count"]
    unit["start"] = setup["count"]
    unit["quality"] = setup["quality"]
    unit["alive"] = setup["count"]
    unit["activated"] = 0
    unit["under_fire"] = 0
    unit["confidence"] = setup["confidence"]
    unit["leadership"] = setup["leadership"]
    unit["leader"] = u * c.ELEMENTS_A_UNIT
    unit["hidden"] = setup["hidden"]
    unit["attacked"] = 0
    unit["panicked"] = 0
    unit["casualties"] = 0
    unit["overwatch"] = 0
    unit["watch_zone"] = c.NOTHING
    unit["watch_shots"] = 0
    unit["watch_turn"] = 0
    unit["answered"] = 0
    unit["held_key"] = c.NOTHING
    unit["held_rule"] = c.NOTHING
    unit["refused"] = 0
    unit["disciplined"] = 0
    unit["evading"] = 0
    unit["popped"] = 0
    unit["attackers"] = 0
    unit["tests"] = 0
    unit["asked"] = 0
    unit["reactivated"] = 0
    unit["fell_back"] = 0
    first = u * c.ELEMENTS_A_UNIT
    for e in range(first, first + setup["count"]):
        start = k["elements"][e]
        element = s["elements"][e]
        kind = k["types"][start["type"]]
        element["type"] = start["type"]
        element["team"] = 1 if kind["team"] >= 0 else 0
        element["aboard"] = start["aboard"]
        element["sensors"] = start["sensors"]
        element["smoke"] = kind["smoke"]
        element["gone"] = 0
        element["alive"] = 1
        element["x"] = start["x"]
        element["y"] = start["y"]
        element["cell"] = lookup.cell_at(k, start["x"], start["y"])
        element["fx"] = start["fx"]
        element["fy"] = start["fy"]
        element["damaged"] = 0
        element["immobilised"] = 0
        element["systems_down"] = 0
        element["down_since"] = 0
        element["counted"] = 0
        element["posture"] = start["posture"]
        element["used"] = 0.0
        element["smooth"] = 0.0
        element["moved"] = 0
        element["watching"] = 0
        element["shots"] = 0
        element["next"] = c.NOTHING
        element["way_x"] = 0.0
        element["way_y"] = 0.0
        element["way_left"] = 0.0
        element["way_factor"] = 1.0
        element["allowance"] = 0.0
        element["stepped"] = 0
        element["lost_to"] = c.NOTHING


@kernel
def clear_row(s):
    """Set the result row to nothing."""
    row = s["row"]
    row["turns"] = 0
    row["margin"] = 0.0
    row["winner"] = 2
    for side in range(2):
        row["value"][side] = 0
        row["start"][side] = 0
        row["survivors"][side] = 0
        row["crippled"][side] = 0
        row["points_lost"][side] = 0.0
        row["declared"][side] = 0
        row["chances"][side] = 0
        row["held"][side] = 0
        row["fired"][side] = 0
        row["hits"][side] = 0
        row["kills"][side] = 0
        row["opportunity_fired"][side] = 0
        row["opportunity_hits"][side] = 0
        row["opportunity_kills"][side] = 0
        row["activation_fired"][side] = 0
        row["activation_hits"][side] = 0
        row["activation_kills"][side] = 0
        row["luck"][side] = 0.0
        row["watch_turns"][side] = 0
        row["moved"][side] = 0.0
        row["assaults"][side] = 0
        row["calls"][side] = 0
        for outcome in range(3):
            row["missiles"][side, outcome] = 0
        for cause in range(N_CAUSES):
            row["off"][side, cause] = 0
        for mode in range(N_MODES):
            row["lost"][side, mode] = 0
            row["points_lost_by"][side, mode] = 0.0
            for t in range(c.TURNS):
                row["by_turn"][t, side, mode] = 0


@kernel
def fight(k, s, seed, battle):
    """Fight one battle; its result is in `s["row"]`."""
    deploy(k, s, seed, battle)
    ending = END_TURNS
    while True:
        turn.play_turn(k, s)
        turn.end_turn(k, s)
        if k["objective_count"] == 0 and (
            turn.units_left(k, s, c.BLUE) == 0 or turn.units_left(k, s, c.RED) == 0
        ):
            ending = END_WIPED_OUT
            break
        if turn.units_left(k, s, c.BLUE) == 0 and turn.units_left(k, s, c.RED) == 0:
            ending = END_WIPED_OUT
            break
        declarer = turn.declares_end(k, s)
        if declarer >= 0:
            ending = END_DECLARED
            if s["tracing"] != 0:
                trace.emit(s, c.E_DECLARED, declarer, 0, 0, 0, 0, 0)
            break
        if s["turn"] >= k["turns"]:
            break
        s["turn"] += 1
    settle(k, s)
    if s["tracing"] != 0:
        place = trace.emit(s, c.E_END, s["row"]["winner"], ending, 0, 0, 0, 0)
        trace.measures(s, place, s["row"]["margin"], 0.0, 0.0, 0.0, 0.0, 0.0)


@kernel
def settle(k, s):
    """Count survivors, points and markers, and name the winner (DS17.1, DS17.2)."""
    row = s["row"]
    row["turns"] = s["turn"]
    row["draws"] = s["draws"]
    row["sights"] = s["sights"]
    for side in range(2):
        first = side * c.UNITS_A_SIDE
        for u in range(first, first + k["unit_count"][side]):
            for e in range(u * c.ELEMENTS_A_UNIT, u * c.ELEMENTS_A_UNIT + s["units"][u]["count"]):
                row["points_lost"][side] += shot.cripple_value(k, s, e)
                element = s["elements"][e]
                if element["alive"] != 0:
                    row["survivors"][side] += 1
                    if element["damaged"] != 0 or element["immobilised"] != 0:
                        row["crippled"][side] += 1
        row["value"][side] = objectives.value_held(k, s, side)
    held = row["value"][c.BLUE] - row["value"][c.RED]
    row["margin"] = (
        row["points_lost"][c.RED] - row["points_lost"][c.BLUE] + held * k["objective_points"]
    )
    row["winner"] = winner(k, s, held)


@kernel
def winner(k, s, held):
    """Return the side that wins by the scenario's victory rule, or 2 for a draw."""
    lead = float(held)
    if k["victory"] == c.ATTACK:
        own = s["row"]["value"][k["attacker"]]
        return k["attacker"] if own >= k["enough"] else 1 - k["attacker"]
    if k["victory"] == c.ATTRITION:
        lead = s["row"]["margin"]
    if lead > 0.0:
        return c.BLUE
    if lead < 0.0:
        return c.RED
    return 2


@entry
def fight_share(k_array, states, worker, workers, rows, seed, first):
    """Fight one worker's share of battles `first` to `first + len(rows) - 1` into `rows`.

    Workers run side by side in threads, each with its own state; a battle depends on seed and number
    alone, so neither the number of workers nor the size of a chunk changes a row.
    """
    k = k_array[0]
    s = states[worker]
    for place in range(worker, len(rows), workers):
        fight(k, s, seed, first + place)
        rows[place] = s["row"]
