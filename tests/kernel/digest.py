"""The digest of a small run. As a module it prints that of this process's way to run the kernels."""

from __future__ import annotations

from pathlib import Path

from sim import _jit
from sim.study.battles import Battles
from sim.study.run import run

SMALL_FIGHT = Path(__file__).parents[1] / "data" / "small_fight.toml"
BATTLES, SEED = 30, 3
LARGE, LARGE_BATTLES = "battle_group", 100


def small_run(battles: int = BATTLES, workers: int = 1, chunk: int = 1000) -> Battles:
    """Fight battles of the small scenario."""
    return run(SMALL_FIGHT, battles, SEED, workers=workers, chunk=chunk)


def large_run(battles: int = LARGE_BATTLES, workers: int = 1) -> Battles:
    """Fight battles of the reference scenario."""
    return run(LARGE, battles, SEED, workers=workers)


def report(fought: Battles) -> list[str]:
    """Return what two runs of the same battles have in common."""
    return [f"record {fought.prepared.hash}", f"rows {fought.digest}"]


if __name__ == "__main__":
    print(f"JIT_OFF={_jit.JIT_OFF} BOUNDSCHECK={_jit.BOUNDSCHECK}")
    print("\n".join(report(small_run())))
    if not _jit.JIT_OFF:  # as plain Python it takes minutes
        print("\n".join(report(large_run())))
