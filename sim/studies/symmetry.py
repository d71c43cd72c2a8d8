"""Whether a scenario is the same for both sides, once the table is turned by half a circle."""

from __future__ import annotations

from typing import Any

import numpy as np

from sim.layout import codes as c
from sim.study.prepare import Prepared

GROUND = ("terrain", "level", "cover", "zones", "near")
NEAR = 1e-6  # inches
UNIT = ("count", "quality", "leadership", "confidence", "command", "hidden")
ELEMENT = ("type", "posture", "sensors")


def uneven(prepared: Prepared) -> str:
    """Return in what the sides differ once the table is turned by half a circle; empty: in nothing.

    Compared is the compiled record: ground cell by cell, markers, places that doctrines name,
    forces unit by unit in their order, and victory. Doctrines are not part of it.
    """
    k = prepared.record[0]
    turned = _Turned(float(k["width"]), float(k["height"]))
    for what, same in (
        ("victory", int(k["attacker"]) == c.NOTHING),
        ("table edges", turned.swaps(k["baseline_x"], k["baseline_y"])),
        ("markers", _markers(k, turned)),
        ("ground", _ground(k)),
        ("waypoints", _waypoints(k, turned, len(prepared.names.waypoints))),
        ("forces", _forces(k, turned)),
        ("batteries", _batteries(k)),
    ):
        if not same:
            return what
    return ""


class _Turned:
    """The table, turned by half a circle."""

    def __init__(self, width: float, height: float):
        self.size = np.array([width, height])

    def meets(self, here: Any, there: Any) -> bool:
        """Return whether a point comes to lie on another."""
        return bool(np.all(np.abs(self.size - here - np.asarray(there)) < NEAR))

    def swaps(self, x: Any, y: Any) -> bool:
        """Return whether the first two places change places."""
        return self.meets(np.array([x[0], y[0]]), [x[1], y[1]])


def _ground(k: Any) -> bool:
    cells = int(k["width"]) * int(k["height"])
    return all(np.array_equal(k[name][:cells], k[name][:cells][::-1]) for name in GROUND)


def _markers(k: Any, turned: _Turned) -> bool:
    markers = k["objectives"][: int(k["objective_count"])]
    other = {c.BLUE: c.RED, c.RED: c.BLUE, c.NOTHING: c.NOTHING}
    return all(
        any(
            turned.meets([one["x"], one["y"]], [two["x"], two["y"]])
            and one["value"] == two["value"]
            and other[int(one["holder"])] == int(two["holder"])
            for two in markers
        )
        for one in markers
    )


def _waypoints(k: Any, turned: _Turned, count: int) -> bool:
    """Return whether every waypoint stays where it is: doctrines know it by its name."""
    points = [np.array([k["waypoint_x"][place], k["waypoint_y"][place]]) for place in range(count)]
    return all(turned.meets(point, point) for point in points)


def _forces(k: Any, turned: _Turned) -> bool:
    if int(k["unit_count"][0]) != int(k["unit_count"][1]):
        return False
    for blue in range(int(k["unit_count"][0])):
        red = blue + c.UNITS_A_SIDE
        if any(k["units"][blue][name] != k["units"][red][name] for name in UNIT):
            return False
        for place in range(int(k["units"][blue]["count"])):
            one = k["elements"][blue * c.ELEMENTS_A_UNIT + place]
            two = k["elements"][red * c.ELEMENTS_A_UNIT + place]
            if (
                any(one[name] != two[name] for name in ELEMENT)
                or not turned.meets([one["x"], one["y"]], [two["x"], two["y"]])
                or abs(one["fx"] + two["fx"]) > NEAR
                or abs(one["fy"] + two["fy"]) > NEAR
                or _carrier(one["aboard"], c.BLUE) != _carrier(two["aboard"], c.RED)
            ):
                return False
    return True


def _carrier(aboard: Any, side: int) -> int:
    """Return the place of a carrier among its side's elements, or -1."""
    first = side * c.UNITS_A_SIDE * c.ELEMENTS_A_UNIT
    return int(aboard) - first if aboard >= 0 else c.NOTHING


def _batteries(k: Any) -> bool:
    if int(k["battery_count"][0]) != int(k["battery_count"][1]):
        return False
    for place in range(int(k["battery_count"][0])):
        one, two = k["batteries"][place], k["batteries"][place + c.BATTERIES_A_SIDE]
        units = [int(battery["unit"]) for battery in (one, two)]
        if units != [c.NOTHING] * 2 and units[0] != units[1] - c.UNITS_A_SIDE:
            return False
        if any(one[name].tolist() != two[name].tolist() for name in one.dtype.names[1:]):
            return False
    return True
