"""What people wait for: help, the Tab key, the explorer, a cell of a notebook.

    python tests/benchmarks/bench_waiting.py

Processor seconds, the best of some rounds, and how many bare starts of Python that is: these are
measured in this same run, so the ratio holds on any machine.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable

import sim
from sim.scenario import compile_scenario, load_scenario

ROUNDS = 5  # the best of these counts: whatever else the machine does only ever slows a round
MAIN = "import sys; sys.argv[:] = ['overwatch', {words}]; from sim.cli import main; main()"
MADE = "hit_table(), kill_table(), half_table(), pot_codes(), removed_table(), soft_table()"
TABLES = f"from sim.exact import {MADE.replace('()', '')}"
TAB = {
    "_OVERWATCH_COMPLETE": "complete_bash",
    "COMP_WORDS": "overwatch\nrun\nduel\n--set\nred.units.0.",
    "COMP_CWORD": "4",
}


def of_process(code: str, **more: str) -> float:
    """Return the processor seconds of a Python process, the best of the rounds."""
    seconds = []
    for _ in range(ROUNDS):
        begun = of_children()
        subprocess.run([sys.executable, "-c", code], env=os.environ | more, capture_output=True)
        seconds.append(of_children() - begun)
    return min(seconds)


def of_children() -> float:
    """Return the processor seconds of all processes that were started and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def of_call(call: Callable[[], object]) -> float:
    """Return the seconds of a call, the best of the rounds; once before, to load what it needs."""
    call()
    seconds = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        call()
        seconds.append(time.perf_counter() - begun)
    return min(seconds)


def changes() -> Callable[[], object]:
    """Return a change of the explorer's range, to another one each time."""
    page, places = sim.explorer(), iter(range(10, 60, 2))

    def change() -> None:
        page.controls["distance"].value = next(places)

    return change


def main() -> None:
    """Measure and print."""
    bare = of_process("pass")
    battle_group, battles = load_scenario("battle_group"), sim.run("duel", 300, 1)
    waits = {
        "a bare start of Python": bare,
        "overwatch --help": of_process(MAIN.format(words="'--help'")),
        "the Tab key": of_process(MAIN.format(words=""), **TAB),
        "import sim, beyond that": of_process("import sim") - bare,
        "the exact tables, made once": of_process(f"{TABLES}\n{MADE}") - of_process(TABLES),
        "battle_group, compiled again": of_call(lambda: compile_scenario(battle_group)),
        "a run shown in a notebook": of_call(battles._repr_html_),
        "a change in the explorer": of_call(changes()),
    }
    for name, seconds in waits.items():
        sys.stdout.write(f"{name:30} {seconds:6.3f} s {seconds / bare:8.1f} bare starts\n")


if __name__ == "__main__":
    main()
