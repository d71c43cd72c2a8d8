"""Words of a page that explain themselves: terms of the glossary as buttons with a hover text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from markupsafe import Markup, escape

from sim.report.glossary import GLOSSARY, Term, term

KINDS = {"game": "Of the game", "statistics": "Of the statistics"}

#: Terms whose own names are too common in sentences to be explained wherever they stand.
SILENT = {
    "lying", "value", "void", "comes", "to come", "fired_at", "draws", "differ", "depends", "worst",
    "die", "mean", "cover", "moved", "held", "missiles_fired", "missiles_shot_down", "calls",
    "chance", "threat", "optimum",
    "difference", "points", "unit", "sweep", "command unit", "clear", "hits",
    "scenario", "quality", "fired", "n of nothing", "destroyed", "assaults", "armour",
}  # fmt: skip
#: Other forms in sentences, and what they mean.
FORMS = {
    "counters laid": "declared",
    "counters": "counter",
    "chances to fire": "chance",
    "chances": "chance",
    "held fire": "held",
    "95% intervals": "interval",
    "95% interval": "interval",
    "intervals": "interval",
    "doctrines": "doctrine",
    "volleys": "volley",
    "elements": "element",
    "objectives": "objective",
    "paired": "paired difference",
    "Holm's correction": "Holm",
    "luck taken out": "luck-adjusted",
    "destroyed a battle": "destroyed",
    "watched areas": "watched area",
    "winning": "win rate",
    "wins": "win rate",
    "battles won": "win rate",
    "cannot tell": "clear",
    "clearly": "clear",
    "standard deviation": "spread",
    "points lost": "points lost",
    "seed": "seed",
}
#: Parts of the headings of columns, and what they mean.
HEADS = {
    "points more than": "paired difference",
    "paired only": "paired difference",
    "more in 100": "win rate",
    "that differ": "differ",
    " over ": "paired difference",
    "lead over": "best answer",
    "against": "paired difference",
    "points to": "margin",
    "least to most": "margin",
    "less the goal": "margin",
    "with combinations": "Sobol index",
    "alone": "Sobol index",
    "in 100 volleys": "destroyed",
    "difference": "paired difference",
    "a battle": "mean",
    "two changes": "rule switch",
    "together": "paired difference",
    "beyond their sum": "paired difference",
    "added": "break-even",
}


#: Names of switches and parameters, alone or with a value: words within them are no words.
NAMES = re.compile(r"\w+(?:\.\w+)*=(?:\{[^}]*\}|[^\s,;:()]+)|\w+(?:\.\w+)+")


def is_name(text: str) -> bool:
    """Return whether a text is the name of a switch or a parameter, as `shots=2` or `a.kill_zone`."""
    return NAMES.fullmatch(text) is not None


@cache
def forms() -> tuple[re.Pattern[str], dict[str, Term]]:
    """Return what finds terms in a sentence, and the term of each form in small letters."""
    found = {name.lower(): one for name, one in GLOSSARY.items() if name not in SILENT}
    found |= {form.lower(): GLOSSARY[name] for form, name in FORMS.items() if name in GLOSSARY}
    longest = sorted(found, key=len, reverse=True)
    pattern = "|".join(re.escape(form) for form in longest)
    return re.compile(rf"(?<![\w./-])(?:{pattern})(?![\w-])", re.IGNORECASE), found


class Words:
    """The explained words of one page; called with a text it gives the text with its terms marked.

    In sentences a term is marked where it first stands in a section (`fresh` begins one), in the
    headings of tables always.
    """

    def __init__(self) -> None:
        self._used: dict[str, Term] = {}
        self._seen: set[str] = set()

    def fresh(self) -> str:
        """Begin a section."""
        self._seen.clear()
        return ""

    def __call__(self, text: str) -> Markup:
        """Return a sentence with its terms marked where they first stand."""
        return self._mark(text, once=True)

    def always(self, text: str) -> Markup:
        """Return the heading of a row with its terms marked."""
        whole = None if is_name(text) else term(text)
        return self._button(text, whole) if whole is not None else self._mark(text, once=False)

    def ask(self, text: str) -> Markup:
        """Return a button that explains the heading of a column; nothing if there is no term in it."""
        found = None if is_name(text) else term(text)
        if found is None:
            known = (name for part, name in HEADS.items() if part in f" {text} ")
            found = GLOSSARY.get(next(known, ""))
        if found is None:
            found = next((one for _, one in _terms_in(text)), None)
            if found is None:
                return Markup("")
        self._used[found.name] = found
        return Markup(
            '<button type="button" class="ask" popovertarget="{0}" aria-describedby="{0}" '
            'aria-label="Explain {1}">?</button>'
        ).format(self.id(found), found.name)

    def used(self) -> list[tuple[str, list[Term]]]:
        """Return the terms of the page so far by kind, in the order of the alphabet."""
        terms = sorted(self._used.values(), key=lambda one: one.name.lower())
        kinds = ((title, [t for t in terms if t.kind == kind]) for kind, title in KINDS.items())
        return [(title, some) for title, some in kinds if some]

    @staticmethod
    def id(one: Term) -> str:
        """Return the address of a term's text on the page."""
        return "w-" + re.sub(r"[^a-z0-9]+", "-", one.name.lower())

    def _mark(self, text: str, once: bool) -> Markup:
        parts, end = [], 0
        for match, found in _terms_in(text):
            if once and found.name in self._seen:
                continue
            if once:
                self._seen.add(found.name)
            parts += [escape(text[end : match.start()]), self._button(match[0], found)]
            end = match.end()
        return Markup("").join([*parts, escape(text[end:])])

    def _button(self, text: str, found: Term) -> Markup:
        self._used[found.name] = found
        return Markup(
            '<button type="button" class="term" popovertarget="{0}" aria-describedby="{0}">{1}</button>'
        ).format(self.id(found), text)


def _terms_in(text: str) -> Iterator[tuple[re.Match[str], Term]]:
    """Yield where terms stand in a text, and which; none of them within a name."""
    pattern, terms = forms()
    names = [match.span() for match in NAMES.finditer(text)]
    for match in pattern.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in names):
            yield match, terms[match[0].lower()]
