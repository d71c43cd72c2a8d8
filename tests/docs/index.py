"""The first page of the guide: every question, with the page that answers it."""

from __future__ import annotations

from tests.docs.markdown import MADE
from tests.docs.reader import GUIDE, anchor, sections

#: Page: who reads it.
THEMES = {
    "players.md": "You have a battle to fight.",
    "designers.md": "You make rules, scenarios, or ways to play.",
    "analysts.md": "You explore, in Jupyter or in a script.",
}
REFERENCE = (
    ("commands.md", "Commands and options"),
    ("shipped.md", "What is shipped: scenarios, doctrines, types of vehicles and teams"),
    ("scenario-file.md", "The scenario file, key by key"),
    ("doctrine-words.md", "The words of a doctrine: actions, moves, features"),
    ("readings.md", "Readings and switches, and what each was worth"),
    ("rules.md", "Rules coverage: where each is applied, what proves it"),
    ("results.md", "Results: tables with their columns, keys of JSON"),
    ("glossary.md", "Glossary"),
)


def index_page() -> str:
    """Return the index: the questions of each page, then the pages to look things up."""
    lines = [
        MADE,
        "# Guide",
        "",
        "Questions first. Each answer has a command or some Python that can be copied; the tests run "
        "all of them and compare what they print with what the page shows. For more leisure there "
        "are [notebooks](../README.md), for finished answers [studies](../../reports/README.md).",
    ]
    for name, text in THEMES.items():
        found = sections((GUIDE / name).read_text("utf-8"))
        title = next(section.title for section in found if section.level == 1)
        lines += ["", f"## [{title}]({name})", "", text, ""]
        lines += [
            f"- [{section.title}]({name}#{anchor(section.title)})"
            for section in found
            if section.level == 2
        ]
    lines += ["", "## To look up", "", *(f"- [{text}]({name})" for name, text in REFERENCE)]
    return "\n".join(lines) + "\n"
