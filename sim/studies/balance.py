"""The answer of a search for break-even: from the rows of its cells to what may be said."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.studies.crossing import Crossing, Floats, Search, find_crossing
from sim.studies.ledger import Kept, Ledger, Record, parts, reread
from sim.studies.strata import stratified
from sim.study.asked import repeats
from sim.study.digits import mean_text, number
from sim.study.drawn import Seen, drawn
from sim.study.intervals import Mean
from sim.study.notes import few_note
from sim.study.phrases import counted, listed

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

KIND = "points"
LEAST_BATTLES = 30  # of each two doctrines: the intervals lean on the normal distribution
GOALS = {
    "overwatch": "to do as well as with overwatch",
    "even": "to reach a margin of zero",
}
WITHOUT, WITH = "without", "with"

UNTOLD = ("ladder", "python")  # of the question, by `--json`

#: Rows of a doctrine (WITHOUT or WITH), a force's settings, an enemy, the first battle, how many.
Rows = Callable[[str, tuple[str, ...], str, int, int], "pd.DataFrame"]


@dataclass(frozen=True, repr=False)
class BreakEven(Kept, Seen):
    """The answer of `sim.studies.breakeven.break_even`.

    `.steps` has one row a force of the ladder: `step` its number (0 is the scenario's force), `what`
    changed from the step nearer to 0, `points` of the force and `added` to the scenario's, `battles`
    fought of each two doctrines (0: not needed); `difference` of the margin to the goal, in points of
    the side's view, with `se`, `low` and `high` (95%).

    `.crossing` is the break-even in points added: `at`, with its interval `low` to `high`.
    """

    question: dict[str, Any]  # of `study.toml`
    steps: pd.DataFrame
    crossing: Crossing
    goal: Mean | None  # the side's margin with overwatch and the scenario's force, if that is it
    declared: float  # counters a battle that the side without overwatch laid: 0 if it is so
    fired: float | None  # combat actions on overwatch a battle of the doctrine with it, if fought
    record: Record | None = field(default=None, repr=False, compare=False)

    @property
    def command(self) -> str:
        """The command that repeats the study."""
        return command_line(self.question)

    def summary(self) -> pd.DataFrame:
        """Return `steps`: one row a force of the ladder."""
        return self.steps

    def conclusions(self) -> list[str]:
        """Return what may be said of it, a line each."""
        few = few_note(self.question["battles"], "of each pair of doctrines")
        return [*self.notes(), *_sentences(self), *few]

    def plot_crossing(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw the margin less the goal over the points added, and where it crosses zero."""
        made: Axes = drawn("points_figure", "plot_crossing", self, axes, theme=theme)
        return made

    def as_dict(self) -> dict[str, Any]:
        """Return what `--json` prints; values that are not known are null."""
        found = self.crossing
        table = self.steps.astype(object).where(self.steps.notna(), None)
        return {
            **{key: value for key, value in self.question.items() if key not in UNTOLD},
            "command": self.command,
            "points": self.base,
            "break_even": {"added": found.at, "low": found.low, "high": found.high},
            "with_overwatch": self.goal.as_dict() if self.goal is not None else None,
            "declared": self.declared,
            "fired": self.fired,
            "steps": [{str(k): v for k, v in row.items()} for row in table.to_dict("records")],
            "interrupted": self.interrupted,
            "conclusions": self.conclusions(),
        }

    @property
    def base(self) -> int:
        """Points of the side's force in the scenario."""
        return int(self.steps.loc[self.steps["step"] == 0, "points"].iloc[0])


def read_break_even(folder: str | Path) -> BreakEven:
    """Return the answer of a study's folder from its rows alone; raises `InputError`."""
    return reread(folder, KIND, answer)


def command_line(question: Mapping[str, Any]) -> str:
    """Return the command that asks a question."""
    words = ["overwatch", KIND, question["scenario"], "--without", question["without"]]
    words += ["--doctrine", question["doctrine"], "--with", question["with"]]
    words += ["--against", ",".join(question["against"]), "--goal", question["goal"]]
    for option, several in (("--add", question["additions"]), ("--set", question["settings"])):
        for one in several:
            words += [option, one]
    command = shlex.join([*words, "-n", str(question["battles"]), "--seed", str(question["seed"])])
    return repeats(command, question.get("python", ""))


def key_of(part: str, made: Sequence[str], enemy: str, first: int) -> str:
    """Return the key of a part of the battles in its store."""
    return "|".join((part, " ".join(made), enemy, str(first)))


class MissingError(Exception):
    """Battles that the search asks for are not there."""


def answer(ledger: Ledger) -> BreakEven:
    """Search the ladder of a question with the battles that are there."""

    def rows(part: str, made: tuple[str, ...], enemy: str, first: int, n: int) -> pd.DataFrame:
        import pandas as pd

        found = []
        for begin, _ in parts(n):
            frame = ledger.get(key_of(part, made, enemy, first + begin))
            if frame is None:
                raise MissingError
            found.append(frame)
        return pd.concat(found, ignore_index=True)

    try:
        return search_ladder(ledger, rows)
    except MissingError:
        raise ledger.nothing("no force of the ladder was fought yet") from None


def search_ladder(ledger: Ledger, rows: Rows) -> BreakEven:
    """Search the ladder of a question; where battles are missing, as far as it came."""
    import pandas as pd

    question = ledger.question
    ladder, enemies, battles = question["ladder"], question["against"], question["battles"]
    start = next(place for place, step in enumerate(ladder) if step["number"] == 0)
    base = ladder[start]["points"]
    even = question["goal"] == "even"
    wanted = [] if even else [rows(WITH, (), enemy, 0, battles) for enemy in enemies]
    margins: list[Floats] = [frame["margin"].to_numpy() for frame in wanted]
    counters = [0, 0]  # laid by the side without, in how many battles

    def sample(place: int, first: int, n: int) -> list[Floats]:
        made = tuple(ladder[place]["settings"])
        frames = [rows(WITHOUT, made, enemy, first, n) for enemy in enemies]
        counters[0] += sum(int(frame["declared"].sum()) for frame in frames)
        counters[1] += n * len(frames)
        own = [frame["margin"].to_numpy() for frame in frames]
        if even:
            return own
        return [one - goal[first : first + n] for one, goal in zip(own, margins, strict=True)]

    added = [float(step["points"] - base) for step in ladder]
    search = Search(sample, battles, LEAST_BATTLES)
    interrupted = False
    try:
        found = find_crossing(search, added, start)
    except MissingError:
        if not search.rows:
            raise
        found, interrupted = search.so_far(), True
    lines: list[dict[str, Any]] = []
    for place, step in enumerate(ladder):
        mean = found.means.get(place, Mean(*(float("nan"),) * 5))
        told = {"step": step["number"], "what": step["what"], "points": step["points"]}
        told |= {"added": step["points"] - base, "battles": found.battles.get(place, 0)}
        lines.append(told | {"difference": mean.mean, "se": mean.se})
        lines[-1] |= {"low": mean.low, "high": mean.high}
    fired = [float(frame["fired"].mean()) for frame in wanted]
    return BreakEven(
        question,
        pd.DataFrame(lines),
        found,
        None if even else stratified(margins),
        counters[0] / counters[1],
        None if even else sum(fired) / len(fired),
        ledger.record(interrupted),
    )


def points_text(value: float) -> str:
    """Return whole points with their sign; break-even is never known to less."""
    return number(value, 1.0, sign=True)


def interval_text(low: float | None, high: float | None) -> str:
    """Return an interval of points, open where an end is None."""
    if low is None and high is None:
        return "no bound on this ladder"
    if low is None:
        return f"at most {points_text(high or 0.0)}"
    if high is None:
        return f"at least {points_text(low)}"
    return f"{points_text(low)} to {points_text(high)}"


def _sentences(found: BreakEven) -> Iterator[str]:
    """Yield what the intervals allow to say."""
    asked, at = found.question, found.crossing
    side, steps = asked["without"], found.steps
    aim = GOALS[asked["goal"]]
    enemies = listed(asked["against"])
    interval = interval_text(at.low, at.high)
    if found.goal is not None:
        yield (
            f"With overwatch ({asked['with']}) {side}'s margin is "
            f"{mean_text(found.goal, sign=True, unit='points')}, the mean against {enemies}."
        )
    if found.interrupted:
        yield from _so_far(found)
    elif at.at is not None and at.bracket is not None:
        one, two = (steps.iloc[place] for place in at.bracket)
        share, added = f"{number(100 * abs(at.at) / found.base, 1.0)}%", points_text(at.at)
        if at.at < 0:
            wants = f"could give up {number(-at.at, 1.0)} points and {aim.removeprefix('to ')}"
            known = f"({added} points added, 95% {interval})"
        else:
            wants, known = f"needs {added} points {aim}", f"(95% {interval})"
        yield (
            f"Without it ({asked['doctrine']}) {side} {wants} {known}, {share} of its "
            f"{found.base:,}: between {points_text(one['added'])} and "
            f"{points_text(two['added'])} on the ladder."
        )
    elif at.at is not None:
        here = steps.loc[steps["added"] == at.at].iloc[0]
        battle = "in every battle" if here["se"] == 0 else "on average"
        yield (
            f"Without it ({asked['doctrine']}) {side} needs {points_text(at.at)} points {aim} "
            f"(95% {interval}): there the difference is 0 {battle}."
        )
    else:
        end = steps.iloc[0 if at.below else -1]
        state, which = ("ahead", "least") if at.below else ("short", "most")
        yield (
            f"No break-even on this ladder: without overwatch ({asked['doctrine']}) {side} is "
            f"{state} of the goal, {aim}, even with {points_text(end['added'])} points added, the "
            f"{which} on it. Points for break-even (95%): {interval}. Another ladder can be given "
            f"with --add."
        )
    if found.goal is not None and not found.interrupted:
        if _holds_zero(found):
            yield "The interval has zero in it: it is not shown that overwatch is worth any points."
        elif at.high is not None and at.high <= 0:
            yield (
                f"With the same force {side} does better without overwatch ({asked['doctrine']}) "
                f"than with it ({asked['with']}): here it costs more than it is worth."
            )
    for less, more in at.falls:
        yield (
            f"More was worse between {points_text(steps.iloc[less]['added'])} and "
            f"{points_text(steps.iloc[more]['added'])} points "
            f"({steps.iloc[more]['what']}): there may be more than one point of break-even."
        )
    if found.declared > 0:
        yield (
            f"Warning: {asked['doctrine']} lays {found.declared:.2g} counters a battle: it is not "
            f"without overwatch."
        )
    if found.fired == 0:
        yield f"Warning: {asked['with']} never fired on overwatch in these battles."
    if len(asked["against"]) < 3:
        yield "Against fewer than three enemy doctrines: it may not hold against others."


def _holds_zero(found: BreakEven) -> bool:
    """Return whether the interval has zero in it; one that ends there, if zero was not ruled out."""
    at, steps = found.crossing, found.steps
    if 0 in (at.low, at.high):
        start = steps[steps["step"] == 0].iloc[0]
        return bool(start["low"] <= 0 <= start["high"])
    return (at.low is None or at.low < 0) and (at.high is None or at.high > 0)


def _so_far(found: BreakEven) -> Iterator[str]:
    """Yield what a search says that was interrupted: which forces are short, and which ahead."""
    fought = found.steps[found.steps["battles"] > 0]
    short, ahead = fought[fought["high"] < 0], fought[fought["low"] > 0]
    told = []
    if len(short):
        told.append(f"with {points_text(short['added'].max())} points it is clearly short of it")
    if len(ahead):
        told.append(f"with {points_text(ahead['added'].min())} clearly ahead")
    yield (
        f"No break-even yet: {counted(len(fought), 'force')} of the ladder fought. Of the goal, "
        f"{GOALS[found.question['goal']]}: {', '.join(told) or 'none of them tells'}."
    )
