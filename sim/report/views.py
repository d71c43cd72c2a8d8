"""What each result shows first: its heading, its figure, and its main table in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes

from sim.study.digits import count_text, mean_text, number, rate_text, step_of
from sim.study.phrases import counted, listed

Row = tuple[str, ...]


@dataclass(frozen=True)
class View:
    """The parts of a result as a notebook shows them."""

    heading: str
    lines: Sequence[str]
    plot: Callable[[str], Axes] | None  # in a theme
    picture: str  # the figure in a few words
    caption: str  # of the table
    head: Row
    rows: Sequence[Row]
    command: str
    table: str = "summary()"  # what gives the whole table
    source: str = ""  # the text of a file


def view_of(result: Any) -> View:
    """Return what a result shows; raises KeyError for what is no result."""
    return VIEWS[type(result).__name__](result)


def _scenario(one: Any) -> View:
    rows = [
        (line["side"], line["unit"], line["type"], f"{line['elements']}", line["quality"],
         f"{line['leadership']}", f"{line['points']:,}")
        for line in one.roster.to_dict("records")
    ]  # fmt: skip
    points = one.roster.groupby("side")["points"].sum()
    forces = [
        f"{side}, {counted(sum(unit.size for unit in force.units), 'element')} of "
        f"{points[side]:,} points, fights by the doctrine {force.doctrine}"
        for side, force in (("blue", one.blue), ("red", one.red))
    ]
    lines = [one.text] if one.text else []
    lines.append(
        f"{forces[0][0].upper()}{forces[0][1:]}; {forces[1]}. {counted(one.turns, 'turn')} on a "
        f"table of {one.table.width} by {one.table.height} inches."
    )
    if one.settings:
        lines.append(f"Changed: {', '.join(one.settings)}.")
    name = one.source or f"{one.name}.toml"
    words = [f"overwatch run {name}", *(f"--set {setting}" for setting in one.settings)]
    return View(
        one.title, lines, lambda theme: one.plot_map(theme=theme),
        f"Map of {one.title}: both forces where they start", "the roster",
        ("side", "unit", "type", "elements", "quality", "leadership", "points"), rows,
        " ".join(words), "roster",
    )  # fmt: skip


def _doctrine(one: Any) -> View:
    rows = [(name, f"{value:g}") for name, value in one.parameters.items()]
    return View(
        f"Doctrine {one.name}", [one.text], None, "", "its numbers",
        ("parameter", "value"), rows, "", "parameters", one.source,
    )  # fmt: skip


def _battles(one: Any) -> View:
    rows = one.rows
    lines = [
        ("doctrine", *one.prepared.doctrines),
        ("battles won", *(rate_text(one.win_rate(side)) for side in ("blue", "red"))),
    ]
    for name, words in (
        ("points_lost", "points lost"), ("declared", "counters laid"), ("chances", "chances to fire"),
        ("fired", "fired on overwatch"), ("hits", "hits"), ("kills", "destroyed on overwatch"),
        ("opportunity_fired", "opportunity fire"),
    ):  # fmt: skip
        lines.append((words, *(count_text(rows[name][:, side]) for side in range(2))))
    return View(
        f"{one.prepared.scenario.title}: {len(one):,} battles, seed {one.seed}", one.conclusions(),
        lambda theme: one.plot_margin(theme=theme), "How many battles ended with which margin",
        "means a battle with their 95% intervals", ("", "blue", "red"), lines, one.command,
    )  # fmt: skip


def _replay(one: Any) -> View:
    rows = [
        (f"{line['turn']}", line["side"], f"{line['activations']}", f"{line['moved']:g}",
         f"{line['counters']}", f"{line['shots']}", f"{line['overwatch_shots']}",
         f"{line['hits']}", f"{line['lost']}", f"{line['left']}")
        for line in one.turns.to_dict("records")
    ]  # fmt: skip
    lost = one.turns.groupby("turn")["lost"].sum()
    turn = int(lost.idxmax())
    return View(
        f"{one.prepared.scenario.title}: battle {one.battle} of seed {one.seed}",
        one.conclusions(), lambda theme: one.plot_turn(turn, theme=theme),
        f"Map of turn {turn}, in which most was lost", "turn by turn; moved in inches",
        ("turn", "side", "activations", "moved", "counters", "shots", "on overwatch", "hits", "lost",
         "left"), rows, getattr(one, "command", ""),
    )  # fmt: skip


def _comparison(one: Any) -> View:
    rows = []
    for found in one.answers:
        against = found.to_reference
        more = "the reference" if against is None else mean_text(against.adjusted, sign=True)
        rows.append(
            (found.enemy, found.doctrine, mean_text(found.margin, sign=True),
             rate_text(found.wins), more, "" if against is None else found.verdict)
        )  # fmt: skip
    return View(
        f"{one.scenario}: {listed(one.doctrines)} for {' and '.join(one.sides)}",
        one.conclusions(), lambda theme: one.plot_differences(theme=theme),
        f"Each doctrine's margin less that of {one.reference}, enemy by enemy",
        "margins in points, 95% intervals; luck taken out of the differences",
        ("against", "doctrine", "margin", "battles won", f"more than {one.reference}", "verdict"),
        rows, one.command,
    )  # fmt: skip


def _sweep(one: Any) -> View:
    from sim.report.sweep_report import headings, lines

    first, second = one.doctrines
    return View(
        f"{one.question['scenario']}: {first} or {second} for {one.side}",
        one.conclusions(), lambda theme: one.plot_advantage(theme=theme),
        f"The advantage of {first} over {second} over the varied values",
        "advantage in points; its interval holds for all cells together (95%)",
        tuple(headings(one)), [tuple(line) for line in lines(one)], one.command,
    )  # fmt: skip


def _ablation(one: Any) -> View:
    from sim.report.ablate_report import change_lines

    head, *rows = change_lines(one)
    return View(
        f"{one.question['scenario']}: what each rule is worth to {one.question['side']}",
        one.conclusions(), lambda theme: one.plot_changes(theme=theme),
        "Every change of a rule with its points",
        "points of margin with the change less without it", head, rows, one.command,
    )  # fmt: skip


def _game(one: Any) -> View:
    step = step_of(float(one.matrix["se"].median()))
    rows = [
        (line["side"], line["doctrine"], f"{100 * line['share']:.0f}% ({100 * line['share_low']:.0f}% "
         f"to {100 * line['share_high']:.0f}%)",
         f"{number(line['regret'], step)} ({number(line['regret_low'], step)} to "
         f"{number(line['regret_high'], step)})",
         number(line["worst"], step, sign=True), line["worst_against"])
        for line in one.doctrines.to_dict("records")
    ]  # fmt: skip
    return View(
        f"{one.scenario}: doctrines against doctrines", one.conclusions(),
        lambda theme: one.plot_payoffs(theme=theme), "Blue's mean margin for every two doctrines",
        "share of the equilibrium, regret and worst margin in points, 95% intervals",
        ("side", "doctrine", "share", "regret", "at worst", "against"), rows, one.command,
    )  # fmt: skip


def tuning_lines(one: Any) -> list[tuple[str, ...]]:
    """Return the rounds of a tuning for people, headings first."""
    return [
        ("round", "side", "doctrine", "against", "margin", "edge over what it was",
         "edge over the best shipped"),
        *(
            (f"{found.number}", found.side, found.name, listed(found.against),
             mean_text(found.margin, sign=True), mean_text(found.edge.mean, sign=True),
             f"{mean_text(found.shipped.mean, sign=True)} over {found.shipped.over}")
            for found in one.rounds
        ),
    ]  # fmt: skip


def _tuning(one: Any) -> View:
    head, *rows = tuning_lines(one)
    return View(
        f"{one.scenario}: {one.rounds[0].doctrine} tuned for {one.rounds[0].side}",
        one.conclusions(), lambda theme: one.plot_edges(theme=theme),
        "What the tuned doctrine earns more, enemy by enemy",
        f"points on {one.battles:,} fresh battles against each enemy doctrine, 95% intervals",
        head, rows, one.command,
    )  # fmt: skip


def trigger_lines(one: Any) -> list[tuple[str, ...]]:
    """Return the targets of a stream for people, headings first."""
    does = {"fire": "fire", "wait": "wait", "some": "fire if it turns out well"}
    return [
        ("target", "comes", "a shot is worth", "fire if worth", "so", "shot goes here"),
        *(
            (line["target"], f"{100 * line['comes']:.4g}%", f"{line['value']:.2f}",
             f"{line['fire_at']:.2f}", does[line["do"]], f"{100 * line['fired_at']:.1f}%")
            for line in one.table.to_dict("records")
        ),
    ]  # fmt: skip


def _trigger(one: Any) -> View:
    head, *rows = trigger_lines(one)
    return View(
        "Fire now or wait?", one.conclusions(), lambda theme: one.plot_thresholds(theme=theme),
        "What a shot at each target is worth, and from where it is right to fire",
        "targets in the order in which they may come; exact, in points",
        head, rows, one.command,
    )  # fmt: skip


def _value(one: Any) -> View:
    from sim.report.value_report import HEADINGS, lines

    asked = one.question
    return View(
        f"{asked['scenario']}: what overwatch is worth to {asked['side']}", one.conclusions(),
        lambda theme: one.plot_worth(theme=theme), "What overwatch gains and costs, group by group",
        "points a battle", ("points", *HEADINGS), lines(one, one.parts), one.command,
    )  # fmt: skip


def _break_even(one: Any) -> View:
    from sim.report.points_report import step_lines

    head, *rows = step_lines(one)
    return View(
        f"{one.question['scenario']}: points for {one.question['without']} to break even",
        one.conclusions(), lambda theme: one.plot_crossing(theme=theme),
        "Margin less the goal over the points added", "forces of the ladder, in points",
        head, rows, one.command,
    )  # fmt: skip


def _sensitivity(one: Any) -> View:
    from sim.report.sensitivity_report import HEADINGS, lines

    settled = [output for output in ("advantage", "margin") if one.outputs[output].settled]
    output = settled[0] if settled else "advantage"
    return View(
        f"{one.question['scenario']}: what moves margin and advantage", one.conclusions(),
        lambda theme: one.plot_indices(output=output, theme=theme),
        f"The share of each place in the {output}",
        "shares of the variance between cells, 95% intervals", HEADINGS,
        [tuple(line) for line in lines(one)], one.command,
    )  # fmt: skip


VIEWS: dict[str, Callable[[Any], View]] = {
    "Ablation": _ablation,
    "Battles": _battles,
    "BreakEven": _break_even,
    "Comparison": _comparison,
    "Doctrine": _doctrine,
    "Game": _game,
    "Replay": _replay,
    "Scenario": _scenario,
    "Sensitivity": _sensitivity,
    "Sweep": _sweep,
    "Trigger": _trigger,
    "Tuning": _tuning,
    "Value": _value,
}
