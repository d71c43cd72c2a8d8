"""The pages of studies about doctrines: compare, sweep, sensitivity and game."""

from __future__ import annotations

from sim.layout import codes as c
from sim.report.compare_figure import comparison_svg
from sim.report.game_figure import game_axes, plot_payoffs
from sim.report.look import Theme
from sim.report.pages import svg_bytes
from sim.report.render import Tile, figure
from sim.report.rows import Table
from sim.report.sensitivity_figure import sensitivity_svg
from sim.report.sheet import Sheet, facts_table, sheet_table, titled
from sim.report.style import NARROW
from sim.report.sweep_figure import sweep_svg
from sim.studies.comparison import Answer, Comparison
from sim.studies.comparison_words import OPEN, hundredfold
from sim.studies.game_result import Game
from sim.studies.game_samples import IN_USE
from sim.studies.sensitivity import OUTPUTS, Sensitivity
from sim.studies.sweep import Sweep
from sim.studies.sweep_words import extremes, spots
from sim.study.digits import clear, mean_text, number, rate_text, step_of
from sim.study.intervals import Mean
from sim.study.phrases import listed

MOST_TILES = 4


def tile_of(mean: Mean, label: str, side: str = "", doubt: str | None = None) -> Tile:
    """Return a mean as a number in large type with its interval; it says so if it is not clear.

    `doubt` is what it says; where there is none its interval decides.
    """
    text, _, interval = mean_text(mean, sign=True).partition(" (")
    if doubt is None:
        doubt = "" if clear(mean) else "not clear of zero"
    said = f"95%: {interval.rstrip(')')}{doubt and '; ' + doubt}"
    return Tile(text, label, said if interval else "", side)


# -- compare --------------------------------------------------------------------------------------


def comparison_sheet(found: Comparison, files: list[str]) -> Sheet:
    """Return the page of a comparison."""
    who = "either side" if found.swapped else found.side
    reference = found.reference
    told = [one for one in found.answers if one.to_reference is not None]
    if len(found.doctrines) > 2:
        told = [one for one in told if one.enemy == found.enemies[0]]
    tiles = [
        tile_of(
            one.to_reference.adjusted,
            f"points a battle with {one.doctrine} over {reference}, against {one.enemy}",
            doubt="not told apart" if one.verdict == OPEN else "",
        )
        for one in told[:MOST_TILES]
        if one.to_reference is not None
    ]
    return Sheet(
        "compare",
        found.scenario,
        f"{titled(found.scenario)}: "
        + (
            f"{found.doctrines[1]} or {reference} for {who}?"
            if len(found.doctrines) == 2
            else f"which doctrine is best for {who}?"
        ),
        tiles,
        found.conclusions(),
        [
            figure(
                "differences",
                f"Points of margin that each doctrine brings more than {reference}, enemy by enemy, "
                "with 95% intervals. Filled dots are better or worse for all differences together "
                "(Bonferroni); hollow ones these battles cannot tell apart.",
                " ".join(found.conclusions()[: len(found.doctrines)]),
                lambda width, theme: comparison_svg(found, width, theme),
            )
        ],
        [comparison_table(found)],
        found.command,
        facts_table(
            {
                "scenario": found.scenario, "side": " and ".join(found.sides),
                "doctrines": found.doctrines, "enemies": found.enemies,
                "battles": sum(map(len, found.rows.values())), "seed": found.seed,
            }
        ),
        files,
    )  # fmt: skip


def comparison_table(found: Comparison) -> Table:
    """Return one row a doctrine and enemy."""
    view = "the doctrine's view" if found.swapped else f"{found.side}'s view"
    head = (
        "doctrine, against", "battles", f"margin in points, {view}", "battles won",
        f"points more than {found.reference}", "the same, paired only",
        "wins more in 100", "pairs that differ", "variance reduction",
    )  # fmt: skip
    return Table(
        "Each doctrine against each enemy, with 95% intervals",
        head,
        [_answer(one) for one in found.answers],
        f"Differences, also of wins, are paired battle by battle, with the luck taken out; each "
        f"interval holds at 95% by itself. Pairs that differ: battles that {found.reference} would "
        "have ended with another margin.",
    )


