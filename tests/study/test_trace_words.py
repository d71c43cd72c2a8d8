"""A battle in words: sentence by sentence, and nothing of the trace left out."""

from __future__ import annotations

import re
from functools import lru_cache

import pytest

from sim.layout import codes as c
from sim.scenario import shipped_scenarios
from sim.study import phrases
from sim.study.phrases import ending
from sim.study.replay import Replay, replay
from sim.study.words import INDENT, WIDTH, tell


@lru_cache(maxsize=16)
def told(scenario: str) -> Replay:
    return replay(scenario, 2, 1)


def unit(name: str, side: str, count: int) -> dict:
    kind = {"type": "badger", "aboard": None}
    elements = [
        {"name": f"{name}/{i + 1}", "at": [2.5 + 2 * i, 3.5], "facing": [0.0, 1.0]} | kind
        for i in range(count)
    ]
    return {
        "name": name, "side": side, "type": "badger", "quality": "regular", "leadership": 2,
        "confidence": "CO", "command": name == "A", "hidden": name == "B", "posture": "hull_down",
        "sensors": False, "elements": elements,
    }  # fmt: skip


def deployment(**rules: object) -> dict:
    from sim.scenario.models import Rules

    return {
        "n": 0, "turn": 0, "event": "deploy", "scenario": "duel", "battle": 4, "seed": 9,
        "doctrines": {"blue": "patient", "red": "never"}, "rules": Rules().model_dump() | rules,
        "units": [unit("A", "blue", 2), unit("B", "red", 1)], "batteries": [], "objectives": [],
    }  # fmt: skip


def step(element: str, start: float, end: float, factors: float) -> dict:
    return {
        "event": "move", "element": element, "from": [start, 1.0], "to": [end, 1.0],
        "factors": factors, "used": 0.0, "travel": False,
    }  # fmt: skip


def hold(reason: str = "no_rule") -> dict:
    return {
        "event": "overwatch_chance", "unit": "B", "mover": "A", "decision": "hold", "reason": reason,
    }  # fmt: skip


def lines(*events: dict) -> list[str]:
    """Return the lines that events are told in, after the deployment's."""
    start = deployment()
    head = tell([start]).splitlines()
    numbered = [{"n": n + 1, "turn": 1} | event for n, event in enumerate(events)]
    text = tell([start, *numbered]).splitlines()
    assert text[: len(head)] == head
    return text[len(head) :]


ACTIVATE = {
    "event": "activate", "unit": "A", "action": "move_fire", "move": "objective",
    "route": "covered", "rule": 2, "lost": False, "closing_up": False,
}  # fmt: skip
ON = {
    "event": "overwatch_on", "unit": "B", "bearing": 271.2, "width": 90, "zone": None, "moved": 0,
    "watching": 1,
}  # fmt: skip
SHOT = {
    "event": "shot", "element": "B/1", "weapon": "HKP/3", "target": "A/1", "range": 26.04,
    "band": "medium", "die": 8, "target_die": 6, "cover": "none", "roll": 7, "target_roll": 2,
    "secondary_roll": None, "hit": True, "barrel": 1, "armour": 4,
}  # fmt: skip
CHITS = {
    "event": "chits", "element": "B/1", "target": "A/1", "drawn": ["G2", "Y3", "R1"], "valid": "RY",
    "total": 4, "armour": 4, "effects": ["damaged"], "area": False,
}  # fmt: skip
FIRE = {"event": "fire", "unit": "B", "mode": "overwatch", "shots": 1, "target": "A"}


def test_the_head_says_who_fights_whom():
    assert tell([deployment()]).splitlines() == [
        "duel: battle 4 of seed 9",
        "Blue, doctrine patient",
        "  A: 2 badger, regular, leadership 2, confident, hull down, command, "
        "at (2.5, 3.5) to (4.5, 3.5)",
        "Red, doctrine never",
        "  B: 1 badger, regular, leadership 2, confident, hull down, hidden, at (2.5, 3.5)",
    ]


def test_the_head_names_the_rules_that_are_not_the_published_ones():
    text = tell([deployment(shots=2, overwatch=False)])
    assert "\nRules changed: overwatch = False, shots = 2\n" in text


