"""Exact odds of shots, missiles, artillery and infantry combat, without random numbers."""

from __future__ import annotations

from sim.exact.artillery import ArtilleryOdds, artillery
from sim.exact.assault import AssaultOdds, assault
from sim.exact.chits import OUTCOMES, outcomes
from sim.exact.errors import OddsError
from sim.exact.firefight import FirefightOdds, firefight
from sim.exact.frames import (
    odds_artillery,
    odds_assault,
    odds_firefight,
    odds_hit,
    odds_missile,
    odds_shot,
)
from sim.exact.hit import hit_chance, hits_distribution
from sim.exact.infantry import removed, soft_outcomes
from sim.exact.missile import MissileOdds, missile
from sim.exact.shot import ShotOdds, shot
from sim.exact.tables import (
    half_table,
    hit_table,
    kill_table,
    pot_codes,
    removed_table,
    soft_table,
)

__all__ = [
    "OUTCOMES",
    "ArtilleryOdds",
    "AssaultOdds",
    "FirefightOdds",
    "MissileOdds",
    "OddsError",
    "ShotOdds",
    "artillery",
    "assault",
    "firefight",
    "half_table",
    "hit_chance",
    "hit_table",
    "hits_distribution",
    "kill_table",
    "missile",
    "odds_artillery",
    "odds_assault",
    "odds_firefight",
    "odds_hit",
    "odds_missile",
    "odds_shot",
    "outcomes",
    "pot_codes",
    "removed",
    "removed_table",
    "shot",
    "soft_outcomes",
    "soft_table",
]
