"""`sim.tune`: search, choice and proof on battles of their own; the file it writes."""

import tomllib

import numpy as np
import pytest

from sim.places import doctrine_folder
from sim.refusal import InputError
from sim.studies.bench import Bench
from sim.studies.tune import tune
from sim.studies.tune_search import Candidate, Span, rungs_of, search, spans_of
from sim.studies.tune_text import with_values
from sim.studies.tune_words import sentences
from sim.study.doctrine import load_doctrine
from sim.study.intervals import mean_of

SMALL = {"trials": 6, "battles": 80, "seed": 3}


@pytest.fixture(scope="module")
def tuned():
    return tune("duel", "ambush", "red", ["never", "aggressive"], **SMALL)


# Where parameters are looked for


def test_ranges_go_from_a_quarter_to_four_times_and_shares_end_at_one():
    document = {
        "parameters": {
            "share": 0.5,
            "small": 0.1,
            "ratio": 1.0,
            "inches": 40,
            "none": 0,
            "less": -2,
        },
        "activation": [{"do": "move", "move": "to_range", "range": "inches"}],
    }
    assert spans_of(document) == {
        "share": Span(0.125, 1),
        "small": Span(0.025, 0.4),
        "ratio": Span(0.25, 4),
        "inches": Span(10, 120),
        "none": Span(0, 1),
        "less": Span(-8, -0.5),
    }
    assert spans_of(document, ["none=0:5"])["none"] == Span(0, 5)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("nera=1:2", "has no parameter nera; nearest is 'near'; there are: near, far"),
        ("near=2:1", "is not NAME=LOW:HIGH"),
        ("near=1", "is not NAME=LOW:HIGH"),
        ("near=a:b", "is not NAME=LOW:HIGH"),
        ("near=0:inf", "is not NAME=LOW:HIGH"),
        ("far=-1:5", "a distance is between 0 and 120 inches"),
    ],
)
def test_ranges_that_make_no_sense_are_refused(text, message):
    document = {"parameters": {"near": 1.0, "far": 5.0}, "activation": [{"range": "far"}]}
    with pytest.raises(InputError, match=message):
        spans_of(document, [text])


# The search, on margins whose best place is known


def hill(values, first, count):
    """Margins with a best place at x = 3, y = 0.4, and luck that all candidates share."""
    luck = np.random.default_rng(5).normal(0, 500, first + count)[first:]
    height = -100 * np.log(values["x"] / 3) ** 2 - 200 * (values["y"] - 0.4) ** 2
    return luck + height


@pytest.mark.parametrize("sampler", ["tpe", "cma"])
def test_the_search_climbs_a_known_hill_through_common_luck(sampler):
    original = {"x": 1.0, "y": 0.2}
    spans = {"x": Span(0.25, 4), "y": Span(0.05, 0.8)}
    found = search(hill, original, spans, 60, 800, seed=1, sampler=sampler)
    assert found[0].values["x"] == pytest.approx(3, abs=0.6)
    assert found[0].values["y"] == pytest.approx(0.4, abs=0.15)
    top = 100 * np.log(1 / 3) ** 2 + 200 * 0.2**2
    assert top * 0.9 < found[0].edge <= top
    assert search(hill, original, spans, 60, 800, seed=1, sampler=sampler) == found
    for one in found:
        assert all(
            spans[name].low <= value <= spans[name].high for name, value in one.values.items()
        )
        assert all(float(f"{value:.3g}") == value for value in one.values.values())


def test_each_rung_halves_the_candidates_and_doubles_their_battles():
    assert rungs_of(800) == [100, 200, 400, 800]
    asked = []

    def score(values, first, count):
        asked.append((first, count))
        return np.full(count, values["x"])

    found = search(score, {"x": 1.0}, {"x": Span(0.5, 2)}, 16, 800, seed=1)
    assert asked.count((0, 800)) == 1  # the original
    assert asked.count((0, 100)) == 16
    assert [asked.count(part) for part in ((100, 100), (200, 200), (400, 400))] == [8, 4, 2]
    assert [one.battles for one in found] == [800] * 2 + [400] * 2 + [200] * 4 + [100] * 8
    assert found[0] == Candidate({"x": found[0].values["x"]}, 800, found[0].values["x"] - 1)
    assert found[0].values["x"] == max(one.values["x"] for one in found)