def test_steps_become_one_sentence_until_something_breaks_in():
    assert lines(
        ACTIVATE,
        step("A/1", 1.0, 1.5, 0.5),
        step("A/2", 2.0, 2.5, 1.0),
        step("A/1", 1.5, 2.0, 0.5),
        {"event": "objective", "objective": "mast", "side": "blue", "element": "A/1"},
        step("A/1", 2.0, 2.25, 0.25),
        {"event": "marker", "unit": "A", "inverted": True},
    ) == [
        "  A activates: move to a marker by the covered route, then fire (rule 2)",
        '    A/1 moves 1.0" from (1.0, 1.0) to (2.0, 1.0), 1 factor',
        '    A/2 moves 0.5" from (2.0, 1.0) to (2.5, 1.0), 1 factor',
        "    A/1 takes mast for blue (DS17.1)",
        '    A/1 moves 0.2" from (2.0, 1.0) to (2.2, 1.0), 0.25 factors',
        "    A's command marker is inverted (DS18.2)",
    ]


def test_overwatch_fire_stands_within_the_movers_activation():
    off = {"event": "overwatch_off", "unit": "B", "cause": "fired"}
    chance = hold() | {"decision": "fire", "reason": "rule 1"}
    test = {
        "event": "test", "unit": "A", "kind": "confidence", "score": 3, "threat": 1, "die": 8,
        "roll": 3, "passed": False,
    }  # fmt: skip
    status = {
        "event": "status", "element": "A/1", "damaged": True, "immobilised": False,
        "systems_down": False, "in_play": True,
    }  # fmt: skip
    assert lines(
        ON,
        ACTIVATE,
        step("A/1", 1.0, 1.5, 0.5),
        hold(),
        step("A/1", 1.5, 2.0, 0.5),
        hold(),
        step("A/1", 2.0, 2.5, 0.5),
        chance,
        FIRE,
        SHOT,
        CHITS,
        status,
        {"event": "under_fire", "unit": "A", "on": True, "cause": "attack"},
        test,
        {"event": "confidence", "unit": "A", "from": "CO", "to": "ST", "cause": "test"},
        off,
        step("A/2", 5.0, 5.5, 0.5),
    )[1:] == [
        "  A activates: move to a marker by the covered route, then fire (rule 2)",
        '    A/1 moves 1.5" from (1.0, 1.0) to (2.5, 1.0), 1.5 factors',
        "    B lets A by (2 steps): no rule of its trigger holds (OW.F6)",
        "    B fires on overwatch (OW.F1) at A, 1 shot (rule 1 of its trigger)",
        '      B/1 with HKP/3 at A/1, 26.0", medium: D8 7 against D6 2: hit',
        "        chits against A/1: G2 Y3 R1, RY valid: 4 against armour 4: damaged",
        "      A gets an Under Fire marker (DS24.1)",
        "      A: confidence test (DS22.1), D8 over 3 (leadership 2 and threat 1): 3, failed",
        "      A goes from confident (CO) to steady (ST)",
        "    B's overwatch counter comes off: it has fired (OW.F3)",
    ]


def test_different_reasons_to_hold_are_told_apart():
    held = lines(ON, ACTIVATE, hold(), hold("rule 3"), hold("rule 3"), {"event": "turn_end"})[2:4]
    assert held == [
        "    B lets A by (1 step): no rule of its trigger holds (OW.F6)",
        "    B lets A by (2 steps): rule 3 of its trigger (OW.F6)",
    ]


def test_what_the_unit_loses_as_it_activates_is_told_below_its_headline():
    events = (
        ON,
        {"event": "revealed", "unit": "B", "cause": "activated"},
        {"event": "overwatch_off", "unit": "B", "cause": "activated"},
        ACTIVATE
        | {"unit": "B", "action": "nothing", "move": "hold", "route": "direct", "rule": None},
    )
    assert lines(*events) == [
        "  B goes on overwatch (OW.A1): 90 degrees on bearing 271, 1 element",
        "  B activates: nothing",
        "    B is revealed: it activates (DS20.5)",
        "    B's overwatch counter comes off: it activates (OW.A3)",
    ]


def test_wasted_shots_and_a_lost_unit_are_told():
    killed = CHITS | {"element": "A/1", "target": "B/1", "effects": ["destroyed"]}
    volley = FIRE | {"unit": "A", "mode": "activation", "shots": 3, "target": "B"}
    own = SHOT | {"element": "A/1", "target": "B/1", "cover": "hull_down", "secondary_roll": 9}
    assert lines(
        ACTIVATE, volley, own, killed, {"event": "marker", "unit": "A", "inverted": True}
    )[1:] == [
        "    A fires at B, 3 shots",
        '      B/1 with HKP/3 at A/1, 26.0", medium: D8 7 against D6 2 and D10 9 (hull down): hit'
        .replace("B/1 with", "A/1 with").replace("at A/1", "at B/1"),
        "        chits against B/1: G2 Y3 R1, RY valid: 4 against armour 4: destroyed",
        "      B has nothing left and leaves play (RD-24)",
        "      2 shots wasted (DS28.1)",
        "    A's command marker is inverted (DS18.2)",
    ]  # fmt: skip


