"""Slow, plain twins of infantry, missile and artillery odds: every face, every draw, every order.

Figures are copied here on purpose, so that a wrong one in `sim.figures` shows.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil, comb

from tests.exact.naive_pot import POT, judge, valid_total

QUALITY = {"green": 6, "regular": 8, "veteran": 10}
UNDER_FIRE = {"green": 4, "regular": 6, "veteran": 8}
KILL = {"militia": 3, "line": 4, "powered": 5}
FIREFIGHT = {"open": "RY", "soft_cover": "R", "dug_in": "Y", "urban": "Y"}
ASSAULT = {"open": "RYG", "soft_cover": "RY", "dug_in": "R", "urban": "R"}
GRADE = {"none": 4, "basic": 6, "enhanced": 8, "superior": 10}
ADS = {"basic": (6, 4), "enhanced": (8, 6, 4), "superior": (10, 8, 6, 4)}  # by missiles engaged
OBSERVER = {"specialist": 12, 1: 10, 2: 8, 3: 6}
ARTILLERY = {"light": (1, 2), "medium": (2, 3), "heavy": (3, 4)}  # chits at vehicles, at teams
AMMUNITION = {  # in the open, dug in
    ("HEF", "team"): ("RY", "R"),
    ("HEF", "vehicle"): ("Y", ""),
    ("MAK", "team"): ("Y", ""),
    ("MAK", "vehicle"): ("RY", "R"),
}


def faces(*dice: int) -> Iterator[tuple[int, ...]]:
    """Go through every roll of these dice."""
    return product(*(range(1, sides + 1) for sides in dice))


def share(rolls: Iterable[bool]) -> Fraction:
    """The part of the rolls that are true."""
    seen = list(rolls)
    return Fraction(sum(seen), len(seen))


@cache
def draws(chits: int) -> tuple[tuple[tuple[str, ...], Fraction], ...]:
    """Every multiset of chits with its chance."""
    result = []
    for drawn in combinations_with_replacement(POT, chits):
        ways = 1
        for kind, count in Counter(drawn).items():
            ways *= comb(POT[kind], count)
        if ways:
            result.append((drawn, Fraction(ways, comb(POT.total(), chits))))
    return tuple(result)


def judge_soft(drawn: Sequence[str], valid: str) -> str:
    """What a draw of infantry arms does to a soft vehicle."""
    if "F" in drawn:
        return "SD:F"
    if "BOOM" in drawn or valid_total(drawn, valid) >= 5:
        return "Kill"
    words = [word for chit, word in (("T", "SD:T"), ("M", "MOB")) if chit in drawn]
    return "&".join(words) or "Miss"


@cache
def removes(chits: int, valid: str, kill_total: int) -> Fraction:
    """Chance of a draw to remove a team; specials are blank."""
    return sum(
        (weight for drawn, weight in draws(chits) if valid_total(drawn, valid) >= kill_total),
        Fraction(0),
    )


def soft(chits: int, valid: str) -> Counter[str]:
    """Chances of what one draw does to a soft vehicle."""
    chances: Counter[str] = Counter()
    for drawn, weight in draws(chits):
        chances[judge_soft(drawn, valid)] += weight
    return chances


def happen(chances: Sequence[Fraction]) -> list[Fraction]:
    """Chance of each number of events, by going through who succeeds."""
    result = [Fraction(0)] * (len(chances) + 1)
    for who in product((False, True), repeat=len(chances)):
        weight = Fraction(1)
        for success, chance in zip(who, chances, strict=True):
            weight *= chance if success else 1 - chance
        result[sum(who)] += weight
    return result


def firefight(quality, leadership, under_fire, rifles, apsws, kind, target, position):
    """Chance of 0, 1, ... targets removed, face by face of the quality die."""
    die = (UNDER_FIRE if under_fire else QUALITY)[quality]
    teams = [3] * apsws + [3 if kind == "powered" else 2] * rifles  # chits, APSW teams first
    valid = FIREFIGHT[position]
    each = [
        soft(chits, valid)["Kill"]
        if target == "soft_vehicle"
        else removes(chits, valid, KILL[target])
        for chits in teams
    ]
    total = [Fraction(0)] * (len(teams) + 1)
    for score in range(1, die + 1):
        if score < leadership:
            firing = []
        elif score < 2 * leadership:
            firing = each[: ceil(len(each) / 2)]
        else:
            firing = each
        for lost, chance in enumerate(happen(firing)):
            total[lost] += chance / die
    return total


def one_missile(guidance, ecm, pds, ads_die) -> Fraction:
    """Chance of one missile to get past the ADS (None: not engaged) and to hit."""
    die = GRADE[guidance]
    rolls = faces(ads_die or 1, die, die, GRADE[ecm], GRADE[pds] if pds != "none" else 1)
    return share(
        not (ads_die and defence > flight) and attack > max(jam, guns)
        for defence, flight, attack, jam, guns in rolls
    )


def one_after_another(chits: int, valid: str, armour: int, times: int) -> Counter[str]:
    """What `times` draws together do to a vehicle, through every sequence of outcomes."""
    one: Counter[str] = Counter()
    for drawn, weight in draws(chits):
        one[judge(drawn, valid, armour)] += weight
    result: Counter[str] = Counter()
    for sequence in product(one, repeat=times):
        weight = Fraction(1)
        suffered: set[str] = set()
        for name in sequence:
            weight *= one[name]
            if "Kill" not in suffered:
                suffered |= set(name.split("&")) - {"Miss"}
        words = [word for word in ("Dam", "SD:T", "MOB") if word in suffered]
        state = "Kill" if "Kill" in suffered else "&".join(words)
        result[state or ("SD:F" if "SD:F" in suffered else "Miss")] += weight
    return result


def artillery(battery, draws_a_target, ammunition, target, armour, dug_in) -> Counter[str]:
    """What effective fire does to one element."""
    at_vehicle, at_team = ARTILLERY[battery]
    kind = "vehicle" if target == "vehicle" else "team"
    valid = AMMUNITION[ammunition, kind][dug_in]
    if not valid:
        return Counter({"Miss": Fraction(1)})
    if kind == "vehicle":
        return one_after_another(at_vehicle, valid, max(armour - 1, 0), draws_a_target)
    result: Counter[str] = Counter()
    lucky = removes(at_team, valid, KILL[target])
    for who in product((False, True), repeat=draws_a_target):
        weight = Fraction(1)
        for success in who:
            weight *= lucky if success else 1 - lucky
        result["Kill" if any(who) else "Miss"] += weight
    return result


def strike(chits: Sequence[int], enemies: int, valid: str, kill_total: int) -> list[Fraction]:
    """Chance of 0, 1, ... enemies removed by teams with these chits, aimed round the enemy."""
    result = [Fraction(0)] * (enemies + 1)
    lucky = [removes(drawn, valid, kill_total) for drawn in chits]
    for who in product((False, True), repeat=len(chits)):
        weight = Fraction(1)
        struck = set()
        for place, success in enumerate(who):
            weight *= lucky[place] if success else 1 - lucky[place]
            if success:
                struck.add(place % enemies)
        result[len(struck)] += weight
    return result


def assault_round(attacker, attackers, defender, defenders, position) -> Counter[tuple[int, int]]:
    """Chance of each pair of losses (attacker's, defender's); teams are lists of chits."""
    pairs: Counter[tuple[int, int]] = Counter()
    there = strike(attackers, len(defenders), ASSAULT[position], KILL[defender])
    back = strike(defenders, len(attackers), "RYG", KILL[attacker])
    for (lost, chance), (dead, weight) in product(enumerate(back), enumerate(there)):
        pairs[lost, dead] += chance * weight
    return pairs


def assault_ends(pairs, attackers, defenders, attacker_unit, defender_unit) -> Counter[str]:
    """How the round ends, through every face of both quality dice; a unit is (quality, leader)."""
    ends: Counter[str] = Counter()
    dice = QUALITY[attacker_unit[0]], QUALITY[defender_unit[0]]
    for (lost, dead), weight in pairs.items():
        for attack_score, defence_score in faces(*dice):
            if lost == attackers and dead == defenders:
                end = "both destroyed"
            elif dead == defenders:
                end = "defender destroyed"
            elif lost == attackers:
                end = "attacker destroyed"
            elif defence_score <= defender_unit[1] + (1 if dead / defenders < 0.5 else 3):
                end = "defender falls back"
            elif attack_score <= attacker_unit[1] + (1 if lost / attackers < 0.5 else 3):
                end = "attacker falls back"
            else:
                end = "both hold"
            ends[end] += weight / (dice[0] * dice[1])
    return ends
