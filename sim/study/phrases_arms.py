"""The sentence of each event of combined arms: infantry, missiles, artillery, transport."""

from __future__ import annotations

from collections.abc import Callable

from sim.study.deployment import Event


def place(at: list[float]) -> str:
    """Return a position as `(5.5, 20.5)`."""
    return f"({at[0]:.1f}, {at[1]:.1f})"


def firefight(event: Event) -> str:
    """Return a firefight's roll and how many of its teams draw (DS33.1)."""
    drawing = event["drawing"]
    if event["die"] is None:
        teams = "1 team fires" if event["teams"] == 1 else f"{event['teams']} teams fire"
        inside = "its carrier" if event["teams"] == 1 else "their carriers"
        return f"{event['unit']}: {teams} at {event['target']} from inside {inside} (DS36.1)"
    result = "ineffective" if drawing == 0 else f"{drawing} of {event['teams']} teams draw"
    return (
        f"{event['unit']}'s firefight with {event['target']}: D{event['die']} {event['roll']} "
        f"against leadership {event['leadership']}: {result} (DS33.1)"
    )


def assault(event: Event) -> str:
    """Return the contact of a close assault (DS34.1, DS35.1)."""
    others = f" with {' and '.join(event['joined_by'])}" if event["joined_by"] else ""
    return f"{event['unit']}{others} close-assaults {event['target']} (DS34.1)"


def melee(event: Event) -> str:
    """Return the heading of a round of close assault."""
    return (
        f"round {event['round']}: {event['attackers']} elements fight {event['defenders']} of "
        f"{event['unit']}"
    )


def missile(event: Event) -> str:
    """Return a missile's roll against ECM and PDS (DS31.1)."""
    against = f"ECM D{event['ecm_die']} {event['ecm_roll']}"
    if event["pds_die"] is not None:
        against += f" and PDS D{event['pds_die']} {event['pds_roll']}"
    return (
        f"{event['element']}'s {event['weapon']} at {event['target']}, {event['range']:.1f}\": "
        f"D{event['die']} {event['roll']} against {against}: "
        f"{'strikes' if event['hit'] else 'goes astray'} (DS31.1)"
    )


def intercept(event: Event) -> str:
    """Return an interception (DS19.3, DS31.1)."""
    result = "shot down" if event["shot_down"] else "it gets through"
    return (
        f"{event['element']} engages {event['launcher']}'s missile {event['missile']}: "
        f"D{event['die']} {event['roll']} against guidance D{event['guidance_die']} "
        f"{event['guidance_roll']}: {result} (DS19.3)"
    )


def call(event: Event) -> str:
    """Return a call for fire (DS38.1, DS40.1)."""
    fire = f"{'effective' if event['effective'] else 'harassing'} {event['load']}"
    at = f"{fire} at {event['target']}, {place(event['at'])}"
    if event["counter_battery"]:
        return f"{event['battery']}'s radar has found the guns: {at} (DS40.1)"
    answer = "answered" if event["answered"] else "not answered"
    return (
        f"{event['element']} calls {event['battery']} for {at}: D{event['die']} {event['roll']}, "
        f"{event['needed']} needed, {answer} (DS38.1)"
    )


def barrage(event: Event) -> str:
    """Return a mission that arrives (DS39.1)."""
    if event["fire"] == "lost":
        return f"{event['battery']}'s mission is lost: it has no gun to fire (DS39.1)"
    return (
        f"{event['battery']} fires {event['fire']} {event['load']} at {place(event['at'])}, "
        f"{event['guns']} guns, {event['sheaf']} sheaf (DS39.1)"
    )


def smoke(event: Event) -> str:
    """Return smoke that is laid or clears."""
    return f"smoke {'rises' if event['laid'] else 'clears'} at {place(event['at'])} (DS4.2)"


def mounted(event: Event) -> str:
    """Return a team that mounts or steps out (DS36.1)."""
    if event["aboard"]:
        return f"{event['element']} mounts {event['carrier']} (DS36.1)"
    return f"{event['element']} leaves {event['carrier']} at {place(event['to'])} (DS36.1)"


def aboard(event: Event) -> str:
    """Return the roll for a team in a carrier that was hit (DS36.5)."""
    return (
        f"{event['element']} aboard {event['carrier']}: D6 {event['roll']}, lost from "
        f"{event['needed']}: {'lost' if event['lost'] else 'unhurt'} (DS36.5)"
    )


def regroup(event: Event) -> str:
    """Return an element that joins another unit (DS24.2)."""
    return f"{event['element']} of {event['joins_from']} joins {event['unit']} (DS24.2)"


SENTENCES: dict[str, Callable[[Event], str]] = {
    "firefight": firefight,
    "assault": assault,
    "round": melee,
    "withdraw": lambda e: f"{e['unit']} falls back (DS34.1)",
    "missile": missile,
    "intercept": intercept,
    "sensors": lambda e: (
        f"{e['element']} switches its sensors {'on' if e['active'] else 'off'} (DS19.3)"
    ),
    "pop_up": lambda e: f"{e['unit']} {'pops up' if e['up'] else 'drops again'} (DS32.2)",
    "call": call,
    "barrage": barrage,
    "smoke": smoke,
    "mounted": mounted,
    "aboard": aboard,
    "regroup": regroup,
}
