"""What is asked of the battles: runs, replays, fairness; and their statistics."""

from __future__ import annotations

from sim.study.replay import Replay, replay
from sim.study.run import run

__all__ = ["Replay", "replay", "run"]
