"""Battles and replays in folders of their own: all that they came from, and every row.

`study.toml` says what was fought, `scenario.toml` holds the whole scenario as it was checked,
`types.toml` what it takes from the motor pool, `blue.toml` and `red.toml` the doctrines. So figures
and reports can be drawn again whatever becomes of the shipped files. The rows of battles are in
`rows.parquet`, the events of a replay in `events.jsonl`, one a line.
"""

from __future__ import annotations

import hashlib
import io
import json
import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
import tomli_w

from sim import __version__
from sim.layout import codes as c
from sim.layout.records import ROW
from sim.places import toml_text
from sim.refusal import InputError, path_of
from sim.scenario.loader import parse_scenario, read_motor_pool, read_toml
from sim.study.doctrine import parse_doctrine
from sim.study.files import write_files
from sim.study.prepare import Prepared, prepared_of

if TYPE_CHECKING:
    from sim.study.battles import Battles
    from sim.study.replay import Replay

QUESTION, SCENARIO, TYPES = "study.toml", "scenario.toml", "types.toml"
DOCTRINES = tuple(f"{side}.toml" for side in c.SIDES)
ROWS, EVENTS = "rows.parquet", "events.jsonl"
RUN, REPLAY = "run", "replay"  # kinds of folders
TOLD = {"places"}  # of a question: words about it, which decide nothing
FACTS = b"overwatch"  # the key of a table's metadata; its value is JSON

Read = TypeVar("Read")


def read_question(folder: str | Path) -> dict[str, Any]:
    """Return what a folder's `study.toml` says; raises `InputError` if there is none."""
    file = path_of("folder", folder) / QUESTION
    try:
        return tomllib.loads(toml_text(file))
    except FileNotFoundError:
        if not file.parent.exists():
            raise InputError(f"{folder}: there is no such folder") from None
        raise InputError(f"{folder}: has no {QUESTION}: it is no study's folder") from None
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or problem
        raise InputError(f"{file}: cannot be read: {reason}") from None


def check_question(folder: str | Path, question: Mapping[str, Any]) -> None:
    """Refuse a folder that holds the answer to another question than this one."""
    if not (path_of("folder", folder) / QUESTION).exists():
        return
    kept = read_question(folder)
    for key in {**kept, **question}:
        if key not in TOLD and kept.get(key) != question.get(key):
            raise InputError(
                f"{Path(folder) / QUESTION}: holds another question: {key} is {kept.get(key)!r}, "
                f"not {question.get(key)!r}; choose another folder"
            )


def kept_seed(folder: str | Path | None) -> int | None:
    """Return the seed of the study that a folder holds, None where it holds none."""
    if folder is None or not (path_of("--out", folder) / QUESTION).exists():
        return None
    seed = read_question(folder).get("seed")
    return seed if isinstance(seed, int) else None


def undamaged(file: Path, read: Callable[[], Read]) -> Read:
    """Return what reading a file gives; raises `InputError` where it is damaged or not there."""
    try:
        return read()
    except InputError:
        raise
    except FileNotFoundError:
        raise InputError(f"{file}: is not there") from None
    except Exception as problem:  # whatever a reader meets in a file that something else wrote
        said = f"has no {problem}" if isinstance(problem, KeyError) else str(problem)
        reason = (said or type(problem).__name__).splitlines()[0]
        raise InputError(f"{file}: is damaged: {reason}") from None


# -- battles ---------------------------------------------------------------------------------------


def question_of(battles: Battles) -> dict[str, Any]:
    """Return all that decides the rows of a run, as `study.toml` has it."""
    return {
        **_asked(RUN, battles.prepared, battles.seed, battles.command, battles.version),
        "battles": battles.wanted or len(battles),
    }


def _asked(kind: str, prepared: Prepared, seed: int, command: str, version: str) -> dict[str, Any]:
    return {
        "version": version,
        "kind": kind,
        "scenario": prepared.scenario.name,
        "doctrines": list(prepared.doctrines),
        "seed": seed,
        "command": command,
        "hash": prepared.hash,
    }


def battle_files(battles: Battles) -> dict[str, bytes]:
    """Return the contents of a run's folder by the names of their files."""
    facts = {
        "seconds": battles.seconds,
        "interrupted": battles.interrupted,
        "digest": battles.digest,
    }
    return {
        **_source_files(battles.prepared),
        ROWS: rows_as_parquet(battles.rows, facts),
        QUESTION: tomli_w.dumps(question_of(battles)).encode(),
    }


def _source_files(prepared: Prepared) -> dict[str, bytes]:
    scenario = prepared.scenario
    pool = {
        name: kind.model_dump(mode="json", exclude_none=True)
        for name, kind in scenario.used_types().items()
        if name not in scenario.types
    }
    document = scenario.model_dump(mode="json", exclude_none=True)
    for side, file in zip(c.SIDES, DOCTRINES, strict=True):
        document[side]["doctrine"] = f"./{file}"
    return {
        SCENARIO: tomli_w.dumps(document).encode(),
        TYPES: tomli_w.dumps({"types": pool}).encode(),
        **dict(zip(DOCTRINES, (text.encode() for text in prepared.texts), strict=True)),
    }


