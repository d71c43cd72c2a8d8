"""`overwatch odds missile`, `artillery`, `firefight` and `assault`."""

import json
from fractions import Fraction

import pytest
import typer

from sim.cli.odds import odds_app
from sim.exact import artillery, assault, firefight, missile
from tests.exact.commands import changed, run

MISSILE = [
    "missile", "--weapon", "GMS/H", "--guidance", "enhanced", "--ecm", "enhanced", "--armour", "4",
]  # fmt: skip
ARTILLERY = ["artillery", "--battery", "light", "--guns", "3", "--ammunition", "HEF"]
FIREFIGHT = ["firefight", "--rifles", "3", "--target", "powered"]
ASSAULT = [
    "assault", "--attacker", "powered", "--rifles", "3", "--defender", "line",
    "--defender-rifles", "4",
]  # fmt: skip


def lines(result):
    assert result.exit_code == 0
    assert result.stderr == ""
    shown = (" ".join(line.split()) for line in result.stdout.splitlines())
    return [line for line in shown if line.strip("─ ")]


def unpacked(value, change):
    """The chances of an answer or of odds, each changed; tuples as lists."""
    if isinstance(value, dict):
        return {name: unpacked(one, change) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [unpacked(one, change) for one in value]
    return change(value)


def check_json(arguments, inputs, odds, figures, chances):
    """Every input, figure and chance of the odds is in the answer, chances in both forms."""
    result = run(*arguments, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    answer = json.loads(result.stdout)
    assert answer["inputs"] == inputs
    for name in figures:
        assert answer[name] == getattr(odds, name)
    for name in chances:
        assert answer[name] == unpacked(getattr(odds, name), float)
        exact = unpacked(answer[f"{name}_exact"], Fraction)
        assert exact == unpacked(getattr(odds, name), Fraction)
    return answer


def test_every_verb_is_listed():
    verbs = ["hit", "shot", "missile", "artillery", "firefight", "assault"]
    assert list(typer.main.get_command(odds_app).commands) == verbs
    shown = run("--help").stdout
    assert all(f" {verb} " in shown for verb in verbs)


def test_missile_json():
    options = ["--pds", "basic", "--missiles", "3", "--ads", "superior", "--engaged", "2"]
    inputs = {
        "weapon": "GMS/H",
        "guidance": "enhanced",
        "ecm": "enhanced",
        "armour": 4,
        "pds": "basic",
        "missiles": 3,
        "ads": "superior",
        "engaged": 2,
        "side": True,
        "armour_kind": "reactive",
    }
    odds = missile(**inputs)
    arguments = [*MISSILE, *options, "--side", "--armour-kind", "reactive"]
    figures = ["guidance_die", "ecm_die", "pds_die", "ads_die", "engaged", "chits", "valid"]
    chances = ["shot_down", "each", "hits", "hit", "outcomes", "firer_down"]
    check_json(arguments, inputs, odds, [*figures, "armour"], chances)


def test_missile_text():
    shown = lines(run(*MISSILE, "--pds", "basic", "--missiles", "2", "--ads", "enhanced"))
    assert shown[:10] == [
        "2 GMS/H, enhanced guidance",
        "area defence engages 2: D6 against D8: each shot down 31.25 %",
        "D8 against D8 (ECM) and D6 (PDS): each hits 34.64 %, if it gets through",
        "at least one hit 41.95 %",
        "5 chits, RY valid, against armour 4 for each hit",
        "firer's systems down in all: 3.60 %",
        "hits chance",
        "0 58.05 %",
        "1 36.28 %",
        "2 5.67 %",
    ]
    assert shown[-1] == "Kill destroyed 28.05 %"


def test_missile_text_of_one_missile_without_area_defence():
    shown = lines(run(*MISSILE))
    assert shown[:4] == [
        "1 GMS/H, enhanced guidance",
        "D8 against D8 (ECM): each hits 43.75 %",
        "5 chits, RY valid, against armour 4 for each hit",
        "outcome meaning chance",
    ]


def test_artillery_json():
    options = ["--target", "vehicle", "--armour", "5", "--sheaf", "converged", "--dug-in"]
    more = ["--observer", "2", "--table", "off_table"]
    inputs = {
        "battery": "light",
        "guns": 3,
        "ammunition": "MAK",
        "target": "vehicle",
        "armour": 5,
        "dug_in": True,
        "sheaf": "converged",
        "observer": "2",
        "table": "off_table",
    }
    odds = artillery(**inputs)
    assert odds.draws == 3
    arguments = [*ARTILLERY[:-1], "MAK", *options, *more]
    figures = ["observer_die", "needed", "draws", "chits", "valid", "armour", "kill_total"]
    check_json(arguments, inputs, odds, figures, ["answered", "outcomes"])


def test_artillery_text_of_a_team():
    assert lines(run(*ARTILLERY, "--target", "line", "--sheaf", "converged")) == [
        "specialist, guns on table: D12, 4 or more: answered 75.00 %",
        "light battery, 3 guns, converged sheaf, HEF at a line team",
        "3 draws of 2 chits, RY valid, 4 removes",
        "outcome chance",
        "no effect 59.49 %",
        "removed 40.51 %",
    ]


def test_artillery_text_of_a_vehicle():
    shown = lines(run(*ARTILLERY, "--target", "vehicle", "--armour", "3", "--observer", "1"))
    assert shown[:5] == [
        "leader 1, guns on table: D10, 4 or more: answered 70.00 %",
        "light battery, 3 guns, open sheaf, HEF at a vehicle",
        "1 draw of 1 chit, Y valid, against armour 2",
        "outcome meaning chance",
        "SD:F undone by an F chit 1.68 %",
    ]
    assert shown[-1] == "Kill destroyed 8.40 %"


def test_artillery_text_of_an_immune_target():
    shown = lines(run(*ARTILLERY, "--target", "vehicle", "--armour", "3", "--dug-in"))
    assert shown[1:] == [
        "light battery, 3 guns, open sheaf, HEF at a dug-in vehicle",
        "immune (RD-19): nothing is drawn",
    ]


def test_firefight_json():
    options = ["--apsws", "2", "--kind", "powered", "--position", "urban", "--quality", "veteran"]
    inputs = {
        "rifles": 3,
        "target": "powered",
        "apsws": 2,
        "kind": "powered",
        "position": "urban",
        "quality": "veteran",
        "leadership": 1,
        "under_fire": True,
        "inside": False,
    }
    odds = firefight(**inputs)
    arguments = [*FIREFIGHT, *options, "--leadership", "1", "--under-fire"]
    figures = ["quality_die", "chits", "valid", "kill_total"]
    chances = ["effects", "removes", "removed", "soft"]
    answer = check_json(arguments, inputs, odds, figures, chances)
    assert answer["half"] == {"rifle": 1, "apsw": 2}
    inside = json.loads(run(*arguments, "--inside", "--json").stdout)
    assert inside["effects"] == {"ineffective": 1.0, "half": 0.0, "all": 0.0}


def test_firefight_text():
    assert lines(run(*FIREFIGHT, "--apsws", "1")) == [
        "regular, leadership 2 (D8): ineffective 12.50 %, half 25.00 %, all 62.50 %",
        "half of the teams is 1 rifle team and 1 APSW team",
        "RY valid (open), 5 or more removes a powered team",
        "one drawing draws removes its target",
        "rifle team 2 chits 6.20 %",
        "APSW team 3 chits 20.78 %",
        "targets removed chance",
        "0 71.95 %",
        "1 24.92 %",
        "2 2.98 %",
        "3 0.15 %",
        "4 <0.01 %",
    ]


def test_firefight_text_at_a_soft_vehicle():
    arguments = ["--target", "soft_vehicle", "--kind", "powered", "--under-fire"]
    assert lines(run("firefight", "--rifles", "2", *arguments)) == [
        "regular, leadership 2, under fire (D6): ineffective 16.67 %, half 33.33 %, all 50.00 %",
        "half of the teams is 1 rifle team",
        "RY valid (open), 5 or more removes a soft vehicle",
        "one drawing draws removes its target",
        "rifle team 3 chits 31.43 %",
        "outcome meaning rifle team",
        "SD:F undone by an F chit 5.00 %",
        "Miss no effect 41.29 %",
        "SD:T target's systems down 8.61 %",
        "MOB immobilised 12.32 %",
        "SD:T&MOB systems down, immobilised 1.34 %",
        "Kill destroyed 31.43 %",
        "targets removed chance",
        "0 63.03 %",
        "1 32.03 %",
        "2 4.94 %",
    ]


def test_assault_json():
    inputs = {
        "attacker": "powered",
        "rifles": 3,
        "apsws": 1,
        "assaults": 2,
        "quality": "veteran",
        "leadership": 1,
        "confidence": "ST",
        "defender": "line",
        "defender_rifles": 4,
        "defender_apsws": 1,
        "defender_assaults": 0,
        "defender_quality": "green",
        "defender_leadership": 3,
        "position": "dug_in",
    }
    arguments = ["assault"]
    for name, value in inputs.items():
        arguments += [f"--{name.replace('_', '-')}", str(value)]
    chances = ["goes_in", "stands", "attacker_lost", "defender_lost", "ends"]
    tests = ["attacker_tests", "defender_tests"]
    check_json(arguments, inputs, assault(**inputs), [], [*chances, *tests])


def test_assault_text():
    assert lines(run(*ASSAULT, "--defender-apsws", "1", "--position", "dug_in")) == [
        "attacker, powered, regular, leadership 2, CO: goes in 75.00 %",
        "defender, line, regular, leadership 2, dug in: stands 37.50 %",
        "one round, if both do:",
        "teams lost attacker defender",
        "0 38.93 % 54.58 %",
        "1 46.62 % 36.62 %",
        "2 13.43 % 8.19 %",
        "3 1.02 % 0.61 %",
        "4 0.00 %",
        "5 0.00 %",
        "holds after losing attacker defender",
        "under half 62.50 % 62.50 %",
        "half or more 37.50 % 37.50 %",
        "end chance",
        "defender destroyed 0.00 %",
        "attacker destroyed 1.02 %",
        "both destroyed 0.00 %",
        "defender falls back 37.27 %",
        "attacker falls back 25.23 %",
        "both hold 36.48 %",
    ]


TEAM = [*ARTILLERY, "--target", "line"]


@pytest.mark.parametrize("extra", [[], ["--json"]], ids=["text", "json"])
@pytest.mark.parametrize(
    ("command", "option", "value", "reason"),
    [
        (MISSILE, "--weapon", "GMS", "not one of GMS/L, GMS/H"),
        (MISSILE, "--armour", "thick", "not a whole number"),
        (MISSILE, "--missiles", "13", "not from 1 to 12"),
        (MISSILE, "--engaged", "1", "not from 0 to 0"),
        (MISSILE, "--engaged", "all", "not a whole number"),
        (MISSILE, "--armour-kind", "apfc", "not one of plain, ablative, reactive"),
        (ARTILLERY, "--target", "vehicle", "give its front armour with --armour"),
        (TEAM, "--target", "tank", "not one of vehicle, militia, line, powered"),
        (TEAM, "--guns", "0", "not from 1 to 6"),
        (TEAM, "--guns", "many", "not a whole number"),
        (TEAM, "--observer", "4", "not one of specialist, 1, 2, 3"),
        (TEAM, "--armour", "-1", "not 0 or more"),
        (FIREFIGHT, "--rifles", "0", "no team fires"),
        (FIREFIGHT, "--apsws", "4", "with 3 rifle teams more than the 6 elements of a unit"),
        (FIREFIGHT, "--leadership", "best", "not a whole number"),
        (FIREFIGHT, "--position", "hill", "not one of open, soft_cover, dug_in, urban"),
        (ASSAULT, "--defender-rifles", "0", "no team fights on this side"),
        (ASSAULT, "--defender-leadership", "4", "not from 1 to 3"),
        (ASSAULT, "--confidence", "RO", "not one of CO, ST, SH"),
        (ASSAULT, "--assaults", "x", "not a whole number"),
    ],
)
def test_bad_values_get_one_line_and_exit_code_2(command, option, value, reason, extra):
    result = run(*changed(command, option, value), *extra)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr == f"overwatch: odds {command[0]}: {option} {value}: {reason}\n"
