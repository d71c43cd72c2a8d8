"""Every figure draws on axes that anyone made, of any size, in either theme, and nowhere else."""

from __future__ import annotations

import itertools

import matplotlib
import matplotlib.pyplot as plt
import pytest
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from matplotlib.text import Text

from sim.report.look import DARK, LIGHT, LOOKS, contrast
from tests.report.samples import SINGLE

pytestmark = pytest.mark.slow

#: Figures whose words stand on coloured ground, which `test_look` measures.
ON_COLOURS = ("map", "scenario", "turn", "turns", "payoffs", "advantage_map")
NAMES = pytest.mark.parametrize("name", SINGLE)


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def words(figure) -> list[Text]:
    """Return the texts that are seen: of ticks those within the view."""
    beyond = set()
    for axes in figure.findobj(Axes):
        for axis in (axes.xaxis, axes.yaxis):
            low, high = sorted(axis.get_view_interval())
            for tick in axis.get_major_ticks():
                if not axes.axison or not low <= tick.get_loc() <= high:
                    beyond |= {tick.label1, tick.label2}
            if not axes.axison:
                beyond |= {axis.label, axis.get_offset_text()}
    return [
        text
        for text in figure.findobj(Text)
        if text.get_visible() and text.get_text().strip() and text not in beyond
    ]


def outside(figure) -> dict[str, tuple]:
    """Return words that leave the paper, as far as they are seen."""
    figure.canvas.draw()
    paper = figure.bbox
    found = {}
    for text in words(figure):
        box = text.get_window_extent()
        clip = text.get_clip_box() if text.get_clip_on() else None
        inside = paper.x0 - 1 <= box.x0 and box.x1 <= paper.x1 + 1
        if clip is None and not (inside and paper.y0 - 1 <= box.y0 and box.y1 <= paper.y1 + 1):
            found[text.get_text()] = [round(float(end)) for end in box.extents]
    return found


@NAMES
def test_axes_of_a_grid_are_drawn_on_and_returned(name):
    figure, grid = plt.subplots(2, 2, figsize=(15, 11))
    before = dict(matplotlib.rcParams)
    for axes in grid.flat:
        assert SINGLE[name].drawn(axes=axes) is axes
    assert dict(matplotlib.rcParams) == before
    assert figure.get_facecolor() == to_rgba(LIGHT.paper)
    assert not outside(figure)


@NAMES
@pytest.mark.parametrize("size", [(3.8, 3.4), (6.4, 4.8), (12.0, 7.0)])
def test_axes_of_any_size_hold_their_words(name, size):
    figure, axes = plt.subplots(figsize=size)
    SINGLE[name].drawn(axes=axes)
    assert not outside(figure)


@NAMES
def test_a_layout_engine_keeps_its_say(name):
    figure, axes = plt.subplots(figsize=(8, 6), layout="constrained")
    assert SINGLE[name].drawn(axes=axes) is axes
    figure.canvas.draw()
    assert figure.get_layout_engine() is not None


@NAMES
@pytest.mark.parametrize(
    ("size", "layout"), [((10, 4), None), ((10, 4), "constrained"), ((13, 9), "constrained")]
)
def test_neighbours_leave_each_other_their_words(name, size, layout):
    rows = 2 if size[1] > 4 else 1
    figure, grid = plt.subplots(rows, 2, figsize=size, layout=layout, squeeze=False)
    for axes in grid.flat:
        SINGLE[name].drawn(axes=axes)
    assert not outside(figure)
    seen = {id(text) for text in words(figure)}
    boxes = [
        {text.get_text(): text.get_window_extent() for text in axes.findobj(Text)
         if id(text) in seen and not (text.get_clip_on() and text.get_clip_box())}
        for axes in grid.flat
    ]  # fmt: skip
    for one, other in itertools.combinations(boxes, 2):
        assert one and other
        for (text, box), (beside, its) in itertools.product(one.items(), other.items()):
            assert not box.overlaps(its), (text, beside)


@pytest.mark.parametrize("layout", [None, "constrained"])
def test_the_scale_of_a_map_stands_between_it_and_its_neighbour(layout):
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4), layout=layout)
    for axes in (left, right):
        SINGLE["advantage_map"].drawn(axes=axes)
    figure.canvas.draw()
    for axes, end in ((left, right.get_tightbbox().x0), (right, figure.bbox.x1)):
        (bar,) = axes.child_axes
        whole = bar.get_tightbbox()
        assert axes.get_window_extent().x1 < bar.get_window_extent().x0 < whole.x1 <= end
        assert bar.get_window_extent().height == pytest.approx(axes.get_window_extent().height)


def test_a_title_that_finds_no_room_is_written_smaller():
    figure, grid = plt.subplots(1, 4, figsize=(9, 3))
    for axes in grid:
        SINGLE["worth"].drawn(axes=axes)
    figure.canvas.draw()
    ends = [axes._left_title.get_window_extent() for axes in grid]
    assert all(axes._left_title.get_fontsize() < 9.0 for axes in grid)  # of 10.5
    assert all(one.x1 < other.x0 for one, other in itertools.pairwise(ends))


@NAMES
def test_tiny_axes_can_be_drawn_on(name):
    figure, axes = plt.subplots(figsize=(1.6, 1.2))
    assert SINGLE[name].drawn(axes=axes) is axes
    figure.canvas.draw()


@NAMES
@pytest.mark.parametrize("theme", LOOKS)
def test_words_can_be_read_whatever_the_user_has_set(name, theme):
    with plt.style.context("dark_background" if theme == "light" else "default"):
        figure, axes = plt.subplots(figsize=(8, 6))
        before = dict(matplotlib.rcParams)
        SINGLE[name].drawn(axes=axes, theme=theme)
        assert dict(matplotlib.rcParams) == before
        figure.canvas.draw()
    now = LOOKS[theme]
    assert figure.get_facecolor() == to_rgba(now.paper)
    for text in words(figure):
        if name not in ON_COLOURS or text in (*axes.get_xticklabels(), axes.xaxis.label):
            assert contrast(text.get_color(), now.paper) >= 4.5, (text.get_text(), theme)


def test_the_same_figure_comes_of_any_settings():
    with plt.style.context({"font.size": 20, "lines.linewidth": 9, "axes.grid": True}):
        loud = SINGLE["margin"].drawn().figure
    plain = SINGLE["margin"].drawn().figure
    for figure in (loud, plain):
        figure.canvas.draw()
    assert bytes(loud.canvas.buffer_rgba()) == bytes(plain.canvas.buffer_rgba())


def test_dark_and_light_differ_in_paper_alone_where_sides_are_concerned():
    drawn = [SINGLE["margin"].drawn(theme=theme) for theme in LOOKS]
    fills = [
        {bar.get_facecolor() for one in axes.containers if one.get_label() in ("blue", "red")
         for bar in one}
        for axes in drawn
    ]  # fmt: skip
    assert fills[0] == fills[1] == {to_rgba(LIGHT.fill("blue")), to_rgba(DARK.fill("red"))}
