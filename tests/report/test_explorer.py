"""The page with widgets: what is chosen is asked, what is answered is shown, and nothing jumps."""

import builtins
import io
import re

import pytest
from matplotlib.image import imread

import sim
from sim.refusal import InputError
from sim.report.explorer import MORE, explorer
from sim.report.explorer_figure import MOST, explored_png, plot_along, plot_explored, shares
from sim.studies.explore import INSTEAD, Asked, explore, explore_all
from sim.study.digits import MINUS

pytestmark = pytest.mark.slow

OTHER = {
    "weapon": "HEL/3",
    "distance": 24,
    "cover": "hull_down",
    "quality": "veteran",
    "to_come": 3,
    "against": "aggressive",
    "trigger": "choosy",
}


@pytest.fixture(scope="module")
def page():
    return explorer(battles=100)


def test_each_widget_asks_its_own_question(page):
    for name, value in OTHER.items():
        before = page.found
        picture = page.picture.value
        page.controls[name].value = value
        assert getattr(page.found.asked, name) == value
        assert getattr(before.asked, name) != value
        assert page.found is explore(page.asked, 100, 1)
        assert page.picture.value != picture
        assert page.found.verdict in page.verdict.value
        assert page.found.sentences()[-1] in page.text.value
    assert page.asked == Asked(**OTHER)
    for name in OTHER:
        page.controls[name].value = getattr(Asked(), name)
    assert page.asked == Asked()


@pytest.mark.slow
def test_every_choice_of_a_widget_can_be_asked(page):
    for name, control in page.controls.items():
        for option in getattr(control, "options", ()):
            value = option[1] if isinstance(option, tuple) else option
            control.value = value
            assert getattr(page.found.asked, name) == value
        control.value = getattr(Asked(), name)


def test_more_battles_make_it_narrower(page):
    page.controls["distance"].value = 26
    few = page.found
    page.more.click()
    assert page.found.battles == MORE
    assert page.found.asked == few.asked
    for name in INSTEAD:
        assert page.found.advantage[name].adjusted.se < 0.3 * few.advantage[name].adjusted.se
    assert f"{MORE:,} battles" in page.text.value


def test_the_axes_never_move():
    answers = [Asked(), Asked(weapon="RFAC/1"), Asked(to_come=4, distance=12, trigger="choosy")]
    places = set()
    for asked in answers:
        figure = plot_explored(explore(asked, 100), explore(Asked(distance=20), 100))
        places.add(
            tuple(
                (axes.get_xlim(), axes.get_ylim(), axes.get_position().bounds, axes.get_title())
                for axes in figure.axes
            )
        )
    assert len(places) == 1


def test_nothing_is_drawn_outside_the_picture():
    for asked in (Asked(), Asked(weapon="RFAC/1"), Asked(to_come=4, trigger="choosy")):
        figure = plot_explored(explore(asked, 100), explore(Asked(distance=20), 100))
        figure.canvas.draw()
        page = figure.bbox
        for axes in figure.axes:
            box = axes.get_tightbbox()
            assert page.x0 <= box.x0 and box.x1 <= page.x1
            assert page.y0 <= box.y0 and box.y1 <= page.y1


def test_what_lies_beyond_the_axis_is_a_wedge_at_its_end():
    import dataclasses

    found = explore(Asked(), 100)
    far = found.advantage["shoot"]
    adjusted = dataclasses.replace(far.adjusted, mean=3 * MOST)
    other = {**found.advantage, "shoot": dataclasses.replace(far, adjusted=adjusted)}
    figure = plot_explored(dataclasses.replace(found, advantage=other))
    (drawn,) = [
        line for line in figure.axes[1].lines if line.get_marker() == ">" and len(line.get_xdata())
    ]
    assert list(drawn.get_xdata()) == [MOST]


def test_a_line_for_each_value_with_its_intervals_and_its_name():
    table = explore_all(100, distance=[12, 24, 36], to_come=[1, 2], against="aggressive")
    axes = plot_along(table, "distance", by="to_come")
    assert axes.get_title("left") == "Overwatch over opportunity fire"
    assert axes.get_xlabel() == "inches to the lane, against aggressive"
    assert [text.get_text() for text in axes.texts][:2] in (
        ["1 to come", "2 to come"],
        ["2 to come", "1 to come"],
    )
    for name, container in zip((1, 2), axes.containers, strict=True):
        part = table[table["to_come"] == name]
        points, _, (spread,) = container
        assert list(points.get_ydata()) == list(part["wait"])
        ends = [tuple(segment[:, 1]) for segment in spread.get_segments()]
        wanted = zip(part["wait_low"], part["wait_high"], strict=True)
        assert ends == [pytest.approx(pair) for pair in wanted]


def test_a_line_can_be_drawn_on_axes_at_hand():
    table = explore_all(100, distance=[12, 36])
    mine = plot_along(table, "distance")
    assert plot_along(table, "distance", instead="shoot", axes=mine, theme="dark") is mine
    assert mine.get_title("left") == "Overwatch over firing now"


def test_the_shares_are_those_of_the_odds():
    odds = sim.odds.shot("HKP/3", "enhanced", 26.0, size=3, armour=3)
    found = shares(odds)
    assert found["destroyed"] == pytest.approx(float(odds.outcomes["Kill"]))
    unhurt = [name for name in odds.outcomes if "Dam" not in name and "MOB" not in name]
    unhurt.remove("Kill")
    assert found["goes on"] == pytest.approx(float(sum(odds.outcomes[name] for name in unhurt)))


def test_the_picture_has_the_size_that_the_page_gives_it(page):
    pixels = imread(io.BytesIO(explored_png(page.found))).shape
    assert f'width="{pixels[1]}" height="{pixels[0]}"' in page.picture.value


def test_who_cannot_see_the_picture_reads_it(page):
    told = page.picture.value.partition('alt="')[2].removesuffix('">')
    assert re.fullmatch(
        r"One shot, exactly. your shot: \d+% destroyed, \d+% damaged or immobile, \d+% goes on; "
        rf"his shot back: .*\. Overwatch better by: than .+ [+{MINUS}]\d.* \(.*\); than .*\.", told
    )  # fmt: skip


def test_it_displays_itself(page, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", shown.append)
    page._ipython_display_()
    assert shown == [page.view]


def test_without_ipywidgets_one_line_names_the_extra(monkeypatch):
    def missing(name, *arguments, **named):
        if name.split(".")[0] == "ipywidgets":
            raise ModuleNotFoundError(f"No module named {name!r}")
        return real(name, *arguments, **named)

    real = builtins.__import__
    monkeypatch.setitem(__import__("sys").modules, "ipywidgets", None)
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(InputError) as told:
        sim.explorer()
    assert str(told.value) == (
        "explorer: ipywidgets is not installed; it comes with: pip install 'overwatch-sim[notebooks]'"
    )
