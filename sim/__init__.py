"""When does overwatch pay? Battles of Dirtside II under its overwatch rules, by the thousand.

The names below are the command line's verbs and what they are given; each is imported when it is
first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sim import exact as odds
    from sim.report.explorer import explorer
    from sim.scenario import load_scenario, parse_scenario
    from sim.studies.ablate import ablate
    from sim.studies.breakeven import break_even as points
    from sim.studies.compare import compare
    from sim.studies.game import game
    from sim.studies.reopen import open_result
    from sim.studies.sensitivity import sensitivity
    from sim.studies.sweep import sweep
    from sim.studies.trigger import trigger
    from sim.studies.tune import tune
    from sim.studies.value import value
    from sim.study.doctrine import load_doctrine, parse_doctrine
    from sim.study.replay import replay
    from sim.study.run import run

__version__ = "0.1.0"

__all__ = [
    "__version__",
    "ablate",
    "compare",
    "explorer",
    "game",
    "load_doctrine",
    "load_scenario",
    "odds",
    "open_result",
    "parse_doctrine",
    "parse_scenario",
    "points",
    "replay",
    "run",
    "sensitivity",
    "sweep",
    "trigger",
    "tune",
    "value",
]

#: Public name: module, and the name in it (none: the module itself).
_EXPORTS = {
    "ablate": ("sim.studies.ablate", "ablate"),
    "compare": ("sim.studies.compare", "compare"),
    "explorer": ("sim.report.explorer", "explorer"),
    "game": ("sim.studies.game", "game"),
    "load_doctrine": ("sim.study.doctrine", "load_doctrine"),
    "load_scenario": ("sim.scenario", "load_scenario"),
    "odds": ("sim.exact", None),
    "open_result": ("sim.studies.reopen", "open_result"),
    "parse_doctrine": ("sim.study.doctrine", "parse_doctrine"),
    "parse_scenario": ("sim.scenario", "parse_scenario"),
    "points": ("sim.studies.breakeven", "break_even"),
    "replay": ("sim.study.replay", "replay"),
    "run": ("sim.study.run", "run"),
    "sensitivity": ("sim.studies.sensitivity", "sensitivity"),
    "sweep": ("sim.studies.sweep", "sweep"),
    "trigger": ("sim.studies.trigger", "trigger"),
    "tune": ("sim.studies.tune", "tune"),
    "value": ("sim.studies.value", "value"),
}


def __getattr__(name: str) -> Any:
    """Import a public name on first use, so that `import sim` stays fast."""
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _EXPORTS[name]
    value = import_module(module)
    return value if attribute is None else getattr(value, attribute)


def __dir__() -> list[str]:
    return sorted(__all__)
