"""Exact odds as pandas tables: one row for each combination of the asked values."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, Any

from sim.exact.chits import outcomes
from sim.exact.errors import OddsError
from sim.exact.shot import shot

if TYPE_CHECKING:
    import pandas as pd


def odds_hit(
    chits: int | Iterable[int], valid: str | Iterable[str], armour: int | Iterable[int]
) -> pd.DataFrame:
    """Return the outcome chances of one hit, one row for each combination (see `outcomes`).

    Each argument is one value or several. Columns: chits, valid, armour, then the outcomes.
    Raises OddsError for a value that is not allowed.
    """
    import pandas as pd

    rows = []
    for row in _combinations({"chits": chits, "valid": valid, "armour": armour}):
        rows.append(row | {name: float(p) for name, p in outcomes(**row).items()})
    return pd.DataFrame(rows)


def odds_shot(**asked: Any) -> pd.DataFrame:
    """Return the odds of a whole shot, one row for each combination of the asked values.

    The arguments are those of `shot`, each one value or several. Columns: the asked arguments,
    `band`, `firer_die` and `secondary_die` (missing if there is none), `target_die`, `chits`,
    `valid`, `face` (armour of the face that is hit), `impossible` (reason, or empty), `hit`, the
    outcomes, `firer_down`.
    Raises OddsError for a value that is not allowed, TypeError for an unknown argument.
    """
    import pandas as pd

    rows = []
    for row in _combinations(asked):
        odds = shot(**row)
        rows.append(
            row
            | {
                "band": odds.band,
                "firer_die": odds.firer_die,
                "target_die": odds.target_die,
                "secondary_die": odds.secondary_die,
                "chits": odds.chits,
                "valid": odds.valid,
                "face": odds.armour,
                "impossible": odds.impossible,
                "hit": float(odds.hit),
            }
            | {name: float(p) for name, p in odds.outcomes.items()}
            | {"firer_down": float(odds.firer_down)}
        )
    return pd.DataFrame(rows).astype({"firer_die": "Int64", "secondary_die": "Int64"})


def _combinations(asked: dict[str, Any]) -> Iterable[dict[str, Any]]:
    """Yield one dict for each combination; a string is one value."""
    several = {}
    for name, value in asked.items():
        many = isinstance(value, Iterable) and not isinstance(value, str)
        several[name] = list(value) if many else [value]
        if not several[name]:
            raise OddsError(name, value, "no value given")
    for values in product(*several.values()):
        yield dict(zip(several, values, strict=True))
