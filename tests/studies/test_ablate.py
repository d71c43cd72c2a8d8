"""The ablation: its table of changes, its figures by hand, and what decides them."""

import dataclasses

import numpy as np
import pandas as pd
import pytest

import sim
from sim.layout.records import RULES
from sim.marks import MARKS
from sim.marks import SWITCHES as TOLD
from sim.refusal import InputError
from sim.report.ablate_figure import ablation_axes, ablation_svg, plot_changes
from sim.report.ablate_report import page
from sim.report.style import paper
from sim.scenario import load_scenario
from sim.scenario.compile import fill_rules
from sim.scenario.models import Rules
from sim.studies import ablation
from sim.studies.ablate import ablate
from sim.studies.ablation import cells_of, key_of, read_ablation
from sim.studies.alternatives import SWITCHES, alternatives, changed, pairs_of
from sim.studies.ledger import Ledger
from sim.studies.store import Store
from sim.studies.strata import first_battle, stratified
from sim.study.digits import MINUS
from sim.study.interrupts import NothingYet

SMALL = {"against": ["opportunist", "never"], "battles": 40, "seed": 5}


# the table of changes


def test_every_switch_of_overwatch_is_in_the_table_with_its_mark():
    places = {switch.place.split(".")[0] for switch in SWITCHES}
    assert places == set(TOLD) - {"infantry_validity", "follow_through"}  # of fire and of assaults
    for switch in SWITCHES:
        assert switch.marks == TOLD[switch.place.split(".")[0]][0]
        assert all(mark in MARKS for mark in switch.marks.split())


def test_the_default_is_one_of_the_values():
    rules = Rules()
    for switch in SWITCHES:
        value = rules
        for part in switch.place.split("."):
            value = getattr(value, part)
        assert value in switch.values, switch.place


@pytest.mark.parametrize("setting", ["", "rules.shots=2", 'rules.watched_area={zone = "valley"}'])
def test_every_change_is_what_set_makes_of_it(setting):
    base = [setting] if setting else []
    scenario = load_scenario("ridge_crossing", base)
    zones = [zone.name for zone in scenario.zones]
    changes = alternatives(scenario)
    assert len(changes) == len({change.text for change in changes}) > 25
    for change in changes:
        after = load_scenario("ridge_crossing", [*base, f"rules.{change.text}"]).rules
        record = np.zeros(3, RULES)
        for place, rules in enumerate((scenario.rules, after, changed(scenario.rules, change))):
            fill_rules(record[place], rules, zones)
        assert record[1] == record[2] != record[0], change.text


def test_changes_that_do_not_fit_are_left_out():
    off = load_scenario("duel", ["rules.overwatch=off"])
    assert [change.text for change in alternatives(off)] == ["overwatch=on", "opportunity_fire=off"]
    near = load_scenario("duel", ["rules.watched_area.farthest=12"])
    assert "watched_area.nearest=12" not in {change.text for change in alternatives(near)}


def test_pairs_are_of_two_switches_and_not_of_an_overwatch_that_is_off():
    scenario = load_scenario("ridge_crossing")
    changes = alternatives(scenario)
    texts = [{first.text, second.text} for first, second in pairs_of(scenario.rules, changes)]
    assert {"overwatch=off", "opportunity_fire=off"} in texts
    assert not any("overwatch=off" in pair and "shots=2" in pair for pair in texts)
    assert {"shots=2", "shots=3"} not in texts
    assert {"watched_area.nearest=12", "watched_area.farthest=12"} not in texts
    assert {"watched_area.width=45", "watched_area.farthest=24"} in texts


# figures by hand


def rows(margins, prints):
    return pd.DataFrame({"margin": margins, "declared": 1, "fired": 0, "print": prints})


def by_hand():
    """Two enemies, two battles each; `b` touches nothing, `a` gains 1 and 3, then 0 and 8."""
    question = {
        "kind": "ablate", "scenario": "x", "settings": [], "side": "red", "doctrines": ["d"],
        "against": ["e", "f"], "battles": 2, "pairs": True, "only": [], "seed": 1, "hash": "",
        "tries": [
            {"change": name, "switch": name, "was": "off", "value": "on", "marks": "OW.A1"}
            for name in ("b", "a")
        ],
        "joint": [["b", "a"]],
    }  # fmt: skip
    margins = {
        "": ([10.0, 20.0], [0.0, 0.0]),
        "b": ([10.0, 20.0], [0.0, 0.0]),
        "a": ([11.0, 23.0], [0.0, 8.0]),
        "b & a": ([12.0, 23.0], [0.0, 9.0]),
    }
    cells = {
        (text, "d", enemy): rows(margins[text][place], [1, 2] if text in ("", "b") else [3, 4])
        for text in margins
        for place, enemy in enumerate("ef")
    }
    return question, cells


