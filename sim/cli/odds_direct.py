"""`overwatch odds hit` and `shot`: direct fire at a vehicle."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

import typer

from sim.cli.odds_shown import (
    Json,
    chances_json,
    drawing,
    number,
    percent,
    print_outcomes,
    refuse,
    whole,
)
from sim.cli.output import print_json, print_text
from sim.exact import OddsError, ShotOdds, outcomes, shot
from sim.figures import FIRE_CONTROL
from sim.layout.codes import ARMOURS, COVERS, VALIDITIES

# Numbers come in as text: a bad one then gets the same one-line message as any other bad value.
Chits = Annotated[str, typer.Option(metavar="N", help="Chits drawn.")]
Valid = Annotated[
    str, typer.Option(metavar="COLOURS", help=f"Valid colours: {', '.join(VALIDITIES[1:])}.")
]
Armour = Annotated[str, typer.Option(metavar="N", help="Armour of the face that is hit.")]
FrontArmour = Annotated[str, typer.Option("--armour", metavar="N", help="Front armour.")]
Weapon = Annotated[str, typer.Option(metavar="KIND/CLASS", help="Weapon, such as HKP/3.")]
FireControl = Annotated[str, typer.Option(metavar="QUALITY", help=f"{', '.join(FIRE_CONTROL)}.")]
Range = Annotated[str, typer.Option(metavar="INCHES", help="Distance.")]
Size = Annotated[str, typer.Option(metavar="N", help="Size class of the target, 1 to 5.")]
Stealth = Annotated[str, typer.Option(metavar="N", help="Stealth levels of the target.")]
Cover = Annotated[str, typer.Option(metavar="COVER", help=f"{', '.join(COVERS)}.")]
Moved = Annotated[bool, typer.Option("--moved", help="Firer moved more than half its factors.")]
Damaged = Annotated[bool, typer.Option("--damaged", help="Firer is damaged.")]
Side = Annotated[bool, typer.Option("--side", help="The hit is not on the front.")]
Barrels = Annotated[str, typer.Option(metavar="N", help="Barrels of a multiple mount.")]
ArmourKind = Annotated[str, typer.Option(metavar="KIND", help=f"{', '.join(ARMOURS)}.")]
Walker = Annotated[bool, typer.Option("--walker", help="Target is a walker.")]


def odds_hit(chits: Chits, valid: Valid, armour: Armour, as_json: Json = False) -> None:
    """Show what one hit on a vehicle does."""
    try:
        drawn, plate = whole("chits", chits), whole("armour", armour)
        chances = outcomes(drawn, valid, plate)
    except OddsError as error:
        refuse("hit", error)
    if as_json:
        inputs = {"chits": drawn, "valid": valid, "armour": plate}
        print_json({"inputs": inputs} | chances_json(hit=Fraction(1), outcomes=chances))
    else:
        print_text(*[drawing(drawn, valid, plate)])
        print_outcomes(chances)


def odds_shot(
    weapon: Weapon,
    fire_control: FireControl,
    range: Range,
    size: Size,
    armour: FrontArmour,
    stealth: Stealth = "0",
    cover: Cover = "none",
    moved: Moved = False,
    damaged: Damaged = False,
    side: Side = False,
    barrels: Barrels = "1",
    armour_kind: ArmourKind = "plain",
    walker: Walker = False,
    as_json: Json = False,
) -> None:
    """Show what one shot at a vehicle does: roll to hit, then chits."""
    try:
        inputs: dict[str, Any] = {
            "weapon": weapon,
            "fire_control": fire_control,
            "range": number("range", range),
            "size": whole("size", size),
            "armour": whole("armour", armour),
            "stealth": whole("stealth", stealth),
            "cover": cover,
            "moved": moved,
            "damaged": damaged,
            "side": side,
            "barrels": whole("barrels", barrels),
            "armour_kind": armour_kind,
            "walker": walker,
        }
        odds = shot(**inputs)
    except OddsError as error:
        refuse("shot", error)
    if as_json:
        print_json(
            {
                "inputs": inputs,
                "impossible": odds.impossible,
                "band": odds.band,
                "firer_die": odds.firer_die,
                "target_die": odds.target_die,
                "secondary_die": odds.secondary_die,
                "chits": odds.chits,
                "valid": odds.valid,
                "armour": odds.armour,
            }
            | chances_json(firer_down=odds.firer_down, hit=odds.hit, outcomes=odds.outcomes)
        )
    else:
        print_text(*_situation(inputs, odds))
        if odds.possible:
            print_outcomes(odds.outcomes)


def _situation(inputs: dict[str, Any], odds: ShotOdds) -> list[str]:
    """Return the lines above the table of a shot."""
    fire_control, distance = inputs["fire_control"], inputs["range"]
    lines = [f"{inputs['weapon']}, {fire_control} fire control, {distance:g} inches: {odds.band}"]
    if odds.impossible:
        return [*lines, f"impossible: {odds.impossible}"]
    dice = f"D{odds.firer_die} against D{odds.target_die}"
    if odds.secondary_die is not None:
        dice += f" and D{odds.secondary_die} ({inputs['cover'].replace('_', ' ')})"
    if inputs["barrels"] == 1:
        lines.append(f"{dice}: hit {percent(odds.hit)}")
    else:
        lines.append(f"{inputs['barrels']} barrels, {dice}: at least one hit {percent(odds.hit)}")
    lines.append(drawing(odds.chits, odds.valid, odds.armour) + " for each hit")
    if inputs["barrels"] > 1:
        lines.append(f"firer's systems down in all: {percent(odds.firer_down)}")
    return lines
