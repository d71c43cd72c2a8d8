"""The types of vehicles and teams with their figures, as the auditor knows them."""

from __future__ import annotations

import math
from collections import Counter

from sim.scenario import VehicleType, points
from sim.scenario.teams import TeamType
from tests.audit import book

SMALL_ARMS = ("RIFLE", "APSW")
ARMOUR_KINDS = ("plain", "ablative", "reactive")


class Weapon:
    """A weapon system as fitted, with its figures.

    `kind` is a gun of p. 28 (`size` is its class) or one of GMS/L, GMS/H, IAVR, APSW, RIFLE (`size`
    0), whose bands are all the same.
    """

    __slots__ = (
        "area_defence", "barrels", "chits", "guidance", "half_arc", "kind", "mount", "name",
        "reach", "size", "valid",
    )  # fmt: skip

    def __init__(self, kind: str, size: int = 0, mount: str = "turret", barrels: int = 1):
        self.kind, self.size, self.mount, self.barrels = kind, size, mount, barrels
        self.name = f"{kind}/{size}" if size else kind
        self.half_arc = math.radians(book.HALF_ARC[mount])
        self.chits = size  # of a hit (DS29.1)
        self.guidance = 0  # the die of a missile
        self.area_defence = False  # it is what an ADS is against ground targets (DS19.3)
        self.reach: tuple[float, float, float] = (0.0, 0.0, 0.0)
        self.valid: dict[str, tuple[str, ...]] = {}
        if size:
            self.reach = book.REACH[kind][size]
            self.valid = {
                armour: tuple(
                    book.VALID_BY_ARMOUR.get((kind, armour), book.VALID[kind][band])
                    for band in range(3)
                )
                for armour in ARMOUR_KINDS
            }

    @property
    def gun(self) -> bool:
        """Whether it is a direct-fire weapon of p. 28, which rolls to hit vehicles."""
        return self.size > 0


def everywhere(kind: str, reach: float, guidance: int = 0) -> Weapon:
    """Return a weapon whose reach is one distance."""
    weapon = Weapon(kind)
    weapon.reach = (reach, reach, reach)
    weapon.guidance = guidance
    return weapon


def read_gun(text: str) -> Weapon:
    """Return the gun that a text such as `HKP/3 fixed x2` names."""
    name, mount, barrels = text, "turret", 1
    for word in text.split(" "):
        if "/" in word:
            name = word
        elif word in book.HALF_ARC:
            mount = word
        else:
            barrels = int(word[1:])
    kind, size = name.split("/")
    return Weapon(kind, int(size), mount, barrels)


def read_missile(text: str, barrels: int = 1) -> Weapon:
    """Return the missile systems that a text such as `GMS/H enhanced` names (DS31.1)."""
    kind, grade = text.split(" ")
    weapon = everywhere(kind, book.ALL_RANGE[kind], book.GRADES[grade])
    weapon.barrels, weapon.chits = barrels, book.MISSILE_CHITS[kind]
    weapon.valid = {armour: (book.MISSILE_VALID[armour],) * 3 for armour in ARMOUR_KINDS}
    return weapon


class Kind:
    """The figures of a type of vehicle or team."""

    def __init__(self, described: VehicleType | TeamType):
        self.points = points(described)
        self.team: str | None = None  # what a team is: rifle, apsw, ...
        self.troops = ""
        self.kill_total = 0
        self.front = self.side = 0
        self.armour_kind = "plain"
        self.target_die = self.loud_die = 0  # the latter with active sensors (DS19.3)
        self.fire_control: str | None = None
        self.ecm, self.pds = book.GRADES["none"], 0
        self.ads: int | None = None  # its die
        self.apfc = self.smoke = self.vtol = self.cybertank = self.military = False
        self.artillery: str | None = None
        self.carries = 0
        self.repair = book.REPAIR
        if isinstance(described, TeamType):
            self._team(described)
        else:
            self._vehicle(described)
        self.by_name: dict[str, list[Weapon]] = {}
        for weapon in self.weapons:
            self.by_name.setdefault(weapon.name, []).append(weapon)
        self.reach = max((weapon.reach[2] for weapon in self.weapons), default=0.0)
        self.base = float(book.BASE[described.mobility])
        self.may_evade = described.mobility in book.MAY_EVADE
        #: Factors an inch by terrain, at a walk and in travel mode (DS25.1).
        self.cost: dict[str, float] = {}
        self.travel_cost: dict[str, float] = {}
        self.smooth: set[str] = set()
        for ease, kinds in book.TERRAIN[described.mobility].items():
            for kind in kinds.split():
                self.travel_cost[kind] = book.FACTORS[ease]
                self.cost[kind] = max(1.0, book.FACTORS[ease])
                if ease in ("easy", "normal"):
                    self.smooth.add(kind)

    def _team(self, team: TeamType) -> None:
        """A team carries rifles; an APSW team its APSW; missile teams a GMS/L (p. 33)."""
        self.team, self.troops = team.team, team.troops
        self.kill_total = book.KILL_TOTAL[team.troops]
        arm = "APSW" if team.team == "apsw" else "RIFLE"
        reach = book.ALL_RANGE["APSW"] if arm == "APSW" else book.RIFLE_RANGE[team.troops]
        self.weapons = [everywhere(arm, reach)]
        if team.iavr:
            self.weapons.append(everywhere("IAVR", book.ALL_RANGE["IAVR"]))
        if team.missile:
            self.weapons.append(read_missile(team.missile))

    def _vehicle(self, vehicle: VehicleType) -> None:
        self.front, self.side = vehicle.armour, max(0, vehicle.armour - 1)  # DS29.2
        self.armour_kind = vehicle.armour_kind
        signature = vehicle.size - vehicle.stealth + (vehicle.mobility in book.WALKERS)
        self.target_die = book.SIGNATURE[min(5, max(1, signature))]  # DS28.3
        self.loud_die = book.SIGNATURE[min(5, signature + vehicle.stealth + 1)]
        self.fire_control = vehicle.fire_control or vehicle.ads  # of its RFAC/2 (DS19.3)
        self.ecm = book.GRADES[vehicle.ecm]
        self.pds = book.GRADES[vehicle.pds] if vehicle.pds else 0
        self.ads = book.GRADES[vehicle.ads] if vehicle.ads else None
        self.apfc, self.smoke, self.cybertank = vehicle.apfc, vehicle.smoke, vehicle.cybertank
        self.vtol = vehicle.mobility == "vtol"
        self.military = vehicle.military
        self.artillery, self.carries = vehicle.artillery, vehicle.carries
        if vehicle.backup_systems:
            self.repair = book.REPAIR_WITH_BACKUP
        self.weapons = [read_gun(text) for text in vehicle.weapons]
        self.weapons += [read_missile(text, n) for text, n in Counter(vehicle.missiles).items()]
        machine_guns = vehicle.military + vehicle.extra_apsw  # DS35.3
        if machine_guns:
            self.weapons.append(everywhere("APSW", book.ALL_RANGE["APSW"]))
            self.weapons[-1].barrels = machine_guns
        if vehicle.ads:
            self.weapons.append(Weapon("RFAC", 2))  # DS19.3
            self.weapons[-1].area_defence = True

    @property
    def soft(self) -> bool:
        """Whether it is a vehicle of armour 0 (DS36.4)."""
        return self.team is None and self.front == 0
