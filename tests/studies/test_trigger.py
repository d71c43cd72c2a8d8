"""The best trigger: brute force over every policy and every course of events, and the kernel."""

import doctest
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sim.studies.trigger
from sim.doctrine import load_doctrine
from sim.exact import OddsError, shot
from sim.exact.stopping import (
    Offer,
    best_only,
    best_shares,
    expected,
    fired_at,
    first_worth_anything,
    optimal,
    share_of_best,
)
from sim.refusal import InputError
from sim.report.trigger_figure import plot_thresholds, trigger_axes
from sim.scenario import motor_pool, points
from sim.studies.stream import KEYS, SHOT, read_stream
from sim.studies.stream_battle import coming, patient_watching, play
from sim.studies.trigger import trigger

CHANCE = st.integers(0, 10).map(lambda tenths: Fraction(tenths, 10))
VALUE = st.integers(0, 40).map(Fraction)


@st.composite
def offers(draw):
    first, second = draw(VALUE), draw(VALUE)
    share = draw(CHANCE)
    values = ((first, Fraction(1)),) if first == second else ((first, share), (second, 1 - share))
    return Offer(draw(CHANCE), values, draw(CHANCE))


STREAM = st.lists(offers(), min_size=1, max_size=4)
LEFT = st.integers(0, 20).map(Fraction)


def courses(stream):
    """Every course of events: (chance, one entry a target: None, or value and whether it voids)."""
    each = []
    for offer in stream:
        events = [(1 - offer.chance, None)]
        for value, weight in offer.values:
            for voids, chance in ((True, offer.void), (False, 1 - offer.void)):
                events.append((offer.chance * weight * chance, (value, voids)))
        each.append([event for event in events if event[0] > 0])
    for course in product(*each):
        chance = Fraction(1)
        for one, _ in course:
            chance *= one
        yield chance, [event for _, event in course]


def points_of(course, fires, left):
    """What one course brings to a policy, and where it fires (or None)."""
    for place, event in enumerate(course):
        if event is None:
            continue
        value, voids = event
        if (place, value) in fires:
            return value, place
        if voids:
            return Fraction(0), None
    return left, None


def every_policy(stream):
    choices = [(place, value) for place, offer in enumerate(stream) for value, _ in offer.values]
    for bits in product((False, True), repeat=len(choices)):
        yield {choice for choice, bit in zip(choices, bits, strict=True) if bit}


def by_force(stream, fires, left):
    return sum(chance * points_of(course, fires, left)[0] for chance, course in courses(stream))


def as_set(stream, policy):
    return {
        (place, value)
        for place, offer in enumerate(stream)
        for value, _ in offer.values
        if policy(place, value)
    }


@settings(max_examples=50)
@given(stream=st.lists(offers(), min_size=1, max_size=3), left=LEFT)
def test_the_optimum_is_the_best_of_all_policies(stream, left):
    found = optimal(stream, left)
    known = list(courses(stream))
    assert sum(chance for chance, _ in known) == 1
    best = max(
        sum(chance * points_of(course, fires, left)[0] for chance, course in known)
        for fires in every_policy(stream)
    )
    assert found.value == best
    assert expected(stream, found.fires, left) == best


@settings(max_examples=50)
@given(stream=STREAM, left=LEFT, share=CHANCE)
def test_every_rule_is_worth_what_enumeration_says(stream, left, share):
    for policy in (first_worth_anything, best_only(stream), share_of_best(stream, share)):
        fires = as_set(stream, policy)
        assert expected(stream, policy, left) == by_force(stream, fires, left)
        assert expected(stream, policy, left) <= optimal(stream, left).value
        chances = [Fraction(0)] * len(stream)
        for chance, course in courses(stream):
            _, place = points_of(course, fires, left)
            if place is not None:
                chances[place] += chance
        assert list(fired_at(stream, policy)) == chances


@settings(max_examples=50)
@given(stream=STREAM, left=LEFT)
def test_no_share_does_better_than_the_best_one(stream, left):
    low, high = best_shares(stream, left)
    assert 0 <= low < high <= 1
    most = expected(stream, share_of_best(stream, high), left)
    assert expected(stream, share_of_best(stream, (low + high) / 2), left) == most
    for part in range(41):
        assert expected(stream, share_of_best(stream, Fraction(part, 40)), left) <= most


