"""Examples of every command: shown by `--help`, executed by the tests, completed by nobody.

A key is the command as it is called; an example is what it does, and the words after `overwatch`.
"""

from __future__ import annotations

Example = tuple[str, str]

#: What `overwatch --help` says of each command: short enough for a narrow terminal.
SUMMARIES = {
    "compare": "Which doctrine is better, against whom",
    "run": "Fight one scenario many times",
    "sweep": "The answer while numbers change",
    "ablate": "What each rule of overwatch is worth",
    "game": "Doctrines as a game: what to play",
    "tune": "Better numbers for a doctrine",
    "trigger": "Fire now, or wait for a better target",
    "value": "Where the worth of overwatch comes from",
    "points": "How many points make up for it",
    "sensitivity": "Which of many numbers matter",
    "replay": "One battle of a run, told or drawn",
    "report": "Tables and figures of a study again",
    "odds": "Exact odds of shots and assaults",
    "list": "Scenarios, doctrines, rules, words",
    "schema": "JSON Schema of a scenario file",
    "doctor": "What is installed; are the dice fair",
    "odds hit": "One hit on a vehicle",
    "odds shot": "One shot at a vehicle: to hit, then chits",
    "odds missile": "Guided missiles at a vehicle",
    "odds artillery": "A call for fire, and what the fire does",
    "odds firefight": "Infantry fire at teams or a soft vehicle",
    "odds assault": "The tests and a round of close assault",
    "list scenarios": "What there is to fight",
    "list types": "Vehicles and teams of the motor pool",
    "list doctrines": "How a side may play",
    "list features": "What the rules of a doctrine may ask",
    "list rules": "Rule switches; rule marks, and where",
    "list words": "Words of the game and the statistics",
}

#: The five most useful commands, shown where `overwatch` is called alone.
FIRST: tuple[Example, ...] = (
    (
        "Is overwatch better than not, and against whom?",
        "compare ridge_crossing --side red --doctrines never,ambush -n 1000",
    ),
    (
        "Fight it, with tables, figures and an HTML report",
        "run ridge_crossing -n 2000 --out build/ridge",
    ),
    (
        "Where does it tip over?",
        "sweep duel --vary red.units.0.at.0=30:38:4 --side red -n 200",
    ),
    (
        "Tell one battle, every die and chit",
        "replay ridge_crossing --battle 7 --seed 1",
    ),
    (
        "Exact odds of one shot",
        "odds shot --weapon HKP/3 --fire-control enhanced --range 26 --size 4 --armour 4",
    ),
)

EXAMPLES: dict[str, tuple[Example, ...]] = {
    "": (
        ("What there is to fight", "list scenarios"),
        ("The answer", FIRST[0][1]),
        ("What a word means", 'list words "watched area"'),
    ),
    "compare": (
        FIRST[0],
        (
            "To within 25 points, a rule changed",
            "compare duel --side blue --doctrines never,always --until 25 --set rules.shots=2",
        ),
    ),
    "run": (
        (
            "Other doctrines, the rules of overwatch off",
            "run ridge_crossing -n 1000 --red ambush --set rules.overwatch=off",
        ),
        FIRST[1],
    ),
    "sweep": (
        (
            "Two doctrines of red as a tank starts farther off",
            "sweep duel --vary red.units.0.at.0=30:38:4 --side red --doctrines ambush,never -n 200",
        ),
        (
            "A rule and a doctrine's own number",
            "sweep duel --vary rules.shots=1,2 --vary doctrine.ambush.kill_zone=0.1:0.3:0.1 "
            "--side red -n 100",
        ),
    ),
    "ablate": (
        (
            "What two rules are worth to blue",
            "ablate duel --side blue --doctrines always --against never --only shots,overwatch -n 200",
        ),
    ),
    "game": (
        (
            "Two doctrines of each side",
            "game duel --blue always,never --red ambush,never -n 200",
        ),
    ),
    "tune": (
        (
            "A better kill zone for ambush",
            "tune duel --doctrine ambush --side red --against never --trials 6 -n 200 "
            "--range kill_zone=0.05:0.6",
        ),
    ),
    "trigger": (
        (
            "Two targets may come: fire at the first?",
            'trigger --target "p=0.8 value=10" --target "p=0.5 value=30"',
        ),
        (
            "From types of vehicles and ranges",
            'trigger --all weapon=HKP/3 --target "type=otter range=20" '
            '--target "p=0.6 type=badger range=15"',
        ),
    ),
    "value": (("Where the worth comes from", "value duel --side blue --doctrine always -n 200"),),
    "points": (
        (
            "Points that make up for it",
            "points duel --without red --doctrine never --with ambush -n 100",
        ),
    ),
    "sensitivity": (
        (
            "Which of two numbers matters more",
            "sensitivity duel --vary red.units.0.at.0=30:38 --vary rules.move_allowance=0:1 "
            "--side red --samples 16 -n 20",
        ),
    ),
    "replay": (
        FIRST[3],
        (
            "The same battle, drawn turn by turn",
            "replay ridge_crossing --battle 7 --seed 1 --map battle.png",
        ),
        ("Moving", "replay duel --battle 3 --seed 1 --animate battle.gif"),
    ),
    "report": (("Tables and figures of a study again", "report build/study"),),
    "schema": (("For an editor that checks while you type", "schema"),),
    "doctor": (("Versions, threads, cache, extras, fair dice", "doctor --rolls 10000"),),
    "odds": (("What one hit does", "odds hit --chits 3 --valid RY --armour 4"), FIRST[4]),
    "odds hit": (("Three chits, red and yellow", "odds hit --chits 3 --valid RY --armour 4"),),
    "odds shot": (
        FIRST[4],
        (
            "At a small target in soft cover",
            "odds shot --weapon MDC/3 --fire-control superior --range 30 --size 2 --armour 3 "
            "--cover soft_cover",
        ),
    ),
    "odds missile": (
        (
            "Through jamming and two defences",
            "odds missile --weapon GMS/H --guidance enhanced --ecm enhanced --pds basic "
            "--ads enhanced --armour 4",
        ),
    ),
    "odds artillery": (
        (
            "Three light guns at infantry",
            "odds artillery --battery light --guns 3 --sheaf converged --ammunition HEF "
            "--target line",
        ),
    ),
    "odds firefight": (
        (
            "Four teams at infantry in cover",
            "odds firefight --rifles 3 --apsws 1 --target line --position soft_cover",
        ),
    ),
    "odds assault": (
        (
            "Powered infantry into a dug-in position",
            "odds assault --attacker powered --rifles 3 --defender line --defender-rifles 4 "
            "--position dug_in",
        ),
    ),
    "list": (
        ("What there is to fight", "list scenarios"),
        ("What a word means", 'list words "watched area"'),
    ),
    "list scenarios": (
        ("All, or one", "list scenarios"),
        ("One of them", "list scenarios ridge_crossing"),
    ),
    "list types": (("All", "list types"), ("One of them", "list types badger")),
    "list doctrines": (("All", "list doctrines"), ("One of them", "list doctrines ambush")),
    "list features": (("All", "list features"), ("One of them", "list features ev_this")),
    "list rules": (("All", "list rules"), ("A switch, or a mark", "list rules OW.F6")),
    "list words": (
        ("All", "list words"),
        ("One word, or a column of a table", "list words points_lost"),
    ),
}