def answer(question, cells):
    ledger = Ledger(question)
    ledger.cells = {key_of(cell, 0): frame for cell, frame in cells.items()}
    return ablation.answer(ledger)


def test_the_difference_is_the_mean_of_the_enemies_means():
    question, cells = by_hand()
    assert [key_of(cell, 0) for cell in cells_of(question)][:2] == ["|d|e|0", "|d|f|0"]
    found = answer(question, cells)
    first = found.changes.iloc[0]
    assert (first["change"], first["difference"]) == ("a", 3.0)
    # variances 2 and 32 of two values each: (2 / 2 + 32 / 2) / 2**2
    assert first["se"] == pytest.approx((17 / 4) ** 0.5)
    assert (first["least"], first["most"], first["altered"]) == (2.0, 4.0, 1.0)
    assert first["p"] == 0.25  # three battles altered their margin: not less than 2**-2
    assert first["p_holm"] == 0.5
    assert found.margin.mean == 7.5
    assert found.declared == 1
    assert list(found.cells["difference"]) == [0.0, 0.0, 2.0, 4.0]


def test_untouched_is_said_and_not_worth_zero():
    found = answer(*by_hand())
    last = found.changes.iloc[-1]
    assert (last["change"], last["untouched"], last["p"]) == ("b", True, 1.0)
    assert any("Untouched, not worth zero: b." in line for line in found.conclusions())
    assert any("never fired on overwatch" in line for line in found.conclusions())


def test_what_is_clear_has_its_interval_and_the_others_are_others():
    found = answer(*by_hand())
    lines = found.conclusions()
    none = "No change is clear of zero after Holm's correction of 2 tests: each 95% interval lies "
    assert any(line.startswith(none) for line in lines)
    assert not any("cannot be told from zero" in line for line in lines)
    clear = found.changes.copy()
    clear.loc[clear["change"] == "a", "clear"] = True
    other = clear.iloc[[0]].assign(change="c", clear=False, difference=1.0)
    table = pd.concat([clear, other], ignore_index=True)
    lines = dataclasses.replace(found, changes=table).conclusions()
    low, high = found.changes.loc[0, ["low", "high"]]
    assert low < 0 < high
    assert (
        f"Red gains, clear after Holm's correction of 3 tests, with a +3 ({MINUS}{-low:.0f} to "
        f"+{high:.0f})." in lines
    )
    assert any(line.startswith("One other cannot be told from zero") for line in lines)


def test_a_pair_has_what_it_has_beyond_the_sum():
    pair = answer(*by_hand()).pairs.iloc[0]
    assert (pair["difference"], pair["extra"]) == (3.5, 0.5)


def test_a_gain_against_one_and_a_loss_against_another_is_told():
    question, cells = by_hand()
    cells["a", "d", "e"] = rows([31.0, 39.0], [3, 4])
    cells["a", "d", "f"] = rows([-20.0, -21.0], [3, 4])
    found = answer(question, cells)
    assert found.changes.set_index("change")["depends"].to_dict() == {"a": True, "b": False}
    assert any("red gains or loses by a:" in line for line in found.conclusions())


def test_strata_weigh_alike_and_share_no_battle():
    mean = stratified([np.array([1.0, 3.0]), np.array([4.0] * 9)])
    assert mean.mean == 3.0
    assert mean.se == pytest.approx((2 / 2) ** 0.5 / 2)
    assert first_battle(1) - first_battle(0) >= 10_000_000


# battles


@pytest.mark.slow
def test_each_cell_is_the_difference_of_two_runs():
    found = sim.ablate("gun_line", doctrines=["always"], only=["shots", "overwatch"], **SMALL)
    two = [
        sim.run("gun_line", 40, 5, blue="opportunist", red="always", settings=settings)
        for settings in ([], ["rules.overwatch=off"])
    ]
    expected = -(two[1].rows["margin"] - two[0].rows["margin"]).mean()  # margins are blue's view
    cells = found.cells.set_index(["change", "enemy"])
    assert cells.loc[("overwatch=off", "opportunist"), "difference"] == pytest.approx(expected)
    assert found.declared > 0
    assert set(found.changes["switch"]) == {"shots", "overwatch"}


