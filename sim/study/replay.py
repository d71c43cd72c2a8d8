"""One battle again, told: the kernel that fights the studies, with its trace switched on."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sim import __version__
from sim.battle.play import fight_share
from sim.layout.records import ROW, new_states
from sim.scenario import Scenario
from sim.study.asked import scenario_name
from sim.study.battles import Battles
from sim.study.doctrine import Named
from sim.study.drawn import Seen, drawn
from sim.study.interrupts import Heard
from sim.study.kept import save_replay
from sim.study.notes import version_note
from sim.study.prepare import Prepared, prepare
from sim.study.run import SEEDS, check_range, command_of
from sim.study.told import ending, turns_table
from sim.study.trace import Event, decode
from sim.study.words import WIDTH, tell

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

MOST_WIDTH = 10_000  # columns of a text


@dataclass(frozen=True, repr=False)
class Replay(Seen):
    """A battle with all its events.

    `.summary()` is a DataFrame of what each side did and lost turn by turn, `.conclusions()` how it
    ended, `.words()` the whole battle with every die and chit, `.as_dict()` what `--json` prints.
    """

    prepared: Prepared
    battle: int
    seed: int
    events: list[Event]  # `sim.study.trace` says what is in them
    row: dict[str, Any]  # its result, with the names of the columns of `run`
    command: str = ""
    version: str = __version__  # of overwatch, that fought it

    @property
    def interrupted(self) -> bool:
        """Return False: a battle is told whole or not at all."""
        return False

    def save(self, folder: str | Path) -> Path:
        """Keep scenario, doctrines and events in a folder, for `sim.open_result`; return the folder.

        All of it is written or nothing: raises `InputError` where that cannot be done, and for a
        folder that holds another result.
        """
        return save_replay(self, folder)

    def json_lines(self) -> str:
        """Return the trace, one JSON object a line."""
        return "".join(json.dumps(event) + "\n" for event in self.events)

    def words(self, width: int = WIDTH) -> str:
        """Return the battle told in words, every die and chit in it, lines of at most `width`."""
        return tell(self.events, check_range("width", width, 1, MOST_WIDTH))

    @cached_property
    def turns(self) -> pd.DataFrame:
        """One row a `turn` and `side`.

        `activations` of its units, `moved` inches of all its elements, `counters` of overwatch laid,
        `shots` and missiles fired, `overwatch_shots` of these, `hits` (an infantry fight has none to
        count), elements `lost`, and `left` at the turn's end.
        """
        return turns_table(self.events)

    def summary(self) -> pd.DataFrame:
        """Return `turns`: what each side did and lost, turn by turn."""
        return self.turns

    def conclusions(self) -> list[str]:
        """Return how the battle ended, in sentences."""
        return [*version_note(self.version), *ending(self.events, self.turns)]

    def as_dict(self) -> dict[str, Any]:
        """Return the trace as one dictionary; `--json` prints its events, one a line."""
        return {
            "battle": self.battle,
            "seed": self.seed,
            "row": self.row,
            "conclusions": self.conclusions(),
            "events": self.events,
        }

    def plot_turn(self, turn: int, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw the map of one turn: routes, shots, and what is watched at its end."""
        made: Axes = drawn("replay_figure", "plot_turn", self, turn, axes, theme=theme)
        return made

    def plot_turns(self, axes: Axes | None = None, *, theme: str = "light") -> Axes:
        """Draw all turns side by side as a strip of small maps."""
        made: Axes = drawn("replay_figure", "plot_turns", self, axes, theme=theme)
        return made

    def animate(self, path: str | Path, *, theme: str = "light") -> Path:
        """Write the battle as an animation: .gif, or .mp4 where ffmpeg is installed."""
        made: Path = drawn("animation", "animate", self, path, theme=theme)
        return made

    def save_map(self, path: str | Path, *, theme: str = "light") -> None:
        """Draw the battle turn by turn into a file (.png, .pdf or .svg)."""
        scenario = self.prepared.scenario
        drawn("replay_figure", "turn_by_turn", scenario, self.events, path, theme=theme)


def replay(
    scenario: Scenario | str | Path,
    battle: int = 0,
    seed: int = 1,
    blue: Named | None = None,
    red: Named | None = None,
    settings: Sequence[str] = (),
) -> Replay:
    """Fight one battle again and return it with its trace: row `battle` of `run` with that seed.

    The other arguments are those of `sim.study.run.run`. Raises `sim.refusal.InputError` for bad
    input and `sim.study.trace.TraceError` for a battle with more events than a trace holds.
    """
    battle = check_range("battle", battle, 0, SEEDS - 1)
    seed = check_range("seed", seed, 0, SEEDS - 1)
    prepared = prepare(scenario, blue, red, settings)
    states = new_states(1)
    states[0]["tracing"] = 1
    rows = np.zeros(1, ROW)
    with np.errstate(over="ignore"), Heard():
        fight_share(prepared.record, states, 0, 1, rows, seed, battle)
    columns = Battles(prepared, rows, seed, 0.0, "").columns()
    row = {name: np.asarray(values).tolist()[0] for name, values in columns.items()}
    events = decode(prepared, states[0], battle, seed)
    command = command_line(scenario, battle, seed, blue, red, settings)
    return Replay(prepared, battle, seed, events, row, command)


def command_line(
    scenario: Scenario | str | Path,
    battle: int,
    seed: int,
    blue: Named | None,
    red: Named | None,
    settings: Sequence[str],
) -> str:
    """Return the command that tells the battle again."""
    words = ["replay", scenario_name(scenario), "--battle", str(battle), "--seed", str(seed)]
    return command_of(words, scenario, blue, red, settings)