def _answer(one: Answer) -> tuple[str, ...]:
    own = (
        f"{one.doctrine}, {one.enemy}",
        f"{one.battles:,}",
        mean_text(one.margin, sign=True),
        rate_text(one.wins),
    )
    points, wins = one.to_reference, one.wins_to_reference
    if points is None or wins is None:
        return (*own, "the reference", "", "", "", "")
    factor = points.adjusted_reduction
    return (
        *own,
        mean_text(points.adjusted, sign=True),
        mean_text(points.paired, sign=True),
        mean_text(hundredfold(wins.adjusted), sign=True),
        f"{100 * points.differ / points.pairs:.1f}%",
        f"{factor:.3g} times" if 0 < factor < float("inf") else "",
    )


# -- sweep and sensitivity ------------------------------------------------------------------------


def sweep_sheet(found: Sweep, lines: list[list[str]], files: list[str]) -> Sheet:
    """Return the page of a sweep; `lines` are its table for people, headings first."""
    first, second = found.doctrines
    table = found.table
    ahead = int((table["clear"] & (table["advantage"] > 0)).sum())
    behind = int((table["clear"] & (table["advantage"] < 0)).sum())
    most, least = extremes(found)
    tiles = [
        Tile(f"{ahead} of {len(table)}", f"cells: {first} is clearly ahead of {second}"),
        Tile(f"{behind} of {len(table)}", f"cells: {first} is clearly behind"),
        tile_of(found.advantage(most[0]), f"points at best, at {spots(found, most)}"),
        tile_of(found.advantage(least[0]), f"points at worst, at {spots(found, least)}"),
    ]
    if len(table) == 1:
        tiles[2:] = [tile_of(found.advantage(most[0]), f"points at {found.at(most[0])}")]
    places = listed([vary.place for vary in found.varies])
    return Sheet(
        "sweep",
        str(found.question["scenario"]),
        f"{titled(found.question['scenario'])}: where does {first} beat {second} for {found.side}?",
        tiles,
        found.conclusions(),
        [
            figure(
                "advantage",
                f"The advantage of {first} over {second} in points of {found.side}'s margin over "
                f"{places}; intervals hold for all cells together (95%).",
                " ".join(found.conclusions()[:2]),
                lambda width, theme: sweep_svg(found, width, theme),
            )
        ],
        [sheet_table(f"The advantage of {first} over {second}, cell by cell", lines)],
        found.command,
        facts_table(found.question),
        files,
    )


def sensitivity_sheet(found: Sensitivity, lines: list[tuple[str, ...]], files: list[str]) -> Sheet:
    """Return the page of a sensitivity study; `lines` are its table for people, headings first."""
    tiles = []
    for output in OUTPUTS:
        name, place = found.named(output), found.leading(output)
        if place is not None:
            share, _, interval = found.share(output, place, "total").partition(" (")
            label = f"of the variation in {name} involves {found.varies[place].place}"
            tiles.append(Tile(share, label, f"95%: {interval.rstrip(')')}"))
        elif found.outputs[output].settled:
            tiles.append(Tile("not clear", f"which of the numbers moves {name} most"))
        else:
            tiles.append(Tile("nothing", f"moves {name} clearly"))
    side = found.question["side"]
    return Sheet(
        "sensitivity",
        str(found.question["scenario"]),
        f"{titled(found.question['scenario'])}: which numbers matter to {side}?",
        tiles,
        found.conclusions(),
        [
            figure(
                "indices",
                "The share of the variance between cells that each place has: alone, and with "
                "combinations with the others, with 95% intervals.",
                " ".join(found.conclusions()[:2]),
                lambda width, theme: sensitivity_svg(found, width, theme),
            )
        ],
        [sheet_table("The share of the variance by place", lines)],
        found.command,
        facts_table(found.question),
        files,
    )


# -- game -----------------------------------------------------------------------------------------


