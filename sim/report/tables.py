"""Parquet tables of a run, each with its provenance in the schema's metadata."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sim.layout import codes as c
from sim.refusal import InputError
from sim.report.funnel_figure import funnel_lines, off_lines
from sim.study.battles import Battles
from sim.study.files import write_files

if TYPE_CHECKING:
    import pandas as pd

PROVENANCE = b"overwatch"  # the metadata's key; its value is JSON


def provenance(battles: Battles) -> dict[str, Any]:
    """Return what makes a table repeatable.

    `scenario_hash` is the SHA-256 of the record that was fought (table, forces, rules, doctrines),
    `digest` that of the battle table.
    """
    prepared = battles.prepared
    return {
        "scenario": prepared.scenario.name,
        "scenario_hash": prepared.hash,
        "rules": prepared.scenario.rules.model_dump(),
        "doctrines": dict(zip(c.SIDES, prepared.doctrines, strict=True)),
        "battles": len(battles),
        "seed": battles.seed,
        "version": battles.version,
        "command": battles.command,
        "digest": battles.digest,
    }


def funnel_table(battles: Battles) -> pd.DataFrame:
    """Return the overwatch funnel and where its counters went, counts over all battles.

    Rows `declared` to `kills`, `off_CAUSE` for each cause that happened, `standing` at the end.
    """
    import pandas as pd

    lines = [*funnel_lines(battles), *off_lines(battles)]
    return pd.DataFrame(
        {
            "step": [line.name for line in lines],
            **{
                side: [int(line.counts[number].sum()) for line in lines]
                for number, side in enumerate(c.SIDES)
            },
        }
    )


def table_files(battles: Battles) -> dict[str, bytes]:
    """Return the contents of the three tables by the names of their files."""
    tables = {
        "battles": battles.battles,
        "losses": battles.losses,
        "funnel": funnel_table(battles),
    }
    facts = json.dumps(provenance(battles), ensure_ascii=False).encode()
    return {f"{name}.parquet": _parquet(table, facts) for name, table in tables.items()}


def _parquet(frame: pd.DataFrame, facts: bytes) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.Table.from_pandas(frame, preserve_index=False)
    table = table.replace_schema_metadata({**table.schema.metadata, PROVENANCE: facts})
    buffer = io.BytesIO()
    pq.write_table(table, buffer)
    return buffer.getvalue()


def write_tables(battles: Battles, folder: str | Path) -> list[Path]:
    """Write battles.parquet, losses.parquet and funnel.parquet into a folder; return their paths.

    All of them or none: raises `InputError` where the folder cannot be written.
    """
    return write_files(folder, table_files(battles))


def read_table(path: str | Path) -> tuple[pd.DataFrame, dict[str, Any]]:
    """Return a table that `write_tables` wrote, and its provenance; raises `InputError`."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(path)
    except OSError as problem:
        raise InputError(f"{path}: cannot be read: {problem.strerror or problem}") from None
    except pa.ArrowInvalid:
        raise InputError(f"{path}: is not a Parquet table") from None
    facts = (table.schema.metadata or {}).get(PROVENANCE)
    if facts is None:
        raise InputError(f"{path}: has no provenance: overwatch did not write it")
    return table.to_pandas(), json.loads(facts)