def test_a_stream_by_hand():
    # waiting for 30 at even chance is worth 15: more than the 10 that are there
    answer = trigger(["value=10", "p=0.5 value=30"])
    assert answer.stopping.thresholds == (15, 0)
    assert answer.stopping.value == 15
    # 0.3 of the counters are gone before it comes: 10.5, and a first target of 11 is fired at
    assert trigger(["value=11 void=0.3", "p=0.5 value=30"]).stopping.thresholds[0] == Fraction(
        21, 2
    )
    assert trigger(["value=11 void=0.3", "p=0.5 value=30"]).table["do"].tolist() == ["fire", "fire"]
    # seen when it is there: 20 is fired at, 4 is not
    seen = trigger(["value=20@0.25,4@0.75", "value=6"])
    assert seen.stopping.value == Fraction(1, 4) * 20 + Fraction(3, 4) * 6
    assert seen.table["do"].tolist() == ["some", "fire"]
    assert seen.table["fired_at"].tolist() == [0.25, 0.75]
    # an unused counter is worth something at the end
    assert trigger(["value=5"], left=7).table["do"].tolist() == ["wait"]
    assert trigger(["value=5"], left=7).stopping.value == 7


SHOT_AT = "weapon=DFFG/3 range=9 size=3 armour=3"


def test_rules_by_hand():
    rules = trigger(["value=10", "p=0.5 value=30"]).rules.set_index("rule")["points"]
    assert rules.to_dict() == {"optimal": 15, "first": 10, "best_only": 15, "patient": 15}


def test_where_every_share_does_as_well_that_is_said():
    (line,) = [x for x in trigger(["value=10"]).conclusions() if "share" in x]
    assert line == (
        "Every share of the best still to come above 0 does equally well: 10.00 points, as much as "
        "the best trigger."
    )
    (line,) = [x for x in trigger(["value=10", "value=30"]).conclusions() if "all shares" in x]
    assert "above 0.333 up to 1 does best" in line


def test_patient_is_the_shipped_doctrine():
    patience = load_doctrine("patient").parameters["patience"]
    assert float(trigger(["value=1"]).patience) == patience
    # 20 is 0.8 of 25: fired at; a patience of 0.81 waits
    assert trigger(["value=20", "p=0 value=25"]).rules["points"].tolist()[3] == 20
    assert trigger(["value=20", "p=0 value=25"], patience="0.81").rules["points"].tolist()[3] == 0


def test_a_shot_is_worth_its_exact_odds():
    told = "points=120 weapon=HKP/4 range=20 size=3 armour=2 cover=soft_cover side barrels=2"
    odds = shot(
        "HKP/4", range=20.0, size=3, armour=2, cover="soft_cover", side=True, barrels=2
    ).outcomes  # fmt: skip
    half = sum(odds[name] for name in ("MOB", "SD:T&MOB", "Dam", "Dam&SD:T", "Dam&MOB"))
    half += odds["Dam&SD:T&MOB"]
    assert read_stream([told])[0].offer.mean == 120 * (odds["Kill"] + half / 2)
    assert set(SHOT) <= set(KEYS)


def test_a_type_of_the_motor_pool_says_what_it_is():
    badger = motor_pool()["badger"]
    by_name = read_stream(["type=badger weapon=HKP/3 range=20"])[0]
    spelled = read_stream(
        [f"points={points(badger)} size={badger.size} armour={badger.armour} range=20"],
        "weapon=HKP/3",
    )[0]
    assert by_name.offer == spelled.offer
    assert by_name.name == "badger"
    several = read_stream(["type=badger range=20@0.5,40@0.5 shots=2"], "weapon=HKP/5")[0].offer
    near, far = (
        2 * read_stream([f"type=badger weapon=HKP/5 range={inches}"])[0].offer.mean
        for inches in (20, 40)
    )
    assert dict(several.values) == {near: Fraction(1, 2), far: Fraction(1, 2)}


def test_a_target_out_of_range_by_chance_alone_is_told_of():
    offer = read_stream(["type=badger weapon=HKP/3 range=20@0.5,60@0.5"])[0].offer
    assert offer.values[0] == (0, Fraction(1, 2)) and offer.values[1][0] > 0


