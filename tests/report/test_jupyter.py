"""Axes show their figure in a notebook."""

import io
import sys
from types import SimpleNamespace

import pytest
from IPython.core.formatters import DisplayFormatter
from matplotlib.figure import Figure
from matplotlib.image import imread

from sim.report import jupyter
from sim.report.style import new_axes


def ipython(shell):
    return SimpleNamespace(get_ipython=lambda: shell, version_info=(9, 0, 0))


@pytest.fixture
def shell(monkeypatch):
    """A notebook that runs."""
    made = SimpleNamespace(display_formatter=DisplayFormatter())
    monkeypatch.setitem(sys.modules, "IPython", ipython(made))
    monkeypatch.setattr(jupyter, "_told", [])
    return made


def test_axes_and_figures_are_shown_sharp_at_their_size(shell):
    jupyter.show_figures()
    axes = new_axes(4.0, 2.0)
    for shown in (axes, axes.get_figure()):
        data, about = shell.display_formatter.format(shown)
        assert about["image/png"] == {"width": 400, "height": 200}
        png = io.BytesIO(bytes(data["image/png"]))
        assert imread(png).shape[:2] == (400, 800)


def test_drawing_is_enough_to_be_shown(shell):
    from sim.report.style import styled

    axes = styled(new_axes)()
    assert "image/png" in shell.display_formatter.format(axes)[0]
    assert jupyter._told == [shell]


def test_what_pyplot_shows_is_not_shown_twice(shell):
    jupyter.show_figures()
    axes = new_axes()
    axes.figure.canvas.manager = object()
    assert "image/png" not in shell.display_formatter.format(axes)[0]


def test_another_way_to_show_figures_is_left_alone(shell):
    formatter = shell.display_formatter.formatters["image/png"]
    formatter.for_type(Figure, lambda figure: b"theirs")
    jupyter.show_figures()
    assert shell.display_formatter.format(new_axes().figure)[0]["image/png"] == b"theirs"


def test_a_script_is_told_nothing(monkeypatch):
    monkeypatch.setattr(jupyter, "_told", [])
    for there in (None, ipython(None)):
        monkeypatch.setitem(sys.modules, "IPython", there)
        jupyter.show_figures()
    assert jupyter._told == []
