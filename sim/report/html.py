"""The page of a run: it answers the question, with everything it stands on, in one file."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from sim.layout import codes as c
from sim.refusal import InputError
from sim.report import rows, sentences
from sim.report.figures import FIGURES, Picture
from sim.report.ground import HATCHES, colours, pieces_of
from sim.report.render import PAGE, Shown, Tile, figure, photograph, render
from sim.report.retell import Stage, median_battle
from sim.report.tables import table_files
from sim.study.battles import Battles
from sim.study.choices import BATTLES, Choices, choices_of
from sim.study.digits import MINUS, clear, mean_text, rate_text
from sim.study.files import write_files
from sim.study.kept import read_battles
from sim.study.known import known
from sim.study.notes import as_warning
from sim.study.options import describe
from sim.study.phrases import listed
from sim.study.progress import Wanted

SECTIONS = (
    ("choices", "What overwatch is worth"),
    ("result", "Result"),
    ("funnel", "Shots"),
    ("replay", "One battle"),
    ("losses", "Losses"),
    ("map", "Map"),
    ("rules", "Rules"),
    ("repeat", "Repeat it"),
    ("words", "Words"),
)


def write_report(battles: Battles, folder: str | Path, progress: Wanted = None) -> Path:
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
    stage = median_battle(battles)
    files = table_files(battles)
    files |= {f"{name}.png": content for name, content in drawn.items()}
    files[PAGE] = page(battles, choices, figures, stage).encode()
    return write_files(folder, files)[-1]


def rewrite_report(folder: Path) -> Path:
    """Write tables, figures and page again from the battles that a folder keeps."""
    return write_report(read_battles(folder), folder)


def page(
    battles: Battles, choices: Choices, figures: Mapping[str, Shown], stage: Stage | None = None
) -> str:
    """Return the page; the same battles and choices give the same text.

    `stage` is the battle to step through; without one the page has no such section.
    """
    sections = [one for one in SECTIONS if stage is not None or one[0] != "replay"]
    shown_battle = {"stage": None} if stage is None else replay_context(battles, stage)
    return render(
        f"{PAGE}.j2", sections, figures=figures, **context(battles, choices), **shown_battle
    )


def context(battles: Battles, choices: Choices) -> dict[str, Any]:
    """Return what the template shows beside the figures."""
    scenario = battles.prepared.scenario
    best, worth, scope, *few = choices.sentences()
    return {
        "question": f"{scenario.title}: who wins, and what is overwatch worth to {choices.who}?",
        "kicker": f"run · {scenario.name}",
        "text": scenario.text,
        "again": battles.command,
        "who": choices.who,
        "side": choices.side,
        "tiles": tiles(battles, choices),
        "answers": [sentences.wins(battles), best, worth],
        "conclusions": [
            sentences.margin(battles),
            *sentences.served(battles),
            *sentences.chances(battles),
        ],
        "scopes": [sentences.scope(battles), scope],
        "warnings": list(dict.fromkeys([*sentences.warnings(battles), *map(as_warning, few)])),
        "doctrines": doctrine_texts(battles, choices),
        "result": rows.result_table(battles),
        "choices": rows.choices_table(choices),
        "shots": rows.shots_table(battles),
        "funnel": rows.funnel_table(battles),
        "losses": [rows.losses_table(battles, side) for side in c.SIDES],
        "rules": rows.rules_table(battles),
        "provenance": rows.provenance_table(battles),
    }


def replay_context(battles: Battles, stage: Stage) -> dict[str, Any]:
    """Return what the template of the replay shows."""
    ground = pieces_of(stage.scenario)
    names = listed([unit for unit, _ in stage.document["units"]])
    markers = [f"{name}, value {value}" for name, _, _, value in stage.document["objectives"]]
    goals = f"; markers: {'; '.join(markers)}" if markers else ""
    return {
        "stage": stage,
        "battle": as_script(stage.document),
        "pieces": ground,
        "kinds": sorted({piece.kind for piece in ground}),
        "hatches": {piece.kind: HATCHES[piece.kind] for piece in ground if piece.hatch},
        "signs": stage.signs,
        "light": colours("light"),
        "dark": colours("dark"),
        "margin": f"{stage.margin:,.0f}".replace("-", MINUS),
        "median": f"{stage.median:,.0f}".replace("-", MINUS),
        "count": f"{len(battles):,}",
        "winner": "It is a draw."
        if stage.winner == "draw"
        else f"{stage.winner.capitalize()} wins it by the scenario's rule of victory.",
        "replay_command": replay_command(battles, stage.battle),
        "describe": f"Map of the table, {stage.document['width']} by {stage.document['height']} "
        f"inches, with {names}{goals}; what happens on it is told below in words",
    }


def replay_command(battles: Battles, battle: int) -> str:
    """Return the command that tells a battle of the run, with the run's own options."""
    words = shlex.split(battles.command)
    for option in ("-n", "--seed"):
        if option in words:
            place = words.index(option)
            del words[place : place + 2]
    start = words.index("run") if "run" in words else 0
    told = ["overwatch", "replay", *words[start + 1 :], "--battle", str(battle)]
    return shlex.join([*told, "--seed", str(battles.seed)])


def as_script(document: dict[str, Any]) -> Markup:
    """Return JSON that may stand in a script element."""
    text = json.dumps(known(document), separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return Markup(text.replace("<", "\\u003c"))


def tiles(battles: Battles, choices: Choices) -> list[Tile]:
    """Return the numbers that answer the question: who wins, worth of overwatch, best choice."""
    side = max(("blue", "red"), key=lambda name: battles.win_rate(name).mean)
    found = [_tile(rate_text(battles.win_rate(side)), f"of the battles are won by {side}", side)]
    worth = choices.worth
    who = "the defender" if choices.defends else choices.side
    label = f"points a battle to {who} by the overwatch rules, which {choices.users}"
    doubt = "" if clear(worth) else ": not clear of zero"
    found.append(_tile(mean_text(worth, sign=True), f"{label}{doubt}"))
    lead, over = choices.lead
    label = f"is the best choice of {who}" if not choices.rivals else f"leads for {who}: not clear"
    points = f"{mean_text(lead, sign=True)} points over {over.name}"
    found.append(Tile(choices.choices[0].name, label, points))
    return found


def _tile(text: str, label: str, side: str = "") -> Tile:
    """Return a number and its interval, as `12 (10 to 14)` has them, with its label."""
    figure_text, _, interval = text.partition(" (")
    return Tile(
        figure_text, label, f"95%: {interval.rstrip(')')}" if " to " in interval else "", side
    )


def shown(picture: Picture, battles: Battles, png: bytes) -> Shown:
    """Return a figure as the page shows it; `png` is its picture in the wide light layout."""
    words = picture.describe(battles)
    caption = picture.caption + picture.further(battles)
    if picture.shaded:
        dark = picture.png(battles, theme="dark")
        return photograph(picture.name, caption, words, png, dark)
    return figure(
        picture.name,
        caption,
        words,
        lambda width, theme: picture.svg(battles, width, theme),
    )


def doctrine_texts(battles: Battles, choices: Choices) -> dict[str, str]:
    """Return what each doctrine says of itself, as far as it is a shipped one."""
    texts = {one.doctrine: one.text for one in choices.choices}
    for side, name in enumerate(battles.prepared.doctrines):
        texts.setdefault(name, describe(battles.prepared, side))
    return {name: text for name, text in sorted(texts.items()) if text}
