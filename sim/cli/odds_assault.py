"""`overwatch odds assault`: a close assault of infantry on infantry."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sim.cli.odds_shown import Json, Leadership, Quality, chances_json, percent, refuse, whole
from sim.cli.output import print_json, print_table, print_text
from sim.exact import AssaultOdds, OddsError, assault
from sim.figures import ASSAULT_VALIDITY, RIFLE_CHITS, THREAT_ASSAULT

Kind = Annotated[str, typer.Option(metavar="KIND", help=f"{', '.join(RIFLE_CHITS)}.")]
Rifles = Annotated[str, typer.Option(metavar="N", help="Rifle teams.")]
Apsws = Annotated[str, typer.Option(metavar="N", help="APSW teams.")]
Assaults = Annotated[str, typer.Option(metavar="N", help="Assault teams.")]
Confidence = Annotated[
    str, typer.Option(metavar="LEVEL", help=f"The attacker's: {', '.join(THREAT_ASSAULT)}.")
]
Position = Annotated[
    str, typer.Option(metavar="PLACE", help=f"The defender's: {', '.join(ASSAULT_VALIDITY)}.")
]


def odds_assault(
    attacker: Kind,
    rifles: Rifles,
    defender: Kind,
    defender_rifles: Rifles,
    position: Position = "open",
    apsws: Apsws = "0",
    assaults: Assaults = "0",
    quality: Quality = "regular",
    leadership: Leadership = "2",
    confidence: Confidence = "CO",
    defender_apsws: Apsws = "0",
    defender_assaults: Assaults = "0",
    defender_quality: Quality = "regular",
    defender_leadership: Leadership = "2",
    as_json: Json = False,
) -> None:
    """Show the tests and one round of a close assault."""
    try:
        inputs: dict[str, Any] = {
            "attacker": attacker,
            "rifles": whole("rifles", rifles),
            "apsws": whole("apsws", apsws),
            "assaults": whole("assaults", assaults),
            "quality": quality,
            "leadership": whole("leadership", leadership),
            "confidence": confidence,
            "defender": defender,
            "defender_rifles": whole("defender_rifles", defender_rifles),
            "defender_apsws": whole("defender_apsws", defender_apsws),
            "defender_assaults": whole("defender_assaults", defender_assaults),
            "defender_quality": defender_quality,
            "defender_leadership": whole("defender_leadership", defender_leadership),
            "position": position,
        }
        odds = assault(**inputs)
    except OddsError as error:
        refuse("assault", error)
    if as_json:
        chances = chances_json(
            goes_in=odds.goes_in,
            stands=odds.stands,
            attacker_lost=odds.attacker_lost,
            defender_lost=odds.defender_lost,
            attacker_tests=odds.attacker_tests,
            defender_tests=odds.defender_tests,
            ends=odds.ends,
        )
        print_json({"inputs": inputs} | chances)
        return
    _print(inputs, odds)


def _print(inputs: dict[str, Any], odds: AssaultOdds) -> None:
    """Print the lines and the three tables."""
    place = inputs["position"].replace("_", " ")
    print_text(
        *[
            f"attacker, {inputs['attacker']}, {inputs['quality']}, leadership "
            f"{inputs['leadership']}, {inputs['confidence']}: goes in {percent(odds.goes_in)}",
            f"defender, {inputs['defender']}, {inputs['defender_quality']}, leadership "
            f"{inputs['defender_leadership']}, {place}: stands {percent(odds.stands)}",
            "one round, if both do:",
        ]
    )
    sides = (odds.attacker_lost, odds.defender_lost)
    rows = [
        (str(lost), *(percent(side[lost]) if lost < len(side) else "" for side in sides))
        for lost in range(max(map(len, sides)))
    ]
    print_table(("teams lost", "attacker", "defender"), rows)
    tests = [
        (loss.replace("_", " "), percent(chance), percent(odds.defender_tests[loss]))
        for loss, chance in odds.attacker_tests.items()
    ]
    print_table(("holds after losing", "attacker", "defender"), tests)
    print_table(("end", "chance"), [(end, percent(chance)) for end, chance in odds.ends.items()])