def save_battles(battles: Battles, folder: str | Path) -> Path:
    """Write a run into a folder; raises `InputError` for one that holds another."""
    check_question(folder, question_of(battles))
    write_files(folder, battle_files(battles))
    return Path(folder)


def read_battles(folder: str | Path) -> Battles:
    """Return the run that a folder holds; raises `InputError` for none, or a damaged one."""
    from sim.study.battles import Battles

    place = Path(folder)
    question = read_question(place)
    file = place / QUESTION
    rows, facts = undamaged(place / ROWS, lambda: rows_from_parquet(place / ROWS))
    prepared = undamaged(file, lambda: _read_prepared(place, question))
    battles = undamaged(
        file,
        lambda: Battles(
            prepared,
            rows,
            int(question["seed"]),
            float(facts["seconds"]),
            str(question["command"]),
            bool(facts["interrupted"]),
            int(question["battles"]),
            str(question["version"]),
        ),
    )
    if battles.digest != facts.get("digest"):
        raise InputError(f"{place / ROWS}: is damaged: its rows are not those that were written")
    return battles


def _read_prepared(place: Path, question: Mapping[str, Any]) -> Prepared:
    types = place / TYPES
    pool = undamaged(types, lambda: read_motor_pool(types))
    scenario = parse_scenario(read_toml(place / SCENARIO), place / SCENARIO, pool)
    texts = {name: undamaged(place / name, partial(toml_text, place / name)) for name in DOCTRINES}
    doctrines = [parse_doctrine(text, name) for name, text in texts.items()]
    prepared = prepared_of(scenario, doctrines)
    if prepared.hash != question["hash"] and question["version"] == __version__:
        raise InputError(f"{place}: its scenario and doctrines are not those that were fought")
    return prepared


def rows_as_parquet(rows: np.ndarray[Any, Any], facts: Mapping[str, Any]) -> bytes:
    """Return rows (ROW) as a Parquet table that loses nothing; a field of many values is a list."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {}
    for name in ROW.names or ():
        values = np.ascontiguousarray(rows[name])
        flat = pa.array(values.reshape(-1))
        size = int(np.prod(ROW[name].shape, dtype=np.int64))
        many = bool(ROW[name].shape)
        columns[name] = pa.FixedSizeListArray.from_arrays(flat, size) if many else flat
    table = pa.table(columns).replace_schema_metadata({FACTS: json.dumps(facts).encode()})
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    return buffer.getvalue()


def rows_from_parquet(file: Path) -> tuple[np.ndarray[Any, Any], dict[str, Any]]:
    """Return the rows (ROW) of a table that `rows_as_parquet` made, and its facts."""
    import pyarrow.parquet as pq

    table = pq.read_table(file)
    rows = np.zeros(table.num_rows, ROW)
    for name in ROW.names or ():
        column = table.column(name).combine_chunks()
        if ROW[name].shape:
            column = column.flatten()
        rows[name] = column.to_numpy().reshape(len(rows), *ROW[name].shape)
    return rows, json.loads(table.schema.metadata[FACTS])


# -- replays ---------------------------------------------------------------------------------------


def save_replay(replay: Replay, folder: str | Path) -> Path:
    """Write a replay into a folder; raises `InputError` for one that holds something else."""
    question = {
        **_asked(REPLAY, replay.prepared, replay.seed, replay.command, replay.version),
        "battle": replay.battle,
    }
    check_question(folder, question)
    lines = [replay.row, *replay.events]
    told = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    facts = {"digest": hashlib.sha256(told).hexdigest()}
    write_files(
        folder,
        {
            **_source_files(replay.prepared),
            EVENTS: f"{json.dumps(facts)}\n".encode() + told,
            QUESTION: tomli_w.dumps(question).encode(),
        },
    )
    return Path(folder)


def read_replay(folder: str | Path) -> Replay:
    """Return the replay that a folder holds; raises `InputError` for none, or a damaged one."""
    from sim.study.replay import Replay

    place = Path(folder)
    question = read_question(place)
    events = place / EVENTS
    row, told = undamaged(events, lambda: _read_events(events))
    prepared = undamaged(place / QUESTION, lambda: _read_prepared(place, question))
    return undamaged(
        place / QUESTION,
        lambda: Replay(
            prepared,
            int(question["battle"]),
            int(question["seed"]),
            told,
            row,
            str(question["command"]),
            str(question["version"]),
        ),
    )


def _read_events(file: Path) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    first, _, rest = file.read_bytes().partition(b"\n")
    if hashlib.sha256(rest).hexdigest() != json.loads(first)["digest"]:
        raise InputError(f"{file}: is damaged: its events are not those that were written")
    row, *told = (json.loads(line) for line in rest.decode().splitlines())
    return row, told
