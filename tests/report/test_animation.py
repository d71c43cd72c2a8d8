"""An animation tells the battle: its pictures, its captions, its files, and what it costs."""

from __future__ import annotations

import doctest
import io
import os
import shutil
import stat
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import matplotlib
import numpy as np
import pytest
from PIL import Image

from sim.refusal import InputError
from sim.report import animation, captions, film
from sim.report.animation import animate
from sim.report.board import Board
from sim.report.film import MOVING, Stage, along, eased
from sim.report.look import looking
from sim.report.style import settings
from sim.study.replay import Replay, replay

pytestmark = pytest.mark.slow


@lru_cache(maxsize=4)
def told(name: str) -> Replay:
    return replay(name, 0, 1)


@pytest.fixture(scope="module")
def gif(tmp_path_factory) -> Path:
    return animate(told("duel"), tmp_path_factory.mktemp("gif") / "duel.gif")


@pytest.fixture(scope="module")
def pictures():
    replayed = told("duel")
    with looking("light"), matplotlib.rc_context(settings()):
        return list(film.film(replayed.prepared.scenario, replayed.events))


# -- what moves --------------------------------------------------------------------------------------


def test_moves_begin_and_end_slowly():
    parts = np.array([eased(one) for one in np.linspace(0, 1, 21)])
    steps = np.diff(parts)
    assert parts[0] == 0 and parts[-1] == 1 and (steps > 0).all()
    assert steps[0] == pytest.approx(steps[-1]) and steps[0] < steps[10] / 4


def test_a_vehicle_follows_its_route():
    route = [(0.0, 0.0), (3.0, 0.0), (3.0, 4.0)]
    assert along(route, 0.0) == ((0.0, 0.0), (1.0, 0.0))
    assert along(route, 3 / 7) == ((3.0, 0.0), (1.0, 0.0))
    assert along(route, 5 / 7) == (pytest.approx((3.0, 2.0)), (0.0, 1.0))
    assert along(route, 1.0)[0] == pytest.approx((3.0, 4.0))
    assert along([(1.0, 1.0), (1.0, 1.0)], 0.5) == ((1.0, 1.0), (0.0, 0.0))
    assert doctest.testmod(film).failed == 0


def test_the_film_ends_where_the_trace_does(monkeypatch):
    replayed = told("duel")
    last: list[Board] = []
    shoot = Stage.shoot
    monkeypatch.setattr(
        Stage, "shoot", lambda self, board, *rest, **named: (
            last.append(board), shoot(self, board, *rest, **named))[1],
    )  # fmt: skip
    with looking("light"), matplotlib.rc_context(settings()):
        for _ in film.film(replayed.prepared.scenario, replayed.events):
            pass
    board = Board()
    for event in replayed.events:
        board.hear(event)
    assert last[-1].vehicles == board.vehicles and last[-1].forces == board.forces


def test_pictures_have_one_even_size_and_times(pictures):
    shapes = {pixels.shape for pixels, _ in pictures}
    assert len(shapes) == 1
    height, width, colours = shapes.pop()
    assert height % 2 == width % 2 == 0 and colours == 3
    assert all(20 <= milliseconds <= 4000 for _, milliseconds in pictures)
    assert pictures[-1][1] == film.CLOSING


def test_what_does_not_move_stays(pictures):
    first, last = pictures[0][0], pictures[-1][0]
    same = (first == last).all(axis=2)
    assert same.mean() > 0.9 and not same.all()


@pytest.mark.parametrize("name", ["duel", "ridge_crossing", "spaceport"])
def test_the_number_of_pictures_is_bounded(name):
    events = told(name).events
    each = film._pictures_a_move(events)
    moves = sum(
        event["event"] == "move" and before["event"] not in film.WITHIN
        for before, event in pairwise(events)
    )
    assert film.FEWEST <= each <= film.MOST
    assert each * moves <= MOVING or each == film.FEWEST


# -- what is said -------------------------------------------------------------------------------------


def test_captions_tell_who_did_what():
    volley = [
        {"event": "shot", "element": "A/1", "target": "B/1", "hit": True},
        {"event": "status", "element": "B/1", "in_play": False},
        {"event": "missile", "element": "A/2", "target": "B/2", "hit": False},
    ]
    fire = {"unit": "A", "target": "B", "mode": "overwatch"}
    assert captions.attack(fire, volley) == "A fires on overwatch at B: 1 hit of 2, 1 destroyed"
    charge = {"event": "assault", "unit": "A", "target": "B"}
    assert captions.attack(None, [charge]) == "A charges B"
    order = {"unit": "A", "action": "move_fire", "move": "to_cover", "lost": False}
    assert captions.activation(order) == "A: move to cover, then fire"
    assert captions.activation(order | {"lost": True}) == "A loses its activation"
    off = {"event": "overwatch_off", "unit": "A", "cause": "fired"}
    assert captions.other(off) == "A has fired: its counter goes"
    assert captions.other({"event": "marker"}) is None


