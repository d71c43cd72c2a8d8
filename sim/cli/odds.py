"""`overwatch odds`: exact odds of a hit's chits or of a whole shot."""

from __future__ import annotations

import json
from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated, Any, NoReturn

import typer

from sim.exact import OddsError, ShotOdds, outcomes, shot
from sim.figures import FIRE_CONTROL
from sim.layout.codes import ARMOURS, COVERS, VALIDITIES

odds_app = typer.Typer(
    help="Exact odds, without random numbers.", no_args_is_help=True, add_completion=False
)

MEANING = {
    "SD:F": "firer's systems down, nothing else",
    "Miss": "no effect",
    "SD:T": "target's systems down",
    "MOB": "immobilised",
    "SD:T&MOB": "systems down, immobilised",
    "Dam": "damaged",
    "Dam&SD:T": "damaged, systems down",
    "Dam&MOB": "damaged, immobilised",
    "Dam&SD:T&MOB": "damaged, systems down, immobilised",
    "Kill": "destroyed",
}

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
Json = Annotated[bool, typer.Option("--json", help="Print JSON, with exact fractions.")]


@odds_app.command("hit")
def odds_hit(chits: Chits, valid: Valid, armour: Armour, as_json: Json = False) -> None:
    """Show what one hit on a vehicle does."""
    try:
        drawn, plate = _whole("chits", chits), _whole("armour", armour)
        chances = outcomes(drawn, valid, plate)
    except OddsError as error:
        _refuse("hit", error)
    if as_json:
        inputs = {"chits": drawn, "valid": valid, "armour": plate}
        _print_json({"inputs": inputs} | _chances(Fraction(1), chances))
    else:
        _print_table([_drawing(drawn, valid, plate)], chances)


@odds_app.command("shot")
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
            "range": _number("range", range),
            "size": _whole("size", size),
            "armour": _whole("armour", armour),
            "stealth": _whole("stealth", stealth),
            "cover": cover,
            "moved": moved,
            "damaged": damaged,
            "side": side,
            "barrels": _whole("barrels", barrels),
            "armour_kind": armour_kind,
            "walker": walker,
        }
        odds = shot(**inputs)
    except OddsError as error:
        _refuse("shot", error)
    if as_json:
        _print_json(
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
                "firer_down": float(odds.firer_down),
                "firer_down_exact": _exact(odds.firer_down),
            }
            | _chances(odds.hit, odds.outcomes)
        )
    else:
        _print_table(_situation(inputs, odds), odds.outcomes if odds.possible else {})


def _whole(name: str, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise OddsError(name, text, "not a whole number") from None


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OddsError(name, text, "not a number") from None


def _refuse(command: str, error: OddsError) -> NoReturn:
    option = error.name.replace("_", "-")
    value = f"{error.value:g}" if isinstance(error.value, float) else error.value
    typer.echo(f"odds {command}: --{option} {value}: {error.reason}", err=True)
    raise typer.Exit(2)


def _exact(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _chances(hit: Fraction, chances: dict[str, Fraction]) -> dict[str, Any]:
    """Return the JSON keys that both commands share; a given hit has the chance 1."""
    return {
        "hit": float(hit),
        "hit_exact": _exact(hit),
        "outcomes": {name: float(chance) for name, chance in chances.items()},
        "outcomes_exact": {name: _exact(chance) for name, chance in chances.items()},
    }


def _print_json(result: dict[str, Any]) -> None:
    typer.echo(json.dumps(result, indent=2))


def _percent(chance: Fraction) -> str:
    if 0 < chance < Fraction(5, 100_000):
        return "<0.01 %"
    return f"{float(100 * chance):.2f} %"


def _drawing(chits: int, valid: str, armour: int) -> str:
    colours = f"{valid} valid" if valid else "no colour valid"
    return f"{chits} chit{'' if chits == 1 else 's'}, {colours}, against armour {armour}"


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
        lines.append(f"{dice}: hit {_percent(odds.hit)}")
    else:
        lines.append(f"{inputs['barrels']} barrels, {dice}: at least one hit {_percent(odds.hit)}")
    lines.append(_drawing(odds.chits, odds.valid, odds.armour) + " for each hit")
    if inputs["barrels"] > 1:
        lines.append(f"firer's systems down in all: {_percent(odds.firer_down)}")
    return lines


def _print_table(lines: Iterable[str], chances: dict[str, Fraction]) -> None:
    """Print the lines and, if there are any chances, the table."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD)
    table.add_column("outcome")
    table.add_column("meaning")
    table.add_column("chance", justify="right")
    for name, chance in chances.items():
        table.add_row(name, MEANING[name], _percent(chance))
    console = Console(highlight=False, markup=False)
    for line in lines:
        console.print(line, soft_wrap=True)
    if chances:
        console.print(table)
