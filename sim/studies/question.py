"""A question about cells as `study.toml` keeps it, and the command that asks it again."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sim.refusal import InputError, list_of, texts_of, whole_of
from sim.scenario import Scenario, load_scenario, place_words
from sim.studies.cells import Pair
from sim.studies.vary import parse_varies
from sim.study.asked import all_settings, doctrine_name, in_python, repeats, scenario_name
from sim.study.choices import defender
from sim.study.doctrine import Named
from sim.study.phrases import listed


def pair_of(
    scenario: Scenario | str | Path,
    vary: Sequence[str],
    side: str | None,
    doctrines: Sequence[Named],
    against: Named | None,
    battles: int,
    settings: Sequence[str],
    seed: int,
) -> Pair:
    """Return what a study fights in each cell; raises `InputError`."""
    named = list_of("--doctrines", doctrines)
    if len(named) != 2:
        given = listed([doctrine_name(one) for one in named]) if named else "names none"
        raise InputError(f"--doctrines: {given}: two are compared, as ambush,never")
    battles = whole_of("battles", battles)
    varies = parse_varies(vary)
    if side is None:
        side = defender(load_scenario(scenario, settings)) or "red"
    first, second = named
    return Pair(
        scenario, side, (first, second), against, texts_of("settings", settings), varies, battles, seed,
    )  # fmt: skip


def question_of(kind: str, pair: Pair, more: Mapping[str, Any]) -> dict[str, Any]:
    """Return the question as `study.toml` has it; `against` is empty for the scenario's own."""
    note = in_python(pair.scenario, (*pair.doctrines, pair.against))
    return {
        "kind": kind, "scenario": scenario_name(pair.scenario), "side": pair.side,
        "doctrines": [doctrine_name(one) for one in pair.doctrines],
        "against": "" if pair.against is None else doctrine_name(pair.against),
        "vary": [vary.option for vary in pair.varies],
        "settings": all_settings(pair.scenario, pair.settings), **({"python": note} if note else {}),
        "battles": pair.battles, "seed": pair.seed, **more,
    }  # fmt: skip


def places_of(pair: Pair) -> dict[str, str]:
    """Return in words what is varied, by place, where the name does not say it."""
    scenario = load_scenario(pair.scenario, pair.settings)
    told = {vary.place: place_words(scenario, vary.place) for vary in pair.varies}
    return {place: words for place, words in told.items() if words}


def varied(question: Mapping[str, Any]) -> str:
    """Return in a sentence what was varied, where the names do not say it."""
    told = [f"{place} ({words})" for place, words in question.get("places", {}).items()]
    return f"Varied: {listed(told)}." if told else ""


def command_of(question: Mapping[str, Any], verb: str, options: Sequence[str] = ("lhs",)) -> str:
    """Return the command that asks a question again; `options` are its own, left out if 0."""
    words = ["overwatch", verb, question["scenario"], "--side", question["side"]]
    words += ["--doctrines", ",".join(question["doctrines"])]
    for option in question["vary"]:
        words += ["--vary", option]
    if question["against"]:
        words += ["--against", question["against"]]
    for setting in question["settings"]:
        words += ["--set", setting]
    words += ["-n", str(question["battles"])]
    for name in options:
        if question[name]:
            words += [f"--{name}", str(question[name])]
    command = shlex.join([*words, "--seed", str(question["seed"])])
    return repeats(command, question.get("python", ""))
