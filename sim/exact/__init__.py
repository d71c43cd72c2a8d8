"""Exact odds of any shot, without random numbers."""

from __future__ import annotations

from sim.exact.chits import OUTCOMES, outcomes
from sim.exact.errors import OddsError
from sim.exact.frames import odds_hit, odds_shot
from sim.exact.hit import hit_chance, hits_distribution
from sim.exact.shot import ShotOdds, shot
from sim.exact.tables import half_table, hit_table, kill_table, pot_codes

__all__ = [
    "OUTCOMES",
    "OddsError",
    "ShotOdds",
    "half_table",
    "hit_chance",
    "hit_table",
    "hits_distribution",
    "kill_table",
    "odds_hit",
    "odds_shot",
    "outcomes",
    "pot_codes",
    "shot",
]
