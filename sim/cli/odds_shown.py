"""What every `overwatch odds` command shares: numbers in, one-line refusals, tables out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Annotated, Any, NoReturn

import typer

from sim.cli.output import print_table
from sim.exact import OddsError
from sim.figures import QUALITY_DIE

Json = Annotated[bool, typer.Option("--json", help="Print JSON, with exact fractions.")]
# Of a unit, in firefights and close assaults.
Quality = Annotated[str, typer.Option(metavar="QUALITY", help=f"{', '.join(QUALITY_DIE)}.")]
Leadership = Annotated[str, typer.Option(metavar="N", help="1 best, 3 worst.")]

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
#: Where the firer has no systems that could go down.
UNDONE = MEANING | {"SD:F": "undone by an F chit"}


def whole(name: str, text: str) -> int:
    """Return the number; the error of a text that is none is that of any other bad value."""
    try:
        return int(text)
    except ValueError:
        raise OddsError(name, text, "not a whole number") from None


def number(name: str, text: str) -> float:
    """Return the number; errors as `whole`."""
    try:
        return float(text)
    except ValueError:
        raise OddsError(name, text, "not a number") from None


def refuse(command: str, error: OddsError) -> NoReturn:
    """Print the error of an option in one line and end with 2."""
    option = error.name.replace("_", "-")
    value = f"{error.value:g}" if isinstance(error.value, float) else error.value
    typer.echo(f"overwatch: odds {command}: --{option} {value}: {error.reason}", err=True)
    raise typer.Exit(2)


def exact(chance: Fraction) -> str:
    """Return a chance as a text such as 1/8."""
    return f"{chance.numerator}/{chance.denominator}"


def _each(chance: Any, shown: Callable[[Fraction], float | str]) -> Any:
    if isinstance(chance, dict):
        return {name: _each(one, shown) for name, one in chance.items()}
    if isinstance(chance, tuple):
        return [_each(one, shown) for one in chance]
    return shown(chance)


def chances_json(**chances: Any) -> dict[str, Any]:
    """Return two JSON keys for each chance, dict or tuple of chances: floats, and exact texts."""
    result = {}
    for name, chance in chances.items():
        result[name] = _each(chance, float)
        result[f"{name}_exact"] = _each(chance, exact)
    return result


def percent(chance: Fraction) -> str:
    """Return a chance in percent; a small one never shows as none."""
    if 0 < chance < Fraction(5, 100_000):
        return "<0.01 %"
    return f"{float(100 * chance):.2f} %"


def drawing(chits: int, valid: str, armour: int) -> str:
    """Return what one hit draws, against which armour."""
    colours = f"{valid} valid" if valid else "no colour valid"
    return f"{several(chits, 'chit')}, {colours}, against armour {armour}"


def several(number: int, name: str) -> str:
    """Return a number and what is counted, such as 2 chits."""
    return f"{number} {name}{'' if number == 1 else 's'}"


def print_outcomes(chances: dict[str, Fraction], meaning: dict[str, str] = MEANING) -> None:
    """Print what happens to a vehicle."""
    rows = ((name, meaning[name], percent(chance)) for name, chance in chances.items())
    print_table(("outcome", "meaning", "chance"), rows)
