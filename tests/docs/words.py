"""The page of a doctrine's words: chapters, actions, moves, features."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sim.doctrine.models import DECLARING, MAY_MOVE, MOVING
from sim.layout import codes as c
from sim.report.glossary import GLOSSARY
from tests.docs.markdown import page, table
from tests.docs.runner import listed

CHAPTERS = {
    "activation": "its turn has come: what does the unit do?",
    "order": "which unit is activated next, or pass? The highest `score` goes first",
    "trigger": "an enemy has moved in the watched area: fire the counter, or let him go by?",
    "opportunity": "an enemy moves in sight, and the unit is not activated yet: spend the "
    "activation on him?",
    "target": "how good a target is this enemy? The highest `score` is fired at; without a rule, "
    "DS19.2",
}
ACTIONS = {
    "nothing": "stay and do nothing",
    "fire": "fire from where it stands",
    "move": "move",
    "move_fire": "move, then fire; over half its factors the firer's die is one lower",
    "fire_move": "fire, then move up to half",
    "overwatch": "lay an overwatch counter",
    "move_overwatch": "move up to `rules.move_allowance`, then lay a counter",
    "travel": "move in travel mode: easy ground costs half, no fire",
    "evade": "move evasively (fast GEVs and GRAV): harder to hit, no fire",
    "rally": "try to win a level of confidence back",
    "reactivate": "the command unit turns a friend's marker up (`rules.command_reactivation`)",
    "assault": "close assault on the enemy in reach where the odds are best",
    "call_fire": "the leader or an observer calls a battery; the others may move",
    "smoke": "fire the smoke dischargers",
    "sensors": "switch area defence on or off",
    "dismount": "teams get out, and fire",
    "mount": "teams get in",
    "regroup": "join another remnant",
    "pop_up": "VTOLs rise, fire, and drop",
}
MOVES = {
    "hold": "nowhere",
    "objective": "to the marker that is worth most for the way",
    "to_cover": "to the nearest cover",
    "to_range": "towards the nearest known enemy, until he is within `range` inches",
    "to_sight": "towards the nearest known enemy, until one is seen",
    "withdraw": "to the own baseline",
    "waypoint": "to a named place of the scenario: `waypoint NAME`",
}
WATCHES = {
    "approach": "where the enemy comes from who is likeliest to move",
    "nearest": "the nearest known enemy",
    "objective": "the nearest marker",
    "facing": "straight ahead",
    "zone": "the middle of a named zone of the scenario: `zone NAME`",
}
ROUTES = {
    "direct": "the shortest way",
    "covered": "the way that the enemy's side of the table sees least of",
    "least_watched": "the less watched of the two, by the enemy's counters",
}
PACES = {"full": "all its factors", "half": "half of them: no step down for fire after it"}
ANSWERS = {
    "hold": "let him go by",
    "fire": "fire",
    "call_fire": "call for fire (trigger only)",
    "smoke": "lay smoke (trigger only)",
}
SIGNS = (
    ("`or`, `and`, `not`", "yes is 1, no is 0; any number but 0 counts as yes"),
    ("`<` `<=` `>` `>=` `==` `!=`", "comparisons"),
    ("`+` `-` `*` `/`", "arithmetic; division by 0 gives 0"),
    ("`min(a, b)`, `max(a, b)`", "the smaller, the greater"),
    ("`( )`", "what belongs together"),
    ("a name of `[parameters]`", "a number that `--set`, `sweep` and `tune` may change"),
)


def words_page() -> str:
    """Return the page of what a doctrine file may say."""
    lines = [
        "A doctrine is a TOML file with a `name`, a `text` of one sentence, `[parameters]`, and "
        "rules in five chapters. In each chapter the rules are asked from the top, and the first "
        "whose `when` holds is followed; a rule without `when` always holds. How to write one: "
        "[How do I write a doctrine?](designers.md#how-do-i-write-a-doctrine)",
        "",
        "## Chapters",
        "",
        *_words("chapter", CHAPTERS, c.CHAPTER_NAMES),
        "",
        f"At most {c.RULES_A_CHAPTER} rules a chapter and {c.PARAMETERS} parameters.",
        "",
        '`do` of `order` is `pick` or `pass`. `starts = "self"` or `"enemy"` says who should '
        "begin a turn when the side may choose (DS18.1).",
        "",
        "## Actions (`do` of `activation`)",
        "",
        *table(
            ["do", "the unit will", "move", "watch"],
            [
                [f"`{name}`", ACTIONS[name], _needs_move(name), "yes" if name in DECLARING else ""]
                for name in _known(ACTIONS, c.ACTIONS)
            ],
        ),
        "",
        "## Moves (`move`)",
        "",
        *_words("move", MOVES, c.DESTINATIONS),
        "",
        "## Routes (`route`) and paces (`pace`)",
        "",
        *_words("route", ROUTES, c.ROUTES),
        "",
        *_words("pace", PACES, c.PACES),
        "",
        "## Where a counter watches (`watch`)",
        "",
        *_words("watch", WATCHES, c.WATCHES),
        "",
        "## Answers (`do` of `trigger` and `opportunity`)",
        "",
        *_words("do", ANSWERS, c.ANSWERS),
        "",
        "## Signs of a condition",
        "",
        *table(["sign", "meaning"], SIGNS),
        "",
        "## Features: what a condition may ask",
        "",
        "The same list: `overwatch list features`. *Asked in* names the chapters; where there is "
        "an enemy in question, it is the mover (`trigger`, `opportunity`) or the candidate "
        "(`target`).",
        "",
        *table(
            ["feature", "unit", "asked in", "meaning"],
            [
                [
                    f"`{row['name']}`",
                    row["unit"],
                    "all"
                    if row["chapters"] == list(c.CHAPTER_NAMES)
                    else ", ".join(row["chapters"]),
                    row["meaning"],
                ]
                for row in listed("features")
            ],
        ),
    ]
    return page("The words of a doctrine", lines)


def _known(texts: Mapping[str, str], names: Sequence[str]) -> Sequence[str]:
    if set(texts) != set(names):
        raise ValueError(f"the guide describes {sorted(texts)}, the program has {sorted(names)}")
    return names


def _words(heading: str, texts: Mapping[str, str], names: Sequence[str]) -> list[str]:
    rows = [[f"`{name}`", texts[name]] for name in _known(texts, names)]
    return list(table([heading, "meaning"], rows))


def _needs_move(action: str) -> str:
    return "needed" if action in MOVING else "may be given" if action in MAY_MOVE else ""


def glossary_page() -> str:
    """Return the page of the glossary that reports and hover texts share."""
    lines = [
        "What the words of reports, tables and of this guide mean; the same list: "
        "`overwatch list words`. Reports show these texts where the mouse rests on a word.",
    ]
    for kind, title in (("game", "Words of the game"), ("statistics", "Words of the statistics")):
        rows = [
            [term.name, term.text, ", ".join(term.marks)]
            for term in sorted(GLOSSARY.values(), key=lambda term: term.name.lower())
            if term.kind == kind
        ]
        lines += ["", f"## {title}", "", *table(["word", "meaning", "rules"], rows)]
    return page("Glossary", lines)
