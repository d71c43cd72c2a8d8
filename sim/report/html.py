"""One page that answers the question, with everything it stands on, in one file."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sim import __version__
from sim.refusal import InputError
from sim.report import rows, sentences
from sim.report.figures import FIGURES, SHOWN, Picture
from sim.report.files import write_files
from sim.report.tables import table_files
from sim.study.battles import Battles
from sim.study.choices import BATTLES, Choices, choices_of
from sim.study.fight import Progress
from sim.study.options import describe

TEMPLATES = Path(__file__).parent / "templates"
PAGE = "report.html"


@dataclass(frozen=True)
class Shown:
    """A figure on the page, its pictures as data addresses."""

    name: str
    caption: str
    alt: str
    wide: str
    narrow: str  # empty: the wide one, to be moved along


def write_report(battles: Battles, folder: str | Path, progress: Progress | None = None) -> Path:
    """Write tables, figures and the page into a folder; return the page's path.

    Fights up to 2,000 battles more for each choice of the defender; `progress` hears of those. All
    files or none are written: raises `InputError` where that cannot be done or no battle was fought.
    """
    if not len(battles):
        raise InputError("no battle was fought: there is nothing to report")
    choices = choices_of(
        battles.prepared,
        battles=min(max(len(battles), 2), BATTLES),
        seed=battles.seed,
        progress=progress,
    )
    drawn = {figure.name: figure.png(battles) for figure in FIGURES}
    figures = {figure.name: shown(figure, battles, drawn[figure.name]) for figure in FIGURES}
    files = table_files(battles)
    files |= {f"{name}.png": content for name, content in drawn.items()}
    files[PAGE] = page(battles, choices, figures).encode()
    return write_files(folder, files)[-1]


def page(battles: Battles, choices: Choices, figures: Mapping[str, Shown]) -> str:
    """Return the page; the same battles and choices give the same text."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(f"{PAGE}.j2").render(
        figures=figures, **context(battles, choices)
    )


def context(battles: Battles, choices: Choices) -> dict[str, Any]:
    """Return what the template shows beside the figures."""
    scenario = battles.prepared.scenario
    best, worth, scope = choices.sentences()
    return {
        "scenario": scenario,
        "version": __version__,
        "command": battles.command,
        "who": choices.who,
        "side": choices.side,
        "answers": [sentences.wins(battles), best, worth],
        "conclusions": [
            sentences.margin(battles),
            *sentences.served(battles),
            *sentences.chances(battles),
        ],
        "scopes": [sentences.scope(battles), scope],
        "warnings": sentences.warnings(battles),
        "doctrines": doctrine_texts(battles, choices),
        "result": rows.result_table(battles),
        "choices": rows.choices_table(choices),
        "funnel": rows.funnel_table(battles),
        "losses": rows.losses_table(battles),
        "rules": rows.rules_table(battles),
        "provenance": rows.provenance_table(battles),
    }


def shown(figure: Picture, battles: Battles, png: bytes) -> Shown:
    """Return a figure as the page shows it; `png` is its picture in the wide layout."""
    if figure.shaded:
        addresses = [address(png, "image/png"), ""]
    else:
        addresses = [address(figure.svg(battles, width), "image/svg+xml") for width in SHOWN]
    return Shown(figure.name, figure.caption, figure.describe(battles), *addresses)


def address(content: bytes, kind: str) -> str:
    """Return a file as a data address, so that the page needs no other file."""
    return f"data:{kind};base64,{base64.b64encode(content).decode()}"


def doctrine_texts(battles: Battles, choices: Choices) -> dict[str, str]:
    """Return what each doctrine says of itself, as far as it is a shipped one."""
    texts = {one.doctrine: one.text for one in choices.choices}
    for side, name in enumerate(battles.prepared.doctrines):
        texts.setdefault(name, describe(battles.prepared, side))
    return {name: text for name, text in sorted(texts.items()) if text}
