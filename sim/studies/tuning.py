"""What a tuning came to: its rounds as tables, as sentences, and as the doctrine's TOML."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.studies.ledger import Kept, Ledger, Record, reread
from sim.studies.tune_search import Candidate, Span
from sim.studies.tune_words import sentences
from sim.study.drawn import Seen, drawn
from sim.study.intervals import Mean
from sim.study.notes import few_note

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes


KIND = "tune"


@dataclass(frozen=True)
class Edge:
    """What a doctrine earns more than another one, in points, on battles of the proof."""

    over: str
    mean: Mean  # against the mix
    each: dict[str, Mean]  # against each enemy doctrine


@dataclass(frozen=True)
class Round:
    """One search: whose doctrine, against whom, and what its best candidate is worth.

    `original` and `values` are the parameters before and after, `margin` the tuned doctrine's own in
    the side's view. All means are of the proof's battles, of a seed apart from those of the search
    and of the choice.
    """

    number: int
    side: str
    doctrine: str
    name: str
    against: tuple[str, ...]
    spans: dict[str, Span]
    original: dict[str, float]
    values: dict[str, float]
    candidates: list[Candidate]
    margin: Mean
    edge: Edge
    shipped: Edge  # over the shipped doctrine that did best on the battles of the choice
    text: str
    fired: int  # combat actions on overwatch of the tuned doctrine in the battles of the proof

    @property
    def better(self) -> bool:
        """Return whether other numbers than the original ones were chosen."""
        return self.values != self.original


@dataclass(frozen=True, repr=False)
class Tuning(Kept, Seen):
    """The rounds of a tuning.

    `.ladder`, `.parameters` and `.candidates` are DataFrames, `.summary()` is `.ladder`;
    `.conclusions()` are the findings in sentences, `.as_dict()` what `--json` prints, `.plot_edges()`
    the figure, `.text` is the TOML of the tuned doctrine.
    """

    scenario: str
    seed: int
    battles: int
    trials: int
    rounds: tuple[Round, ...]
    command: str
    record: Record | None = field(default=None, repr=False, compare=False)

    @property
    def last(self) -> Round:
        """The last round that tuned the side asked for."""
        return next(one for one in self.rounds[::-1] if one.side == self.rounds[0].side)

    @property
    def text(self) -> str:
        """The TOML of the side's last tuned doctrine."""
        return self.last.text

    @cached_property
    def ladder(self) -> pd.DataFrame:
        """One row a `round`.

        `side`, the tuned `doctrine`, the `original`, whom it was tuned `against`; on the proof's
        battles its `margin` in points, in the side's view; its `edge` over the original and
        `shipped_edge` over the best `shipped` doctrine, paired, in points, with `_low` and `_high`.
        """
        import pandas as pd

        lines = []
        for one in self.rounds:
            line: dict[str, Any] = {"round": one.number, "side": one.side, "doctrine": one.name}
            line |= {"original": one.doctrine, "against": ",".join(one.against)}
            line |= {"margin": one.margin.mean, "shipped": one.shipped.over}
            for name, edge in (("edge", one.edge), ("shipped_edge", one.shipped)):
                line |= {name: edge.mean.mean}
                line |= {f"{name}_low": edge.mean.low, f"{name}_high": edge.mean.high}
            lines.append(line)
        return pd.DataFrame(lines)

    @cached_property
    def parameters(self) -> pd.DataFrame:
        """One row a `round`, `side` and `parameter`.

        Its `original` value, the `tuned` one, and where it was looked for, `low` to `high`.
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {"round": one.number, "side": one.side, "parameter": name,
                 "original": one.original[name], "tuned": one.values[name],
                 "low": span.low, "high": span.high}
                for one in self.rounds
                for name, span in one.spans.items()
            ]
        )  # fmt: skip

    @cached_property
    def candidates(self) -> pd.DataFrame:
        """One row a candidate of a `round`'s search.

        The `battles` it got, its `edge` over the original there in points, and a column a parameter.
        """
        import pandas as pd

        return pd.DataFrame(
            [
                {"round": one.number, "battles": tried.battles, "edge": tried.edge, **tried.values}
                for one in self.rounds
                for tried in one.candidates
            ]
        )

    def summary(self) -> pd.DataFrame:
        """Return `ladder`: each round's doctrine and its edges."""
        return self.ladder

    def conclusions(self) -> list[str]:
        """Return the findings in sentences, round by round where there are several."""
        return [
            *self.notes(),
            *self._findings(),
            *few_note(self.battles, "of each pair of doctrines"),
        ]

    def plot_edges(
        self, axes: Axes | None = None, *, number: int | None = None, theme: str = "light"
    ) -> Axes:
        """Draw what the tuned doctrine earns more, enemy by enemy; `number` names another round."""
        made: Axes = drawn("tune_figure", "plot_edges", self, axes, number=number, theme=theme)
        return made

    def _findings(self) -> list[str]:
        several = len(self.rounds) > 1
        return [
            f"Round {one.number}: {line}" if several else line
            for one in self.rounds
            for line in sentences(one, self.battles)
        ]

    def as_dict(self) -> dict[str, Any]:
        """Return what `overwatch tune --json` prints."""
        return {
            "scenario": self.scenario,
            "seed": self.seed,
            "battles": self.battles,
            "trials": self.trials,
            "command": self.command,
            "rounds": [
                {
                    "round": one.number,
                    "side": one.side,
                    "doctrine": one.doctrine,
                    "name": one.name,
                    "against": list(one.against),
                    "better": one.better,
                    "original": one.original,
                    "tuned": one.values,
                    "spans": {name: [span.low, span.high] for name, span in one.spans.items()},
                    "margin": one.margin.as_dict(),
                    "edge": _edge_dict(one.edge),
                    "shipped": _edge_dict(one.shipped),
                }
                for one in self.rounds
            ],
            "interrupted": self.interrupted,
            "conclusions": self.conclusions(),
        }