def test_common_keys_do_not_touch_a_value():
    stream = read_stream(["value=3", "points=50"], f"{SHOT_AT} p=0.5")
    assert [target.offer.chance for target in stream] == [Fraction(1, 2)] * 2
    assert stream[0].offer.mean == 3


STRAY = "a stray comma: spaces alone stand between keys"
BAD = [
    (
        ["type=badger range=60"],
        "weapon=HKP/3",
        "target 1: impossible: beyond the weapon's 42 inches",
    ),
    (
        ["value=1", "type=otter range=20"],
        "",
        "target 2: weapon is missing: a shot needs a weapon and",
    ),
    (["type=otter weapon=HKP/3"], "", "target 1: range is missing"),
    (["points=50 armour=3"], "weapon=HKP/3 range=9", "target 1: size is missing"),
    (["points=50 size=3"], "weapon=HKP/3 range=9", "target 1: armour is missing"),
    (["type=badger, range=20"], "", f"target 1: 'type=badger,': {STRAY}"),
    (["type=badger,range=20"], "", f"target 1: 'type=badger,range=20': {STRAY}"),
    (["type=badger , range=20"], "", f"target 1: ',': {STRAY}"),
    (["''"], "", "target 1: '' is not a key"),
    ([], "", "target: none is given"),
    (["value=1"] * 41, "", "target: 41 are more than 40"),
    (["p=1.5 value=3"], "", "target 1: p: 1.5 is not a chance from 0 to 1"),
    (["value=1", "valeu=3"], "", "target 2: 'valeu' is not a key; nearest is 'value'; allowed: "),
    (["value"], "", "target 1: value has no value; write value=VALUE"),
    (["value=1 value=2"], "", "target 1: value is given twice"),
    (["value=-3"], "", "target 1: value: '-3' is not a number of 0 or more"),
    (["value=1e400"], "", "target 1: value: '1e400' is not a number of 0 or more"),
    (["value=1/0"], "", "target 1: value: '1/0' is not a number of 0 or more"),
    (["value=3 range=20"], "", "target 1: range is of no use beside value"),
    (["value=3@0.5,4"], "", "target 1: value: '4' has no chance; write VALUE@CHANCE"),
    (["value=3@0.5,4@0.4"], "", "sum to 0.9, not to 1"),
    (["p=0.5@0.5,1@0.5 value=2"], "", "target 1: p: '0.5@0.5,1@0.5': only one value is allowed"),
    (["shots=7 value=2"], "", "target 1: shots: '7' is not a whole number from 1 to 6"),
    (["armour=3"], "", "target 1: needs a value, or what it is worth"),
    (["type=badgre"], "", "'badgre' is not a vehicle of the motor pool; nearest is 'badger'"),
    (["type=line_rifle"], "", "'line_rifle' is infantry, not a vehicle of the motor pool"),
    (["points=50 cover=wall"], SHOT_AT, "target 1: cover: 'wall': not one of none, soft_cover"),
    (["points=50 moved=perhaps"], SHOT_AT, "target 1: moved: 'perhaps' is not yes or no"),
    (
        ["type=badger size=3.5"],
        "weapon=HKP/3 range=9",
        "target 1: size: '3.5' is not a whole number of 0 or more",
    ),
    (["points=50 weapon='HKP/3"], "", "a quotation mark is missing"),
    (["value=1"], "color=red", "all: 'color' is not a key"),
]


@pytest.mark.parametrize(("texts", "common", "message"), BAD)
def test_bad_targets_are_named_in_one_line(texts, common, message):
    with pytest.raises(InputError) as refusal:
        trigger(texts, common)
    assert message in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(("option", "value"), [("left", "x"), ("left", -1), ("left", "1/0")])
def test_bad_numbers_are_refused(option, value):
    with pytest.raises(InputError, match=f"{option}: {value} is not a number of 0 or more"):
        trigger(["value=1"], **{option: value})


@pytest.mark.parametrize("share", ["2", 1.01, -0.1])
def test_a_patience_is_a_share(share):
    with pytest.raises(InputError, match=f"patience: {share} is not a number from 0 to 1"):
        trigger(["value=1"], patience=share)


def test_offers_check_themselves():
    one = Fraction(1)
    with pytest.raises(OddsError, match="the chances of the values do not sum to 1"):
        Offer(one, ((one, one / 2),))
    with pytest.raises(OddsError, match="not a chance from 0 to 1"):
        Offer(one, ((one, one),), Fraction(2))
    with pytest.raises(OddsError, match="a target has one value or several"):
        Offer(one, ())


