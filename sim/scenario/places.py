"""Where scenarios, vehicle types and doctrines lie: in the package or beside it."""

from __future__ import annotations

from pathlib import Path

from sim.scenario.errors import ScenarioError, listed, nearest, show

MOTOR_POOL = "motor_pool"


def scenario_folder() -> Path:
    """Return the folder of the shipped scenarios: in an installed package, else in the project."""
    package = Path(__file__).resolve().parent.parent
    shipped = package / "_scenarios"
    return shipped if shipped.is_dir() else package.parent / "scenarios"


def shipped_scenarios() -> list[str]:
    """Return the names of the shipped scenarios, sorted."""
    names = sorted(file.stem for file in scenario_folder().glob("*.toml"))
    return [name for name in names if name != MOTOR_POOL]


def shipped_doctrines() -> list[str]:
    """Return the names of the shipped doctrines, sorted."""
    return sorted(file.stem for file in (scenario_folder() / "doctrines").glob("*.toml"))


def find_scenario(path_or_name: str | Path) -> Path:
    """Return the file of a shipped name or of a path; raises `ScenarioError` if there is none."""
    if str(path_or_name) in shipped_scenarios():
        return scenario_folder() / f"{path_or_name}.toml"
    path = Path(path_or_name)
    if path.is_file():
        return path
    shipped = shipped_scenarios()
    why = "is a folder, not a scenario file" if path.is_dir() else "no such scenario file"
    near = nearest(path.stem, shipped)
    raise ScenarioError(f"{path_or_name}: {why}{near}; shipped scenarios: {listed(shipped)}")


def find_doctrine(name: str, beside: Path) -> Path:
    """Return the file of a shipped doctrine's name, or of a path relative to the file `beside`.

    Raises `ScenarioError` if there is neither.
    """
    if name in shipped_doctrines():
        return scenario_folder() / "doctrines" / f"{name}.toml"
    path = beside.parent / name
    if path.is_file():
        return path
    shipped = shipped_doctrines()
    raise ScenarioError(
        f"{show(name)} is neither a shipped doctrine{nearest(name, shipped)} ({listed(shipped)}) "
        f"nor a file beside the scenario"
    )
