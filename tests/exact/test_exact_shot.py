"""Whole shots: bands, dice, validity, several barrels, impossible shots, bad values."""

import pickle
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.exact import OUTCOMES, OddsError, hit_chance, hits_distribution, outcomes, shot
from sim.figures import RANGE_BANDS
from sim.layout.codes import ARMOURS, COVERS, FIRE_CONTROLS

WEAPONS = [f"{kind}/{size}" for kind, sizes in RANGE_BANDS.items() for size in sizes]
SHOTS = {
    "weapon": st.sampled_from(WEAPONS),
    "fire_control": st.sampled_from(FIRE_CONTROLS),
    "range": st.floats(0, 70),
    "size": st.integers(1, 5),
    "armour": st.integers(0, 7),
    "stealth": st.integers(0, 4),
    "cover": st.sampled_from(COVERS),
    "moved": st.booleans(),
    "damaged": st.booleans(),
    "side": st.booleans(),
    "armour_kind": st.sampled_from(ARMOURS),
    "walker": st.booleans(),
}


def test_e4_the_book_s_shot():
    odds = shot("HKP/3", "enhanced", range=26, size=4, armour=4, cover="soft_cover")
    assert (odds.band, odds.firer_die, odds.target_die, odds.secondary_die) == ("medium", 8, 6, 6)
    assert (odds.chits, odds.valid, odds.armour) == (3, "RY", 4)
    assert odds.possible
    assert odds.hit == hit_chance(8, 6, 6)
    one = outcomes(3, "RY", 4)
    assert tuple(odds.outcomes) == OUTCOMES
    assert odds.outcomes == {
        name: odds.hit * chance + (1 - odds.hit if name == "Miss" else 0)
        for name, chance in one.items()
    }
    assert odds.firer_down == odds.outcomes["SD:F"]


def test_e3_any_class_1_weapon_may_blow_up_armour_5():
    for weapon in (name for name in WEAPONS if name.endswith("/1")):
        odds = shot(weapon, range=1, armour=5)
        if odds.valid == "RYG*2":  # a 3 counts 6 and goes through as well
            assert odds.outcomes["Kill"] == odds.hit * Fraction(5 + 20, 119)
        else:
            assert odds.outcomes["Kill"] == odds.hit * Fraction(5, 119)


@pytest.mark.parametrize(
    ("distance", "band", "die"),
    [
        (0, "close", 10),
        (18, "close", 10),
        (18.1, "medium", 8),
        (30, "medium", 8),
        (42, "long", 6),
        (42.1, "out", None),
    ],
)
def test_ds28_2_bands(distance, band, die):
    odds = shot("HKP/3", "enhanced", range=distance)
    assert (odds.band, odds.firer_die) == (band, die)


@pytest.mark.parametrize(
    ("distance", "band", "die", "valid"),
    [(18, "medium", 8, "RY"), (30, "long", 6, "R"), (31, "out", None, "")],
)
def test_ds30_2_a_damaged_firer_is_one_band_out(distance, band, die, valid):
    odds = shot("HKP/3", "enhanced", range=distance, damaged=True)
    assert (odds.band, odds.firer_die, odds.valid) == (band, die, valid)


def test_rd14_hel_rolls_its_medium_die_and_damaged_the_long_one():
    for distance in (0, 10, 60):
        assert shot("HEL/2", "superior", range=distance).firer_die == 10
        damaged = shot("HEL/2", "superior", range=distance, damaged=True)
        assert (damaged.firer_die, damaged.valid) == (8, "R")
    assert shot("HEL/2", "superior", range=60.5).impossible == "beyond the weapon's 60 inches"


def test_ds28_2_movement_costs_a_step_and_d4_becomes_impossible():
    assert shot("HKP/3", "basic", range=30, moved=True).firer_die == 4
    odds = shot("HKP/3", "basic", range=42, moved=True)
    assert not odds.possible
    assert odds.impossible == "one step below D4 for moving (DS28.2)"
    assert (odds.band, odds.firer_die, odds.hit) == ("long", None, 0)
    assert odds.outcomes == dict.fromkeys(OUTCOMES, 0) | {"Miss": 1}


def test_impossible_shots_say_why():
    assert shot(range=43).impossible == "beyond the weapon's 42 inches"
    damaged = shot(range=42, damaged=True)
    assert damaged.impossible == "long range for a damaged firer (DS30.2)"
    for odds in (shot(range=43, barrels=3), damaged):
        assert not odds.possible
        assert (odds.band, odds.firer_die, odds.valid, odds.hit) == ("out", None, "", 0)
        assert odds.hits[0] == 1
        assert odds.outcomes["Miss"] == 1


@pytest.mark.parametrize(
    ("size", "stealth", "walker", "die"),
    [(4, 0, False, 6), (4, 1, False, 8), (4, 1, True, 6), (5, 0, True, 4), (1, 3, False, 12)],
)
def test_ds28_3_signature(size, stealth, walker, die):
    assert shot(size=size, stealth=stealth, walker=walker).target_die == die


def test_ds28_3_secondary_dice():
    dice = {cover: shot(cover=cover).secondary_die for cover in COVERS}
    assert dice == {
        "none": None,
        "soft_cover": 6,
        "evading": 8,
        "dug_in": 10,
        "hull_down": 10,
        "turret_down": 12,
        "pop_up": 6,
    }


def test_ds29_2_side_armour_is_one_less_and_never_below_0():
    assert [shot(armour=plate, side=True).armour for plate in (4, 1, 0)] == [3, 0, 0]


