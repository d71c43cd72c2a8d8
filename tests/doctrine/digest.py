"""All that the doctrine kernels answer on a set of drawn states, as text.

Run as a module it prints the text: with NUMBA_DISABLE_JIT=1 that of the plain Python run.
"""

from __future__ import annotations

import random

import numpy as np

from sim.doctrine import FEATURES, install, load_doctrine, shipped_doctrines
from sim.layout import codes as c
from tests.doctrine import doors
from tests.doctrine.builder import HEIGHT, PLACES, WIDTH, Field, field


def drawn(number: int) -> Field:
    """Return a state in which nearly everything is drawn."""
    draw = random.Random(number)
    made = field()
    made.s["key"], made.s["turn"] = draw.getrandbits(64), draw.randint(1, 8)
    for cell in range(WIDTH * HEIGHT):
        made.k["cover"][cell] = draw.choice((0, 0, 1, 2))
        made.k["level"][cell] = draw.choice((0, 1))
        made.k["field"][0, :, :3, cell] = draw.randint(0, 400)
    for table in ("hit", "hit_worth", "shot_value"):
        made.k[table] *= np.random.default_rng(number).random(made.k[table].shape)
    made.k["rules"]["area_cosine"] = draw.choice((-2.0, 0.0, 0.7))
    made.markers(
        *((draw.uniform(1, 39), draw.uniform(1, 29), 1, draw.randint(-1, 1)) for _ in "123")
    )
    for u in PLACES:
        unit = made.unit(u)
        for key in ("activated", "under_fire", "overwatch"):
            unit[key] = draw.randint(0, 1)
        unit["confidence"], unit["leadership"] = draw.randint(0, 4), draw.randint(1, 3)
        unit["watch_x"], unit["watch_y"] = draw.uniform(-1, 1), draw.uniform(-1, 1)
        for place in range(2):
            made.put(u, draw.uniform(0, 39.9), draw.uniform(0, 29.9), place)
            one = made.element(u, place)
            one["fx"], one["fy"] = draw.uniform(-1, 1), draw.uniform(-1, 1)
            for key in ("damaged", "immobilised", "systems_down", "watching"):
                one[key] = draw.random() < 0.3
            one["posture"], one["used"] = draw.randint(0, 3), draw.uniform(0, 12)
        if draw.random() < 0.2:
            made.lose(u)
    made.blind(0, draw.choice((16, 17)))
    return made


def answers(states: int) -> str:
    """Return every feature and decision of every doctrine on so many drawn states."""
    lines = []
    for number in range(states):
        made = drawn(number)
        for u, v in ((0, 16), (1, 17), (16, 1), (17, 0)):
            for one in FEATURES:
                lines.append(f"{number} {u} {one.name} {doors.feature(made, one.name, u, v)!r}")
        for name in shipped_doctrines():
            for side in (c.BLUE, c.RED):
                install(made.k_array, side, load_doctrine(name), [], [])
            for u, v in ((0, 16), (17, 1)):
                rules = [doors.decide(made, chapter, u, v) for chapter in range(c.CHAPTERS)]
                score = doors.order_score(made, rules[c.C_ORDER], u)
                target = doors.target_score(made, u, v)
                lines.append(f"{number} {u} {name} {rules} {score!r} {target!r}")
    return "\n".join(lines)


if __name__ == "__main__":
    print(answers(6))
