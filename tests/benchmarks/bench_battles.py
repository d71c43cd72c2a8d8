"""Speed of the reference battle: battles/s on one and two threads, and the ratio to the cost floor.

    python tests/benchmarks/bench_battles.py [SCENARIO] [--battles N] [--no-plain]

The cost floor is the battle's own counted draws and sight look-ups times what one of each costs in a
bare loop, measured in this same run; so the ratio holds on any machine. `--no-plain` leaves out the
comparison with the JIT off, which takes about half a minute.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time

import numpy as np

from sim._jit import entry
from sim._threads import processors
from sim.layout import codes as c
from sim.layout.records import new_states
from sim.rules import dice
from sim.study.fight import fight
from sim.study.prepare import prepare
from sim.terrain import lookup

ROUNDS = 5  # the best of these counts: whatever else the machine does only ever slows a round


@entry
def many_draws(states, count):
    """Roll `count` dice and return their sum, so that no roll can be left out."""
    s = states[0]
    total = 0
    for index in range(count):
        total += dice.die(s, 8, c.P_SHOT, index & 127, index & 0xFFFFF)
    return total


@entry
def many_sights(k_array, count):
    """Look up sight between `count` scattered pairs of cells and return how many see each other."""
    k = k_array[0]
    cells = k["width"] * k["height"]
    total = 0
    a, b = 1, 2
    for _ in range(count):
        a = (a * 1103 + 12345) % cells
        b = (b * 2917 + 4321) % cells
        if lookup.sees_cell(k, a, b):
            total += 1
    return total


def best(task, count):
    """Return the least seconds for one of `count` operations over several rounds."""
    task(10)
    seconds = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        task(count)
        seconds.append(time.perf_counter() - begun)
    return min(seconds) / count


def speed(prepared, battles, workers):
    """Return battles a second, the best of several rounds, and the last round's rows."""
    rounds = [fight(prepared, battles, seed=1, workers=workers) for _ in range(ROUNDS)]
    return max(battles / one.seconds for one in rounds), rounds[-1].rows


PLAIN = """
import sys, time, numpy as np
from sim.battle import play
from sim.layout.records import new_states
k, s, count = np.load(sys.argv[1]), new_states(1), int(sys.argv[2])
begun = time.perf_counter()
with np.errstate(over="ignore"):
    for battle in range(count):
        play.fight(k[0], s[0], 1, battle)
print((time.perf_counter() - begun) / count)
"""


def plain_seconds(prepared, battles=8):
    """Return the seconds a battle takes with the JIT off."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "record.npy")
        np.save(path, prepared.record)
        environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", PLAIN, path, str(battles)],
            env=environment, capture_output=True, text=True, check=True,
        )  # fmt: skip
    return float(done.stdout)


def main():
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenario", nargs="?", default="battle_group")
    parser.add_argument("--battles", type=int, default=2000)
    parser.add_argument("--no-plain", action="store_true")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    prepared = prepare(options.scenario)
    one, rows = speed(prepared, options.battles, 1)
    two, _ = speed(prepared, options.battles, 2) if processors() > 1 else (float("nan"), None)
    states = new_states(1)
    draw = best(lambda count: many_draws(states, count), 2_000_000)
    sight = best(lambda count: many_sights(prepared.record, count), 2_000_000)
    draws, sights = rows["draws"].mean(), rows["sights"].mean()
    floor = draws * draw + sights * sight
    figures = {
        "scenario": options.scenario,
        "battles_per_second_one_thread": one,
        "battles_per_second_two_threads": two,
        "two_over_one": two / one,
        "draws_a_battle": draws,
        "sight_lookups_a_battle": sights,
        "ns_a_draw": draw * 1e9,
        "ns_a_sight_lookup": sight * 1e9,
        "floor_microseconds": floor * 1e6,
        "ratio_to_floor": 1 / (one * floor),
    }
    if not options.no_plain:
        figures["times_faster_than_jit_off"] = plain_seconds(prepared) * one
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, value in figures.items():
        text = value if isinstance(value, str) else f"{value:,.2f}"
        print(f"{name.replace('_', ' '):34s} {text}")


if __name__ == "__main__":
    main()
