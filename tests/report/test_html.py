"""The page: whole, alone in one file, readable by machines and people, true to the numbers."""

from __future__ import annotations

import base64
import html as escapes
import re
from dataclasses import replace
from html.parser import HTMLParser
from itertools import pairwise

import pytest

from sim.refusal import InputError
from sim.report.figures import FIGURES
from sim.report.html import page, shown, tiles, write_report
from sim.report.render import Drawn, Shown
from sim.report.retell import median_battle
from sim.study.digits import mean_text, rate_text
from sim.study.run import run

pytestmark = pytest.mark.slow

INLINE = {"button", "code", "b", "i", "strong"}
VOID = {"input", "meta", "img", "br", "source", "link", "hr"}


class Page(HTMLParser):
    """Tags with their attributes and text, and a check that they close in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.headings: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in INLINE:
            self.words.append(" ")
        if tag not in VOID:
            self.open.append(tag)
        if tag in ("h1", "h2", "h3"):
            self.headings.append((tag, ""))

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.words.append(data)
        if self.open and self.open[-1] in ("h1", "h2", "h3"):
            tag, text = self.headings[-1]
            self.headings[-1] = tag, text + data

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def text(self) -> str:
        return " ".join("".join(self.words).split())


@pytest.fixture(scope="module")
def source(report) -> str:
    return report.read_text("utf-8")


BLANK = {
    figure.name: Shown(figure.name, "caption", "words", Drawn("data:image/png;base64,"))
    for figure in FIGURES
}


@pytest.fixture(scope="module")
def parsed(source) -> Page:
    return Page(source)


def test_the_folder_holds_page_tables_and_figures(report):
    assert {path.name for path in report.parent.iterdir()} == {
        "report.html", "battles.parquet", "losses.parquet", "funnel.parquet", "margin.png",
        "funnel.png", "losses.png", "map.png",
    }  # fmt: skip
    for figure in report.parent.glob("*.png"):
        assert figure.read_bytes().startswith(b"\x89PNG")


def test_every_tag_closes(parsed):
    assert parsed.open == []
    assert parsed.all("html")[0]["lang"] == "en"


def test_the_answer_comes_first(parsed, battles, choices):
    text = parsed.text
    answer = text.index("wins " + rate_text(battles.win_rate("red")))
    assert text.index("what is overwatch worth to the defender (red)?") < answer
    assert answer < text.index(choices.sentences()[0]) < text.index(choices.sentences()[1])
    assert text.index(choices.sentences()[1]) < text.index("Result of 200 battles")


def test_the_page_carries_the_numbers(parsed, battles, choices):
    text = parsed.text
    assert mean_text(battles.margin(), sign=True, unit="points") in text
    for side in ("blue", "red"):
        assert rate_text(battles.win_rate(side)) in text
        for count in battles.funnel[side]:
            assert f"{count:,}" in text
    for one in choices.choices:
        assert one.name in text
        assert mean_text(one.margin, sign=True) in text
        assert rate_text(one.wins) in text
    assert "200 battles with each choice of the defender (red), seed 1" in text
    for sentence in choices.sentences():
        assert sentence in text


def test_how_to_repeat_it(parsed, battles):
    text = parsed.text
    assert "overwatch run ridge_crossing -n 200 --seed 1" in text
    for fact in (battles.digest, battles.prepared.hash, "rules.watched_area"):
        assert fact in text
    assert "An unofficial analysis tool." in text


def test_no_address_outside_the_page(source, parsed):
    assert not re.search(
        r"""(?:src|href|srcset|action|data)\s*=\s*["']?\s*(?:https?:)?//""", source
    )
    assert "@import" not in source and not re.search(r"url\((?!#)", source)
    assert "fetch(" not in source and "XMLHttpRequest" not in source
    assert not parsed.all("link") and all("src" not in one for one in parsed.all("script"))
    for tag in ("img", "source", "a", "use"):
        for attributes in parsed.all(tag):
            address = attributes.get("src") or attributes.get("srcset") or attributes["href"]
            assert address.startswith(("data:image/", "#"))


def test_embedded_figures_are_whole(parsed):
    pictures = [one["src"] for one in parsed.all("img")] + [
        one["srcset"] for one in parsed.all("source")
    ]
    assert len(parsed.all("img")) == 8 and len(parsed.all("source")) == 6  # the map has one width
    for picture in pictures:
        kind, _, content = picture.partition(";base64,")
        data = base64.b64decode(content, validate=True)
        assert data.startswith(b"\x89PNG") if kind == "data:image/png" else b"</svg>" in data


