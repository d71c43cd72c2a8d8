"""From a file to the kernel's record: every field, each side apart."""

from __future__ import annotations

from sim.doctrine import install, load_doctrine, ops
from sim.doctrine.table import BY_NAME
from sim.layout import codes as c
from sim.layout.records import new_scenario

FILE = """
name = "own"
text = "One rule of each chapter."
starts = "enemy"

[parameters]
near = 24
patience = 0.8

[[activation]]
when = "turn > patience"
do = "move_overwatch"
move = "waypoint the gate"
route = "covered"
pace = "half"
watch = "zone gap"

[[activation]]
do = "move_fire"
move = "to_range"
range = "near"

[[order]]
do = "pass"
score = "turn"

[[trigger]]
do = "fire"

[[opportunity]]
do = "hold"

[[target]]
score = "-range"
"""


def installed(tmp_path, side):
    (tmp_path / "own.toml").write_text(FILE)
    k_array = new_scenario()
    doctrine = load_doctrine("own.toml", tmp_path)
    install(k_array, side, doctrine, ["left", "the gate"], ["gap"])
    assert (doctrine.name, doctrine.file) == ("own", "own.toml")
    return k_array[0]["doctrines"]


def test_every_field_of_the_record(tmp_path):
    both = installed(tmp_path, c.RED)
    made = both[c.RED]
    assert made["starts"] == 0
    assert list(made["parameters"][:3]) == [24, 0.8, 0]
    assert list(made["rule_count"]) == [2, 1, 1, 1, 1]
    first, second = made["rules"][c.C_ACTIVATION, 0], made["rules"][c.C_ACTIVATION, 1]
    assert (first["do"], first["move"], first["place"]) == (c.DO_MOVE_OVERWATCH, c.TO_WAYPOINT, 1)
    assert (first["route"], first["pace"]) == (c.COVERED_ROUTE, c.PACE_HALF)
    assert (first["watch"], first["zone"]) == (c.WATCH_ZONE, 0)
    assert (first["when"], first["score"]) == (0, -1)
    assert (second["move"], second["range"], second["place"]) == (c.TO_RANGE, 24, -1)
    assert (second["when"], second["watch"], second["zone"]) == (-1, c.WATCH_APPROACH, -1)
    assert (second["route"], second["pace"]) == (c.DIRECT_ROUTE, c.PACE_FULL)
    assert made["rules"][c.C_ORDER, 0]["do"] == c.ORDER_PASS
    assert made["rules"][c.C_ORDER, 0]["score"] == 4
    assert made["rules"][c.C_TRIGGER, 0]["do"] == c.ANSWER_FIRE
    assert made["rules"][c.C_OPPORTUNITY, 0]["do"] == c.ANSWER_HOLD
    assert made["rules"][c.C_TARGET, 0]["score"] == 6
    assert [tuple(op) for op in made["ops"][:10]] == [
        (ops.FEATURE, BY_NAME["turn"].code), (ops.PARAMETER, 1), (ops.MORE, 0), (ops.END, 0),
        (ops.FEATURE, BY_NAME["turn"].code), (ops.END, 0),
        (ops.FEATURE, BY_NAME["range"].code), (ops.NEGATE, 0), (ops.END, 0), (0, 0),
    ]  # fmt: skip


def test_the_other_side_is_left_alone(tmp_path):
    both = installed(tmp_path, c.RED)
    assert not both[c.BLUE].tobytes().strip(b"\0")


def test_a_second_doctrine_replaces_the_first(tmp_path):
    k_array = new_scenario()
    alone = new_scenario()
    install(k_array, c.BLUE, load_doctrine("calculating"), [], [])
    for one in (k_array, alone):
        install(one, c.BLUE, load_doctrine("never"), [], [])
    assert k_array["doctrines"].tobytes() == alone["doctrines"].tobytes()
