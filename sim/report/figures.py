"""The figures of a report: what is drawn, what is said about it, and its files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from matplotlib.axes import Axes

from sim.layout import codes as c
from sim.report import sentences, wording
from sim.report.funnel_figure import funnel_axes, plot_funnel
from sim.report.look import Theme
from sim.report.losses_figure import losses_axes, lost_by_turn, plot_losses
from sim.report.map_figure import TRACED, has_riders, map_axes, plot_map, plot_scenario
from sim.report.margin_figure import margin_axes, plot_margin
from sim.report.style import NARROW, WIDE, picture
from sim.study.battles import Battles
from sim.study.deployment import deployment
from sim.study.digits import count_text
from sim.study.phrases import listed

__all__ = [
    "FIGURES",
    "Picture",
    "plot_funnel",
    "plot_losses",
    "plot_map",
    "plot_margin",
    "plot_scenario",
]

PRINT_DPI = 160


class Plot(Protocol):
    """What draws a figure of battles on axes."""

    def __call__(
        self, battles: Battles, axes: Axes | None = None, *, theme: Theme = "light"
    ) -> Axes:
        """Draw and return the axes."""


@dataclass(frozen=True)
class Picture:
    """One figure: how it is drawn, its caption, and its words for those who cannot see it."""

    name: str
    plot: Plot
    axes: Callable[[float, Battles], Axes]
    caption: str
    describe: Callable[[Battles], str]
    shaded: bool = False  # a picture of cells and many lines: smaller as PNG than as SVG
    further: Callable[[Battles], str] = lambda _: ""  # what a caption adds for some battles

    def png(self, battles: Battles, width: float = WIDE, theme: Theme = "light") -> bytes:
        """Return the figure as PNG, `width` inches wide."""
        return self._file(battles, width, "png", theme)

    def svg(self, battles: Battles, width: float = WIDE, theme: Theme = "light") -> bytes:
        """Return the figure as SVG, `width` inches wide; the same battles give the same bytes."""
        return self._file(battles, width, "svg", theme)

    def _file(self, battles: Battles, width: float, kind: str, theme: Theme) -> bytes:
        return picture(
            lambda: self.plot(battles, self.axes(width, battles), theme=theme),
            kind,
            PRINT_DPI,
            theme,
        )


def describe_margin(battles: Battles) -> str:
    """Return the margin's histogram in words."""
    margins = battles.rows["margin"]
    low, middle, high = np.quantile(margins, (0.25, 0.5, 0.75))
    return (
        f"Histogram of the margin of {len(battles):,} battles, stacked by winner. "
        f"{sentences.wins(battles)} Half of the margins lie between {low:,.0f} and {high:,.0f} "
        f"points in blue's view, the middle one at {middle:,.0f}; "
        f"all between {margins.min():,.0f} and {margins.max():,.0f}."
    )


def describe_funnel(battles: Battles) -> str:
    """Return the overwatch funnel in words."""
    parts = []
    for number, side in enumerate(c.SIDES):
        counts = (
            f"{int(battles.rows[step][:, number].sum()):,} {label}"
            for step, label in wording.STEPS.items()
        )
        parts.append(f"{side}: {', '.join(counts)}")
    bars = "Bars of both sides' overwatch, back to back"
    return f"{bars}; in {len(battles):,} battles {'; '.join(parts)}."


def describe_losses(battles: Battles) -> str:
    """Return the losses by turn in words."""
    lost = lost_by_turn(battles)
    parts = []
    for number, side in enumerate(c.SIDES):
        turns = lost[:, :, number].sum(axis=2).mean(axis=0)
        total = count_text(lost[:, :, number].sum(axis=(1, 2)))
        parts.append(
            f"{side} loses {total} elements a battle, most in turn {int(turns.argmax()) + 1} "
            f"({turns.max():.2f})"
        )
    return f"Stacked bars of elements destroyed by turn and cause of the shot: {'; '.join(parts)}."


def describe_map(battles: Battles) -> str:
    """Return the map in words."""
    scenario = battles.prepared.scenario
    forces = []
    for side, force in zip(c.SIDES, scenario.sides, strict=True):
        forces.append(f"{side} with {listed([unit.name for unit in force.units])}")
    markers = ", ".join(f"{one.name} (value {one.value})" for one in scenario.objectives) or "none"
    return (
        f"Map of the table, {scenario.table.width} by {scenario.table.height} inches, with the "
        f"routes and the watched ground of {min(TRACED, len(battles))} battles; "
        f"{' and '.join(forces)}; objectives: {markers}."
    )


def explain_map(battles: Battles) -> str:
    """Return what a caption says of the numbers beside carriers, if there are any."""
    if not has_riders(deployment(battles.prepared, 0, battles.seed)):
        return ""
    return " A number in a circle beside a carrier says how many teams are aboard it."


FIGURES = (
    Picture(
        "margin",
        plot_margin,
        lambda width, _: margin_axes(width),
        "The margin of every battle, counted as it is. Colours say who won by the scenario's rule of "
        "victory, which need not be the side that is ahead in points.",
        describe_margin,
    ),
    Picture(
        "funnel",
        plot_funnel,
        funnel_axes,
        "From counters laid to elements destroyed, for each side, and where the counters went. A "
        "chance is one step of an enemy in the watched area, so one enemy gives many.",
        describe_funnel,
    ),
    Picture(
        "losses",
        plot_losses,
        losses_axes,
        "Elements destroyed in each turn, blue's upwards and red's downwards, by the kind of fire that "
        "destroyed them. Whiskers are 95% intervals of a turn's losses.",
        describe_losses,
    ),
    Picture(
        "map",
        plot_map,
        lambda width, battles: map_axes(width, battles.prepared.scenario),
        "Where units went (lines) and which ground their counters watched (shading, the darker the "
        "oftener) in the first battles of the run. Units stand where they start.",
        describe_map,
        shaded=True,
        further=explain_map,
    ),
)
#: Widths at which a figure is shown, in inches: a page, and a telephone's screen.
SHOWN = (WIDE, NARROW)
