"""Every figure looks as it did: each is compared with a picture of it, light and dark.

`matplotlib.testing.compare` does it: it comes with matplotlib and needs neither pyplot nor a plugin.
The pictures are made anew by `RENEW_BASELINES=1 python -m pytest tests/report/test_baselines.py`; look
at each that changed before it is kept. Where a figure differs, what was expected, what was drawn and
their difference are left in build/baselines.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import matplotlib
import pytest
from matplotlib.testing.compare import compare_images
from matplotlib.testing.exceptions import ImageComparisonFailure

from sim.report.style import settings
from tests.report import samples

HERE = Path(__file__).parent
BASELINES = HERE / "baselines"
FAILED = HERE.parents[1] / "build" / "baselines"
WIDTH, DPI = 7.0, 60  # inches and dots an inch: small files in which a moved word still shows
TOLERANCE = 4.0  # root mean square of the difference, of 255; letters differ a little by system
NAMES = [*samples.SINGLE, *samples.WHOLE]


def draw(name: str, theme: str, path: Path) -> None:
    figure = samples.figure_of(name, WIDTH, theme)
    with matplotlib.rc_context(settings(theme)):
        figure.savefig(path, dpi=DPI, metadata={"Software": None})


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("name", NAMES)
def test_a_figure_looks_as_it_did(name, theme, tmp_path):
    baseline = BASELINES / f"{name}-{theme}.png"
    if os.environ.get("RENEW_BASELINES"):
        BASELINES.mkdir(exist_ok=True)
        draw(name, theme, baseline)
        return
    assert baseline.is_file(), f"no {baseline}: make it with RENEW_BASELINES=1"
    drawn = tmp_path / baseline.name
    draw(name, theme, drawn)
    try:
        problem = compare_images(str(baseline), str(drawn), TOLERANCE, in_decorator=True)
    except ImageComparisonFailure as sizes:
        found = str(sizes).splitlines()[0]
    else:
        if problem is None:
            return
        found = f"differs by {problem['rms']:.1f}, {TOLERANCE} are allowed"
    FAILED.mkdir(parents=True, exist_ok=True)
    kept = []
    for what, path in (
        ("expected", baseline), ("drawn", drawn),
        ("difference", drawn.with_name(f"{drawn.stem}-failed-diff.png")),
    ):  # fmt: skip
        if path.is_file():
            kept.append(shutil.copy(path, FAILED / f"{baseline.stem}-{what}.png"))
    pytest.fail(f"{name}, {theme}: {found}; see {', '.join(map(str, kept))}")


def test_every_baseline_has_its_figure():
    wanted = {f"{name}-{theme}.png" for name in NAMES for theme in ("light", "dark")}
    assert {path.name for path in BASELINES.iterdir()} == wanted


@pytest.mark.parametrize("name", ["margin", "turn"])
def test_the_comparison_sees_what_a_reader_would(name, tmp_path, monkeypatch):
    baseline = BASELINES / f"{name}-light.png"
    figure = samples.figure_of(name, WIDTH, "light")
    side = figure.axes[0].patches[-1]
    figure.axes[0].set_title("Another title", loc="left")
    figure.axes[0].text(0.5, 0.5, "a word where none was", transform=figure.axes[0].transAxes)
    side.set_visible(False)
    drawn = tmp_path / "drawn.png"
    figure.savefig(drawn, dpi=DPI)
    assert compare_images(str(baseline), str(drawn), TOLERANCE) is not None
