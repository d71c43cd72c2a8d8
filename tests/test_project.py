"""The project's outer files agree with the code."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from fnmatch import fnmatch
from importlib.metadata import version
from pathlib import Path

import pytest

import sim

ROOT = Path(__file__).parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def canonical(requirement: str) -> str:
    return re.match(r"[\w.-]+", requirement)[0].lower().replace("_", "-")


def compiled_modules() -> set[str]:
    """Return the modules with a kernel in them."""
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "sim").rglob("*.py")
        if re.search(r"^@(kernel|hot|entry)$", path.read_text("utf-8"), re.MULTILINE)
    }


def test_one_version():
    assert version("overwatch-sim") == sim.__version__
    assert f"## [{sim.__version__}]" in (ROOT / "CHANGELOG.md").read_text("utf-8")


def test_constraints_pin_every_direct_dependency_to_what_is_installed():
    lines = (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    pinned = {canonical(name): number for name, number in pins.items()}
    project = PYPROJECT["project"]
    extras = project["optional-dependencies"]
    wanted = {*project["dependencies"], *extras["dev"], *extras["studies"]}
    wanted.remove(f"{project['name']}[studies]")  # the tests need that extra too
    for name in map(canonical, wanted):
        assert version(name) == pinned[name]


def test_untyped_definitions_are_allowed_in_kernels_only():
    allowed = next(
        override["module"]
        for override in PYPROJECT["tool"]["mypy"]["overrides"]
        if "disallow_untyped_defs" in override
    )
    compiled = compiled_modules()
    assert len(compiled) > 5
    for module in compiled:
        assert any(fnmatch(module, pattern) for pattern in allowed), module
    for pattern in allowed:
        assert any(fnmatch(module, pattern) for module in compiled), pattern


def test_the_kernel_contract_covers_every_kernel_below_study():
    contract = PYPROJECT["tool"]["importlinter"]["contracts"][1]["source_modules"]
    for module in compiled_modules():
        covered = any(module == name or module.startswith(f"{name}.") for name in contract)
        assert covered or module.startswith("sim.study."), module


@pytest.mark.slow
def test_the_wheel_carries_the_scenarios(tmp_path):
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", tmp_path, ROOT], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    for path in (ROOT / "scenarios").rglob("*.toml"):
        assert f"sim/_scenarios/{path.relative_to(ROOT / 'scenarios').as_posix()}" in names
    assert "sim/_scenarios/motor_pool.toml" in names
    assert not any(name.startswith(("tests/", "scenarios/")) for name in names)
