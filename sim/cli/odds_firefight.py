"""`overwatch odds firefight`: infantry fire at teams or at a soft vehicle."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sim.cli.odds_shown import (
    UNDONE,
    Json,
    Leadership,
    Quality,
    chances_json,
    percent,
    refuse,
    several,
    whole,
)
from sim.cli.output import print_json, print_table, print_text
from sim.exact import FirefightOdds, OddsError, firefight
from sim.figures import FIREFIGHT_VALIDITY, KILL_TOTAL, RIFLE_CHITS

Rifles = Annotated[str, typer.Option(metavar="N", help="Rifle teams in range.")]
Apsws = Annotated[str, typer.Option(metavar="N", help="APSW teams in range.")]
Target = Annotated[str, typer.Option(metavar="TARGET", help=f"{', '.join(KILL_TOTAL)}.")]
Kind = Annotated[
    str, typer.Option(metavar="KIND", help=f"The firing teams: {', '.join(RIFLE_CHITS)}.")
]
Position = Annotated[
    str, typer.Option(metavar="PLACE", help=f"The target's: {', '.join(FIREFIGHT_VALIDITY)}.")
]
UnderFire = Annotated[
    bool, typer.Option("--under-fire", help="The firing unit has an Under Fire marker.")
]
Inside = Annotated[bool, typer.Option("--inside", help="It fires from inside its carriers.")]

TEAM = {"rifle": "rifle team", "apsw": "APSW team"}


def odds_firefight(
    rifles: Rifles,
    target: Target,
    apsws: Apsws = "0",
    kind: Kind = "line",
    position: Position = "open",
    quality: Quality = "regular",
    leadership: Leadership = "2",
    under_fire: UnderFire = False,
    inside: Inside = False,
    as_json: Json = False,
) -> None:
    """Show what an infantry firefight removes.

    Each team fires at a target of its own.
    """
    try:
        inputs: dict[str, Any] = {
            "rifles": whole("rifles", rifles),
            "target": target,
            "apsws": whole("apsws", apsws),
            "kind": kind,
            "position": position,
            "quality": quality,
            "leadership": whole("leadership", leadership),
            "under_fire": under_fire,
            "inside": inside,
        }
        odds = firefight(**inputs)
    except OddsError as error:
        refuse("firefight", error)
    if as_json:
        print_json(
            {
                "inputs": inputs,
                "quality_die": odds.quality_die,
                "half": {"rifle": odds.half[0], "apsw": odds.half[1]},
                "chits": odds.chits,
                "valid": odds.valid,
                "kill_total": odds.kill_total,
            }
            | chances_json(
                effects=odds.effects, removes=odds.removes, removed=odds.removed, soft=odds.soft
            )
        )
        return
    firing = {arm: inputs[f"{arm}s"] for arm in TEAM if inputs[f"{arm}s"]}
    print_text(*_situation(inputs, odds))
    rows = [
        (TEAM[arm], several(odds.chits[arm], "chit"), percent(odds.removes[arm])) for arm in firing
    ]
    print_table(("one drawing", "draws", "removes its target"), rows)
    if odds.soft:
        headings = ("outcome", "meaning", *(TEAM[arm] for arm in firing))
        print_table(
            headings,
            [
                (name, meaning, *(percent(odds.soft[arm][name]) for arm in firing))
                for name, meaning in UNDONE.items()
                if any(odds.soft[arm][name] for arm in firing)
            ],
        )
    chances = enumerate(odds.removed)
    print_table(
        ("targets removed", "chance"), [(str(lost), percent(chance)) for lost, chance in chances]
    )


def _situation(inputs: dict[str, Any], odds: FirefightOdds) -> list[str]:
    """Return the lines above the tables."""
    firer = f"{inputs['quality']}, leadership {inputs['leadership']}"
    firer += ", under fire" * inputs["under_fire"] + ", inside" * inputs["inside"]
    effects = ", ".join(f"{name} {percent(chance)}" for name, chance in odds.effects.items())
    half = " and ".join(
        several(number, name)
        for number, name in zip(odds.half, TEAM.values(), strict=True)
        if number
    )
    target = inputs["target"].replace("_", " ") + " team" * (not odds.soft)
    place = inputs["position"].replace("_", " ")
    return [
        f"{firer} (D{odds.quality_die}): {effects}",
        f"half of the teams is {half}",
        f"{odds.valid} valid ({place}), {odds.kill_total} or more removes a {target}",
    ]
