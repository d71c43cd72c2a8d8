"""The `overwatch` command: one module a sub-command, which imports what it needs when it runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from sim.study.interrupts import Heard


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code, also where Ctrl-C comes while it is loaded."""
    try:
        with Heard():
            from sim.cli.app import run_command
    except KeyboardInterrupt:
        sys.stderr.write("overwatch: interrupted\n")
        return 130
    return run_command(arguments)