def test_every_figure_has_words(parsed):
    figures = parsed.all("figure")
    images = parsed.all("img")
    assert len(figures) == len(images) / 2 == len(parsed.all("figcaption")) == 4  # light, dark
    assert all(len(image["alt"] or "") > 60 for image in images)


def test_tables_have_captions_and_scopes(parsed):
    tables = parsed.all("table")
    assert len(tables) == len(parsed.all("caption")) == 8
    assert all(cell.get("scope") in ("col", "row") for cell in parsed.all("th"))
    regions = [one for one in parsed.all("div") if one.get("role") == "region"]
    assert all(one["tabindex"] == "0" and one["aria-label"] for one in regions)


def test_headings_step_down_one_by_one(parsed):
    levels = [int(tag[1]) for tag, _ in parsed.headings]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(below - above <= 1 for above, below in pairwise(levels))
    assert all(text.strip() for _, text in parsed.headings)


def test_links_and_labels_lead_somewhere(parsed):
    names = [attributes["id"] for _, attributes in parsed.tags if "id" in attributes]
    assert len(names) == len(set(names))
    targets = [one["href"][1:] for one in parsed.all("a")]
    targets += [one["popovertarget"] for one in parsed.all("button") if "popovertarget" in one]
    labels = [one["aria-labelledby"] for _, one in parsed.tags if "aria-labelledby" in one]
    assert targets and set(targets) <= set(names)
    assert set(labels) <= set(names)


def test_light_dark_small_and_print_are_styled(source):
    for query in ("prefers-color-scheme: dark", "max-width: 40rem", "@media print", "@page"):
        assert query in source


def test_rules_off_their_default_stand_out(battles, choices):
    scenario = battles.prepared.scenario
    rules = scenario.rules.model_copy(update={"shots": 2})
    changed = scenario.model_copy(update={"rules": rules})
    text = page(
        replace(battles, prepared=replace(battles.prepared, scenario=changed)), choices, BLANK
    )
    strong = re.findall(r'<tr[^>]* class="strong">\s*<th[^>]*>.*?<code>(.*?)</code>', text)
    assert strong == ["rules.shots"]


def test_titles_are_text_not_markup(battles, choices):
    scenario = battles.prepared.scenario
    evil = "<script>alert('x')</script> & \"more\""
    changed = scenario.model_copy(update={"title": evil, "text": evil})
    text = page(
        replace(battles, prepared=replace(battles.prepared, scenario=changed)), choices, BLANK
    )
    assert "<script>alert" not in text
    assert Page(text).text.count(evil) >= 2
    assert escapes.escape(evil).split("&")[1] in text


def test_warnings_are_shown_before_the_result(made, choices):
    text = Page(page(made(50, margin=10.0), choices, BLANK)).text
    assert text.index("Before you rely on this") < text.index("Only 50 battles")
    assert text.index("no shot was fired on overwatch") < text.index("Result of 50 battles")


def test_no_warning_no_box(battles, choices):
    assert "Before you rely on this" not in page(battles, choices, BLANK)


@pytest.mark.slow
def test_the_same_battles_give_the_same_page(battles, choices, source, report):
    figures = {
        figure.name: shown(figure, battles, (report.parent / f"{figure.name}.png").read_bytes())
        for figure in FIGURES
    }
    assert page(battles, choices, figures, median_battle(battles)) == source


def test_no_battle_no_report(made, tmp_path):
    with pytest.raises(InputError, match="no battle was fought"):
        write_report(made(0), tmp_path / "out")
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
def test_one_battle_has_a_report(battles, tmp_path):
    one = replace(battles, rows=battles.rows[:1])
    text = Page(write_report(one, tmp_path).read_text("utf-8")).text
    assert "Only 1 battle:" in text
    assert "nan" not in text.lower().split()


def test_few_battles_are_warned_of_once(tmp_path):
    """The run and its choices have the same warning where they have as many battles."""
    text = Page(write_report(run("duel", 20, 1), tmp_path).read_text("utf-8")).text
    assert len(re.findall("only 20 battles", text, re.IGNORECASE)) == 1


def test_an_interrupt_writes_nothing(battles, tmp_path, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.report.html.choices_of", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_report(battles, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_tiles_say_who_used_overwatch_and_the_lead_over_the_next(battles, choices):
    _, worth, best = tiles(battles, choices)
    assert f"by the overwatch rules, which {choices.users}" in worth.label
    lead, over = choices.lead
    assert best.interval == f"{mean_text(lead, sign=True)} points over {over.name}"