def test_an_original_outside_a_given_range_is_no_obstacle():
    def score(values, first, count):
        return np.full(count, values["x"])

    found = search(score, {"x": 9.0}, {"x": Span(2, 4)}, 5, 80, seed=1)
    assert all(2 <= one.values["x"] <= 4 for one in found)


# The whole: proof on fresh battles


def test_edges_are_those_of_battles_a_seed_apart(tuned, tmp_path):
    one = tuned.rounds[0]
    file = tmp_path / "tuned.toml"
    file.write_text(tuned.text)
    bench = Bench("duel")
    gains = []
    for foe in ("never", "aggressive"):
        new = -bench.rows(foe, file, 80, SMALL["seed"] + 2)["margin"]
        old = -bench.rows(foe, "ambush", 80, SMALL["seed"] + 2)["margin"]
        assert one.edge.each[foe] == mean_of(new - old)
        gains.append(new - old)
    assert one.edge.mean == mean_of(np.mean(gains, axis=0))
    assert one.edge.over == "ambush" and one.name == "ambush_tuned" and one.side == "red"
    assert set(one.edge.each) == set(one.shipped.each) == {"never", "aggressive"}


def test_the_best_shipped_doctrine_is_found_on_the_battles_of_the_choice(tuned):
    from sim.doctrine import shipped_doctrines

    bench = Bench("duel")
    means = {
        name: -sum(
            bench.rows(foe, name, 80, SMALL["seed"] + 1)["margin"].mean()
            for foe in ("never", "aggressive")
        )
        for name in shipped_doctrines()
    }
    assert means[tuned.rounds[0].shipped.over] == pytest.approx(max(means.values()))


def test_the_same_seed_gives_the_same_doctrine_on_any_number_of_workers(tuned):
    again = tune("duel", "ambush", "red", ["never", "aggressive"], workers=1, **SMALL)
    assert again.as_dict() == tuned.as_dict()
    assert again.text == tuned.text


def test_what_is_written_is_what_was_measured(tuned, tmp_path):
    one = tuned.rounds[0]
    file = tmp_path / "tuned.toml"
    file.write_text(tuned.text)
    loaded = load_doctrine(file)
    assert loaded.parameters == one.values
    assert loaded.name == one.name
    assert one.edge.over in tuned.text.splitlines()[1]
    assert tuned.text.startswith("# tuned: overwatch tune duel --doctrine ambush --side red")


@pytest.mark.slow
def test_a_ladder_answers_in_turn_and_against_the_newest():
    found = tune("duel", "ambush", "red", ["never", "aggressive"], rounds=3, **SMALL)
    first, second, third = found.rounds
    assert [one.side for one in found.rounds] == ["red", "blue", "red"]
    assert second.doctrine in ("never", "aggressive")
    assert second.against == (first.name,)
    assert third.against == (second.name,)
    assert third.doctrine == first.name == "ambush_tuned"
    assert third.original == first.values
    assert third.name == "ambush_tuned_3"
    assert found.text == third.text
    assert tomllib.loads(third.text)["text"].count("Its numbers are tuned") == 1
    assert third.text.count("# tuned: ") == 2
    assert list(found.ladder["round"]) == [1, 2, 3]
    assert (found.ladder["edge_low"] <= found.ladder["edge_high"]).all()
    assert set(found.parameters["round"]) == set(found.candidates["round"]) == {1, 2, 3}


