"""`overwatch odds artillery`: a call for fire, and what the fire does to one element."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sim.cli.odds_shown import (
    UNDONE,
    Json,
    chances_json,
    drawing,
    percent,
    print_outcomes,
    refuse,
    several,
    whole,
)
from sim.cli.output import print_json, print_table, print_text
from sim.exact import ArtilleryOdds, OddsError, artillery
from sim.exact.artillery import SHEAVES, TARGETS, VALIDITY
from sim.figures import ARTILLERY_CHITS, CALL_NEEDED

Battery = Annotated[str, typer.Option(metavar="WEIGHT", help=f"{', '.join(ARTILLERY_CHITS)}.")]
Guns = Annotated[str, typer.Option(metavar="N", help="Guns of the battery.")]
Ammunition = Annotated[str, typer.Option(metavar="KIND", help=f"{', '.join(VALIDITY)}.")]
Target = Annotated[str, typer.Option(metavar="TARGET", help=f"{', '.join(TARGETS)}.")]
Armour = Annotated[
    str | None,
    typer.Option(metavar="N", help="Front armour of a vehicle; its side value is what counts."),
]
DugIn = Annotated[bool, typer.Option("--dug-in", help="The target is dug in.")]
Sheaf = Annotated[str, typer.Option(metavar="SHEAF", help=f"{', '.join(SHEAVES)}.")]
Observer = Annotated[
    str, typer.Option(metavar="WHO", help="specialist, or a leader's leadership: 1, 2, 3.")
]
Table = Annotated[
    str, typer.Option(metavar="WHERE", help=f"Where the guns are: {', '.join(CALL_NEEDED)}.")
]


def odds_artillery(
    battery: Battery,
    guns: Guns,
    ammunition: Ammunition,
    target: Target,
    armour: Armour = None,
    dug_in: DugIn = False,
    sheaf: Sheaf = "open",
    observer: Observer = "specialist",
    table: Table = "on_table",
    as_json: Json = False,
) -> None:
    """Show a call for fire, and what the fire does.

    The outcome is that of one element in the beaten zone, if the fire arrives.
    """
    try:
        if target == "vehicle" and armour is None:
            raise OddsError("target", target, "give its front armour with --armour")
        inputs: dict[str, Any] = {
            "battery": battery,
            "guns": whole("guns", guns),
            "ammunition": ammunition,
            "target": target,
            "armour": whole("armour", armour or "0"),
            "dug_in": dug_in,
            "sheaf": sheaf,
            "observer": observer,
            "table": table,
        }
        odds = artillery(**inputs)
    except OddsError as error:
        refuse("artillery", error)
    if as_json:
        print_json(
            {
                "inputs": inputs,
                "observer_die": odds.observer_die,
                "needed": odds.needed,
                "draws": odds.draws,
                "chits": odds.chits,
                "valid": odds.valid,
                "armour": odds.armour,
                "kill_total": odds.kill_total,
            }
            | chances_json(answered=odds.answered, outcomes=odds.outcomes)
        )
        return
    print_text(*_situation(inputs, odds))
    if not odds.draws:
        return
    if odds.kill_total is None:
        print_outcomes(odds.outcomes, UNDONE)
    else:
        rows = [
            ("no effect", percent(odds.outcomes["Miss"])),
            ("removed", percent(odds.outcomes["Kill"])),
        ]
        print_table(("outcome", "chance"), rows)


def _situation(inputs: dict[str, Any], odds: ArtilleryOdds) -> list[str]:
    """Return the lines above the table."""
    who = inputs["observer"]
    caller = who if who == "specialist" else f"leader {who}"
    table = inputs["table"].replace("_", " ")
    guns = several(inputs["guns"], "gun")
    lines = [
        f"{caller}, guns {table}: D{odds.observer_die}, {odds.needed} or more: "
        f"answered {percent(odds.answered)}",
        f"{inputs['battery']} battery, {guns}, {inputs['sheaf']} sheaf, {inputs['ammunition']} at "
        f"a {'dug-in ' * inputs['dug_in']}{inputs['target']}{' team' * (odds.armour is None)}",
    ]
    if not odds.draws:
        return [*lines, "immune (RD-19): nothing is drawn"]
    if odds.armour is not None:
        draw = drawing(odds.chits, odds.valid, odds.armour)
    else:
        draw = f"{several(odds.chits, 'chit')}, {odds.valid} valid, {odds.kill_total} removes"
    return [*lines, f"{several(odds.draws, 'draw')} of {draw}"]
