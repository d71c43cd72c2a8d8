"""`overwatch odds`: exact odds, without random numbers; one command a module beside this one."""

from __future__ import annotations

import typer

from sim.cli.commands import Command, Group, help_if_alone
from sim.cli.examples import SUMMARIES
from sim.cli.odds_artillery import odds_artillery
from sim.cli.odds_assault import odds_assault
from sim.cli.odds_direct import odds_hit, odds_shot
from sim.cli.odds_firefight import odds_firefight
from sim.cli.odds_missile import odds_missile

odds_app = typer.Typer(
    help="Exact odds, without random numbers.",
    cls=Group,
    invoke_without_command=True,
    callback=help_if_alone,
    add_completion=False,
)
for _name, _command in (
    ("hit", odds_hit),
    ("shot", odds_shot),
    ("missile", odds_missile),
    ("artillery", odds_artillery),
    ("firefight", odds_firefight),
    ("assault", odds_assault),
):
    odds_app.command(_name, cls=Command, short_help=SUMMARIES[f"odds {_name}"])(_command)
