"""`overwatch odds hit` and `overwatch odds shot`."""

import json
from fractions import Fraction

import pytest

from sim.exact import OUTCOMES, outcomes, shot
from tests.exact.commands import changed, run

HIT = ["hit", "--chits", "3", "--valid", "RY", "--armour", "4"]
SHOT = [
    "shot", "--weapon", "HKP/3", "--fire-control", "enhanced", "--range", "26", "--size", "4",
    "--armour", "4",
]  # fmt: skip


def lines(result):
    assert result.exit_code == 0
    assert result.stderr == ""
    return [" ".join(line.split()) for line in result.stdout.splitlines() if line.strip()]


def check_chances(answer, hit, chances):
    assert answer["hit"] == float(hit)
    assert Fraction(answer["hit_exact"]) == hit
    assert list(answer["outcomes"]) == list(OUTCOMES)
    assert answer["outcomes"] == {name: float(chance) for name, chance in chances.items()}
    exact = {name: Fraction(text) for name, text in answer["outcomes_exact"].items()}
    assert exact == chances
    assert all("/" in text for text in answer["outcomes_exact"].values())


def test_hit_json():
    answer = json.loads(run(*HIT, "--json").stdout)
    check_chances(answer, Fraction(1), outcomes(3, "RY", 4))
    assert answer["inputs"] == {"chits": 3, "valid": "RY", "armour": 4}
    assert answer["outcomes_exact"]["Kill"] == "6620/21063"


def test_hit_text():
    shown = lines(run(*HIT))
    assert shown[:2] == ["3 chits, RY valid, against armour 4", "outcome meaning chance"]
    assert shown[2:] == [
        "SD:F firer's systems down, nothing else 5.00 %",
        "Miss no effect 29.59 %",
        "SD:T target's systems down 7.37 %",
        "MOB immobilised 10.58 %",
        "SD:T&MOB systems down, immobilised 1.34 %",
        "Dam damaged 11.70 %",
        "Dam&SD:T damaged, systems down 1.24 %",
        "Dam&MOB damaged, immobilised 1.74 %",
        "Dam&SD:T&MOB damaged, systems down, immobilised 0.00 %",
        "Kill destroyed 31.43 %",
    ]


def test_hit_text_shows_that_a_small_chance_is_not_none():
    shown = lines(run("hit", "--chits", "5", "--valid", "RYG", "--armour", "0"))
    assert "SD:T&MOB systems down, immobilised <0.01 %" in shown
    assert "SD:F firer's systems down, nothing else 8.26 %" in shown


def test_hit_text_with_one_chit_and_no_valid_colour():
    shown = lines(run("hit", "--chits", "1", "--valid", "", "--armour", "2"))
    assert shown[0] == "1 chit, no colour valid, against armour 2"


def test_shot_json():
    answer = json.loads(run(*SHOT, "--cover", "soft_cover", "--json").stdout)
    odds = shot(cover="soft_cover")
    check_chances(answer, odds.hit, odds.outcomes)
    assert answer["hit_exact"] == "127/288"
    assert answer["impossible"] == ""
    shown = {name: answer[name] for name in ("band", "firer_die", "target_die", "secondary_die")}
    assert shown == {"band": "medium", "firer_die": 8, "target_die": 6, "secondary_die": 6}
    assert (answer["chits"], answer["valid"], answer["armour"]) == (3, "RY", 4)
    assert Fraction(answer["firer_down_exact"]) == odds.firer_down
    assert answer["firer_down"] == float(odds.firer_down)


def test_shot_json_passes_every_option_on():
    options = ["--stealth", "1", "--cover", "hull_down", "--moved", "--damaged", "--side"]
    more = ["--barrels", "2", "--armour-kind", "reactive", "--walker", "--json"]
    answer = json.loads(run(*SHOT, *options, *more).stdout)
    inputs = {
        "weapon": "HKP/3",
        "fire_control": "enhanced",
        "range": 26.0,
        "size": 4,
        "armour": 4,
        "stealth": 1,
        "cover": "hull_down",
        "moved": True,
        "damaged": True,
        "side": True,
        "barrels": 2,
        "armour_kind": "reactive",
        "walker": True,
    }
    assert answer["inputs"] == inputs
    odds = shot(**inputs)
    check_chances(answer, odds.hit, odds.outcomes)
    assert (answer["band"], answer["firer_die"], answer["armour"]) == ("long", 4, 3)


