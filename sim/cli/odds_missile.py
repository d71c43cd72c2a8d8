"""`overwatch odds missile`: guided missiles at a vehicle."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from sim.cli.odds_shown import Json, chances_json, drawing, percent, print_outcomes, refuse, whole
from sim.cli.output import print_json, print_table, print_text
from sim.exact import MissileOdds, OddsError, missile
from sim.figures import ADS, ECM, GUIDANCE, MISSILE_CHITS, PDS
from sim.layout.codes import ARMOURS

Weapon = Annotated[str, typer.Option(metavar="KIND", help=f"{', '.join(MISSILE_CHITS)}.")]
Guidance = Annotated[str, typer.Option(metavar="QUALITY", help=f"{', '.join(GUIDANCE)}.")]
Ecm = Annotated[str, typer.Option(metavar="QUALITY", help=f"The target's: {', '.join(ECM)}.")]
Armour = Annotated[str, typer.Option(metavar="N", help="Front armour.")]
Pds = Annotated[str, typer.Option(metavar="QUALITY", help=f"The target's: none, {', '.join(PDS)}.")]
Missiles = Annotated[str, typer.Option(metavar="N", help="Missiles at this target.")]
Ads = Annotated[
    str, typer.Option(metavar="QUALITY", help=f"Area defence in reach: none, {', '.join(ADS)}.")
]
Engaged = Annotated[
    str | None,
    typer.Option(metavar="N", help="Missiles it engages; if left out, as many as it can."),
]
Side = Annotated[bool, typer.Option("--side", help="The hit is not on the front.")]
ArmourKind = Annotated[str, typer.Option(metavar="KIND", help=f"{', '.join(ARMOURS)}.")]


def odds_missile(
    weapon: Weapon,
    guidance: Guidance,
    ecm: Ecm,
    armour: Armour,
    pds: Pds = "none",
    missiles: Missiles = "1",
    ads: Ads = "none",
    engaged: Engaged = None,
    side: Side = False,
    armour_kind: ArmourKind = "plain",
    as_json: Json = False,
) -> None:
    """Show what guided missiles do to a vehicle."""
    try:
        inputs: dict[str, Any] = {
            "weapon": weapon,
            "guidance": guidance,
            "ecm": ecm,
            "armour": whole("armour", armour),
            "pds": pds,
            "missiles": whole("missiles", missiles),
            "ads": ads,
            "engaged": None if engaged is None else whole("engaged", engaged),
            "side": side,
            "armour_kind": armour_kind,
        }
        odds = missile(**inputs)
    except OddsError as error:
        refuse("missile", error)
    if as_json:
        print_json(
            {
                "inputs": inputs,
                "guidance_die": odds.guidance_die,
                "ecm_die": odds.ecm_die,
                "pds_die": odds.pds_die,
                "ads_die": odds.ads_die,
                "engaged": odds.engaged,
                "chits": odds.chits,
                "valid": odds.valid,
                "armour": odds.armour,
            }
            | chances_json(
                shot_down=odds.shot_down,
                each=odds.each,
                hits=odds.hits,
                firer_down=odds.firer_down,
                hit=odds.hit,
                outcomes=odds.outcomes,
            )
        )
        return
    print_text(*_situation(inputs, odds))
    if inputs["missiles"] > 1:
        rows = [(str(number), percent(chance)) for number, chance in enumerate(odds.hits)]
        print_table(("hits", "chance"), rows)
    print_outcomes(odds.outcomes)


def _situation(inputs: dict[str, Any], odds: MissileOdds) -> list[str]:
    """Return the lines above the tables."""
    missiles = inputs["missiles"]
    lines = [f"{missiles} {inputs['weapon']}, {inputs['guidance']} guidance"]
    if odds.ads_die is not None:
        lines.append(
            f"area defence engages {odds.engaged}: D{odds.ads_die} against D{odds.guidance_die}: "
            f"each shot down {percent(odds.shot_down)}"
        )
    dice = f"D{odds.guidance_die} against D{odds.ecm_die} (ECM)"
    if odds.pds_die is not None:
        dice += f" and D{odds.pds_die} (PDS)"
    through = ", if it gets through" if odds.engaged else ""
    lines.append(f"{dice}: each hits {percent(odds.each)}{through}")
    if missiles > 1 or odds.engaged:
        lines.append(f"at least one hit {percent(odds.hit)}")
    lines.append(drawing(odds.chits, odds.valid, odds.armour) + " for each hit")
    if missiles > 1:
        lines.append(f"firer's systems down in all: {percent(odds.firer_down)}")
    return lines
