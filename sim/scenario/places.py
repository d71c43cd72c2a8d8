"""From names to the files of scenarios and doctrines."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from sim.places import doctrine_folder, shipped_folder
from sim.refusal import InputError, alone, nearest, path_of, shown
from sim.scenario.errors import ScenarioError, listed, unknown

MOTOR_POOL = "motor_pool"


def shipped_scenarios() -> list[str]:
    """Return the names of the shipped scenarios, sorted."""
    names = sorted(file.stem for file in shipped_folder().glob("*.toml"))
    return [name for name in names if name != MOTOR_POOL]


def find_scenario(path_or_name: str | Path) -> Path:
    """Return the file of a shipped name or of a path; raises `ScenarioError` if there is none."""
    shipped = shipped_scenarios()
    if not isinstance(path_or_name, str | PathLike):
        raise ScenarioError(
            f"scenario: {shown(path_or_name)} is no name of one; shipped scenarios: {listed(shipped)}"
        )
    if str(path_or_name) in shipped:
        return shipped_folder() / f"{path_or_name}.toml"
    if not str(path_or_name).strip():
        raise ScenarioError(f"'': is no name of a scenario; shipped scenarios: {listed(shipped)}")
    path = path_of("scenario", path_or_name, home=True)
    if path.is_file():
        return path
    what = "is a folder" if path.is_dir() else "there is no such file"
    near = nearest(path.stem, shipped)
    raise ScenarioError(f"{path_or_name}: {what}{near}; shipped scenarios: {listed(shipped)}")


def doctrine_fault(name: str, folders: Sequence[Path]) -> str | None:
    """Return why a doctrine's name or path, relative to one of `folders`, is refused, or None."""
    if name.endswith(".toml") or "/" in name:
        try:
            wanted = path_of("file", name, home=True)
        except InputError as problem:
            return str(problem)
        paths = dict.fromkeys(folder / wanted for folder in folders)
        if any(path.is_file() for path in paths):
            return None
        return f"there is no file {' and none at '.join(map(str, paths))}{alone(name)}"
    shipped = sorted(file.stem for file in doctrine_folder().glob("*.toml"))
    return None if name in shipped else unknown(name, shipped, "a shipped doctrine") + alone(name)
