"""One small result of every kind, made once for all tests that look at results."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import sim

#: How to get one, by the name of its class.
MAKE: dict[str, Callable[[], Any]] = {
    "Ablation": lambda: sim.ablate(
        "duel",
        "blue",
        ["always"],
        battles=30,
        only=["shots", "overwatch", "void_on_under_fire"],
        pairs=True,
        seed=1,
    ),
    "Battles": lambda: sim.run("duel", battles=120, seed=1, blue="always"),
    "BreakEven": lambda: sim.points("duel", battles=30, seed=1),
    "Comparison": lambda: sim.compare("duel", battles=100, seed=1, against=["never"]),
    "Game": lambda: sim.game(
        "duel", ["never", "ambush"], ["never", "always"], battles=30, seed=1, resamples=50
    ),
    "Replay": lambda: sim.replay("duel", battle=3, blue="always"),
    "Scenario": lambda: sim.load_scenario("duel").with_(turns=5),
    "Sensitivity": lambda: sim.sensitivity(
        "duel", ["red.units.0.at.0=30:34", "rules.shots=1:3"], battles=10, samples=16
    ),
    "Sweep": lambda: sim.sweep("duel", ["red.units.0.at.0=30:34:2"], battles=40),
    "Trigger": lambda: sim.trigger(["value=10", "p=0.5 value=30"]),
    "Tuning": lambda: sim.tune("duel", "ambush", "red", ["never"], trials=4, battles=80, seed=2),
    "Value": lambda: sim.value("duel", "blue", battles=60, seed=1),
}


@cache
def result(name: str) -> Any:
    """Return the small result of that kind."""
    return MAKE[name]()
