"""The explorer's numbers: those of the exact odds and of the paired battles, for what is asked."""

import numpy as np
import pytest

import sim
from sim.doctrine import load_doctrine
from sim.refusal import InputError
from sim.scenario import motor_pool, points
from sim.studies import gap as gaps
from sim.studies.bench import Bench
from sim.studies.explore import AGAINST, INSTEAD, Asked, explore, explore_all, odds
from sim.studies.paired import widened

MANY = 1500


def test_the_odds_are_those_of_the_two_shots():
    there, back = odds(Asked(weapon="MDC/2", distance=20, cover="hull_down"))
    assert there == sim.odds.shot("MDC/2", "enhanced", 20.0, size=3, armour=3)
    assert back == sim.odds.shot("HKP/3", "enhanced", 20.0, size=3, armour=3, cover="hull_down")


def test_the_advantage_is_the_mean_of_paired_margins():
    asked = Asked(distance=34, to_come=2, against="aggressive")
    found = explore(asked, 200, seed=5)
    bench = Bench(gaps.gap(34, to_come=2))
    rows = {
        name: -bench.rows("aggressive", gaps.watcher(name), 200, 5)["margin"]
        for name in ("watch", *INSTEAD)
    }
    for name in INSTEAD:
        assert found.advantage[name].paired.mean == pytest.approx(
            np.mean(rows["watch"] - rows[name])
        )
    assert found.element == points(motor_pool()["badger"])
    assert found.battles == 200


def test_the_same_question_is_fought_once():
    first = explore(Asked(distance=30))
    assert explore(Asked(distance=30)) is first


def test_at_long_range_against_one_platoon_overwatch_is_better():
    """As the published study has it: `reports/when-overwatch-pays`, 34 inches in the open."""
    found = explore(Asked(distance=34), MANY)
    assert found.verdict == "Go on overwatch: it beats both opportunity fire and firing now."
    assert all(found.together(name).low > 0 for name in INSTEAD)
    assert found.fired > 0.5


def test_against_two_that_drive_on_at_short_range_it_is_worse():
    asked = Asked(distance=12, cover="hull_down", to_come=2, against="aggressive")
    found = explore(asked, MANY)
    assert found.verdict.startswith("Do not go on overwatch")
    assert all(found.together(name).high < 0 for name in INSTEAD)


def test_out_of_range_there_is_nothing_to_tell():
    found = explore(Asked(weapon="RFAC/1", distance=34))
    assert found.verdict == "No shot: beyond the weapon's 16 inches."
    assert "the same in every battle" in found.sentences()[1]


def test_words_claim_no_more_than_the_intervals():
    for asked in (Asked(), Asked(to_come=3, distance=24), Asked(quality="green", to_come=2)):
        found = explore(asked, 150)
        clear = [name for name in INSTEAD if found.together(name).low > 0]
        assert ("Go on overwatch" in found.verdict) == (len(clear) == len(INSTEAD))
        for name in INSTEAD:
            mean = found.advantage[name].adjusted
            assert found.together(name).low < mean.low < mean.high < found.together(name).high
        assert f"against {asked.against} alone" in found.sentences()[-1]


def test_all_combinations_with_intervals_that_hold_for_the_table():
    table = explore_all(150, distance=[12, 34], to_come=(1, 2), quality="green")
    asked = table[["distance", "to_come", "quality"]].to_numpy().tolist()
    assert asked == [[12, 1, "green"], [12, 2, "green"], [34, 1, "green"], [34, 2, "green"]]
    for _, row in table.iterrows():
        one = Asked(distance=row["distance"], to_come=row["to_come"], quality="green")
        found = explore(one, 150, 1)
        assert row["fired"] == found.fired
        for name in INSTEAD:
            told = widened(found.advantage[name].adjusted, 8)
            assert (row[name], row[f"{name}_low"], row[f"{name}_high"]) == (
                told.mean,
                told.low,
                told.high,
            )


def test_an_unknown_question_is_refused():
    with pytest.raises(TypeError, match="terrain"):
        explore_all(100, terrain="wood")


@pytest.mark.parametrize("against", AGAINST)
def test_every_enemy_can_be_asked(against):
    assert explore(Asked(against=against), 100).battles == 100


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"weapon": "HKP/9"}, "HKP has classes 3 to 5"),
        ({"distance": 50}, "distance: 50 is more than 40"),
        ({"cover": "wood"}, "cover: 'wood' is not one of none, hull_down, dug_in"),
        ({"quality": "elite"}, "quality: 'elite' is not one of green, regular, veteran"),
        ({"to_come": 5}, "to_come: 5 is more than 4"),
        ({"against": "never"}, "against: 'never' is not one of bounding"),
        ({"trigger": "shoot"}, "trigger: 'shoot' is not one of watch, choosy"),
    ],
)
def test_refusals(asked, told):
    with pytest.raises(InputError, match="^[^\n]*" + told.replace("(", r"\(")):
        explore(Asked(**asked))


def test_few_battles_are_refused():
    with pytest.raises(InputError, match="battles: 99 is less than 100"):
        explore(Asked(), 99)


def test_the_watchers_stay_where_they_are_unless_they_break():
    for name in gaps.WATCHERS:
        rows = Bench(gaps.gap()).rows("bounding", gaps.watcher(name), 200, 1)
        assert np.median(rows["moved"][:, 1]) == 0


def test_another_doctrine_is_refused():
    with pytest.raises(InputError, match="doctrine: 'go' is not one of watch, choosy, wait, shoot"):
        gaps.watcher("go")


def test_the_gap_is_that_of_the_published_study():
    """Its table, forces and doctrines, but for the watchers' second gun."""
    from pathlib import Path

    folder = Path(__file__).parents[2] / "reports" / "when-overwatch-pays"
    settings = ["red.units.0.at.1=8.5", "red.units.0.posture=hull_down"]
    there = sim.load_scenario(folder / "gap_3.toml", settings)
    here = gaps.gap(34, "hull_down", to_come=3)
    assert here.table == there.table
    assert here.objectives == there.objectives
    assert here.victory == there.victory
    assert here.turns == there.turns
    assert [unit.at for unit in here.blue.units] == [unit.at for unit in there.blue.units]
    (watch,), (published,) = here.red.units, there.red.units
    kinds = {"type": published.type, "name": published.name}
    assert watch.model_copy(update=kinds) == published
    for name in ("watch", "wait", "shoot"):
        doctrine = load_doctrine(folder / f"{name}.toml")
        assert gaps.watcher(name) == doctrine
