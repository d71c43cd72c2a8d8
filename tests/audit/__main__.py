"""Audit many battles of shipped scenarios with every pair of doctrines, over several processes.

    python -m tests.audit --battles 200                 # all scenarios, 81 pairs
    python -m tests.audit --battles 20 --scenario duel  # a part of it

Exit code 0: no violation; 1: some, listed by mark with the first battles that show them.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from sim.scenario import shipped_scenarios
from tests.audit.fights import audit_pair, pairs, referee


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.audit", description=__doc__)
    parser.add_argument("--battles", type=int, default=200, help="of each pair of doctrines")
    parser.add_argument("--scenario", action="append", choices=shipped_scenarios())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--show", type=int, default=3, help="examples of each mark")
    args = parser.parse_args()
    names = args.scenario or shipped_scenarios()
    referee(names[0])[0].events(0, args.seed)  # compiles the kernel once, for all
    begun = time.perf_counter()
    marks: dict[str, list[str]] = defaultdict(list)
    read = done = 0
    with ProcessPoolExecutor(args.workers, mp_context=get_context("spawn")) as pool:
        tasks = {
            pool.submit(audit_pair, name, blue, red, args.battles, args.seed): (name, blue, red)
            for name in names
            for blue, red in pairs()
        }
        for task in as_completed(tasks):
            found, events = task.result()
            read, done = read + events, done + args.battles
            name, blue, red = tasks[task]
            for battle, violation in found:
                where = f"{name} {blue} {red} battle {battle} seed {args.seed}"
                marks[violation.mark].append(f"{where}: {violation}")
            if sys.stderr.isatty():
                print(f"\r{done} battles", end="", file=sys.stderr)
    seconds = time.perf_counter() - begun
    print(
        f"{done} battles, {read} events in {seconds:.0f} s: {done / seconds:.0f} battles a second"
    )
    for mark, examples in sorted(marks.items(), key=lambda item: -len(item[1])):
        print(f"{mark}: {len(examples)}")
        for example in examples[: args.show]:
            print(f"  {example}")
    return 1 if marks else 0


if __name__ == "__main__":
    sys.exit(main())
