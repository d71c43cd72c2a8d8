"""The result of a run: one row a battle, its summary, and what makes it repeatable."""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import __version__
from sim.layout import codes as c
from sim.refusal import one_of
from sim.study.drawn import Seen, drawn
from sim.study.intervals import Mean, Rate, mean_of, rate_of
from sim.study.kept import save_battles
from sim.study.prepare import Prepared, starting_points

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

#: Columns of the kernel's row that hold one number for each side.
BY_SIDE = (
    "start", "survivors", "crippled", "points_lost", "value", "declared", "chances", "held", "fired",
    "hits", "kills", "opportunity_fired", "opportunity_hits", "opportunity_kills",
    "activation_fired", "activation_hits", "activation_kills", "luck", "watch_turns", "moved",
    "assaults", "calls",
)  # fmt: skip
WINNERS = (*c.SIDES, "draw")
MISSILES = ("fired", "shot_down", "hits")
FUNNEL = ("declared", "chances", "held", "fired", "hits", "kills")


@dataclass(frozen=True, repr=False)
class Battles(Seen):
    """Battles fought: `rows` (ROW, shape (battles,)) and how they came about.

    `.battles` is a DataFrame with one row a battle, `.losses` the elements destroyed by turn, side and
    cause, `.funnel` the overwatch funnel of each side, `.units` the roster, `.summary()` the main
    figures by side, `.conclusions()` what they say in sentences, `.as_dict()` what `--json` prints.
    """

    prepared: Prepared
    rows: np.ndarray[Any, Any]
    seed: int
    seconds: float
    command: str
    interrupted: bool = False
    wanted: int = field(default=0)
    version: str = __version__  # of overwatch, that fought them

    def save(self, folder: str | Path) -> Path:
        """Keep rows, scenario and doctrines in a folder, for `sim.open_result`; return the folder.

        All of it is written or nothing: raises `InputError` where that cannot be done, and for a
        folder that holds another result.
        """
        return save_battles(self, folder)

    def __len__(self) -> int:
        """Return how many battles were fought."""
        return len(self.rows)

    @cached_property
    def battles(self) -> pd.DataFrame:
        """One row a battle; columns by side begin with `blue_` or `red_`.

        `battle` is its number, `winner` blue, red or draw, `margin` blue's view in points, `turns` how
        many were fought, `draws` random numbers drawn and `sights` lines of sight asked for.

        Of a side, elements: `start`, `survivors`, `crippled` (damaged or immobilised survivors),
        `lost_CAUSE` destroyed by that cause. Points: `points_lost`, `points_lost_CAUSE`, `luck`
        inflicted less expected (mean zero); `value` is the sum of the markers held at the end.
        Overwatch, counts: `declared` counters laid, `chances` to fire (steps of an enemy in the
        watched area), `held` of these, `fired` combat actions, `hits`, `kills`, `off_CAUSE`
        counters gone, `watch_turns` unit-turns that ended on overwatch. Other fire, counts:
        `opportunity_fired`, `opportunity_hits`, `opportunity_kills`, `activation_fired`,
        `activation_hits`, `activation_kills`, `missiles_fired`, `missiles_shot_down`,
        `missiles_hits`. `moved` inches of all elements, `assaults` that came to blows, `calls` for
        fire answered.
        """
        import pandas as pd

        return pd.DataFrame(self.columns())

    def columns(self) -> dict[str, Any]:
        """Return the columns of `battles` as arrays, without pandas."""
        rows = self.rows
        columns: dict[str, Any] = {
            "battle": rows["battle"],
            "winner": np.array(WINNERS, dtype=object)[rows["winner"]],
            "margin": rows["margin"],
            "turns": rows["turns"],
        }
        for side, name in enumerate(c.SIDES):
            for column in BY_SIDE:
                columns[f"{name}_{column}"] = rows[column][:, side]
            for mode, cause in enumerate(c.MODES):
                columns[f"{name}_lost_{cause}"] = rows["lost"][:, side, mode]
                columns[f"{name}_points_lost_{cause}"] = rows["points_lost_by"][:, side, mode]
            for number, what in enumerate(MISSILES):
                columns[f"{name}_missiles_{what}"] = rows["missiles"][:, side, number]
            for number, cause in enumerate(c.OFF_CAUSES):
                columns[f"{name}_off_{cause}"] = rows["off"][:, side, number]
        columns["draws"] = rows["draws"]
        columns["sights"] = rows["sights"]
        return columns

    @cached_property
    def losses(self) -> pd.DataFrame:
        """One row a `turn`, `side` that lost and `cause`: mean `elements` destroyed a battle."""
        import pandas as pd

        turns = int(self.prepared.record[0]["turns"])
        lost = self.rows["by_turn"][:, :turns].astype(float)
        return pd.DataFrame(
            [
                {
                    "turn": turn + 1,
                    "side": c.SIDES[side],
                    "cause": c.MODES[mode],
                    "elements": lost[:, turn, side, mode].mean() if len(lost) else math.nan,
                }
                for turn in range(turns)
                for side in range(2)
                for mode in range(len(c.MODES))
            ]
        )

    @cached_property
    def funnel(self) -> pd.DataFrame:
        """The overwatch funnel: a row a `step`, counts of `blue` and `red` over all battles.

        Steps: declared (counters laid), chances to fire, held, fired (combat actions), hits, kills.
        """
        import pandas as pd

        counts = {
            side: [int(self.rows[step][:, number].sum()) for step in FUNNEL]
            for number, side in enumerate(c.SIDES)
        }
        return pd.DataFrame(counts, index=pd.Index(FUNNEL, name="step"))

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the battle table; timings are not in it."""
        return hashlib.sha256(np.ascontiguousarray(self.rows).tobytes()).hexdigest()

    def margin(self) -> Mean:
        """Return the mean margin in points, blue's view, with its interval."""
        return mean_of(self.rows["margin"])

    def win_rate(self, side: str) -> Rate:
        """Return a side's share of battles won, with its Wilson interval; raises `InputError`."""
        number = c.SIDES.index(one_of("side", side, c.SIDES))
        return rate_of(int((self.rows["winner"] == number).sum()), len(self))

    def summary(self) -> pd.DataFrame:
        """Return one line a figure, a column for `blue` and for `red`.

        `doctrine`, `points`, `units` and `elements` of the force; `win_rate_mean` with its Wilson
        interval; `points_lost_mean` a battle with `sd` of single battles and `se`; means a battle of
        the overwatch funnel (`overwatch_declared` and so on) and of opportunity fire.
        """
        import pandas as pd

        figures, n = self.figures(), max(1, len(self))
        lines: dict[str, list[Any]] = {}
        for column, side in enumerate(c.SIDES):
            one, watch = figures["sides"][side], figures["overwatch"][side]
            line = {name: one[name] for name in ("doctrine", "points", "units", "elements")}
            line |= {f"win_rate_{name}": value for name, value in one["win_rate"].items()}
            line |= {f"points_lost_{name}": value for name, value in one["points_lost"].items()}
            line |= {f"overwatch_{name}": watch[name] / n for name in FUNNEL}
            for name, value in figures["opportunity"][side].items():
                line[f"opportunity_{name}"] = value / n
            for name, value in line.items():
                lines.setdefault(name, [None, None])[column] = value
        return pd.DataFrame.from_dict(lines, orient="index", columns=list(c.SIDES))

    @cached_property
    def units(self) -> pd.DataFrame:
        """The roster, one row a unit.

        `side`, `unit`, `type`, `elements` (how many), `quality`, `leadership` (1 is best), `command`
        (whether it is the command unit), and `points` of all its elements.
        """
        scenario = self.prepared.scenario
        command = [unit.command for force in scenario.sides for unit in force.units]
        units = scenario.roster.astype({"points": float})
        units.insert(len(units.columns) - 1, "command", command)
        return units

    def plot_margin(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw how many battles ended with which margin, by winner."""
        made: Axes = drawn("margin_figure", "plot_margin", self, axes, theme=theme)
        return made

    def plot_funnel(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw both sides' overwatch from counters laid to elements destroyed."""
        made: Axes = drawn("funnel_figure", "plot_funnel", self, axes, theme=theme)
        return made

    def plot_losses(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw the elements destroyed by turn, side and cause."""
        made: Axes = drawn("losses_figure", "plot_losses", self, axes, theme=theme)
        return made

    def plot_map(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw the table with the routes and the watched ground of the first battles."""
        made: Axes = drawn("map_figure", "plot_map", self, axes, theme=theme)
        return made

    def conclusions(self) -> list[str]:
        """Return what the battles say, in sentences that claim no more than the intervals allow.

        What a reader must know before believing the rest comes first, as `Warning: ...`.
        """
        lines: list[str] = drawn("sentences", "told", self)
        return lines

    def as_dict(self) -> dict[str, Any]:
        """Return what `overwatch run --json` prints: `figures` and `conclusions`."""
        return {**self.figures(), "conclusions": self.conclusions()}

    def figures(self) -> dict[str, Any]:
        """Return all figures of the run by name."""
        rows = self.rows
        points = starting_points(self.prepared)
        sides: dict[str, Any] = {}
        overwatch: dict[str, Any] = {}
        opportunity: dict[str, Any] = {}
        arms: dict[str, Any] = {}
        for number, side in enumerate(c.SIDES):
            lost = mean_of(rows["points_lost"][:, number])
            sides[side] = {
                "doctrine": self.prepared.doctrines[number],
                "points": points[number],
                "units": len(self.prepared.scenario.sides[number].units),
                "elements": sum(unit.size for unit in self.prepared.scenario.sides[number].units),
                "win_rate": self.win_rate(side).as_dict(),
                "points_lost": {"mean": lost.mean, "sd": lost.sd, "se": lost.se},
            }
            overwatch[side] = {name: int(rows[name][:, number].sum()) for name in FUNNEL}
            overwatch[side]["off"] = {
                cause: int(rows["off"][:, number, place].sum())
                for place, cause in enumerate(c.OFF_CAUSES)
            }
            opportunity[side] = {
                name: int(rows[f"opportunity_{name}"][:, number].sum())
                for name in ("fired", "hits", "kills")
            }
            arms[side] = {
                **{
                    f"missiles_{what}": int(rows["missiles"][:, number, place].sum())
                    for place, what in enumerate(MISSILES)
                },
                "assaults": int(rows["assaults"][:, number].sum()),
                "calls": int(rows["calls"][:, number].sum()),
            }
        return {
            "scenario": self.prepared.scenario.name,
            "battles": len(self),
            "seed": self.seed,
            "version": self.version,
            "command": self.command,
            "sides": sides,
            "draw_rate": rate_of(int((rows["winner"] == 2).sum()), len(self)).as_dict(),
            "margin": self.margin().as_dict(),
            "overwatch": overwatch,
            "opportunity": opportunity,
            "arms": arms,
            "turns": {"mean": mean_of(rows["turns"]).mean},
            "digest": self.digest,
            "seconds": self.seconds,
            "battles_per_second": len(self) / self.seconds if self.seconds > 0 else 0.0,
            "interrupted": self.interrupted,
        }
