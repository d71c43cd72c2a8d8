"""The guide: every example does what the page says, every link leads somewhere, nothing is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.commands import all_commands
from tests.docs.coverage import UNPLAYED, proofs
from tests.docs.files import shipped_names
from tests.docs.generate import GENERATED, executed_pages
from tests.docs.reader import (
    GUIDE,
    ROOT,
    Block,
    Section,
    anchors,
    commands,
    files_of,
    links,
    renewed,
    same,
    sections,
)
from tests.docs.readings import READINGS
from tests.docs.runner import run

PAGES = executed_pages()
LINKED = [*PAGES, *(GUIDE / name for name in GENERATED), ROOT / "CONTRIBUTING.md"]
EXAMPLES = [
    pytest.param(section, files_of(text), id=f"{path.parent.name}-{path.stem}-{section.title}")
    for path in PAGES
    for text in [path.read_text("utf-8")]
    for section in sections(text)
    if section.runs
]
SHOWN = [
    command.arguments
    for path in PAGES
    for section in sections(path.read_text("utf-8"))
    for block in section.blocks
    for command in commands(block)
]


@pytest.mark.slow
@pytest.mark.parametrize(("section", "files"), EXAMPLES)
def test_examples_print_what_the_page_shows(section, files, tmp_path):
    wrong = [(difference.shown, difference.printed) for difference in run(section, tmp_path, files)]
    assert wrong == [], "python -m tests.docs.generate renews what the pages show"


SLOW = pytest.param("results.md", marks=pytest.mark.slow)  # fights battles for each verb


@pytest.mark.parametrize("name", [SLOW if name == "results.md" else name for name in GENERATED])
def test_generated_pages_are_not_stale(name):
    stale = (GUIDE / name).read_text("utf-8") != GENERATED[name]()
    assert not stale, "python -m tests.docs.generate --tables writes it again"


@pytest.mark.parametrize("path", LINKED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path):
    broken = [target for target in links(path.read_text("utf-8")) if not leads(path, target)]
    assert broken == []


def leads(page: Path, target: str) -> bool:
    """Return whether a link of a page leads to a file, and to a heading of it, that there is."""
    if target.startswith("https://"):
        return True
    name, _, anchor = target.partition("#")
    file = (page.parent / name).resolve() if name else page
    return file.exists() and (not anchor or anchor in anchors(file.read_text("utf-8")))


def test_every_command_is_shown_in_an_example():
    shown = {name for name in all_commands() for line in SHOWN if " ".join(line).startswith(name)}
    assert set(all_commands()) - shown == set()


def test_every_page_is_reached_from_the_index():
    targets = {
        target.partition("#")[0] for target in links((GUIDE / "README.md").read_text("utf-8"))
    }
    assert {path.name for path in GUIDE.glob("*.md")} - {"README.md"} <= targets


def test_every_question_has_an_answer():
    for path in PAGES:
        for section in sections(path.read_text("utf-8")):
            if section.title.endswith("?") and section.level == 2 and path.parent == GUIDE:
                assert section.blocks or path.name == "README.md", f"{path.name}: {section.title}"


def test_every_shipped_scenario_and_doctrine_is_described():
    text = (GUIDE / "shipped.md").read_text("utf-8")
    scenarios, doctrines = shipped_names()
    assert len(scenarios) >= 12 and len(doctrines) >= 9
    assert all(f"### `{name}`" in text for name in scenarios)
    assert all(f"| `{name}` |" in text for name in doctrines)


def test_every_mark_is_applied_and_proved():
    unproved = [mark for mark, proof in proofs().items() if not proof.named and not proof.files]
    unapplied = [mark for mark, proof in proofs().items() if not proof.modules]
    assert unproved == [] and unapplied == []
    assert set(UNPLAYED) <= set(proofs())


def test_every_reading_is_told_in_full():
    assert set(READINGS) == {mark for mark in proofs() if mark.startswith("RD-")}


# -- the reader itself ----------------------------------------------------------------------------


def test_commands_of_a_block_with_what_they_print():
    block = Block(
        "console", "", ["$ overwatch a \\", "    --b 'c d'", "one", "", "$ overwatch e"], 7
    )
    first, second = commands(block)
    assert first.arguments == ["a", "--b", "c d"]
    assert (first.shown, first.start) == (["one", ""], 9)
    assert (second.arguments, second.shown, second.start) == (["e"], [], 12)


def test_a_section_knows_whether_it_runs():
    text = (
        "# T\n```text\n# no heading\n```\n## A\n```toml x.toml\na=1\n```\n## B\n```python\n1\n```\n"
    )
    assert [(section.title, section.runs) for section in sections(text)] == [
        ("", False), ("T", False), ("A", False), ("B", True),
    ]  # fmt: skip
    assert not Section("empty", 2).runs


def test_what_is_shown_is_compared_but_for_speed_and_what_is_left_out():
    printed = ["a", "b", "113 battles/s in 4.4 s; digest 3074", "c"]
    assert same(["a", "...", "c"], printed)
    assert same(["a", "b", "9 battles/s in 0.1 s; digest 3074", "c"], printed)
    assert same([], printed)
    assert not same(["a", "...", "d"], printed)
    assert not same(["a", "b", "9 battles/s in 0.1 s; digest 3075", "c"], printed)
    assert not same(["a", "b", "c"], printed)


def test_renewing_keeps_as_many_lines_as_there_were():
    printed = ["1", "2", "3", "4"]
    assert renewed(["x", "...", "y"], printed) == ["1", "...", "4"]
    assert renewed(["x"], printed) == printed
    assert renewed(["x", "..."], printed) == ["1", "..."]
    assert renewed(["1", "...", "4"], printed) == ["1", "...", "4"]


def test_anchors_are_those_of_github():
    text = "# A `b`, c?\n## A b c\n## [x](y.md): z\n"
    assert anchors(text) == {"a-b-c", "a-b-c-1", "x-z"}