def test_barrels_and_the_spread_of_a_salvo():
    spread = {
        "event": "shot", "element": "B/1", "weapon": "SLAM/4", "target": "A/2", "range": 0.84,
        "band": "medium", "area": True, "die": 6, "roll": 4, "needed": 5, "hit": False, "armour": 3,
    }  # fmt: skip
    second = SHOT | {"barrel": 2, "roll": 1, "hit": False}
    assert lines(ACTIVATE, FIRE, SHOT, second, spread)[3:] == [
        "      B/1, barrel 2: D8 1 against D6 2: miss",
        "      the salvo's spread, A/2 0.8\" off: D6 needs 5: 4, miss (DS30.3)",
    ]


def test_the_turns_end_says_what_stays():
    assert lines(
        ON,
        {"event": "marker", "unit": "A", "inverted": False},
        {"event": "marker", "unit": "B", "inverted": False},
        {"event": "turn_end"},
    )[-1] == "  The turn ends (DS19.1): A and B face up; B still on overwatch (OW.A3)"  # fmt: skip


def test_a_long_sentence_is_wrapped_below_itself():
    name = "The Very Long Named Headquarters Platoon"
    event = ACTIVATE | {
        "unit": name,
        "move": "waypoint the far end of the long bridge to the north",
    }
    first, second = lines(event)
    assert first.startswith(f"  {name} activates: move to the far end of the long bridge")
    assert second.startswith("      ")
    assert max(len(first), len(second)) <= WIDTH


@pytest.mark.parametrize(
    ("table", "codes"),
    [
        (phrases.ORDERS, c.ACTIONS),
        (phrases.DESTINATIONS, [name for name in c.DESTINATIONS if name != "waypoint"]),
        (phrases.ROUTES, c.ROUTES),
        (phrases.MODES, c.MODES),
        (phrases.OFF, c.OFF_CAUSES),
        (phrases.TESTS, c.TEST_KINDS),
        (phrases.LEVELS, c.CONFIDENCE),
    ],
)
def test_every_code_has_its_words(table, codes):
    assert set(table) == set(codes)


@pytest.mark.parametrize("scenario", shipped_scenarios())
def test_nothing_of_a_battle_is_left_out(scenario):
    replayed = told(scenario)
    text = replayed.words()
    assert max(map(len, text.splitlines())) <= WIDTH
    flat = re.sub(rf"\n(?:{INDENT}){{4,}}(?=\S)", " ", text)  # not exact, but joins wrapped lines
    events = replayed.events

    def count(**wanted: object) -> int:
        return sum(
            all(event.get(key) == value for key, value in wanted.items()) for event in events
        )

    assert len(re.findall(r"\bchits ", text)) == count(event="chits") > 0
    for event in events:
        if event["event"] == "chits":
            assert f"chits against {event['target']}: {' '.join(event['drawn'])}" in text
        if event["event"] in ("call", "barrage"):
            assert event["battery"] in {one["name"] for one in events[0]["batteries"]}
            assert event["battery"] in text
    assert not re.search(r"\b(?:CO|ST|SH|BR|RO) to ", text)
    assert len(re.findall(r": (?:hit|miss)\b|, (?:hit|miss) \(DS30.3\)", flat)) == count(
        event="shot"
    ) - sum(event["event"] == "shot" and "hit" not in event for event in events)
    assert len(re.findall(r": \d+, (?:passed|failed)", flat)) == count(event="test")
    assert text.count(" activates: ") + text.count(" activates and can do nothing") == count(
        event="activate"
    )
    assert text.count("goes on overwatch (OW.A1)") == count(event="overwatch_on")
    assert text.count("overwatch counter comes off") == count(event="overwatch_off")
    held = re.findall(r" by \((\d+) steps?\): ", text)
    assert sum(map(int, held)) == count(event="overwatch_chance", decision="hold")
    factors = re.findall(r"\), ([\d.]+) factors?", text)
    moved = sum(event["factors"] for event in events if event["event"] == "move")
    assert sum(map(float, factors)) == pytest.approx(moved, abs=0.006 * len(factors))
    assert re.search(r"^END in turn \d+, ", text, re.MULTILINE)


def test_the_margin_is_written_with_a_minus():
    event = {"turn": 6, "cause": "turns", "winner": "red", "margin": -1273.5}
    assert ending(event).endswith("red wins, margin \N{MINUS SIGN}1,273.5 points for blue")
