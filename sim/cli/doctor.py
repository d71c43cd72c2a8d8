"""`overwatch doctor`: what is installed, where kernels are cached, whether the dice are fair."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Annotated, Any

import typer

from sim.cli.output import print_json, print_table, print_text

PACKAGES = (
    "numpy", "numba", "llvmlite", "pandas", "matplotlib", "pyarrow", "pydantic", "typer", "rich",
    "jinja2",
)  # fmt: skip

#: What is there only with an extra, by the extra: what it is for, and its packages.
EXTRAS = {
    "studies": ("game, tune, sensitivity", ("cmaes", "nashpy", "optuna", "SALib", "scipy")),
    "notebooks": (
        "notebooks, progress bars and widgets in them",
        ("ipywidgets", "jupyterlab", "jupytext", "tqdm"),
    ),
}
#: Programs that something needs: by what is asked for on the path, and what for.
PROGRAMS = {
    "ffmpeg": (("ffmpeg",), "replay --animate FILE.mp4; .gif needs nothing"),
    "chromium": (
        ("chromium", "chromium-browser", "google-chrome", "chrome"),
        "the tests of the HTML report",
    ),
}

#: p below this is suspect: a fair die gets there once in ten thousand seeds.
SUSPECT = 1e-4


def doctor(
    rolls: Annotated[int, typer.Option(min=1000, help="Rolls of each die, and draws.")] = 1_000_000,
    seed: Annotated[int, typer.Option(min=0, help="Root seed of the rolls.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show versions, threads, cache, and whether the dice are fair.

    Exit code 1 if a die or the pot is suspect: p below 0.0001.
    """
    facts = report(rolls, seed)
    if as_json:
        print_json(facts)
    else:
        _print(facts)
    if not facts["fair"]:
        raise typer.Exit(1)


def report(rolls: int, seed: int) -> dict[str, Any]:
    """Return what `overwatch doctor --json` prints."""
    from sim.study.fairness import fairness

    tests = [test.as_dict() for test in fairness(rolls, seed)]
    return {
        "versions": _versions(),
        "extras": _extras(),
        "programs": _programs(),
        "threads": _threads(),
        "cache": _cache(),
        "seed": seed,
        "fairness": tests,
        "fair": all(test["p"] >= SUSPECT for test in tests),
    }


def _versions() -> dict[str, str]:
    from importlib.metadata import version

    from sim import __version__

    own = {"overwatch": __version__, "python": platform.python_version()}
    return own | {name: version(name) for name in PACKAGES}


def _extras() -> dict[str, Any]:
    """Return of each extra what it is for, and the versions of its packages, None if not there."""
    from importlib.metadata import PackageNotFoundError, version

    def installed(name: str) -> str | None:
        try:
            return version(name)
        except PackageNotFoundError:
            return None

    return {
        extra: {"for": use, "packages": {name: installed(name) for name in names}}
        for extra, (use, names) in EXTRAS.items()
    }


def _programs() -> dict[str, Any]:
    """Return of each program what it is for, and where it is, None if it is not there."""
    from shutil import which

    return {
        name: {"for": use, "path": next(filter(None, map(which, names)), None)}
        for name, (names, use) in PROGRAMS.items()
    }


def _beside(facts: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return a line for each extra and program: what it is, whether it is there, what for."""
    lines = []
    for extra, told in facts["extras"].items():
        missing = [name for name, version in told["packages"].items() if version is None]
        state = f"missing: {', '.join(missing)}" if missing else "installed"
        lines.append((f"extra {extra}", state, told["for"]))
    for name, told in facts["programs"].items():
        lines.append((name, told["path"] or "not found", told["for"]))
    return lines


def _threads() -> dict[str, Any]:
    from sim._jit import JIT_OFF
    from sim._threads import processors

    return {"cpu": os.cpu_count(), "workers": processors(), "jit": not JIT_OFF}


def _cache() -> dict[str, Any]:
    from sim._jit import CACHE_FOLDER

    return {
        "folder": str(CACHE_FOLDER),
        "bytes": _size(CACHE_FOLDER),
        "bytes_all_versions": _size(CACHE_FOLDER.parent),
    }


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _print(facts: dict[str, Any]) -> None:
    threads, cache = facts["threads"], facts["cache"]
    print_table(("package", "version"), facts["versions"].items())
    typer.echo()
    print_table(("beside", "state", "what for"), _beside(facts))
    typer.echo()
    jit = "on" if threads["jit"] else "off"
    print_text(f"threads  {threads['workers']} workers on {threads['cpu']} processors, JIT {jit}")
    size, total = cache["bytes"] / 1e6, cache["bytes_all_versions"] / 1e6
    print_text(f"cache    {cache['folder']}: {size:.1f} MB, all versions {total:.1f} MB")
    typer.echo()
    print_table(
        ("tested", "rolls", "chi-square", "freedom", "p", ""),
        [
            (
                test["name"],
                f"{test['rolls']:,}",
                f"{test['chi_square']:.2f}",
                str(test["freedom"]),
                f"{test['p']:.4f}",
                "fair" if test["p"] >= SUSPECT else "SUSPECT",
            )
            for test in facts["fairness"]
        ],
    )
