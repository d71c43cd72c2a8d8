"""The trace: what each number of an event record means, and that a replay is a row of a run."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache

import numpy as np
import pytest

from sim.layout import codes as c
from sim.layout.records import new_states
from sim.refusal import InputError
from sim.study.prepare import Prepared, prepare
from sim.study.replay import Replay, replay
from sim.study.run import run
from sim.study.trace import TraceError, decode

KEYS = {
    "deploy": "scenario battle seed doctrines rules table turns units batteries objectives",
    "turn_start": "side",
    "activate": "unit action move route rule lost closing_up",
    "move": "element from to factors used travel",
    "test": "unit kind score threat die roll passed",
    "confidence": "unit from to cause",
    "under_fire": "unit on cause",
    "overwatch_on": "unit bearing width zone moved watching",
    "overwatch_chance": "unit mover decision reason",
    "overwatch_off": "unit cause",
    "fire": "unit mode shots target",
    "shot": "element weapon target range band die target_die cover roll target_roll secondary_roll "
    "hit barrel armour",
    "chits": "element target drawn valid total armour effects area",
    "status": "element damaged immobilised systems_down in_play",
    "marker": "unit inverted",
    "repair": "element roll needed repaired",
    "objective": "objective side element",
    "revealed": "unit cause",
    "leader": "unit roll from to element",
    "pass": "side",
    "declared": "side",
    "facing": "element facing",
    "posture": "element posture",
    "turn_end": "",
    "end": "winner cause margin",
}
AREA_KEYS = "element weapon target range band area die roll needed hit armour"


@lru_cache(maxsize=8)
def told(scenario: str, battle: int = 0, seed: int = 1) -> Replay:
    return replay(scenario, battle, seed)


@lru_cache(maxsize=1)
def ridge() -> Prepared:
    return prepare("ridge_crossing")


def decoded(kind: int, *integers: int, reals: tuple[float, ...] = (), prepared=None) -> dict:
    """Return what one hand-written event record is told as, without its number and turn."""
    state = new_states(1)[0]
    write(state, kind, *integers, reals=reals)
    event = decode(prepared or ridge(), state, 0, 1)[1]
    assert (event.pop("n"), event.pop("turn")) == (1, 3)
    assert event.pop("event") == c.EVENTS_NAMES[kind]
    return event


def write(state: np.void, kind: int, *integers: int, reals: tuple[float, ...] = ()) -> None:
    record = state["events"][state["event_count"]]
    state["event_count"] += 1
    record["kind"], record["turn"] = kind, 3
    record["i"][: len(integers)] = integers
    record["f"][: len(reals)] = reals


def packed(effect: int, halves: int, *chits: int) -> int:
    """Pack a hit as `sim.rules.chits.draw` says it does."""
    code = effect | halves << 8
    for place, chit in enumerate(chits):
        code |= (chit + 1) << (20 + 5 * place)
    return code


RED = c.UNITS_A_SIDE  # number of the first red unit


def first_of(unit: int) -> int:
    return unit * c.ELEMENTS_A_UNIT


# -- one record of each kind ------------------------------------------------------------------------


def test_sides_are_named():
    for kind in (c.E_TURN_START, c.E_PASS, c.E_DECLARED):
        assert decoded(kind, c.RED) == {"side": "red"}


def test_activation():
    record = (RED, c.DO_MOVE_OVERWATCH, 2, c.TO_COVER, 1, 0)
    assert decoded(c.E_ACTIVATE, *record) == {
        "unit": "Ridge Platoon",
        "action": "move_overwatch",
        "move": "to_cover",
        "route": "covered",
        "rule": 3,  # rules count from 1
        "lost": False,
        "closing_up": False,
    }
    lost = decoded(c.E_ACTIVATE, RED, c.DO_NOTHING, c.NOTHING, c.TO_HOLD, 0, 1)
    assert (lost["rule"], lost["lost"]) == (None, True)


def test_a_waypoint_is_named():
    ours = prepare("ridge_crossing")
    rule = ours.record[0]["doctrines"][c.BLUE]["rules"][c.C_ACTIVATION, 1]
    rule["place"] = ours.names.waypoints.index("bridge")
    event = decoded(c.E_ACTIVATE, 0, c.DO_MOVE, 1, c.TO_WAYPOINT, 0, 0, prepared=ours)
    assert event["move"] == "waypoint bridge"


def test_a_step_is_rounded():
    reals = (1.23456789, 2.0, 1.5, 2.00006, 0.123456789, 4.0)
    assert decoded(c.E_MOVE, 1, 1, 77, reals=reals) == {
        "element": "1st Troop/2",
        "from": [1.2346, 2.0],
        "to": [1.5, 2.0001],
        "factors": 0.123457,
        "used": 4.0,
        "travel": True,
    }


def test_a_test_of_nerve():
    assert decoded(c.E_TEST, 0, c.TEST_PANIC, 4, 6, 5, 1, 2) == {
        "unit": "1st Troop",
        "kind": "panic",
        "score": 4,
        "threat": 2,
        "die": 6,
        "roll": 5,
        "passed": True,
    }


def test_confidence_and_under_fire():
    assert decoded(c.E_CONFIDENCE, 0, c.ST, c.BR, 1) == {
        "unit": "1st Troop", "from": "ST", "to": "BR", "cause": "command_lost",
    }  # fmt: skip
    assert decoded(c.E_UNDER_FIRE, 0, 1, 0) == {"unit": "1st Troop", "on": True, "cause": "attack"}
    assert decoded(c.E_UNDER_FIRE, 0, 0, 1)["cause"] == "activation_ended"


@pytest.mark.parametrize(
    ("x", "y", "bearing"),
    [(0, 1, 0), (1, 0, 90), (0, -1, 180), (-1, 0, 270), (-0.6, 0.8, 323.130102)],
)
def test_a_bearing_is_degrees_clockwise_from_north(x, y, bearing):
    event = decoded(c.E_OVERWATCH_ON, 0, c.NOTHING, 3, reals=(x, y, np.sqrt(0.5), 6.0))
    assert event == {
        "unit": "1st Troop",
        "bearing": bearing,
        "width": 90,
        "zone": None,
        "moved": 6,
        "watching": 3,
    }


@pytest.mark.parametrize(("cosine", "width"), [(-2.0, 360), (0.0, 180), (0.5, 120), (1.0, 0)])
def test_a_width_is_read_from_the_cosine_of_its_half(cosine, width):
    event = decoded(c.E_OVERWATCH_ON, 0, c.NOTHING, 3, reals=(0, 1, cosine, 0))
    assert event["width"] == width


def test_a_zone_is_named():
    zone = ridge().names.zones.index("valley")
    assert decoded(c.E_OVERWATCH_ON, 0, zone, 4, reals=(0, 1, 0.7, 0))["zone"] == "valley"


@pytest.mark.parametrize(
    ("answer", "reason", "words"),
    [
        (c.ANSWER_FIRE, 0, ("fire", "rule 1")),
        (c.ANSWER_HOLD, 2, ("hold", "rule 3")),
        (c.ANSWER_HOLD, -1, ("hold", "no_rule")),
        (c.ANSWER_HOLD, -2, ("hold", "test_failed")),
        (c.ANSWER_FIRE, -3, ("fire", "forced")),
        (c.ANSWER_HOLD, -4, ("hold", "no_shot")),
    ],
)
def test_a_chance_says_why(answer, reason, words):
    event = decoded(c.E_OVERWATCH_CHANCE, RED, 0, answer, reason)
    assert (event["unit"], event["mover"]) == ("Ridge Platoon", "1st Troop")
    assert (event["decision"], event["reason"]) == words


def test_every_cause_of_a_lost_counter_has_its_name():
    causes = [decoded(c.E_OVERWATCH_OFF, RED, code)["cause"] for code in range(len(c.OFF_CAUSES))]
    assert causes == list(c.OFF_CAUSES)


def test_fire_and_a_shot():
    assert decoded(c.E_FIRE, 0, c.BY_OVERWATCH, 2, RED) == {
        "unit": "1st Troop", "mode": "overwatch", "shots": 2, "target": "Ridge Platoon",
    }  # fmt: skip
    state = new_states(1)[0]
    record = (0, 1, first_of(RED) + 2, c.MEDIUM, 8, 6, c.COVER_SOFT, 7, 2, 6)
    write(state, c.E_SHOT, *record, reals=(26.0, 1.0, 1.0, 4.0))
    assert decode(ridge(), state, 0, 1)[1] == {
        "n": 1,
        "turn": 3,
        "event": "shot",
        "element": "1st Troop/1",
        "weapon": "RFAC/1",  # a badger's second
        "target": "Ridge Platoon/3",
        "range": 26.0,
        "band": "medium",
        "die": 8,
        "target_die": 6,
        "cover": "soft_cover",
        "roll": 7,
        "target_roll": 2,
        "secondary_roll": 6,
        "hit": True,
        "barrel": 2,  # barrels count from 1
        "armour": 4,
    }


def test_without_cover_there_is_no_secondary_roll():
    record = (0, 0, first_of(RED), c.CLOSE, 10, 8, c.COVER_NONE, 3, 5, 0)
    event = decoded(c.E_SHOT, *record, reals=(5.0, 0.0, 0.0, 3.0))
    assert (event["weapon"], event["secondary_roll"], event["hit"]) == ("HKP/3", None, False)


def test_the_spread_of_a_salvo_has_the_weapon_of_its_shot():
    state = new_states(1)[0]
    boar = first_of([unit.type for unit in ridge().scenario.blue.units].index("boar"))
    target = first_of(RED)
    write(state, c.E_SHOT, boar, 0, target, c.MEDIUM, 6, 8, 0, 5, 1, 0, reals=(20, 1, 0, 3))
    near = (boar, 0, target + 1, c.MEDIUM, 6, 0, -1, 5, 5, 0)
    write(state, c.E_SHOT, *near, reals=(0.9, 1.0, -1.0, 2.0))
    event = decode(ridge(), state, 0, 1)[2]
    assert list(event)[3:] == AREA_KEYS.split()
    assert event | {"n": 0, "turn": 0} == {
        "n": 0,
        "turn": 0,
        "event": "shot",
        "element": "Assault Troop/1",
        "weapon": "SLAM/4",
        "target": "Ridge Platoon/2",
        "range": 0.9,
        "band": "medium",
        "area": True,
        "die": 6,
        "roll": 5,
        "needed": 5,
        "hit": True,
        "armour": 2,
    }


@pytest.mark.parametrize(
    ("code", "drawn", "total", "effects"),
    [
        (packed(1, 8, 11, 7, 1), ["G3", "Y3", "R1"], 4, ["damaged"]),
        (packed(2 | 4, 3, 0, c.CHIT_M, c.CHIT_T, 15 - 7), ["R0", "M", "T", "G0"], 1.5,
         ["immobilised", "systems_down"]),
        (packed(8, 0, c.CHIT_F), ["F"], 0, ["firer_systems_down"]),
        (packed(16, 30, c.CHIT_BOOM, 3, 3, 3, 7), ["BOOM", "R3", "R3", "R3", "Y3"], 15,
         ["destroyed"]),
    ],
)  # fmt: skip
def test_a_packed_draw_is_taken_apart(code, drawn, total, effects):
    record = (first_of(RED), code, c.V_RY, 4, c.P_CHIT, 1)
    assert decoded(c.E_CHITS, *record) == {
        "element": "1st Troop/2",
        "target": "Ridge Platoon/1",
        "drawn": drawn,
        "valid": "RY",
        "total": total,
        "armour": 4,
        "effects": effects,
        "area": False,
    }
    assert decoded(c.E_CHITS, *record[:4], c.P_AREA_CHIT, 1)["area"] is True


def test_what_befalls_elements_and_units():
    assert decoded(c.E_STATUS, 0, 1, 0, 1, 1) == {
        "element": "1st Troop/1",
        "damaged": True,
        "immobilised": False,
        "systems_down": True,
        "in_play": True,
    }
    assert decoded(c.E_REPAIR, 0, 6, 6, 1) == {
        "element": "1st Troop/1", "roll": 6, "needed": 6, "repaired": True,
    }  # fmt: skip
    assert decoded(c.E_MARKER, 0, 1) == {"unit": "1st Troop", "inverted": True}
    assert decoded(c.E_OBJECTIVE, 0, c.BLUE, 1) == {
        "objective": "depot", "side": "blue", "element": "1st Troop/2",
    }  # fmt: skip
    assert decoded(c.E_LEADER, 0, 3, 1, 2, 1) == {
        "unit": "1st Troop", "roll": 3, "from": 1, "to": 2, "element": "1st Troop/2",
    }  # fmt: skip
    causes = [decoded(c.E_REVEALED, RED, code)["cause"] for code in range(3)]
    assert causes == ["activated", "fired", "seen"]


def test_turn_end_and_end():
    assert decoded(c.E_TURN_END) == {}
    assert decoded(c.E_END, 2, 1, reals=(-12.5,)) == {
        "winner": "draw", "cause": "declared", "margin": -12.5,
    }  # fmt: skip


def test_a_trace_that_is_cut_off_is_refused():
    state = new_states(1)[0]
    state["event_count"] = c.EVENTS + 1
    with pytest.raises(TraceError) as refusal:
        decode(ridge(), state, 7, 2)
    assert str(refusal.value) == (
        f"ridge_crossing: battle 7 of seed 2 has {c.EVENTS + 1} events; a trace holds {c.EVENTS}"
    )


# -- whole battles ------------------------------------------------------------------------------------


def test_the_deployment_comes_first():
    first = told("ridge_crossing", 2, 5).events[0]
    assert (first["n"], first["turn"], first["event"]) == (0, 0, "deploy")
    assert (first["scenario"], first["battle"], first["seed"]) == ("ridge_crossing", 2, 5)
    assert first["doctrines"] == {"blue": "bounding", "red": "ambush"}
    assert first["rules"]["watched_area"] == {
        "width": 90, "nearest": 0, "farthest": 60, "zone": None,
    }  # fmt: skip
    scenario = ridge().scenario
    names = [unit.name for side in scenario.sides for unit in side.units]
    assert [unit["name"] for unit in first["units"]] == names
    guard = next(unit for unit in first["units"] if unit["name"] == "Lane Guard")
    assert (guard["side"], guard["hidden"], guard["posture"]) == ("red", True, "dug_in")
    assert [element["name"] for element in guard["elements"]] == [
        f"Lane Guard/{i}" for i in (1, 2, 3, 4)
    ]
    depot = next(marker for marker in first["objectives"] if marker["name"] == "depot")
    assert (depot["value"], depot["holder"]) == (2, "red")


@pytest.mark.parametrize("scenario", ["ridge_crossing", "battle_group", "village_road"])
def test_every_event_has_its_keys_and_only_names(scenario):
    replayed = told(scenario)
    names = replayed.prepared.names
    units, elements = set(names.units), set(names.elements)
    kinds = Counter(event["event"] for event in replayed.events)
    assert kinds["deploy"] == kinds["end"] == 1
    assert kinds["fire"] and kinds["overwatch_on"] and kinds["chits"]
    turn = 0
    for n, event in enumerate(replayed.events):
        assert event["n"] == n
        assert event["turn"] >= turn
        turn = event["turn"]
        keys = AREA_KEYS if event.get("area") and event["event"] == "shot" else KEYS[event["event"]]
        assert list(event)[3:] == keys.split()
        assert event.get("unit", "") in units
        assert event.get("mover", "") in units
        assert event.get("element", "") in elements
        if event["event"] in ("shot", "chits"):
            assert event["target"] in elements


def test_json_lines_are_the_events():
    replayed = told("ridge_crossing")
    lines = replayed.json_lines().splitlines()
    assert [json.loads(line) for line in lines] == replayed.events


def test_a_replay_is_the_row_of_the_run():
    battles = run("ridge_crossing", battles=6, seed=9, workers=1).battles
    for battle in (0, 5):
        assert replay("ridge_crossing", battle, 9).row == battles.iloc[battle].to_dict()


def test_a_replay_takes_doctrines_and_settings():
    off = replay(
        "ridge_crossing", 0, 1, blue="always", red="always", settings=["rules.overwatch=off"]
    )
    assert off.events[0]["doctrines"] == {"blue": "always", "red": "always"}
    assert off.events[0]["rules"]["overwatch"] is False
    assert not any(event["event"] == "overwatch_on" for event in off.events)
    on = replay("ridge_crossing", 0, 1, blue="always", red="always")
    assert any(event["event"] == "overwatch_on" for event in on.events)


@pytest.mark.parametrize("scenario", ["ridge_crossing", "gun_line", "battle_group"])
def test_the_trace_counts_what_the_row_counts(scenario):
    replayed = told(scenario)
    events, row = replayed.events, replayed.row
    side = {unit["name"]: unit["side"] for unit in events[0]["units"]}
    side |= {one["name"]: unit["side"] for unit in events[0]["units"] for one in unit["elements"]}
    counts = Counter()
    mode = ""
    for event in events:
        match event["event"]:
            case "overwatch_on":
                counts[side[event["unit"]], "declared"] += 1
            case "overwatch_chance":
                counts[side[event["unit"]], "chances"] += 1
                counts[side[event["unit"]], "held"] += event["decision"] == "hold"
            case "overwatch_off":
                counts[side[event["unit"]], f"off_{event['cause']}"] += 1
            case "fire":
                mode = event["mode"]
                name = "fired" if mode == "overwatch" else f"{mode}_fired"
                counts[side[event["unit"]], name] += 1
            case "chits" if "destroyed" in event["effects"]:
                counts[side[event["target"]], f"lost_{mode}"] += 1
    assert events[-1]["winner"] == row["winner"]
    assert events[-1]["margin"] == pytest.approx(row["margin"], abs=1e-6)
    assert events[-1]["turn"] == row["turns"]
    told_columns = [
        "declared", "chances", "held", "fired", "opportunity_fired", "activation_fired",
        *(f"lost_{cause}" for cause in c.MODES),
        *(f"off_{cause}" for cause in c.OFF_CAUSES),
    ]  # fmt: skip
    for name in c.SIDES:
        for column in told_columns:
            assert counts[name, column] == row[f"{name}_{column}"], (name, column)
    assert sum(counts.values()) > 20


@pytest.mark.parametrize(
    ("battle", "seed", "message"),
    [
        (-1, 1, "battle: -1 is less than 0"),
        (0, -1, "seed: -1 is less than 0"),
        (0, 2**63, "seed: 9223372036854775808 is more than 9223372036854775807"),
        (2**63, 0, "battle: 9223372036854775808 is more than 9223372036854775807"),
    ],
)
def test_numbers_out_of_range_are_refused(battle, seed, message):
    with pytest.raises(InputError) as refusal:
        replay("duel", battle, seed)
    assert str(refusal.value) == message


def test_the_last_battle_of_the_last_seed_can_be_told():
    assert told("duel", 2**63 - 1, 2**63 - 1).events[-1]["event"] == "end"
