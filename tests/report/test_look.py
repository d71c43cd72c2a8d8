"""The colours hold for colour-blind readers, on light and dark paper, and in black and white."""

from __future__ import annotations

from itertools import combinations

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_hex, to_rgb
from matplotlib.container import BarContainer

from sim.refusal import InputError
from sim.report import style
from sim.report.look import DARK, LIGHT, LOOKS, Look, contrast, look, looking, readable_on
from sim.report.style import settings, style_path
from tests.report.samples import SINGLE

#: What is seen without one kind of cone, from linear RGB to linear RGB: Machado, Oliveira and
#: Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", IEEE
#: Transactions on Visualization and Computer Graphics 15 (2009), the matrices of severity 1.0.
SEEN = {
    "full colour": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216],
         [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413],
         [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602],
         [0.004733, 0.691367, 0.303900]]
    ),
}  # fmt: skip
#: Linear sRGB to CIE XYZ (IEC 61966-2-1); white is the sum of the columns.
XYZ = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
)  # fmt: skip
APART = 20.0  # CIE76 distance: ten times what is just noticed side by side
LIGHTER = 12.0  # of 100, in CIE lightness: what a greyscale print keeps apart
THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda one: one.theme)


def lab(colour: str, seen: str = "full colour") -> np.ndarray:
    """Return a colour in CIE Lab, D65, as it is seen."""
    values = np.array(to_rgb(colour))
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    ratio = XYZ @ np.clip(SEEN[seen] @ linear, 0, 1) / XYZ.sum(axis=1)
    f = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])])


def test_the_scale_of_lab_is_the_usual_one():
    assert lab("white") == pytest.approx([100, 0, 0], abs=0.02)
    assert lab("red") == pytest.approx([53.24, 80.09, 67.20], abs=0.1)
    grey = lab("#808080")
    for seen in SEEN:  # who sees no red, green or blue sees greys as they are
        assert lab("#808080", seen) == pytest.approx(grey, abs=0.3)


def tones(theme: Look) -> dict:
    return {**theme.sides, **theme.causes}


@pytest.mark.parametrize("seen", SEEN)
@THEMES
def test_sides_and_causes_are_told_apart_by_everyone(theme, seen):
    for (name, one), (other_name, other) in combinations(tones(theme).items(), 2):
        distance = np.linalg.norm(lab(one.fill, seen) - lab(other.fill, seen))
        assert distance >= APART or one.hatch != other.hatch, (name, other_name, distance)


@pytest.mark.parametrize("seen", SEEN)
def test_the_measure_refuses_colours_that_only_some_can_tell_apart(seen):
    distance = np.linalg.norm(lab("#c23b22", seen) - lab("#5a7a2a", seen))  # red and green
    assert (distance < APART) == (seen in ("protanopia", "deuteranopia"))


@pytest.mark.parametrize("kind", ["sides", "causes"])
@THEMES
def test_tones_of_a_kind_differ_in_lightness_or_hatch(theme, kind):
    for (name, one), (other_name, other) in combinations(getattr(theme, kind).items(), 2):
        step = abs(lab(one.fill)[0] - lab(other.fill)[0])
        assert step >= LIGHTER or one.hatch != other.hatch, (name, other_name, step)


@pytest.mark.parametrize("seen", SEEN)
@THEMES
def test_shots_are_told_apart_by_everyone(theme, seen):
    for one, other in combinations(theme.shots.values(), 2):
        assert np.linalg.norm(lab(one.colour, seen) - lab(other.colour, seen)) >= APART
        assert one.style != other.style


def test_a_side_and_a_cause_have_one_colour_on_any_paper():
    for name in ("blue", "red"):
        assert LIGHT.fill(name) == DARK.fill(name)
    assert [one.fill for one in LIGHT.causes.values()] == [one.fill for one in DARK.causes.values()]


@THEMES
def test_words_can_be_read(theme):
    words = {theme.ink, theme.quiet, theme.ahead, *(tone.word for tone in tones(theme).values())}
    for word in words:
        assert contrast(word, theme.paper) >= 4.5, word
    for word in (theme.ink, theme.nobody, theme.edge("blue"), theme.edge("red"), theme.place):
        assert contrast(word, theme.ground) >= 4.5, word
    for kind, (colour, _) in theme.terrain.items():
        if kind != "building":  # its name has a rim in the colour of the ground
            assert contrast(theme.ink, colour) >= 4.5, kind