@pytest.mark.parametrize("name", ["duel", "convoy_ambush"])
def test_captions_fit_their_line(name, monkeypatch):
    lines: list[str] = []
    widths: list[float] = []
    develop = Stage._develop

    def written(stage, below, caption):
        pixels = develop(stage, below, caption)
        widths.append(stage.line.get_window_extent().x1 / stage.canvas.figure.bbox.width)
        lines.append(caption)
        return pixels

    monkeypatch.setattr(Stage, "_develop", written)
    replayed = told(name)
    with looking("light"), matplotlib.rc_context(settings()):
        for _ in film.film(replayed.prepared.scenario, replayed.events):
            pass
    assert len(set(lines)) > 10
    assert max(widths) < 1.0, lines[int(np.argmax(widths))]


# -- files ---------------------------------------------------------------------------------------------


def test_a_gif_goes_round_and_lasts_as_long_as_it_should(gif, pictures):
    with Image.open(gif) as image:
        assert image.info["loop"] == 0
        times = []
        for number in range(image.n_frames):
            image.seek(number)
            times.append(image.info["duration"])
    assert 30 < len(times) <= len(pictures)
    assert sum(times) == pytest.approx(sum(time for _, time in pictures), abs=10 * len(times))


def test_the_same_battle_gives_the_same_gif(gif, tmp_path):
    again = animate(told("duel"), tmp_path / "again.gif")
    assert again.read_bytes() == gif.read_bytes()
    dark = animate(told("duel"), tmp_path / "dark.gif", theme="dark")
    with Image.open(dark) as image, Image.open(gif) as light:
        paper = [np.asarray(one.convert("RGB"))[2, 2] for one in (image, light)]
    assert paper[0].max() < 60 and paper[1].min() > 240
    assert sorted(path.name for path in tmp_path.iterdir()) == ["again.gif", "dark.gif"]


@pytest.mark.slow
def test_an_animation_of_a_battle_is_small(tmp_path):
    path = animate(told("ridge_crossing"), tmp_path / "ridge.gif")
    assert path.stat().st_size < 6e6
    with Image.open(path) as image:
        assert image.n_frames < 400 and max(image.size) < 900


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("b.mov", "b.mov: an animation ends in .gif, .mp4"),
        ("no/b.gif", "no/b.gif: there is no folder no"),
        ("b.mp4", "b.mp4: ffmpeg makes .mp4 and is not installed; .gif needs nothing more"),
    ],
)
def test_what_cannot_be_written_is_refused(name, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError) as refusal:
        animate(told("duel"), name)
    assert str(refusal.value) == message
    assert list(tmp_path.iterdir()) == []


def fake_ffmpeg(folder: Path, text: str, monkeypatch) -> None:
    """Put a program named ffmpeg on the path, before all others."""
    program = folder / "ffmpeg"
    program.write_text(f"#!/bin/sh\n{text}\n")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def test_ffmpeg_gets_every_picture_for_as_long_as_it_is_seen(tmp_path, monkeypatch, pictures):
    tools, out = tmp_path / "tools", tmp_path / "out"
    tools.mkdir()
    out.mkdir()
    fake_ffmpeg(tools, 'for last; do :; done\necho "$@" > "$last"\nwc -c >> "$last"', monkeypatch)
    path = animate(told("duel"), out / "duel.mp4")
    words, sent = path.read_text().splitlines()
    height, width, _ = pictures[0][0].shape
    assert f"-s {width}x{height} -r {animation.RATE}" in words and "+bitexact" in words
    shown = sum(max(1, round(time * animation.RATE / 1000)) for _, time in pictures)
    assert int(sent) == shown * width * height * 3
    assert [one.name for one in out.iterdir()] == ["duel.mp4"]


def test_a_film_that_ffmpeg_cannot_make_is_one_line(tmp_path, monkeypatch):
    tools, out = tmp_path / "tools", tmp_path / "out"
    tools.mkdir()
    out.mkdir()
    fake_ffmpeg(tools, 'echo "Unknown encoder libx264" >&2; exit 1', monkeypatch)
    with pytest.raises(InputError) as refusal:
        animate(told("duel"), out / "duel.mp4")
    assert str(refusal.value) == (
        f"{out / 'duel.mp4'}: ffmpeg could not make the film: Unknown encoder libx264; try .gif"
    )
    assert list(out.iterdir()) == []


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed here")
def test_a_film_can_be_made_with_ffmpeg(tmp_path):
    one, two = (animate(told("duel"), tmp_path / f"{name}.mp4") for name in ("one", "two"))
    content = one.read_bytes()
    assert content[4:8] == b"ftyp" and content == two.read_bytes()


def test_equal_pictures_are_one():
    white, black = np.full((4, 4, 3), 255, np.uint8), np.zeros((4, 4, 3), np.uint8)
    content = animation.gif_bytes(iter([(white, 100), (white, 200), (black, 50)]))
    with Image.open(io.BytesIO(content)) as image:
        assert image.n_frames == 2 and image.info["duration"] == 300
