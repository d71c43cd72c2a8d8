"""Exact odds as pandas tables: one row for each combination of the asked values."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from sim.exact.artillery import artillery
from sim.exact.assault import assault
from sim.exact.chits import outcomes
from sim.exact.errors import OddsError
from sim.exact.firefight import firefight
from sim.exact.missile import missile
from sim.exact.shot import shot
from sim.layout.codes import ELEMENTS_A_UNIT

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


def odds_firefight(**asked: Any) -> pd.DataFrame:
    """Return the odds of an infantry firefight, one row for each combination (see `firefight`).

    Columns: the asked arguments, `quality_die`, `ineffective`, `half`, `all`, `valid`,
    `kill_total`, `rifle_removes` and `apsw_removes` (by one team that draws), `removed_0` to
    `removed_6` (by the whole firefight).
    Raises OddsError for a value that is not allowed, TypeError for an unknown argument.
    """
    import pandas as pd

    rows = []
    for row in _combinations(asked):
        odds = firefight(**row)
        rows.append(
            row
            | {"quality_die": odds.quality_die}
            | {name: float(p) for name, p in odds.effects.items()}
            | {"valid": odds.valid, "kill_total": odds.kill_total}
            | {f"{arm}_removes": float(p) for arm, p in odds.removes.items()}
            | _numbered("removed", odds.removed)
        )
    return pd.DataFrame(rows)


def odds_missile(**asked: Any) -> pd.DataFrame:
    """Return the odds of guided missiles, one row for each combination (see `missile`).

    Columns: the asked arguments, `guidance_die`, `ecm_die`, `pds_die` and `ads_die` (missing if
    there is none), `engaged`, `shot_down`, `each` (chance to hit of a missile not shot down),
    `chits`, `valid`, `face` (armour of the face that is hit), `hit`, the outcomes, `firer_down`.
    Raises OddsError for a value that is not allowed, TypeError for an unknown argument.
    """
    import pandas as pd

    rows = []
    for row in _combinations(asked):
        odds = missile(**row)
        rows.append(
            row
            | {
                "guidance_die": odds.guidance_die,
                "ecm_die": odds.ecm_die,
                "pds_die": odds.pds_die,
                "ads_die": odds.ads_die,
                "engaged": odds.engaged,
                "shot_down": float(odds.shot_down),
                "each": float(odds.each),
                "chits": odds.chits,
                "valid": odds.valid,
                "face": odds.armour,
                "hit": float(odds.hit),
            }
            | {name: float(p) for name, p in odds.outcomes.items()}
            | {"firer_down": float(odds.firer_down)}
        )
    return pd.DataFrame(rows).astype({"pds_die": "Int64", "ads_die": "Int64"})


def odds_artillery(**asked: Any) -> pd.DataFrame:
    """Return the odds of a fire mission, one row for each combination (see `artillery`).

    Columns: the asked arguments, `observer_die`, `needed`, `answered`, `draws`, `chits`, `valid`,
    `face` (side armour of a vehicle) and `kill_total` (of a team), each missing for the other, and
    the outcomes of one element if the fire arrives.
    Raises OddsError for a value that is not allowed, TypeError for an unknown argument.
    """
    import pandas as pd

    rows = []
    for row in _combinations(asked):
        odds = artillery(**row)
        rows.append(
            row
            | {
                "observer_die": odds.observer_die,
                "needed": odds.needed,
                "answered": float(odds.answered),
                "draws": odds.draws,
                "chits": odds.chits,
                "valid": odds.valid,
                "face": odds.armour,
                "kill_total": odds.kill_total,
            }
            | {name: float(p) for name, p in odds.outcomes.items()}
        )
    return pd.DataFrame(rows).astype({"face": "Int64", "kill_total": "Int64"})


def odds_assault(**asked: Any) -> pd.DataFrame:
    """Return the odds of a close assault, one row for each combination (see `assault`).

    Columns: the asked arguments, `goes_in`, `stands`, `attacker_lost_0` to `attacker_lost_6`,
    `defender_lost_0` to `defender_lost_6`, and the ends of the round (`assault.ENDS`) with
    underscores.
    Raises OddsError for a value that is not allowed, TypeError for an unknown argument.
    """
    import pandas as pd

    rows = []
    for row in _combinations(asked):
        odds = assault(**row)
        rows.append(
            row
            | {"goes_in": float(odds.goes_in), "stands": float(odds.stands)}
            | _numbered("attacker_lost", odds.attacker_lost)
            | _numbered("defender_lost", odds.defender_lost)
            | {name.replace(" ", "_"): float(p) for name, p in odds.ends.items()}
        )
    return pd.DataFrame(rows)


def _numbered(name: str, chances: tuple[Fraction, ...]) -> dict[str, float]:
    """Return one column for each number of elements of a unit; 0 beyond what is there."""
    columns = {f"{name}_{number}": 0.0 for number in range(ELEMENTS_A_UNIT + 1)}
    return columns | {f"{name}_{number}": float(p) for number, p in enumerate(chances)}


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