@THEMES
@pytest.mark.parametrize("name", ["thresholds", "indices"])
def test_squares_of_a_key_look_like_the_bars_that_they_stand_for(theme, name):
    def looks(patches) -> set:
        return {
            (to_hex(one.get_facecolor()), to_hex(one.get_edgecolor()), one.get_hatch(),
             one.get_linewidth())
            for one in patches
        }  # fmt: skip

    axes = SINGLE[name].drawn(theme=theme.theme)
    bars = [bar for one in axes.containers if isinstance(one, BarContainer) for bar in one]
    squares = [patch for patch in axes.patches if patch not in bars]
    assert len(squares) == len(looks(squares)) >= 2
    assert looks(squares) == looks(bars)
    for square in squares:
        fill, edge = to_hex(square.get_facecolor()), to_hex(square.get_edgecolor())
        assert np.linalg.norm(lab(fill) - lab(theme.paper)) >= min(APART, 14.0), fill
        assert max(contrast(colour, theme.paper) for colour in (fill, edge)) >= 3.0
    axes.figure.canvas.draw()
    words = [text for text in axes.texts if text.get_text()[0].islower()]
    for square in squares:
        box = square.get_window_extent()
        assert any(
            box.x1 < word.get_window_extent().x0 < box.x1 + 0.6 * box.width + 1
            and word.get_window_extent().y0 - 2 < box.y0 < box.y1 < word.get_window_extent().y1 + 2
            for word in words
        )


@THEMES
def test_shapes_can_be_seen_on_the_ground(theme):
    for side in ("blue", "red"):
        tone = theme.sides[side]
        assert max(contrast(colour, theme.ground) for colour in (tone.fill, tone.edge)) >= 3.0
    for stroke in theme.shots.values():
        assert contrast(stroke.colour, theme.ground) >= 3.0
    for tone in theme.causes.values():
        assert max(contrast(colour, theme.paper) for colour in (tone.fill, tone.edge)) >= 3.0


@pytest.mark.parametrize("seen", SEEN)
@THEMES
def test_fills_of_causes_differ_from_the_paper(theme, seen):
    for name, tone in theme.causes.items():
        step = abs(lab(tone.fill, seen)[0] - lab(theme.paper, seen)[0])
        assert step >= LIGHTER, (name, step)


@pytest.mark.parametrize("fill", ["#000000", "#ffffff", "#2166ac", "#f4a582", "#777777", "#c9552f"])
def test_words_on_any_fill_can_be_read(fill):
    assert contrast(readable_on(fill), fill) >= 4.5


def test_contrast_is_that_of_wcag():
    assert contrast("black", "white") == pytest.approx(21)
    assert contrast("#777777", "white") == pytest.approx(4.48, abs=0.01)


# -- the style files ---------------------------------------------------------------------------------


@THEMES
def test_the_style_file_has_the_colours_of_the_look(theme):
    rc = settings(theme.theme)
    for key, colour in {
        "figure.facecolor": theme.paper, "axes.facecolor": theme.paper, "text.color": theme.ink,
        "axes.titlecolor": theme.ink, "axes.labelcolor": theme.quiet,
        "xtick.labelcolor": theme.quiet, "ytick.labelcolor": theme.quiet,
        "axes.edgecolor": theme.rule,
    }.items():  # fmt: skip
        assert to_hex(rc[key]) == colour, key
    cycle = [to_hex(one["color"]) for one in rc["axes.prop_cycle"]]
    for one in cycle:
        assert contrast(one, theme.paper) >= (3.0 if theme is DARK else 1.9)
    assert len(set(cycle)) == 5


@pytest.mark.parametrize("name", ["sim.report.overwatch", "sim.report.overwatch-dark"])
def test_anyone_can_use_the_style_by_its_name(name):
    dark = name.endswith("dark")
    with plt.style.context(name):
        by_name = dict(matplotlib.rcParams)
    with plt.style.context(style_path("dark" if dark else "light")):
        assert dict(matplotlib.rcParams) == by_name
        assert matplotlib.rcParams["axes.spines.top"] is False


def test_a_theme_is_light_or_dark():
    assert set(style.FILES) == set(LOOKS)
    with looking("dark"):
        assert look() is DARK
    assert look() is LIGHT
    with pytest.raises(InputError) as refusal, looking("pink"):
        pass
    assert str(refusal.value) == "theme: 'pink' is not one of light, dark"
