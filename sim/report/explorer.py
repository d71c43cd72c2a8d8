"""The page to play with in Jupyter: choose weapon, range, cover, quality, who comes; see the answer.

The numbers are those of `sim.studies.explore`, the figure of `sim.report.explorer_figure`; here are
the widgets alone (ipywidgets, of the extra `notebooks`).
"""

from __future__ import annotations

import html
from importlib import import_module
from typing import Any

from sim.figures import QUALITY_DIE, RANGE_BANDS
from sim.refusal import InputError
from sim.report.explorer_figure import SIZE, explored_png, explored_words
from sim.report.render import address
from sim.report.style import DPI
from sim.studies.explore import AGAINST, BATTLES, TRIGGERS, Asked, Found, explore
from sim.studies.gap import COVERS, FARTHEST, MOST_TO_COME, NEAREST
from sim.studies.paired import LEAST_PAIRS
from sim.study.run import MOST_BATTLES, check_range, chosen_seed

MORE = 4000  # battles with each choice where a narrower interval is asked for
SHARP = 2  # dots of the picture to a dot of the page
COVER_WORDS = {"none": "in the open", "hull_down": "hull down", "dug_in": "dug in"}
TRIGGER_WORDS = {"watch": "the first who shows himself", "choosy": "nearly the best still to come"}
ENEMY_WORDS = {
    "bounding": "come by bounds (bounding)",
    "aggressive": "drive straight on (aggressive)",
    "opportunist": "take every chance (opportunist)",
    "calculating": "weigh each step (calculating)",
}


class Explorer:
    """The widgets and what they show; `view` is what Jupyter displays.

    `controls` are the widgets by the name of the choice in `Asked`, `found` the answer shown.
    """

    def __init__(self, battles: int = BATTLES, seed: int = 1):
        w = _widgets()
        self.battles = check_range("battles", battles, LEAST_PAIRS, MOST_BATTLES)
        self.seed = chosen_seed(seed)
        start = Asked()
        wide = {"style": {"description_width": "110px"}, "layout": w.Layout(width="400px")}
        guns = [f"{kind}/{size}" for kind, sizes in RANGE_BANDS.items() for size in sizes]
        self.controls: dict[str, Any] = {
            "weapon": w.Dropdown(options=guns, description="weapon", **wide),
            "distance": w.IntSlider(
                min=NEAREST, max=FARTHEST, step=2, description="range, inches",
                continuous_update=False, **wide,
            ),
            "cover": w.Dropdown(options=_named(COVERS, COVER_WORDS), description="you are", **wide),
            "quality": w.Dropdown(options=list(QUALITY_DIE), description="quality", **wide),
            "to_come": w.IntSlider(
                min=1, max=MOST_TO_COME, description="to come", continuous_update=False, **wide
            ),
            "against": w.Dropdown(
                options=_named(AGAINST, ENEMY_WORDS), description="they", **wide
            ),
            "trigger": w.Dropdown(
                options=_named(TRIGGERS, TRIGGER_WORDS), description="you fire at", **wide
            ),
        }  # fmt: skip
        for name, control in self.controls.items():
            control.value = getattr(start, name)
            control.observe(self._changed, names="value")
        self.more = w.Button(
            description=f"fight {MORE:,} battles", tooltip="a narrower interval, in a few seconds"
        )
        self.more.on_click(self._narrow)
        self.verdict, self.picture, self.text = w.HTML(), w.HTML(), w.HTML()
        names = list(self.controls)
        columns = [
            w.VBox([self.controls[name] for name in part]) for part in (names[:4], names[4:])
        ]
        columns[1].children = (*columns[1].children, self.more)
        self.view = w.VBox([w.HBox(columns), self.verdict, self.picture, self.text])
        self.found: Found = explore(start, battles, seed)
        self._show(None)

    @property
    def asked(self) -> Asked:
        """What the widgets ask now."""
        return Asked(**{name: control.value for name, control in self.controls.items()})

    def _changed(self, _: Any) -> None:
        self._answer(self.battles)

    def _narrow(self, _: Any) -> None:
        self._answer(max(MORE, self.battles))

    def _answer(self, battles: int) -> None:
        before = self.found
        self.found = explore(self.asked, battles, self.seed)
        self._show(before if before.asked != self.found.asked else None)

    def _show(self, before: Found | None) -> None:
        self.picture.value = _image(self.found, before)
        verdict, *others = (html.escape(line) for line in self.found.sentences())
        self.verdict.value = f'<p style="font-size:125%;margin:0.6em 0 0"><b>{verdict}</b></p>'
        self.text.value = f'<p style="line-height:1.5;margin:0">{"<br>".join(others)}</p>'

    def _ipython_display_(self) -> None:
        import_module("IPython.display").display(self.view)


def explorer(battles: int = BATTLES, seed: int = 1) -> Explorer:
    """Return the page: show it as the last line of a cell.

    `battles` are fought with each choice at every change. Raises InputError where ipywidgets is not
    installed.
    """
    return Explorer(battles, seed)


def _image(found: Found, before: Found | None) -> str:
    width, height = (round(side * DPI) for side in SIZE)
    data = address(explored_png(found, before, SHARP * DPI), "image/png")
    alt = html.escape(explored_words(found))
    return f'<img src="{data}" width="{width}" height="{height}" alt="{alt}">'


def _named(values: tuple[str, ...], words: dict[str, str]) -> list[tuple[str, str]]:
    return [(words[value], value) for value in values]


def _widgets() -> Any:
    try:
        return import_module("ipywidgets")
    except ModuleNotFoundError:
        raise InputError(
            "explorer: ipywidgets is not installed; it comes with: "
            "pip install 'overwatch-sim[notebooks]'"
        ) from None