@pytest.mark.slow
def test_without_counters_only_opportunity_fire_is_touched():
    found = ablate("duel", doctrines=["never"], against=["never"], battles=40, seed=2)
    touched = found.changes[~found.changes["untouched"]]
    assert list(touched["change"]) == ["opportunity_fire=off"]
    assert (found.changes[found.changes["untouched"]]["difference"] == 0).all()
    assert found.declared == 0
    assert any(line.startswith("Against fewer than three") for line in found.conclusions())


def test_any_number_of_workers_gives_the_same_table():
    tables = [
        ablate("duel", side="blue", only=["shots", "trigger"], workers=workers, **SMALL).changes
        for workers in (1, 3)
    ]
    pd.testing.assert_frame_equal(*tables, check_exact=True)


@pytest.mark.slow
def test_a_study_goes_on_where_it_was_and_is_rebuilt_from_its_rows(tmp_path, monkeypatch):
    asked = {"side": "blue", "only": ["shots", "overwatch"], "pairs": True, **SMALL}
    whole = ablate("duel", out=tmp_path / "whole", **asked)
    write = Store.write
    written = []

    def broken(self, key, frame):
        if len(written) == 3:
            raise KeyboardInterrupt
        written.append(key)
        write(self, key, frame)

    monkeypatch.setattr(Store, "write", broken)
    with pytest.raises(NothingYet, match="no change of a rule was fought with all doctrines yet"):
        ablate("duel", out=tmp_path / "part", **asked)
    with pytest.raises(InputError, match="no change of a rule was fought"):
        read_ablation(tmp_path / "part")
    fought = []
    monkeypatch.setattr(Store, "write", lambda *rest: (fought.append(rest[1]), write(*rest)))
    again = ablate("duel", out=tmp_path / "part", **asked)
    assert len(fought) == len(cells_of(whole.question)) - 3
    for found in (again, read_ablation(tmp_path / "part")):
        pd.testing.assert_frame_equal(found.changes, whole.changes, check_exact=True)
        pd.testing.assert_frame_equal(found.pairs, whole.pairs, check_exact=True)
    with pytest.raises(InputError, match="holds another question: seed is 5, not 6"):
        ablate("duel", out=tmp_path / "part", **{**asked, "seed": 6})


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"side": "grey"}, "side: 'grey' is not one of blue, red"),
        ({"battles": 5}, "battles: 5 is less than 30"),
        ({"only": ["shots"], "settings": ["rules.overwatch=off"]}, "only: shots: no other value"),
        ({"only": ["shot"]}, "only: shot is no switch .*; nearest is 'shots'"),
        ({"against": []}, "against: names no doctrine"),
        ({"against": ["never", "never"]}, "against: never is named twice"),
        ({"doctrines": ["nevr"]}, "nevr"),
        ({"seed": -1}, "seed: -1 is less than 0"),
        ({"workers": 0}, "workers: 0 is less than 1"),
    ],
)
def test_bad_input_is_refused(asked, message):
    with pytest.raises(InputError, match=message):
        ablate("duel", **{**SMALL, **asked})


# the figure


def test_the_figure_fills_what_is_clear_and_leaves_out_what_is_untouched():
    found = answer(*by_hand())
    axes = plot_changes(found)
    dots = {dots.get_label(): dots for dots in axes.collections if len(dots.get_offsets())}
    assert len(dots["not clear"].get_offsets()) == 1
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a: off → on  OW.A1"]
    assert ablation_svg(found) == ablation_svg(found)
    assert "| b " in page(found) and "Untouched, not worth zero: b." in page(found)


def test_on_a_narrow_figure_the_words_stand_above_the_lines():
    found = answer(*by_hand())
    found.changes.loc[:, "change"] = "void_on_under_fire=off"
    wide, narrow = (plot_changes(found, ablation_axes(width, found)) for width in (9.0, 3.8))
    label = "void_on_under_fire: off → on  OW.A1"
    assert [text.get_text() for text in wide.get_yticklabels()] == [label]
    assert not narrow.get_yticklabels()
    assert label in [text.get_text() for text in narrow.texts]
    figure = narrow.get_figure()
    assert paper(narrow)[0] > 0.85 * figure.get_figwidth()
    edge = narrow.get_window_extent().x0
    above = next(text for text in narrow.texts if text.get_text() == label)
    box = above.get_window_extent(figure.canvas.get_renderer())
    assert box.x0 >= edge - 1 and box.x1 <= figure.bbox.x1
    dot = narrow.transData.transform((0, 0))[1]
    assert box.y0 > dot
