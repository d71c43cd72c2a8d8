"""What a result shows of itself in a notebook: whole, in one piece, on light and on dark paper."""

from __future__ import annotations

import base64
import dataclasses
import re
import shlex
from html.parser import HTMLParser

import pytest

from sim.report import views
from sim.report.inline import MOST_ROWS, html_of
from sim.study.drawn import Seen
from tests.results import MAKE, result

pytestmark = pytest.mark.slow

SINGLE = {"img", "br", "meta"}


class Page(HTMLParser):
    """A piece of HTML: its elements, its words, and whether all that is opened is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in SINGLE:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words += data

    def count(self, tag: str) -> int:
        return sum(name == tag for name, _ in self.tags)


@pytest.fixture(params=MAKE)
def one(request):
    return result(request.param)


def test_a_result_shows_heading_conclusions_figure_table_and_command(one):
    page = Page(one._repr_html_())
    view = views.view_of(one)
    assert view.heading in page.words
    for line in one.conclusions() if isinstance(one, Seen) else view.lines:
        assert line in page.words
    assert page.count("table") == page.count("caption") == 1
    assert page.count("tr") == 1 + min(MOST_ROWS, len(view.rows))
    assert all(len(row) == len(view.head) for row in view.rows)
    if view.command:
        assert f"again: {view.command}" in page.words
        assert shlex.split(view.command)[0] == "overwatch"
    pictures = [attributes for tag, attributes in page.tags if tag == "img"]
    assert len(pictures) == (2 if view.plot else 0)
    for picture, theme in zip(pictures, ("light", "dark"), strict=False):
        assert picture["class"] == theme and picture["alt"] == view.picture
        kind, _, content = picture["src"].partition(",")
        assert kind == "data:image/png;base64"
        assert base64.b64decode(content).startswith(b"\x89PNG")


def test_nothing_comes_from_elsewhere_and_nothing_runs(one):
    text = one._repr_html_()
    assert not re.search(r"https?:|<script|<link|@import|url\(", text)
    assert 'style="display: none"' in text or "<img" not in text  # where styles are taken away
    assert len(text) < 900_000


def test_the_words_of_others_are_no_html():
    fought = result("Scenario").with_(title="<b>bold</b> & <script>x</script>")
    text = fought._repr_html_()
    assert "<script>x" not in text and "&lt;b&gt;bold&lt;/b&gt; &amp;" in text


def test_a_doctrine_shows_its_words_its_numbers_and_its_file():
    import sim

    ambush = sim.load_doctrine("ambush")
    page = Page(ambush._repr_html_())
    for text in ("Doctrine ambush", ambush.text, *ambush.parameters, "[[activation]]"):
        assert text in page.words
    assert repr(ambush).startswith(f"Doctrine ambush: {ambush.text}\n- ")
    plain = sim.parse_doctrine('name="a"\ntext="b"\n[[activation]]\ndo="fire"')
    assert Page(plain._repr_html_()).count("table") == 0


def test_no_battle_has_no_figure_and_says_so():
    battles = result("Battles")
    none = dataclasses.replace(battles, rows=battles.rows[:0])
    page = Page(none._repr_html_())
    assert "No battle was fought: there is nothing to say." in page.words
    assert page.count("img") == 0


def test_long_tables_end_with_how_many_more():
    sweep = result("Sweep")
    import pandas as pd

    long = dataclasses.replace(sweep, table=pd.concat([sweep.table] * 6, ignore_index=True))
    assert f"and {18 - MOST_ROWS} more: .summary() has all" in Page(html_of(long)).words


def test_a_result_that_cannot_be_shown_raises_nothing(monkeypatch, one):
    def fails(_):
        raise RuntimeError("no")

    monkeypatch.setitem(views.VIEWS, type(one).__name__, fails)
    assert one._repr_html_() is None
    if isinstance(one, Seen):
        monkeypatch.setattr(type(one), "conclusions", fails)
        assert repr(one).startswith("<")


def test_a_figure_that_fails_is_left_out(monkeypatch, one):
    view = dataclasses.replace(views.view_of(one), plot=lambda theme: 1 / 0)
    monkeypatch.setitem(views.VIEWS, type(one).__name__, lambda _: view)
    page = Page(one._repr_html_())
    assert page.count("img") == 0 and page.count("table") == 1