def test_words_claim_no_more_than_the_interval(tuned):
    import dataclasses

    one = tuned.rounds[0]
    spread = np.array([-1.0, 1.0] * 40)
    values = {**one.values, "near": one.original["near"] + 1}

    def said(mean, each):
        edge = dataclasses.replace(
            one.edge, mean=mean_of(mean + spread), each={"never": mean_of(each + spread)}
        )
        changed = dataclasses.replace(one, edge=edge, values=values)
        return sentences(changed, 80)[0]

    assert said(5, 5).startswith("Red's ambush_tuned beats ambush: +5.0")
    assert "but" not in said(5, 5)
    assert said(5, 0).endswith("; but not clearly against never.")
    assert "is not clearly apart from ambush" in said(0.1, 0.1)
    assert "is worse than ambush" in said(-5, -5)
    kept = dataclasses.replace(one, values=one.original)
    assert sentences(kept, 80)[0].startswith("None of the ")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"side": "green"}, "--side: 'green' is not one of blue, red"),
        ({"sampler": "grid"}, "--sampler: 'grid' is not one of tpe, cma"),
        ({"trials": 0}, "trials: 0 is less than 1"),
        ({"battles": 10}, "battles: 10 is less than 80"),
        ({"rounds": 0}, "rounds: 0 is less than 1"),
        ({"against": []}, "--against: 0 doctrines; 1 to 16 are allowed"),
        ({"against": ["never", "never"]}, "--against: never is named twice"),
        ({"doctrine": "ambsh"}, "doctrine 'ambsh' is not one of"),
        ({"ranges": ["nix=1:2"]}, "has no parameter nix"),
    ],
)
def test_bad_input_is_refused(change, message):
    given = {"doctrine": "ambush", "side": "red", "against": ["never"], **SMALL} | change
    with pytest.raises(InputError, match=message):
        tune("duel", **given)


def test_a_doctrine_without_parameters_is_refused(tmp_path):
    file = tmp_path / "plain.toml"
    file.write_text('name = "plain"\ntext = "Fires."\n[[activation]]\ndo = "fire"\n')
    with pytest.raises(InputError, match=r"has no \[parameters\] that could be tuned"):
        tune("duel", file, "red", ["never"], **SMALL)


# The text of the file


@pytest.mark.parametrize("name", [file.stem for file in sorted(doctrine_folder().glob("*.toml"))])
def test_only_the_numbers_of_a_shipped_file_change(name):
    old = load_doctrine(name).source
    values = {key: value * 1.5 for key, value in tomllib.loads(old)["parameters"].items()}
    new = with_values(old, "other", 'Says "hm".', values, head="one\ntwo")
    document = tomllib.loads(new)
    assert document["parameters"] == values
    assert (document["name"], document["text"]) == ("other", 'Says "hm".')
    assert new.startswith("# tuned: one\n# tuned: two\nname")
    changed = [
        (before, after)
        for before, after in zip(old.splitlines(), new.splitlines()[2:], strict=True)
        if before != after
    ]
    assert len(changed) == len(values) + 2
    assert [one.partition("#")[2] for one, _ in changed] == [
        one.partition("#")[2] for _, one in changed
    ]
    again = with_values(new, "third", "Text.", values, head="three")
    assert again.count("# tuned: ") == 1


def test_a_file_written_otherwise_is_written_anew():
    old = 'name = "odd"\ntext = """Two\nlines."""\nparameters = {near = 10}\n[[activation]]\n'
    old += 'do = "fire"\n'
    document = tomllib.loads(with_values(old, "even", "One line.", {"near": 12.5}))
    assert document["parameters"] == {"near": 12.5}
    assert document["name"] == "even" and document["text"] == "One line."
    assert document["activation"] == [{"do": "fire"}]


@pytest.mark.slow
def test_a_tuned_ambush_beats_the_best_shipped_doctrine_on_the_ridge(capsys):
    found = tune("ridge_crossing", "ambush", "red", trials=20, battles=1000, seed=1)
    one = found.rounds[0]
    with capsys.disabled():
        print(f"\n{sentences(one, 1000)}")
    assert one.shipped.mean.low > 0
