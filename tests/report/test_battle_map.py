"""Maps of a battle: the board that they show, what is drawn of it, and that it can be read."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex, to_rgb
from matplotlib.figure import Figure
from matplotlib.patches import Circle, Wedge
from matplotlib.patches import Polygon as Area

from sim.refusal import InputError
from sim.report import key, marks, routes
from sim.report.battle_map import draw_table, draw_turn, draw_units, outlines
from sim.report.board import Board, Counter
from sim.report.labels import Box, Labels
from sim.report.look import LIGHT
from sim.report.replay_figure import battle_figure, check_path, turn_by_turn
from sim.report.routes import routes_and_areas, watched_cells
from sim.report.strikes import strike_of
from sim.scenario import Scenario, load_scenario
from sim.study.replay import Replay, replay


@lru_cache(maxsize=8)
def told(name: str, battle: int = 0) -> Replay:
    return replay(name, battle, 1)


def table_axes(scenario: Scenario, inches: float = 6.0) -> Axes:
    """Return axes on a figure whose paper is as wide as said."""
    ratio = scenario.table.height / scenario.table.width
    figure = Figure(figsize=(inches, inches * ratio), dpi=100)
    FigureCanvasAgg(figure)
    return figure.add_axes((0.0, 0.0, 1.0, 1.0))


def board_after(replayed: Replay, turn: int) -> Board:
    board = Board()
    for event in replayed.events:
        if event["turn"] <= turn:
            board.hear(event)
    return board


def texts(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]


# -- the board --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["ridge_crossing", "battle_group"])
def test_the_board_ends_as_the_row_does(name):
    replayed = told(name)
    board = board_after(replayed, 99)
    for side in ("blue", "red"):
        forces = [force for force in board.forces.values() if force.side == side]
        left = [vehicle for force in forces for vehicle in force.in_play]
        assert len(left) == replayed.row[f"{side}_survivors"]
        crippled = [vehicle for vehicle in left if vehicle.damaged or vehicle.immobilised]
        assert len(crippled) == replayed.row[f"{side}_crippled"]
        values = {marker.name: marker.value for marker in replayed.prepared.scenario.objectives}
        held = sum(values[marker] for marker, holder in board.holders.items() if holder == side)
        assert held == replayed.row[f"{side}_value"]
    counters = sum(force.counter is not None for force in board.forces.values())
    placed = sum(event["event"] == "overwatch_on" for event in replayed.events)
    gone = sum(event["event"] == "overwatch_off" for event in replayed.events)
    assert placed and counters == placed - gone


def test_a_vehicle_faces_as_it_moves_watches_and_fires():
    board = Board()
    board.hear(told("duel").events[0])
    (red, *_), (blue, *_) = (
        next(force for force in board.forces.values() if force.side == side).vehicles
        for side in ("red", "blue")
    )
    step = {"event": "move", "element": red.name, "from": [20.0, 10.0], "to": [20.0, 10.5]}
    board.hear(step)
    assert (red.at, red.facing) == ((20.0, 10.5), (0.0, 1.0))
    board.hear({"event": "overwatch_on", "unit": red.unit, "bearing": 270.0, "width": 90.0,
                "zone": None})  # fmt: skip
    assert red.facing == pytest.approx((-1.0, 0.0))
    blue.at = (20.0, 0.5)
    shot = {"event": "shot", "element": red.name, "target": blue.name}
    board.hear({"event": "fire", "mode": "overwatch"})
    board.hear(shot)
    assert red.facing == pytest.approx((-1.0, 0.0))  # overwatch fire does not turn it
    board.hear({"event": "fire", "mode": "activation"})
    board.hear(shot)
    assert red.facing == pytest.approx((0.0, -1.0))


# -- the table --------------------------------------------------------------------------------------


def test_every_piece_of_terrain_is_drawn_where_it_lies():
    scenario = load_scenario("ridge_crossing")
    axes = table_axes(scenario)
    draw_table(axes, scenario)
    drawn = [patch for patch in axes.patches if isinstance(patch, Area)]
    wanted = [polygon for piece in scenario.table.terrain for polygon in outlines(piece)]
    assert len(drawn) == len(wanted) > 10
    for patch, polygon in zip(drawn, wanted, strict=True):
        np.testing.assert_allclose(patch.get_xy()[:-1], np.array(polygon))
    assert axes.get_xlim() == (0, scenario.table.width)
    assert axes.get_ylim() == (0, scenario.table.height)
    assert set(texts(axes)) == {piece.name for piece in scenario.table.terrain}


def test_higher_hills_are_darker():
    scenario = load_scenario("battle_group")
    axes = table_axes(scenario)
    draw_table(axes, scenario)
    hills = [i for i, piece in enumerate(scenario.table.terrain) if piece.kind == "hill"]
    low, high = axes.patches[hills[0]], axes.patches[hills[1]]
    assert sum(to_rgb(high.get_facecolor())) < sum(to_rgb(low.get_facecolor()))


def test_the_sides_differ_in_black_and_white():
    def grey(colour: str) -> float:
        return float(np.dot(to_rgb(colour), (0.299, 0.587, 0.114)))

    assert grey(LIGHT.fill("red")) - grey(LIGHT.fill("blue")) > 0.25
    assert marks.OUTLINE["red"] != marks.OUTLINE["blue"]
    assert len({stroke.style for stroke in LIGHT.shots.values()}) == 3


def test_markers_show_value_and_holder():
    replayed = told("ridge_crossing")
    scenario = replayed.prepared.scenario
    axes = table_axes(scenario)
    labels = draw_table(axes, scenario, names=False)
    draw_units(axes, scenario, board_after(replayed, 0), labels)
    depot = next(marker for marker in scenario.objectives if marker.name == "depot")
    disc = next(
        patch
        for patch in axes.patches
        if isinstance(patch, Circle) and patch.center == depot.at and patch.radius == marks.DISC
    )
    assert to_hex(disc.get_facecolor()) == LIGHT.fill("red")
    assert "depot" in texts(axes)
    assert [text.get_text() for text in axes.texts if text.get_position() == depot.at] == ["2"]


def test_units_are_named_and_hidden_ones_said_to_be():
    replayed = told("ridge_crossing")
    scenario = replayed.prepared.scenario
    axes = table_axes(scenario)
    draw_units(axes, scenario, board_after(replayed, 0), draw_table(axes, scenario))
    assert {"1st Troop", "Ridge Platoon", "Lane Guard (hidden)"} <= set(texts(axes))


def vehicle_marks(**state: bool) -> tuple[int, int]:
    """Return how many patches and lines one vehicle in a state is drawn with."""
    axes = Figure().add_axes((0, 0, 1, 1))
    vehicle = marks.Vehicle("X/1", "X", (5.0, 5.0), (1.0, 0.0), **state)
    marks.draw_vehicle(axes, vehicle, "blue")
    return len(axes.patches), len(axes.lines)


def test_each_state_of_a_vehicle_has_its_sign():
    assert vehicle_marks() == (1, 0)
    assert vehicle_marks(damaged=True) == (2, 0)
    assert vehicle_marks(immobilised=True) == (1, 1)
    assert vehicle_marks(systems_down=True) == (2, 0)
    assert vehicle_marks(in_play=False, damaged=True) == (0, 2)


def test_a_vehicle_points_where_it_faces():
    tip = marks.turned(((1.0, 0.0),), (0.0, 1.0), (5.0, 5.0))
    assert tip == [(5.0, 6.0)]


# -- watched areas ----------------------------------------------------------------------------------


def counter(scenario: Scenario, unit: str, bearing: float, **more: object) -> Counter:
    values = {"apexes": ((20.0, 20.0),), "width": 90.0, "zone": None} | more
    side = "blue" if unit in [one.name for one in scenario.blue.units] else "red"
    return Counter(unit, side, bearing=bearing, **values)


@pytest.mark.parametrize(
    ("bearing", "angles"), [(0.0, (45.0, 135.0)), (90.0, (-45.0, 45.0)), (225.0, (-180.0, -90.0))]
)
def test_an_arc_is_a_wedge_on_its_bearing(bearing, angles):
    scenario = load_scenario("ridge_crossing")
    wedge = marks.area_of(scenario, counter(scenario, "1st Troop", bearing))
    assert isinstance(wedge, Wedge)
    assert (wedge.theta1, wedge.theta2) == angles
    assert wedge.r == 42  # an HKP/3 reaches no farther


def test_the_switch_bounds_an_arc():
    scenario = load_scenario(
        "ridge_crossing",
        ["rules.watched_area.nearest=6", "rules.watched_area.farthest=20"],
    )
    wedge = marks.area_of(scenario, counter(scenario, "1st Troop", 90.0))
    assert (wedge.r, wedge.width) == (20, 14)


def test_a_zone_is_its_polygon():
    scenario = load_scenario("ridge_crossing")
    area = marks.area_of(scenario, counter(scenario, "1st Troop", 90.0, zone="valley"))
    zone = next(zone for zone in scenario.zones if zone.name == "valley")
    np.testing.assert_allclose(area.get_xy()[:-1], np.array(zone.polygon))


@pytest.mark.parametrize("width", [30.0, 90.0, 200.0, 360.0])
def test_watched_cells_are_those_within_the_arc_and_the_reach(width):
    scenario = load_scenario("ridge_crossing", ["rules.watched_area.nearest=4"])
    mine = counter(scenario, "Light Troop", 60.0, apexes=((20.5, 12.5), (22.5, 12.5)), width=width)
    watched = watched_cells(scenario, mine)
    for y in range(scenario.table.height):
        for x in range(scenario.table.width):
            expected = False
            for ax, ay in mine.apexes:
                dx, dy = x + 0.5 - ax, y + 0.5 - ay
                inches = math.hypot(dx, dy)
                off = abs((math.degrees(math.atan2(dx, dy)) - 60.0 + 180.0) % 360.0 - 180.0)
                if abs(off - width / 2) < 1e-6:
                    break  # on the border: either will do
                # an MDC/2 reaches 36 inches
                expected |= 4 <= inches <= 36 and off < width / 2
            else:
                assert watched[y, x] == expected, (x, y)


def test_ground_out_of_sight_is_not_watched():
    replayed = told("ridge_crossing")
    scenario, k = replayed.prepared.scenario, replayed.prepared.record[0]
    mine = counter(scenario, "1st Troop", 90.0, apexes=((9.5, 20.5),))
    everywhere, seen = watched_cells(scenario, mine), watched_cells(scenario, mine, k["sight"])
    assert seen.any() and (everywhere & ~seen).any() and not (seen & ~everywhere).any()
    here = 20 * scenario.table.width + 9
    for y, x in zip(*np.nonzero(everywhere), strict=True):
        cell = y * scenario.table.width + x
        bit = int(k["sight"][here][cell >> 6]) >> int(cell & 63) & 1
        assert seen[y, x] == bool(bit)


def test_only_the_zone_is_watched():
    scenario = load_scenario("ridge_crossing")
    mine = counter(scenario, "1st Troop", 90.0, zone="valley")
    watched = watched_cells(scenario, mine)
    zone = next(zone for zone in scenario.zones if zone.name == "valley")
    xs, ys = zip(*zone.polygon, strict=True)
    rows, columns = np.nonzero(watched)
    assert len(rows) and min(xs) <= columns.min() + 0.5 and columns.max() + 0.5 <= max(xs)
    assert min(ys) <= rows.min() + 0.5 and rows.max() + 0.5 <= max(ys)


# -- a turn -----------------------------------------------------------------------------------------


def drawn_turn(name: str, turn: int) -> tuple[Replay, Axes]:
    replayed = told(name)
    axes = table_axes(replayed.prepared.scenario)
    draw_turn(axes, replayed.prepared.scenario, replayed.events, turn)
    return replayed, axes


def test_the_title_says_scenario_battle_seed_and_turn():
    _, axes = drawn_turn("ridge_crossing", 2)
    assert axes.get_title(loc="left") == "ridge_crossing, battle 0, seed 1, turn 2"


@pytest.mark.parametrize("name", ["ridge_crossing", "battle_group"])
def test_every_shot_of_the_turn_is_drawn_by_its_kind(name):
    replayed, axes = drawn_turn(name, 2)
    mode, wanted = "", dict.fromkeys(LIGHT.shots, 0)
    for event in replayed.events:
        if event["event"] == "fire":
            mode = event["mode"]
        elif event["event"] == "shot" and event["turn"] == 2:
            wanted[mode] += 1
    assert sum(wanted.values()) > 0
    for kind, stroke in LIGHT.shots.items():
        lines = [
            line
            for line in axes.lines
            if line.get_color() == stroke.colour and line.get_linestyle() != "None"
        ]
        assert sum(len(line.get_xdata()) == 2 for line in lines) == wanted[kind]


def test_every_route_of_the_turn_is_drawn_from_start_to_end():
    replayed, axes = drawn_turn("ridge_crossing", 2)
    steps: dict[str, list] = {}
    for event in replayed.events:
        if event["event"] == "move" and event["turn"] == 2:
            steps.setdefault(event["element"], [event["from"]]).append(event["to"])
    drawn = {
        tuple(map(tuple, np.column_stack(line.get_data()).tolist()))
        for line in axes.lines
        if len(line.get_xdata()) > 1
    }
    assert steps
    for route in steps.values():
        assert tuple(map(tuple, route)) in drawn


def test_counters_that_went_in_the_turn_are_outlines():
    replayed = told("ridge_crossing")
    gone_in = next(
        event["turn"]
        for event in replayed.events
        if event["event"] == "overwatch_off" and event["cause"] == "fired"
    )
    _, axes = drawn_turn("ridge_crossing", gone_in)
    wedges = [patch for patch in axes.patches if isinstance(patch, Wedge)]
    standing = sum(
        force.counter is not None for force in board_after(replayed, gone_in).forces.values()
    )
    filled = [wedge for wedge in wedges if wedge.get_facecolor()[3] > 0]
    assert len(filled) == standing
    assert len(wedges) > standing


# -- that it can be read ------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", ["ridge_crossing", "battle_group", "village_road"])
@pytest.mark.parametrize("turn", [1, 3])
def test_names_of_units_cover_neither_each_other_nor_leave_the_table(name, turn):
    replayed, axes = drawn_turn(name, turn)
    figure = axes.figure
    figure.canvas.draw()
    names = set(board_after(replayed, turn).forces)
    boxes = {
        text.get_text(): text.get_window_extent()
        for text in axes.texts
        if text.get_text().removesuffix(" (hidden)") in names
    }
    assert len(boxes) >= 4
    frame = axes.get_window_extent()
    for text, box in boxes.items():
        assert frame.x0 - 1 <= box.x0 and box.x1 <= frame.x1 + 1, text
        assert frame.y0 - 1 <= box.y0 and box.y1 <= frame.y1 + 1, text
    for (first, one), (second, other) in combinations(boxes.items(), 2):
        across = min(one.x1, other.x1) - max(one.x0, other.x0)
        along = min(one.y1, other.y1) - max(one.y0, other.y0)
        assert across < 2 or along < 3, (first, second)


def test_a_label_goes_where_nothing_is_covered():
    scenario = load_scenario("duel")
    labels = Labels(table_axes(scenario, 4.0))
    labels.axes.set(xlim=(0, 40), ylim=(0, 27))
    labels = Labels(labels.axes)
    middle = Box(19, 13, 2, 2)
    labels.taken += [Box(0, 0, 18.9, 27), Box(21.1, 0, 19, 27), Box(18, 0, 4, 12.9)]
    place = labels.place(middle, 2.0, 1.0)
    assert place.bottom >= middle.top
    assert labels.covered(place) == pytest.approx(place.width * place.height)  # by itself alone


def test_nothing_of_the_figure_is_clipped():
    replayed = told("ridge_crossing")
    figure = battle_figure(replayed.prepared.scenario, replayed.events)
    canvas = FigureCanvasAgg(figure)
    canvas.draw()
    turns = replayed.events[-1]["turn"]
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert [title for title in titles if title] == [f"Turn {i + 1}" for i in range(turns)]
    heading = [text.get_text() for text in figure.axes[0].texts]
    assert heading[0] == f"{replayed.prepared.scenario.title}: ridge_crossing, battle 0, seed 1"
    assert heading[1].startswith("blue bounding, red ambush; ")
    width, height = figure.get_size_inches() * figure.dpi
    legend = figure.axes[-1].texts
    meanings = {text.get_text() for text in legend}
    assert {entry.text for entry in key.entries_of(replayed.events)} <= meanings
    written = [*figure.axes[0].texts, *legend, *(axes._left_title for axes in figure.axes)]
    for text in [one for one in written if one.get_text()]:
        box = text.get_window_extent()
        assert box.x0 >= 0 and box.x1 <= width and box.y0 >= 0 and box.y1 <= height, text


@pytest.mark.parametrize("inches", [5.0, 6.2, 12.4, 18.6])
def test_the_key_takes_as_many_rows_as_it_needs(inches):
    rows = key.rows_of(inches)
    assert [entry for row in rows for entry in row] == list(key.ENTRIES)
    assert all(sum(entry.length for entry in row) <= inches * key.UNIT for row in rows)


# -- files ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("suffix", "start"), [(".png", b"\x89PNG"), (".pdf", b"%PDF"), (".SVG", b"<?xml")]
)
def test_a_battle_is_written_as_a_figure(suffix, start, tmp_path):
    path = tmp_path / f"duel{suffix}"
    told("duel").save_map(path)
    assert path.read_bytes().startswith(start)


@pytest.mark.slow
@pytest.mark.parametrize("suffix", [".png", ".pdf", ".svg"])
def test_the_same_battle_gives_the_same_picture(suffix, tmp_path):
    replayed = told("duel")
    one, two = tmp_path / f"one{suffix}", tmp_path / f"two{suffix}"
    for path in (one, two):
        turn_by_turn(replayed.prepared.scenario, replayed.events, path)
    assert one.read_bytes() == two.read_bytes()


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("map.jpg", "map.jpg: a figure ends in .png, .pdf, .svg"),
        ("map", "map: a figure ends in .png, .pdf, .svg"),
        ("no/such/map.png", "no/such/map.png: there is no folder no/such"),
    ],
)
def test_a_path_that_cannot_be_written_is_refused(path, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError) as refusal:
        check_path(path)
    assert str(refusal.value) == message
    with pytest.raises(InputError):
        told("duel").save_map(path)
    assert list(tmp_path.iterdir()) == []


# -- many battles -----------------------------------------------------------------------------------


def test_routes_of_many_battles_lie_over_each_other():
    battles = [told("ridge_crossing", battle).events for battle in range(3)]
    prepared = told("ridge_crossing").prepared
    axes = table_axes(prepared.scenario)
    routes_and_areas(axes, prepared.scenario, battles, prepared.record[0]["sight"])
    moved = {
        side: sum(
            len({event["element"] for event in events if event["event"] == "move"} & own)
            for events in battles
        )
        for side, own in (
            (
                side,
                {
                    one["name"]
                    for unit in battles[0][0]["units"]
                    if unit["side"] == side
                    for one in unit["elements"]
                },
            )
            for side in ("blue", "red")
        )
    }
    lines = [part for part in axes.collections if isinstance(part, LineCollection)]
    assert [len(part.get_segments()) for part in lines] == [moved["blue"], moved["red"]]
    assert moved["blue"] > 0
    assert axes.get_title(loc="left") == "ridge_crossing: routes and watched ground of 3 battles"
    shades = [image.get_array() for image in axes.images]
    assert len(shades) == 2
    assert max(float(shade[..., 3].max()) for shade in shades) == pytest.approx(routes.DARKEST)


def test_without_counters_no_ground_is_shaded():
    events = replay("duel", 0, 1, settings=["rules.overwatch=off"]).events
    scenario = load_scenario("duel")
    axes = table_axes(scenario)
    routes_and_areas(axes, scenario, [events])
    assert not axes.images
    assert axes.get_title(loc="left").endswith(" of 1 battle")


# -- what else a battle has ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["spaceport", "convoy_ambush", "border_raid", "hill_301"])
def test_a_team_aboard_is_a_badge_on_its_carrier(name):
    replayed = told(name)
    scenario, board = replayed.prepared.scenario, board_after(replayed, 0)
    axes = table_axes(scenario)
    draw_units(axes, scenario, board, draw_table(axes, scenario))
    loads = {
        carrier.name: len(board.aboard(carrier.name))
        for carrier in board.vehicles.values()
        if board.aboard(carrier.name)
    }
    badges = [
        text for text in axes.texts if text.get_fontsize() == 5.5 and text.get_text().isdigit()
    ]
    assert sorted(int(text.get_text()) for text in badges) == sorted(loads.values())
    drawn = sum(isinstance(patch, Area) and patch.get_zorder() == marks.Z_VEHICLE
                for patch in axes.patches)  # fmt: skip
    assert drawn == len(board.vehicles) - sum(loads.values())


def test_teams_ride_and_step_out():
    replayed = told("convoy_ambush")
    board = Board()
    out = 0
    for event in replayed.events:
        board.hear(event)
        if event["event"] == "mounted" and not event["aboard"]:
            assert board.vehicles[event["element"]].at == tuple(event["to"])
            out += 1
        for team in board.vehicles.values():
            if team.aboard and team.in_play and event["event"] == "move":
                assert team.at == board.vehicles[team.aboard].at
    assert out == 6


@pytest.mark.parametrize("name", ["ridge_crossing", "hill_301"])
def test_the_board_knows_confidence_and_posture(name):
    replayed = told(name)
    levels = {unit["name"]: unit["confidence"] for unit in replayed.events[0]["units"]}
    postures = {}
    for event in replayed.events:
        if event["event"] == "confidence":
            levels[event["unit"]] = event["to"]
        if event["event"] == "posture":
            postures[event["element"]] = event["posture"]
        if event["event"] in ("move", "mounted"):
            postures.pop(event["element"], None)
    board = board_after(replayed, 99)
    assert {name: force.confidence for name, force in board.forces.items()} == levels
    assert set(levels.values()) & set(marks.SHAKEN)
    assert postures.items() <= {one.name: one.posture for one in board.vehicles.values()}.items()


def test_a_shaken_unit_says_so():
    replayed = told("ridge_crossing")
    axes = table_axes(replayed.prepared.scenario)
    draw_turn(axes, replayed.prepared.scenario, replayed.events, 2)
    assert "Fire Base SH" in texts(axes)


ATTACKS = ("shot", "missile", "firefight", "barrage", "assault")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["spaceport", "convoy_ambush", "border_raid", "hill_301"])
def test_every_attack_of_a_battle_can_be_drawn(name):
    replayed = told(name)
    board = Board()
    axes = table_axes(replayed.prepared.scenario)
    draw_table(axes, replayed.prepared.scenario)
    kinds = dict.fromkeys(ATTACKS, 0)
    for event in replayed.events:
        board.hear(event)
        strike = strike_of(event, board, "activation")
        if event["event"] in ATTACKS:
            lost = event["event"] == "barrage" and event["fire"] == "lost"
            assert (strike is None) == (bool(event.get("area")) or lost)
        if strike is not None:
            kinds[strike.kind] += 1
            assert strike.kind == event["event"]
            strike.draw(axes)
    assert sum(kind > 0 for kind in kinds.values()) >= 3
    for turn in range(1, replayed.events[-1]["turn"] + 1):
        draw_turn(table_axes(replayed.prepared.scenario), replayed.prepared.scenario,
                  replayed.events, turn)  # fmt: skip


def test_smoke_lies_until_it_goes():
    board = Board()
    laid = {"event": "smoke", "laid": True, "at": [4.0, 5.0], "radius": 2.0}
    board.hear(laid)
    assert board.clouds == {(4.0, 5.0): 2.0}
    board.hear(laid | {"laid": False})
    assert not board.clouds


def test_the_key_has_the_signs_that_a_battle_has():
    def words(name: str, battles: int) -> set[str]:
        return {e.text for n in range(battles) for e in key.entries_of(told(name, n).events)}

    duel, spaceport = words("duel", 1), words("spaceport", 3)
    assert duel < spaceport
    assert {"with teams aboard", "missile", "artillery", "smoke", "close assault"} <= (
        spaceport - duel
    )