def test_shot_text():
    shown = lines(run(*SHOT, "--cover", "soft_cover"))
    assert shown[:4] == [
        "HKP/3, enhanced fire control, 26 inches: medium",
        "D8 against D6 and D6 (soft cover): hit 44.10 %",
        "3 chits, RY valid, against armour 4 for each hit",
        "outcome meaning chance",
    ]
    assert shown[-1] == "Kill destroyed 13.86 %"


def test_shot_text_of_several_barrels():
    shown = lines(run(*SHOT, "--barrels", "2"))
    odds = shot(barrels=2)
    assert shown[1] == f"2 barrels, D8 against D6: at least one hit {float(100 * odds.hit):.2f} %"
    assert shown[3] == f"firer's systems down in all: {float(100 * odds.firer_down):.2f} %"


def test_shot_text_and_json_of_an_impossible_shot():
    far = [*SHOT[:6], "50", *SHOT[7:]]
    assert lines(run(*far)) == [
        "HKP/3, enhanced fire control, 50 inches: out",
        "impossible: beyond the weapon's 42 inches",
    ]
    answer = json.loads(run(*far, "--json").stdout)
    assert answer["impossible"] == "beyond the weapon's 42 inches"
    assert (answer["firer_die"], answer["hit"], answer["outcomes"]["Miss"]) == (None, 0.0, 1.0)


@pytest.mark.parametrize("extra", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(
    ("command", "option", "value", "reason"),
    [
        (HIT, "--chits", "120", "not from 0 to 119"),
        (HIT, "--chits", "three", "not a whole number"),
        (HIT, "--valid", "B", 'not one of "", R, Y, G, RY, RYG, RYG*2, RYG/2'),
        (HIT, "--armour", "-1", "not 0 or more"),
        (HIT, "--armour", "1.5", "not a whole number"),
        (SHOT, "--weapon", "HKP/9", "class 9 is not one of 3, 4, 5"),
        (SHOT, "--weapon", "HKP", "not a kind and a class such as HKP/3"),
        (SHOT, "--weapon", "X/1", "X is not one of HEL, RFAC, HVC, HKP, MDC, DFFG, SLAM"),
        (SHOT, "--fire-control", "good", "not one of basic, enhanced, superior"),
        (SHOT, "--range", "far", "not a number"),
        (SHOT, "--range", "-2", "not a distance of 0 inches or more"),
        (SHOT, "--range", "inf", "not a distance of 0 inches or more"),
        (SHOT, "--size", "9", "not one of 1, 2, 3, 4, 5"),
        (SHOT, "--armour", "-1", "not 0 or more"),
        (SHOT, "--stealth", "9", "not from 0 to 4"),
        (
            SHOT,
            "--cover",
            "bush",
            "not one of none, soft_cover, evading, dug_in, hull_down, turret_down, pop_up",
        ),
        (SHOT, "--barrels", "0", "not from 1 to 4"),
        (SHOT, "--barrels", "two", "not a whole number"),
        (SHOT, "--armour-kind", "thick", "not one of plain, ablative, reactive"),
    ],
)
def test_bad_values_get_one_line_and_exit_code_2(command, option, value, reason, extra):
    result = run(*changed(command, option, value), *extra)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == f"overwatch: odds {command[0]}: {option} {value}: {reason}\n"


def test_a_missing_option_is_named():
    result = run("hit", "--chits", "3", "--valid", "R")
    assert result.exit_code == 2
    assert "--armour" in result.stderr
    assert "Traceback" not in result.stderr
