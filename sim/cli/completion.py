"""What the Tab key offers: names of scenarios, doctrines, types, places of settings, and words.

Everything is read from names of files and with `tomllib`, so that it is there at once; what cannot
be read offers nothing.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import typer
from typer._click.shell_completion import CompletionItem

from sim.cli.commands import COMPLETING
from sim.layout.codes import SIDES
from sim.marks import MARKS, SWITCHES
from sim.places import doctrine_folder, shipped_folder

MOTOR_POOL = "motor_pool"  # types of vehicles and teams, no scenario
TOLD = ("name", "title", "text", "rules")  # of a scenario: no numbers, or told by the switches
BREAKS = "=:"  # where bash breaks words
SHAPES = ("polygon", "line")  # corners of the ground: too many to offer

Complete = Callable[..., list[str]]

#: Values to offer for the switches that are not just on or off.
VALUES: dict[str, tuple[str, ...]] = {
    "watched_area.width": ("90", "180", "360"),
    "move_allowance": ("0", "0.5", "1"),
    "shots": ("1", "2", "unlimited"),
    "trigger": ("moves", "fires", "either"),
    "firer_die_shift": ("-2", "-1", "0", "1"),
    "target_die_shift": ("0", "1"),
    "reaction_test": ("none", "0", "1", "2"),
    "discipline_test": ("none", "0", "1"),
    "infantry_validity": ("weapon", "position"),
}

#: Values to offer for places of a scenario that take one of a few words, by the last part of the place.
WORDS: dict[str, tuple[str, ...]] = {
    "baseline": ("west", "east", "north", "south"),
    "quality": ("green", "regular", "veteran"),
    "leadership": ("1", "2", "3"),
    "confidence": ("CO", "ST", "SH", "BR", "RO"),
    "posture": ("none", "dug_in", "hull_down", "turret_down"),
}
UNIT_WORDS = [key for key in WORDS if key != "baseline"]


def shipped(folder: Path) -> list[str]:
    """Return the names of the TOML files of a folder."""
    return sorted(path.stem for path in folder.glob("*.toml") if path.stem != MOTOR_POOL)


def files(incomplete: str, ending: str = ".toml") -> list[str]:
    """Return files and folders that a path may go on to."""
    folder, _, _ = incomplete.rpartition("/")
    try:
        found = sorted(os.scandir(folder or "."), key=lambda one: one.name)
    except OSError:
        return []
    paths = []
    for one in found:
        path = f"{folder}/{one.name}" if folder or incomplete.startswith("/") else one.name
        if one.name.startswith(".") or not path.startswith(incomplete):
            continue
        if one.is_dir():
            paths.append(f"{path}/")
        elif one.name.endswith(ending):
            paths.append(path)
    return paths


def beginning(incomplete: str, names: Iterable[str]) -> list[str]:
    """Return the names that begin so."""
    return [name for name in names if name.startswith(incomplete)]


def among(*values: str) -> Complete:
    """Return who offers these values."""
    return lambda incomplete: beginning(incomplete, values)


def scenario_names(incomplete: str) -> list[str]:
    """Offer shipped scenarios, and files."""
    return beginning(incomplete, shipped(shipped_folder())) + _own_files(incomplete)


def doctrine_names(incomplete: str) -> list[str]:
    """Offer shipped doctrines, and files."""
    return beginning(incomplete, shipped(doctrine_folder())) + _own_files(incomplete)


def _own_files(incomplete: str) -> list[str]:
    """Offer files once a path has begun, or where some lie at hand."""
    return [one for one in files(incomplete) if incomplete or one.endswith(".toml")]


def doctrine_lists(incomplete: str) -> list[str]:
    """Offer doctrines for the last place of a list with commas."""
    before, comma, last = incomplete.rpartition(",")
    chosen = before.split(",")
    return [before + comma + name for name in doctrine_names(last) if name not in chosen]


def switch_lists(incomplete: str) -> list[str]:
    """Offer rule switches for the last place of a list with commas."""
    before, comma, last = incomplete.rpartition(",")
    return [before + comma + name for name in beginning(last, SWITCHES)]


def type_names(incomplete: str) -> list[str]:
    """Offer the types of the motor pool."""
    return beginning(incomplete, _read(shipped_folder() / f"{MOTOR_POOL}.toml").get("types", {}))


def feature_names(incomplete: str) -> list[str]:
    """Offer what a doctrine may ask."""
    from sim.doctrine.table import FEATURES

    return beginning(incomplete, (feature.name for feature in FEATURES))


def rule_names(incomplete: str) -> list[str]:
    """Offer rule switches and marks."""
    return beginning(incomplete, (*SWITCHES, *MARKS))


def word_names(incomplete: str) -> list[str]:
    """Offer the words of the glossary."""
    from sim.report.terms_game import GAME
    from sim.report.terms_statistics import STATISTICS

    return beginning(incomplete, (line[0].replace(" ", "_") for line in (*GAME, *STATISTICS)))


def places(context: typer.Context, incomplete: str) -> list[str]:
    """Offer places of the scenario: `red.units.0.count=`."""
    return _places(_scenario(context), incomplete, {})


def varied(context: typer.Context, incomplete: str) -> list[str]:
    """Offer places of the scenario and parameters of doctrines, as `--vary` takes them."""
    own: dict[str, tuple[str, ...]] = {}
    for name in shipped(doctrine_folder()):
        parameters = _read(doctrine_folder() / f"{name}.toml").get("parameters", {})
        own |= {f"doctrine.{name}.{key}": (str(value),) for key, value in parameters.items()}
    return _places(_scenario(context), incomplete, own)


def _scenario(context: typer.Context) -> str | None:
    """Return the scenario of a half-written command: an argument, or a word not yet taken as one."""
    return context.params.get("scenario") or next(iter(context.args), None)


def _places(scenario: str | None, incomplete: str, more: dict[str, tuple[str, ...]]) -> list[str]:
    """Return places that begin so; if it is one alone, that place with its values."""
    known = dict(_settings(scenario)) | more
    found = [name for name in known if f"{name}=".startswith(incomplete.partition("=")[0])]
    if "=" in incomplete:
        found = [incomplete.partition("=")[0]]
    if len(found) == 1:
        return beginning(incomplete, (f"{found[0]}={one}" for one in known.get(found[0], ())))
    return [f"{name}=" for name in found]


def _settings(scenario: str | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield places and values for them: every rule switch, and what the scenario's file says."""
    for switch in (*SWITCHES, "watched_area.width"):
        if switch == "watched_area":
            continue
        yield f"rules.{switch}", VALUES.get(switch, ("on", "off"))
    document = _read(_path(scenario)) if scenario else {}
    types = document.get("types", {})
    for place, values in _inside({key: document[key] for key in document if key not in TOLD}, ""):
        yield place, (*values, *types) if place.endswith(".type") else values
    for side in SIDES:
        for number, unit in enumerate(document.get(side, {}).get("units", ())):
            left_out = (key for key in UNIT_WORDS if key not in unit)
            yield from ((f"{side}.units.{number}.{key}", WORDS[key]) for key in left_out)


