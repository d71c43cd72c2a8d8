"""The pages of studies about worth: of each rule, of overwatch itself, and in points of force."""

from __future__ import annotations

from collections.abc import Sequence

from sim.report.ablate_figure import ablation_axes, plot_changes
from sim.report.look import Theme
from sim.report.pages import svg_bytes
from sim.report.points_figure import plot_crossing
from sim.report.render import Tile, figure
from sim.report.sheet import Sheet, facts_table, sheet_table, titled
from sim.report.sheets_doctrines import tile_of
from sim.report.style import new_axes
from sim.report.value_figure import plot_worth, value_axes
from sim.report.wording import switch_words
from sim.studies.ablation import Ablation, records
from sim.studies.ablation_words import difference_of
from sim.studies.balance import GOALS, BreakEven, interval_text, points_text
from sim.studies.worth import GROUPS, WORDS, Value
from sim.study.digits import clear

MOST_TILES = 3

Lines = Sequence[tuple[str, ...]]


def ablation_sheet(found: Ablation, changes: Lines, pairs: Lines, files: list[str]) -> Sheet:
    """Return the page of an ablation; `changes` and `pairs` are its tables for people."""
    asked = found.question
    side = asked["side"]
    sure = [line for line in records(found.changes) if line["clear"]]
    tiles = [
        tile_of(
            difference_of(line),
            f"points to {side} by {line['change']} (was {line['was']}): "
            f"{switch_words(line['change'])}",
        )
        for line in sure[:MOST_TILES]
    ]
    tiles.append(Tile(f"{len(sure)} of {len(found.changes)}", "changes are clear of zero"))

    def draw(width: float, theme: Theme) -> bytes:
        return svg_bytes(
            lambda: plot_changes(found, ablation_axes(width, found), theme=theme), theme
        )

    tables = [
        sheet_table(
            caption,
            [[cell or "verdict" for cell in lines[0]], *(_in_words(line) for line in lines[1:])],
        )
        for caption, lines in (("Every change of a rule", changes), ("Changes two by two", pairs))
        if lines
    ]
    return Sheet(
        "ablate",
        asked["scenario"],
        f"{titled(asked['scenario'])}: what is each rule of overwatch worth to {side}?",
        tiles,
        found.conclusions(),
        [
            figure(
                "changes",
                f"Points of margin that each change of a rule brings {side}, with 95% intervals; "
                "filled dots are clear of zero after Holm's correction for all of them.",
                " ".join(found.conclusions()[:2]),
                draw,
            )
        ],
        tables,
        found.command,
        facts_table(asked),
        files,
    )


def _in_words(line: tuple[str, ...]) -> tuple[str, ...]:
    """Return a row of changes whose heading says them in words, with their names below."""
    changes, *rest = line
    words = " & ".join(switch_words(one) for one in changes.split(" & "))
    return (f"{words}\n{changes}", *rest)


def value_sheet(found: Value, parts: Lines, beside: Lines, files: list[str]) -> Sheet:
    """Return the page of what overwatch is worth; `parts` and `beside` are its tables for people."""
    asked = found.question
    side = asked["side"]
    means = {WORDS[group]: found.difference(*names) for group, names in GROUPS.items()}
    order = sorted(means, key=lambda words: -abs(means[words].mean))
    tiles = [tile_of(found.total, f"points a battle: what overwatch is worth to {side}", side)]
    tiles += [tile_of(means[words], words) for words in order[:2] if clear(means[words])]

    def draw(width: float, theme: Theme) -> bytes:
        return svg_bytes(lambda: plot_worth(found, value_axes(width), theme=theme), theme)

    return Sheet(
        "value",
        asked["scenario"],
        f"{titled(asked['scenario'])}: does overwatch pay for {side}, and why?",
        tiles,
        found.conclusions(),
        [
            figure(
                "worth",
                f"What overwatch gains and costs {side}, in points of its margin a battle, cause by "
                "cause, with 95% intervals. The bars above add up to the last one.",
                " ".join(found.conclusions()[:3]),
                draw,
            )
        ],
        [
            sheet_table("Where the points come from, a battle", parts, foot=1),
            sheet_table("What else changes, a battle", beside),
        ],
        found.command,
        facts_table({**asked, "fingerprint": asked.get("fingerprint", "")}),
        files,
    )


def break_even_sheet(found: BreakEven, steps: Lines, files: list[str]) -> Sheet:
    """Return the page of a break-even; `steps` is its table for people."""
    asked, at = found.question, found.crossing
    side = asked["without"]
    interval = f"95%: {interval_text(at.low, at.high)}"
    needs = "none found" if at.at is None else points_text(at.at)
    verb = "needs"
    if at.at is not None and at.at < 0:
        verb = "could give up (below zero)"
    what = f"points of force that {side} {verb} without overwatch {GOALS[asked['goal']]}"
    tiles = [Tile(needs, what, interval, side)]
    if at.at is not None:
        tiles.append(
            Tile(f"{points_text(100 * at.at / found.base)}%", f"of its {found.base:,} points")
        )
    if found.goal is not None:
        tiles.append(
            tile_of(found.goal, f"points: {side}'s margin with overwatch ({asked['with']})")
        )

    def draw(width: float, theme: Theme) -> bytes:
        return svg_bytes(
            lambda: plot_crossing(found, new_axes(width, 4.4, left=0.8), theme=theme), theme
        )

    return Sheet(
        "points",
        asked["scenario"],
        f"{titled(asked['scenario'])}: how many points make up for doing without overwatch?",
        tiles,
        found.conclusions(),
        [
            figure(
                "crossing",
                f"{side.capitalize()}'s margin less the goal over the points added to its force, with "
                "95% intervals; the band is the interval of the break-even.",
                " ".join(found.conclusions()[:2]),
                draw,
            )
        ],
        [sheet_table("The forces that were tried", steps)],
        found.command,
        facts_table(asked),
        files,
    )
