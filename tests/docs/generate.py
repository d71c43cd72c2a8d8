"""Writes the generated pages of the guide again, and what the examples of all pages print.

    python -m tests.docs.generate            everything
    python -m tests.docs.generate --tables   the generated pages alone: no battle is fought
    python -m tests.docs.generate PAGE.md    what the examples of one page print
    python -m tests.docs.generate --figures  the pictures of the README and the guide

It stands with the tests because it reads them (which rule is proved by what), and because the test that
fails on a stale page uses the same functions. Reading `git diff` afterwards is part of the work.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
from matplotlib.axes import Axes

import sim
from tests.docs.commands import commands_page
from tests.docs.coverage import readings_page, rules_page
from tests.docs.files import scenario_page, shipped_page
from tests.docs.index import index_page
from tests.docs.reader import GUIDE, ROOT, files_of, sections
from tests.docs.results import results_page
from tests.docs.runner import run
from tests.docs.words import glossary_page, words_page

#: File in `notebooks/guide/`: what makes it.
GENERATED: dict[str, Callable[[], str]] = {
    "rules.md": rules_page,
    "readings.md": readings_page,
    "doctrine-words.md": words_page,
    "scenario-file.md": scenario_page,
    "shipped.md": shipped_page,
    "commands.md": commands_page,
    "glossary.md": glossary_page,
    "results.md": results_page,
    "README.md": index_page,
}


def draw_answer(axes: Axes) -> None:
    """Draw the README's answer."""
    comparison = sim.compare("ridge_crossing", side="red", battles=2000, seed=1)
    comparison.plot_differences(axes)


def draw_map(axes: Axes) -> None:
    """Draw the map that the guide explains."""
    sim.replay("ridge_crossing", battle=7, seed=1).plot_turn(2, axes)


#: Picture in `notebooks/guide/figures/`: its size in inches, and what draws it.
FIGURES: dict[str, tuple[tuple[float, float], Callable[[Axes], None]]] = {
    "answer.png": ((9.0, 4.4), draw_answer),
    "map.png": ((9.0, 6.8), draw_map),
}


def draw_figures() -> None:
    """Draw the pictures again."""
    for name, (size, draw) in FIGURES.items():
        with matplotlib.rc_context({"backend": "agg"}):
            figure, axes = plt.subplots(figsize=size, layout="constrained")
            draw(axes)
            figure.savefig(GUIDE / "figures" / name, dpi=100, metadata={"Software": None})
            plt.close(figure)


def executed_pages() -> list[Path]:
    """Return the pages whose examples are executed: all that are written by hand."""
    guide = [path for path in sorted(GUIDE.glob("*.md")) if path.name not in GENERATED]
    return [ROOT / "README.md", ROOT / "notebooks" / "README.md", *guide]


def renew_page(path: Path) -> bool:
    """Write what a page's examples print into it; return whether anything changed."""
    text = path.read_text("utf-8")
    lines = text.splitlines()
    changes = []
    for section in sections(text):
        if section.runs:
            with tempfile.TemporaryDirectory() as folder:
                changes += list(run(section, Path(folder), files_of(text)))
    for change in sorted(changes, key=lambda change: change.start, reverse=True):
        lines[change.start : change.start + len(change.shown)] = change.better
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return bool(changes)


def main(arguments: list[str]) -> None:
    """Renew the pages: all, the generated ones, or the written ones that are named."""
    parser = argparse.ArgumentParser(prog="python -m tests.docs.generate", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("pages", nargs="*", type=written_page, metavar="PAGE.md")
    parser.add_argument("--tables", action="store_true", help="only the generated pages")
    parser.add_argument("--figures", action="store_true", help="only the pictures")
    wanted = parser.parse_args(arguments)
    if wanted.figures:
        draw_figures()
        return
    if not wanted.pages:
        for name, make in GENERATED.items():
            (GUIDE / name).write_text(make(), "utf-8")
    if not wanted.tables:
        for path in wanted.pages or executed_pages():
            changed = renew_page(path)
            sys.stderr.write(f"{path.relative_to(ROOT)}{': renewed' if changed else ''}\n")


def written_page(name: str) -> Path:
    """Return the path of a page whose examples are executed."""
    path = Path(name).resolve()
    if path not in executed_pages():
        known = ", ".join(str(page.relative_to(ROOT)) for page in executed_pages())
        raise argparse.ArgumentTypeError(f"{name}: no page with examples; there are {known}")
    return path


if __name__ == "__main__":
    main(sys.argv[1:])
