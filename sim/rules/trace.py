"""Events of the trace: the same kernel that fights writes them, so that nothing is told twice.

Callers ask `s["tracing"]` first. What each number of an event means stands in `sim.study.trace`.
"""

from __future__ import annotations

from sim._jit import kernel
from sim.layout import codes as c


@kernel
def emit(s, kind, a, b, d, e, f, g):
    """Append an event with six integers and return its place in the buffer."""
    place = s["event_count"]
    s["event_count"] = place + 1
    if place >= c.EVENTS:  # the count goes on, so that the reader can tell that events are missing
        place = c.EVENTS - 1
    event = s["events"][place]
    event["kind"] = kind
    event["turn"] = s["turn"]
    i = event["i"]
    i[0] = a
    i[1] = b
    i[2] = d
    i[3] = e
    i[4] = f
    i[5] = g
    for j in range(6, 10):
        i[j] = 0
    return place


@kernel
def more(s, place, h, p, q, r):
    """Give the event at `place` its last four integers."""
    i = s["events"][place]["i"]
    i[6] = h
    i[7] = p
    i[8] = q
    i[9] = r


@kernel
def measures(s, place, x, y, z, w, v, u):
    """Give the event at `place` its six real numbers."""
    f = s["events"][place]["f"]
    f[0] = x
    f[1] = y
    f[2] = z
    f[3] = w
    f[4] = v
    f[5] = u