def _edge_dict(edge: Edge) -> dict[str, Any]:
    each = {name: mean.as_dict() for name, mean in edge.each.items()}
    return {"over": edge.over, **edge.mean.as_dict(), "against": each}


# -- in a folder -----------------------------------------------------------------------------------


def read_tuning(folder: str | Path) -> Tuning:
    """Return the tuning that a folder keeps; raises `InputError`."""
    return reread(folder, KIND, answer)


def answer(ledger: Ledger) -> Tuning:
    """Return the tuning of the rounds that are done."""
    asked, rounds = ledger.question, rounds_of(ledger)
    if not rounds:
        raise ledger.nothing("no round is done yet, and no candidate proved")
    short = len(rounds) < asked["rounds"]
    record = replace(
        ledger.record(short), battles=len(rounds), wanted=asked["rounds"], unit="rounds"
    )
    return Tuning(
        asked["scenario"],
        asked["seed"],
        asked["battles"],
        asked["trials"],
        tuple(rounds),
        asked["command"],
        record,
    )


def rounds_of(ledger: Ledger) -> list[Round]:
    """Return the rounds that are done."""
    rounds: list[Round] = []
    for number in range(1, ledger.question["rounds"] + 1):
        frame = ledger.get(round_key(number))
        if frame is None:
            break
        ledger.beside.add(round_key(number))
        rounds.append(from_frame(frame))
    return rounds


def round_key(number: int) -> str:
    """Return the key of a round in its store."""
    return f"round {number}"


def as_frame(one: Round) -> pd.DataFrame:
    """Return a round as a table of one cell, in JSON."""
    import pandas as pd

    return pd.DataFrame({"round": [json.dumps(asdict(one))]})


def from_frame(frame: pd.DataFrame) -> Round:
    """Return the round that `as_frame` wrote."""
    told = json.loads(frame["round"].iloc[0])
    told["against"] = tuple(told["against"])
    told["spans"] = {name: Span(**span) for name, span in told["spans"].items()}
    told["candidates"] = [Candidate(**tried) for tried in told["candidates"]]
    told["margin"] = Mean(**told["margin"])
    for name in ("edge", "shipped"):
        told[name] = _edge_of(told[name])
    return Round(**told)


def _edge_of(told: Mapping[str, Any]) -> Edge:
    each = {name: Mean(**mean) for name, mean in told["each"].items()}
    return Edge(told["over"], Mean(**told["mean"]), each)
