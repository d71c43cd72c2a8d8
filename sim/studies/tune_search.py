"""The search for better numbers: optuna proposes, successive halving on common battles sorts out."""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.refusal import InputError, nearest
from sim.study.interrupts import held

Floats = npt.NDArray[np.float64]
Values = Mapping[str, float]
#: (values, first battle, battles) to margins of those battles, the side's own view.
Score = Callable[[Values, int, int], Floats]

LEAST, MOST = 0.25, 4.0  # of a parameter's value
ZERO = (0.0, 1.0)  # where a parameter of value zero is looked for
FARTHEST = 120.0  # inches: the greatest `range` of a doctrine
SAMPLERS = ("tpe", "cma")
RUNGS = 4  # the last one fights every battle, each before it half of the next
DIGITS = 3  # of a value that is tried, and written


@dataclass(frozen=True)
class Span:
    """Where a parameter is looked for, both ends included."""

    low: float
    high: float

    @property
    def logarithmic(self) -> bool:
        """Return whether half and double are as likely: where the range leaves out zero."""
        return self.low > 0

    def nearest(self, value: float) -> float:
        """Return a value rounded to the digits that are written, inside the range."""
        return min(max(float(f"{value:.{DIGITS}g}"), self.low), self.high)


@dataclass(frozen=True)
class Candidate:
    """Values that were tried: in how many battles, and their mean edge over the original there."""

    values: dict[str, float]
    battles: int
    edge: float


def spans_of(document: Mapping[str, Any], given: Sequence[str] = ()) -> dict[str, Span]:
    """Return where each parameter of a doctrine's document is looked for.

    From a quarter to four times its value; a value below 1 is taken as a share that ends at 1,
    zero is looked for from 0 to 1, and a distance ends at 120 inches. `given` are texts such as
    ``near=4:20`` that replace this. Raises `InputError`.
    """
    values = document.get("parameters", {})
    distances = {
        part["range"]
        for part in document.get("activation", ())
        if isinstance(part.get("range"), str)
    }
    spans = {
        name: _span(float(value), FARTHEST if name in distances else math.inf)
        for name, value in values.items()
    }
    for text in given:
        name, span = _given(text)
        if name not in spans:
            allowed = ", ".join(spans) or "none"
            raise InputError(
                f"--range {text}: the doctrine has no parameter {name}{nearest(name, spans)}; "
                f"there are: {allowed}"
            )
        if name in distances and not 0 <= span.low <= span.high <= FARTHEST:
            raise InputError(f"--range {text}: a distance is between 0 and {FARTHEST:g} inches")
        spans[name] = span
    return spans


def _span(value: float, most: float) -> Span:
    if value == 0:
        return Span(*ZERO)
    low, high = sorted((LEAST * value, MOST * value))
    if 0 < value < 1:
        most = min(most, 1.0)
    return Span(low, min(high, most))


def _given(text: str) -> tuple[str, Span]:
    name, _, rest = text.partition("=")
    low, _, high = rest.partition(":")
    try:
        ends = float(low), float(high)
    except ValueError:
        ends = math.nan, math.nan
    if not (math.isfinite(ends[0]) and math.isfinite(ends[1]) and ends[0] < ends[1]):
        raise InputError(f"--range {text}: is not NAME=LOW:HIGH with two numbers, the lower first")
    return name.strip(), Span(*ends)


def rungs_of(battles: int) -> list[int]:
    """Return how many battles a candidate has fought at the end of each rung."""
    return [max(2, battles >> (RUNGS - 1 - rung)) for rung in range(RUNGS)]


def search(
    score: Score,
    original: Values,
    spans: Mapping[str, Span],
    trials: int,
    battles: int,
    seed: int,
    sampler: str = "tpe",
) -> list[Candidate]:
    """Return every candidate that was tried, the best of the last rung first.

    All fight battles 0, 1, 2, ... of one seed, so that their differences from the original are
    paired. Each trial fights an eighth of the battles; the better half of those who are left then
    goes on to twice as many, until the last rung fights them all. Their edges are those of the
    search, and flatter the best.
    """
    rungs = rungs_of(battles)
    base = score(original, 0, battles)
    fought: dict[tuple[float, ...], Floats] = {}
    for proposed in _proposals(original, spans, trials, seed, sampler):
        values = {name: span.nearest(proposed.values[name]) for name, span in spans.items()}
        key = tuple(values.values())
        if key not in fought:
            fought[key] = score(values, 0, rungs[0])
        proposed.edge = float((fought[key] - base[: rungs[0]]).mean())
    names = list(spans)
    left = list(fought)
    for before, rung in itertools.pairwise(rungs):
        left.sort(key=lambda key: -_edge(fought[key], base))
        left = left[: math.ceil(len(left) / 2)]
        for key in left:
            values = dict(zip(names, key, strict=True))
            more = score(values, before, rung - before)
            fought[key] = np.concatenate([fought[key], more])
    found = [
        Candidate(dict(zip(names, key, strict=True)), len(rows), _edge(rows, base))
        for key, rows in fought.items()
    ]
    return sorted(found, key=lambda one: (-one.battles, -one.edge))


def _edge(rows: Floats, base: Floats) -> float:
    return float((rows - base[: len(rows)]).mean())


class _Proposal:
    """Values that optuna proposes; `edge` is set before the next one is asked for."""

    def __init__(self, values: dict[str, float]):
        self.values = values
        self.edge = math.nan


def _proposals(
    original: Values, spans: Mapping[str, Span], trials: int, seed: int, sampler: str
) -> Iterator[_Proposal]:
    optuna = load_optuna()
    from optuna.distributions import FloatDistribution

    places = {
        name: FloatDistribution(span.low, span.high, log=span.logarithmic)
        for name, span in spans.items()
    }
    start = {name: original[name] for name in spans}
    inside = all(spans[name].low <= value <= spans[name].high for name, value in start.items())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        study = optuna.create_study(
            direction="maximize", sampler=_sampler(optuna, sampler, seed, start if inside else None)
        )
        if inside:  # the original's edge over itself
            study.add_trial(
                optuna.trial.create_trial(params=start, distributions=places, value=0.0)
            )
    for _ in range(trials):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            trial = study.ask(places)
        proposal = _Proposal(dict(trial.params))
        yield proposal
        study.tell(trial, proposal.edge)


def _sampler(optuna: Any, name: str, seed: int, start: Values | None) -> Any:
    seed %= 2**32
    if name == "cma":
        return optuna.samplers.CmaEsSampler(seed=seed, x0=start, warn_independent_sampling=False)
    return optuna.samplers.TPESampler(seed=seed, multivariate=True, warn_independent_sampling=False)


def load_optuna() -> Any:
    """Return optuna, quiet; raises `InputError` where it or cmaes is missing."""
    try:
        with held():  # torn by Ctrl-C an import fails as if the package were missing
            import cmaes  # noqa: F401
            import optuna
    except ImportError:
        raise InputError(
            "tune needs optuna and cmaes: pip install 'overwatch-sim[studies]'"
        ) from None
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    return optuna
