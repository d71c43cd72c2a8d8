"""`overwatch odds`: exact odds, without random numbers; one command a module beside this one."""

from __future__ import annotations

import typer

from sim.cli.odds_artillery import odds_artillery
from sim.cli.odds_assault import odds_assault
from sim.cli.odds_direct import odds_hit, odds_shot
from sim.cli.odds_firefight import odds_firefight
from sim.cli.odds_missile import odds_missile

odds_app = typer.Typer(
    help="Exact odds, without random numbers.", no_args_is_help=True, add_completion=False
)
odds_app.command("hit")(odds_hit)
odds_app.command("shot")(odds_shot)
odds_app.command("missile")(odds_missile)
odds_app.command("artillery")(odds_artillery)
odds_app.command("firefight")(odds_firefight)
odds_app.command("assault")(odds_assault)