def game_sheet(found: Game, files: list[str]) -> Sheet:
    """Return the page of a game of doctrines."""
    tiles = [tile_of(found.value(), "points a battle: what the game is worth to blue")]
    tiles += [_play(found, side) for side in range(2)]

    def draw(width: float, theme: Theme) -> bytes:
        least = 3.0 if width <= NARROW else 6.4
        return svg_bytes(lambda: plot_payoffs(found, game_axes(found, least), theme=theme), theme)

    return Sheet(
        "game",
        found.scenario,
        f"{titled(found.scenario)}: which doctrine should each side choose?",
        tiles,
        found.conclusions(),
        [
            figure(
                "payoffs",
                "Blue's mean margin in points for each pair of doctrines: blue's in rows, red's in "
                "columns. Doctrines of the equilibrium are bold, with their share; a saddle point is "
                "framed.",
                " ".join(found.conclusions()[:3]),
                draw,
            )
        ],
        [_shares(found), _payoffs(found), _responses(found)],
        found.command,
        facts_table(
            {
                "scenario": found.scenario, "blue": found.blue, "red": found.red,
                "battles": found.battles * len(found.blue) * len(found.red), "seed": found.seed,
            }
        ),
        files,
    )  # fmt: skip


def _play(found: Game, side: int) -> Tile:
    """Return the doctrines of a side's equilibrium with their shares, and whether that is clear.

    It is if the equilibrium is the only one and its doctrines are the same over the intervals.
    """
    name = c.SIDES[side]
    lines = found.doctrines[found.doctrines["side"] == name].to_dict("records")
    used = [line for line in lines if line["share"] > IN_USE]
    rest = [line for line in lines if line["share"] <= IN_USE]
    sure = (
        found.solution.unique
        and all(line["share_low"] > IN_USE for line in used)
        and all(line["share_high"] <= IN_USE for line in rest)
    )
    intervals = [
        f"{line['doctrine'] + ' ' if len(used) > 1 else ''}{100 * line['share_low']:.0f}% to "
        f"{100 * line['share_high']:.0f}%"
        for line in used
    ]
    return Tile(
        listed([f"{line['doctrine']} {100 * line['share']:.0f}%" for line in used]),
        f"is what {name} should play" if sure else f"is {name}'s equilibrium by the means",
        f"95%: {', '.join(intervals)}{'' if sure else '; not clear'}",
        name,
    )


def _shares(found: Game) -> Table:
    step = step_of(float(found.matrix["se"].median()))
    rows = [
        (
            f"{line['side']}: {line['doctrine']}",
            f"{100 * line['share']:.0f}% ({100 * line['share_low']:.0f}% to "
            f"{100 * line['share_high']:.0f}%)",
            f"{number(line['regret'], step)} ({number(line['regret_low'], step)} to "
            f"{number(line['regret_high'], step)})",
            number(line["worst"], step, sign=True),
            line["worst_against"],
        )
        for line in found.doctrines.to_dict("records")
    ]
    return Table(
        "What each doctrine is good for",
        ("doctrine", "share of the equilibrium", "regret", "at worst", "against"),
        rows,
        "Regret: points less than the best answer to the enemy's equilibrium. Margins are in the "
        f"doctrine's own view. Intervals: {found.resamples:,} samples of the battles.",
    )


def _payoffs(found: Game) -> Table:
    rows = [
        (
            f"{line['blue']} against {line['red']}",
            mean_text(
                Mean(
                    line["margin"], line["se"] * found.battles**0.5, line["se"],
                    line["margin"] - 1.96 * line["se"], line["margin"] + 1.96 * line["se"],
                ),
                sign=True,
            ),
        )
        for line in found.matrix.to_dict("records")
    ]  # fmt: skip
    return Table(
        f"Blue's margin, {found.battles:,} battles a pair",
        ("blue's doctrine against red's", "margin in points, blue's view"),
        rows,
    )


def _responses(found: Game) -> Table:
    step = step_of(float(found.matrix["se"].median()))
    rows = []
    for line in found.responses.to_dict("records"):
        lead, sure = "the only one", ""
        if line.get("lead") == line.get("lead") and line.get("lead") is not None:
            three = [
                number(line[key], step, sign=True) for key in ("lead", "lead_low", "lead_high")
            ]
            lead, sure = f"{three[0]} ({three[1]} to {three[2]})", "yes" if line["clear"] else "no"
        rows.append((f"{line['side']}, against {line['against']}", line["best"], lead, sure))
    return Table(
        "The best answer to each doctrine of the enemy",
        ("side, against", "best answer", "lead over the next, points", "clear"),
        rows,
    )