@pytest.mark.parametrize(
    ("weapon", "distance", "kind", "valid"),
    [
        ("HEL/3", 20, "plain", "R"),
        ("HEL/3", 20, "ablative", "G"),
        ("HEL/3", 20, "reactive", "R"),
        ("SLAM/3", 20, "plain", "RY"),
        ("SLAM/3", 20, "reactive", "R"),
        ("SLAM/3", 20, "ablative", "RY"),
        ("DFFG/2", 6, "plain", "RYG*2"),
        ("DFFG/2", 18, "plain", "RYG/2"),
        ("RFAC/1", 16, "plain", "G"),
        ("HKP/5", 30, "reactive", "RYG"),
    ],
)
def test_ds29_1_validity_by_band_and_kind_of_armour(weapon, distance, kind, valid):
    assert shot(weapon, range=distance, armour_kind=kind).valid == valid


@pytest.mark.parametrize("barrels", [2, 3])
def test_rd18_barrels_one_after_another_as_counted_by_hand(barrels):
    odds = shot("MDC/2", "superior", range=20, size=5, armour=3, barrels=barrels)
    one = outcomes(2, "RY", 3)
    expected = dict.fromkeys(OUTCOMES, Fraction(0))
    firer_down = Fraction(0)
    for hits, chance in enumerate(hits_distribution(10, 4, None, barrels)):
        for sequence in product(OUTCOMES, repeat=hits):
            weight = chance
            for name in sequence:
                weight *= one[name]
            suffered: set[str] = set()
            for name in sequence:
                if "Kill" not in suffered:  # a destroyed target takes no more
                    suffered |= set(name.split("&")) - {"Miss"}
            words = [word for word in ("Dam", "SD:T", "MOB") if word in suffered]
            state = "Kill" if "Kill" in suffered else "&".join(words)
            if not state:
                state = "SD:F" if "SD:F" in suffered else "Miss"
            expected[state] += weight
            firer_down += weight if "SD:F" in suffered else 0
    assert odds.outcomes == expected
    assert odds.firer_down == firer_down
    assert firer_down > expected["SD:F"]


@settings(max_examples=80, deadline=None)
@given(st.fixed_dictionaries(SHOTS), st.integers(1, 3))
def test_whole_shots_add_up_and_barrels_never_hurt(inputs, barrels):
    odds, more = shot(**inputs, barrels=barrels), shot(**inputs, barrels=barrels + 1)
    assert sum(odds.outcomes.values()) == 1
    assert min(odds.outcomes.values()) >= 0
    assert sum(odds.hits) == 1
    assert odds.hit == 1 - odds.hits[0]
    assert odds.possible == (odds.firer_die is not None) == (odds.hit > 0)
    assert more.hit >= odds.hit
    assert more.outcomes["Kill"] >= odds.outcomes["Kill"]
    kill = outcomes(odds.chits, odds.valid, odds.armour)["Kill"]
    survives = sum(chance * (1 - kill) ** hits for hits, chance in enumerate(odds.hits))
    assert odds.outcomes["Kill"] == 1 - survives


@settings(max_examples=80, deadline=None)
@given(st.fixed_dictionaries(SHOTS))
def test_what_helps_the_target_never_raises_the_hit_chance(inputs):
    hit = shot(**inputs).hit
    for change in ({"moved": True}, {"damaged": True}, {"cover": "turret_down"}, {"stealth": 4}):
        assert shot(**inputs | change).hit <= hit
    assert shot(**inputs | {"walker": True}).hit >= shot(**inputs | {"walker": False}).hit
    front, side = (shot(**inputs | {"side": side}) for side in (False, True))
    assert side.outcomes["Kill"] >= front.outcomes["Kill"]


BAD = [
    ({"weapon": "HKP/9"}, "weapon HKP/9: class 9 is not one of 3, 4, 5"),
    ({"weapon": "HKP/03"}, "weapon HKP/03: class 03 is not one of 3, 4, 5"),
    ({"weapon": "RFAC/3"}, "weapon RFAC/3: class 3 is not one of 1, 2"),
    ({"weapon": "HKP"}, "weapon HKP: not a kind and a class such as HKP/3"),
    (
        {"weapon": "GMS/3"},
        "weapon GMS/3: GMS is not one of HEL, RFAC, HVC, HKP, MDC, DFFG, SLAM",
    ),
    ({"fire_control": "good"}, "fire_control good: not one of basic, enhanced, superior"),
    ({"range": -1}, "range -1: not a distance of 0 inches or more"),
    ({"range": float("nan")}, "range nan: not a distance of 0 inches or more"),
    ({"range": "near"}, "range near: not a number"),
    ({"size": 6}, "size 6: not one of 1, 2, 3, 4, 5"),
    ({"armour": -1}, "armour -1: not 0 or more"),
    ({"stealth": 5}, "stealth 5: not from 0 to 4"),
    (
        {"cover": "bush"},
        "cover bush: not one of none, soft_cover, evading, dug_in, hull_down, turret_down, pop_up",
    ),
    ({"barrels": 0}, "barrels 0: not from 1 to 4"),
    ({"armour_kind": "thick"}, "armour_kind thick: not one of plain, ablative, reactive"),
]


@pytest.mark.parametrize(("change", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_values_are_refused(change, message):
    with pytest.raises(OddsError) as refusal:
        shot(**change)
    assert str(refusal.value) == message
    assert str(pickle.loads(pickle.dumps(refusal.value))) == message
