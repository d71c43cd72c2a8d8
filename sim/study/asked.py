"""Scenarios and doctrines as a command names them, also those that were made in Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from sim.doctrine import Doctrine
from sim.scenario import Scenario
from sim.study.doctrine import Named, load_doctrine
from sim.study.phrases import listed


def scenario_name(scenario: Scenario | str | Path) -> str:
    """Return a scenario's name or file; of one made in Python, the file that it may be saved as."""
    if isinstance(scenario, Scenario):
        return scenario.source or f"{scenario.name}.toml"
    return str(scenario)


def all_settings(scenario: Scenario | str | Path, settings: Sequence[str]) -> list[str]:
    """Return the settings that make the scenario of its file: its own changes, then these."""
    own = scenario.settings if isinstance(scenario, Scenario) and scenario.source else ()
    return [*own, *settings]


def doctrine_name(doctrine: Named) -> str:
    """Return a doctrine's name or file; of one made in Python, the file that it may be saved as."""
    return str(load_doctrine(doctrine) if isinstance(doctrine, Doctrine) else doctrine)


def in_python(scenario: Scenario | str | Path, doctrines: Iterable[Named | None] = ()) -> str:
    """Return what a command cannot repeat before it is saved, as a sentence; else nothing."""
    made = []
    if isinstance(scenario, Scenario) and scenario.source is None:
        made.append(f"the scenario {scenario.name}")
    for one in doctrines:
        if isinstance(one, Doctrine) and load_doctrine(one).given is None:
            made.append(f"the doctrine {one.name}")
    made = list(dict.fromkeys(made))
    if not made:
        return ""
    what = "was made in Python: .save() it under that name" if len(made) == 1 else ""
    return f"{listed(made)} {what or 'were made in Python: .save() them under these names'} first"


def repeats(command: str, note: str) -> str:
    """Return a command with what is to be done before it, as the comment of a shell."""
    return f"{command}  # {note}" if note else command