# -- the kernel ---------------------------------------------------------------------------------

COMMON = "weapon=HKP/4 fire_control=superior"
#: Chances to come, and values that rise and fall, so that every rule does something else.
STREAMS = (
    ["p=0.8 type=otter range=30", "p=0.5 type=bison range=16", "p=0.7 type=badger range=30",
     "p=0.9 type=terrier range=40", "p=0.3 type=badger range=10"],
    ["type=terrier range=45", "p=0.6 type=bison range=40"],
    ["p=0.5 type=scorpion range=20"],
)  # fmt: skip
BATTLES = 20_000


@pytest.mark.slow
@pytest.mark.parametrize("texts", STREAMS, ids=("five", "two", "one"))
def test_the_kernel_gives_the_exact_value(texts):
    answer = trigger(texts, COMMON)
    played = {one.name: one for one in play(answer, BATTLES, 5)}
    for rule in answer.all_rules:
        points = played[rule.name].points
        assert played[rule.name].exact == rule.value
        assert points.se < 0.03 * points.mean
        assert abs(points.mean - float(rule.value)) < 3.5 * points.se
    patient = played["patient_doctrine"]
    assert patient.exact is None
    assert patient.points.mean - 3.5 * patient.points.se < float(answer.stopping.value)


def test_the_played_stream_does_not_depend_on_workers():
    answer = trigger(STREAMS[1], COMMON)
    assert play(answer, 200, 1, workers=1) == play(answer, 200, 1, workers=2)


def test_the_watcher_decides_by_the_shipped_chapter():
    shipped = load_doctrine("patient")
    assert patient_watching().chapters[2] == shipped.chapters[2]
    assert patient_watching().chapters[0] != shipped.chapters[0]
    assert len(coming(trigger(STREAMS[0], COMMON)).chapters[0]) == len(STREAMS[0]) + 1


NOT_PLAYED = [
    ("value=3", "target 1: cannot be played without a type of the motor pool"),
    ("type=badger cover=evading", "target 1: cover cannot be played; allowed: "),
    ("type=badger range=10@0.5,30@0.5", "range with several values cannot be played"),
    ("type=badger void=0.1", "target 1: void cannot be played"),
    ("type=porter", "target 1: a soft vehicle cannot be played"),
]


@pytest.mark.parametrize(("text", "message"), NOT_PLAYED)
def test_what_no_table_shows_is_refused(text, message):
    with pytest.raises(InputError) as refusal:
        play(trigger([text], "" if "value" in text else "weapon=HKP/3 range=9"), 10, 1)
    assert message in str(refusal.value)


def test_all_targets_are_fired_at_with_one_gun():
    with pytest.raises(InputError, match="target 2: cannot be played with another weapon"):
        play(trigger(["type=badger", "type=badger weapon=HVC/5"], "weapon=HKP/3 range=9"), 10, 1)
    with pytest.raises(InputError, match="17 are more than the 16 that can be played"):
        play(trigger(["type=badger"] * 17, "weapon=HKP/3 range=9"), 10, 1)


# -- what is shown ------------------------------------------------------------------------------


def test_the_figure_shows_each_value_and_the_threshold():
    answer = trigger(["value=10 name=scout", "value=20@0.25,4@0.75", "p=0.5 value=30"])
    for axes in (plot_thresholds(answer), answer.plot_thresholds(trigger_axes(3.8))):
        heights = {bars.get_label(): [bar.get_height() for bar in bars] for bars in axes.containers}
        found = sorted(height for some in heights.values() for height in some)
        assert found == pytest.approx(sorted(answer.table["value"]))
        line = next(line for line in axes.lines if line.get_label() == "threshold")
        assert line.get_ydata()[::2].tolist() == answer.table["fire_at"].tolist()
    assert "scout" in axes.get_xticklabels()[0].get_text()


def test_many_targets_are_numbered():
    axes = plot_thresholds(trigger([f"p=0.1 value={place}" for place in range(1, 31)]))
    assert "in the order" in axes.get_xlabel()


def test_docstring_examples():
    result = doctest.testmod(sim.studies.trigger)
    assert (result.attempted, result.failed) == (2, 0)