def _inside(part: Any, place: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    entries: Iterable[tuple[object, Any]]
    if isinstance(part, dict):
        entries = part.items()
    elif isinstance(part, list):
        entries = enumerate(part)
    else:
        yield place, _values(place.rpartition(".")[2], part)
        return
    for name, inner in entries:
        if name not in SHAPES:
            yield from _inside(inner, f"{place}.{name}" if place else str(name))


def _values(name: str, now: Any) -> tuple[str, ...]:
    """Return what a place of that name may say: one of a few words, and what it says now."""
    if isinstance(now, bool):
        return ("on", "off")
    if " " in str(now):  # it would be several words
        return ()
    return tuple(dict.fromkeys((*_words(name), str(now))))


def _words(name: str) -> Iterable[str]:
    if name == "doctrine":
        return shipped(doctrine_folder())
    if name == "type":
        return type_names("")
    return WORDS.get(name, ())


def parameters(context: typer.Context, incomplete: str) -> list[str]:
    """Offer the parameters of the doctrine that is tuned."""
    doctrine = context.params.get("doctrine")
    own = _read(doctrine_folder() / f"{doctrine}.toml").get("parameters", {})
    return beginning(incomplete, (f"{name}=" for name in own))


def weapons(incomplete: str) -> list[str]:
    """Offer weapons of direct fire with their classes."""
    from sim.figures import RANGE_BANDS

    return beginning(
        incomplete, (f"{kind}/{size}" for kind, sizes in RANGE_BANDS.items() for size in sizes)
    )


def _path(scenario: str) -> Path:
    named = shipped_folder() / f"{scenario}.toml"
    return named if named.is_file() else Path(scenario)


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


#: Who offers the values of an option or an argument, by its name in the code.
COMPLETERS: dict[str, Complete] = {
    "scenario": scenario_names,
    "doctrine": doctrine_names,
    "with_": doctrine_names,
    "blue": doctrine_lists,
    "red": doctrine_lists,
    "doctrines": doctrine_lists,
    "against": doctrine_lists,
    "settings": places,
    "additions": places,
    "vary": varied,
    "side": among("blue", "red"),
    "without": among("blue", "red"),
    "goal": among("overwatch", "even"),
    "instead": among("fire", "next"),
    "only": switch_lists,
    "ranges": parameters,
    "unit_type": type_names,
    "feature": feature_names,
    "rule": rule_names,
    "word": word_names,
    "weapon": weapons,
}
#: The values that a help text ends in: `Its armour: plain, ablative, reactive.`
LISTED = re.compile(r"(?:^|: )([\w/*]+(?:(?:, | or )[\w/*]+)+)\.$")


def completer(parameter: Any) -> Complete | None:
    """Return who offers values of a parameter, or None."""
    listed = LISTED.search(getattr(parameter, "help", None) or "")
    if listed is not None:
        return among(*re.split(", | or ", listed[1]))
    return COMPLETERS.get(parameter.name)


def complete_with(parameter: Any) -> None:
    """Let a parameter offer its values, and take those that were given as they are.

    To check them typer imports pydantic, which takes longer than all the rest.
    """
    parameter.process_value = lambda context, value: value
    offer = completer(parameter)
    if offer is None:
        return

    def items(context: typer.Context, incomplete: str) -> list[CompletionItem]:
        asked = (context, incomplete) if offer in (places, varied, parameters) else (incomplete,)
        return [CompletionItem(value) for value in offer(*asked)]

    parameter.shell_complete = items


def prepare() -> str:
    """Mend what bash hands over, and leave out what is slow; return what bash has of the word.

    Bash breaks words at `=` and `:`, so that `--set rules.shots=2` comes as three, and takes an
    answer for the last of them only.
    """
    from typer import _completion_classes

    shells: Any = _completion_classes
    shells._sanitize_help_text = str  # or else every help text goes through rich
    if os.environ.get(COMPLETING) != "complete_bash":
        return ""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    last = int(os.environ.get("COMP_CWORD", "0"))
    whole: list[str] = []
    for word in words[: last + 1]:
        glued = whole and (word[:1] in BREAKS or whole[-1][-1:] in BREAKS) and len(whole) > 1
        if glued and not whole[-1].startswith("--"):
            whole[-1] += word
        else:
            whole.append(word)
    os.environ["COMP_WORDS"] = "\n".join(whole)
    os.environ["COMP_CWORD"] = str(len(whole) - 1)
    current = whole[-1]
    return current[: max(map(current.rfind, BREAKS)) + 1]
