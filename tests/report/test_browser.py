"""Pages in a real browser: they sort, explain, step and print; nothing is asked of a network."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from sim.cli import main
from sim.report.battle_map import MARKER_POINTS
from sim.report.figures import FIGURES
from sim.report.html import page as page_of
from sim.report.html import shown
from sim.report.retell import stage_of
from sim.report.style import NARROW, POINTS, SMALL, WIDE
from sim.study.digits import MINUS
from sim.study.replay import replay
from tests.browser import REASON, executable, required

pytestmark = pytest.mark.slow

SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
PHONE = {"width": 380, "height": 800}
DESKTOP = {"width": 1280, "height": 900}


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    path = executable()
    if path is None:
        if required():
            pytest.fail(f"browser: {REASON}")
        pytest.skip(f"browser: {REASON}")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def opened(chromium):
    """Open a page: `opened(path, viewport=..., dark=...)`. Errors and requests fail the test."""
    contexts, problems = [], []

    def open_page(path: Path, viewport=DESKTOP, dark=False, **more):
        context = chromium.new_context(
            viewport=viewport, color_scheme="dark" if dark else "light", **more
        )
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: problems.append(f"console: {message.text}"))
        page.on("pageerror", lambda error: problems.append(f"error: {error}"))

        def asked(request):
            where = urlparse(request.url)
            own = where.scheme == "file" and Path(unquote(where.path)) == path
            if not own and where.scheme != "data":
                problems.append(f"request: {request.url}")

        page.on("request", asked)
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert problems == []


def shoot(page, name: str, **more) -> None:
    """Keep a screenshot for people."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png", full_page=True, **more)


def column(table, place: int) -> list[str]:
    return [
        row.locator("th, td").nth(place).inner_text() for row in table.locator("tbody tr").all()
    ]


def first_number(cell: str) -> float:
    match = re.search(rf"[{MINUS}+-]?[\d,]*\.?\d+", cell)
    return 0.0 if match is None else float(match[0].replace(",", "").replace(MINUS, "-"))


def test_the_answer_is_on_the_first_screen(report, opened):
    for viewport in (DESKTOP, PHONE):
        page = opened(report, viewport)
        assert page.locator("h1").is_visible()
        box = page.locator(".tiles li").first.bounding_box()
        assert box["y"] + box["height"] < viewport["height"]
        assert page.locator(".answer p").first.bounding_box()["y"] < viewport["height"]


def test_a_table_sorts_by_its_numbers(report, opened):
    page = opened(report)
    table = page.locator("section[aria-labelledby=choices] table")
    head = table.locator("thead th").nth(1)
    before = column(table, 1)
    assert head.get_attribute("aria-sort") is None
    head.locator(".sort").click()
    assert head.get_attribute("aria-sort") == "descending"
    numbers = [first_number(cell) for cell in column(table, 1)]
    assert numbers == sorted(numbers, reverse=True)
    head.locator(".sort").click()
    assert head.get_attribute("aria-sort") == "ascending"
    numbers = [first_number(cell) for cell in column(table, 1)]
    assert numbers == sorted(numbers) and len(set(numbers)) > 2
    head.locator(".sort").click()
    assert head.get_attribute("aria-sort") is None
    assert column(table, 1) == before


def test_a_table_sorts_by_the_keyboard(report, opened):
    page = opened(report)
    table = page.locator("section[aria-labelledby=choices] table")
    head = table.locator("thead th").nth(0)
    head.locator(".sort").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    names = column(table, 0)
    assert names == sorted(names, key=str.casefold)
    page.keyboard.press("Space")
    assert head.get_attribute("aria-sort") == "descending"
    other = table.locator("thead th").nth(1)
    other.locator(".sort").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") is None


def test_the_last_line_of_sums_stays_where_it_is(report, opened):
    page = opened(report)
    table = page.locator("section[aria-labelledby=losses] table").first
    table.locator("thead th").nth(1).locator(".sort").click()
    assert table.locator("tfoot th").inner_text() == "all"
    assert "all" not in column(table, 0)


def test_words_explain_themselves_on_hover_focus_and_tap(report, opened):
    page = opened(report)
    word = page.locator(".answer .term", has_text="95% intervals")
    tip = page.locator(f"#{word.get_attribute('popovertarget')}")
    assert not tip.is_visible()
    word.hover()
    assert tip.is_visible() and "true value" in tip.inner_text()
    tip.hover()  # it can be read with a magnifying glass
    page.wait_for_timeout(400)
    assert tip.is_visible()
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    page.mouse.move(0, 0)
    word.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert tip.is_visible()
    page.keyboard.press("Escape")
    assert not tip.is_visible()
    assert word.get_attribute("aria-describedby") == tip.get_attribute("id")

    page = opened(report, PHONE, has_touch=True)
    word = page.locator(".answer .term", has_text="95% intervals")
    tip = page.locator(f"#{word.get_attribute('popovertarget')}")
    word.tap()
    assert tip.is_visible()
    box = tip.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= PHONE["width"]
    page.locator("h1").tap()
    assert not tip.is_visible()


def test_the_command_can_be_copied(report, opened):
    page = opened(report, permissions=["clipboard-read", "clipboard-write"])
    button = page.locator("[data-copy]")
    button.click()
    page.locator("[role=status]", has_text="Copied.").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "overwatch run ridge_crossing -n 200 --seed 1"


COMMANDS = """() => [...document.querySelectorAll("#command .word, #again .word")]
  .filter((one) => one.getClientRects().length !== 1 || one.offsetHeight > 30)
  .map((one) => one.textContent)"""


def test_a_command_breaks_between_words_alone(report, opened):
    for viewport in (DESKTOP, PHONE):
        page = opened(report, viewport)
        for media in ("screen", "print"):
            page.emulate_media(media=media)
            assert page.evaluate(COMMANDS) == []
    assert page.locator("#again .word").count() > 4
    told = page.locator("#again").text_content()
    assert re.fullmatch(r"overwatch replay ridge_crossing --battle \d+ --seed 1", told)
    page.emulate_media(media="screen")
    long = page.evaluate(
        """() => {
          const command = document.getElementById("command");
          command.lastChild.textContent = "--red=" + "x".repeat(200);
          const wide = command.parentNode;
          return [wide.scrollWidth, wide.clientWidth, command.lastChild.offsetHeight];
        }"""
    )
    assert long[0] <= long[1] and long[2] > 30  # one that is too long breaks all the same


def test_tables_of_losses_fit_and_wider_ones_show_that_they_scroll(report, opened):
    page = opened(report)
    assert page.locator("section[aria-labelledby=losses] table").count() == 2
    for one in page.locator("section[aria-labelledby=losses] .scroll:has(table)").all():
        assert one.evaluate("one => one.scrollWidth <= one.clientWidth")
    edge = page.locator(".scroll").first.evaluate(
        "one => getComputedStyle(one).backgroundAttachment"
    )
    assert "local" in edge and "scroll" in edge


def test_the_replay_steps_with_the_keyboard_and_ends(report, opened):
    page = opened(report)
    stage, where, now = (page.locator(f"#{name}") for name in ("stage", "where", "now"))
    lines = page.locator(".told li")
    last = lines.count()

    def step() -> int:
        return int(re.search(r"step (\d+) of (\d+)", where.inner_text())[1])

    def turn() -> int:
        return int(re.search(r"Turn (\d+)", where.inner_text())[1])

    stage.focus()
    assert step() == 1 and now.get_attribute("aria-live") == "polite"
    page.keyboard.press("ArrowLeft")
    assert step() == 1
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert step() == 3
    first = now.inner_text()
    assert first == lines.nth(2).locator("span").first.text_content()
    page.keyboard.press("ArrowDown")
    assert turn() == 2 and now.inner_text().startswith("TURN 2")
    page.keyboard.press("PageDown")
    assert turn() == 3
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowUp")
    assert turn() == 3 and now.inner_text().startswith("TURN 3")
    page.keyboard.press("PageUp")
    assert turn() == 2
    page.keyboard.press("End")
    assert step() == last
    gone = page.locator("#elements .gone").count()
    lost = re.search(r"lost: blue (\d+), red (\d+)", where.inner_text())
    assert gone == int(lost[1]) + int(lost[2]) > 0
    page.keyboard.press("ArrowRight")
    assert step() == last
    page.keyboard.press("Home")
    assert step() == 1 and page.locator("#elements .gone").count() == 0
    page.keyboard.press("End")
    assert page.locator("#elements .gone").count() == gone


def test_every_step_of_the_replay_can_be_shown(report, opened):
    page = opened(report)
    seen = page.evaluate(
        """() => {
          const slider = document.getElementById("slider");
          const seen = { shots: 0, areas: 0, routes: 0, silent: 0, labels: 0 };
          for (let k = 0; k <= slider.max; k++) {
            slider.value = k;
            slider.dispatchEvent(new Event("input"));
            for (const name of ["shots", "areas", "routes", "labels"])
              seen[name] += document.getElementById(name).children.length;
            seen.silent += document.getElementById("now").textContent.trim() === "";
          }
          return seen;
        }"""
    )
    assert seen["silent"] == 0
    assert min(seen[name] for name in ("shots", "areas", "routes", "labels")) > 0
    page.locator("#slider").evaluate(
        "one => { one.value = 40; one.dispatchEvent(new Event('input')) }"
    )
    page.locator("section[aria-labelledby=replay]").screenshot(path=SCREENSHOTS / "run-replay.png")


@pytest.fixture(scope="module", params=["border_raid", "convoy_ambush"])
def crowded(request, battles, choices, tmp_path_factory) -> Path:
    """Write the page of a run with a battle of another scenario to step through."""
    told = replay(request.param, 0, 1)
    drawn = shown(FIGURES[0], battles, FIGURES[0].png(battles))
    stage = stage_of(told.prepared.scenario, told.events, 0.0)
    path = tmp_path_factory.mktemp("crowded") / "report.html"
    path.write_text(page_of(battles, choices, {one.name: drawn for one in FIGURES}, stage))
    return path


#: Names that cover another name or a marker, at every so many steps; how many objectives are named.
COLLISIONS = """(every) => {
  const slider = document.getElementById("slider");
  const found = [];
  let named = 0;
  for (let k = 0; k <= slider.max; k += every) {
    slider.value = k;
    slider.dispatchEvent(new Event("input"));
    const seen = [...document.querySelectorAll("#labels .label, .place, .goal")]
      .filter((one) => one.style.visibility !== "hidden");
    named += seen.filter((one) => one.matches(".goal")).length;
    const all = [...seen, ...document.querySelectorAll("#objectives circle")];
    const boxes = all.map((one) => one.getBBox());
    seen.forEach((one, i) => boxes.forEach((b, j) => {
      const a = boxes[i];
      const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
      const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
      if (i !== j && wide > 0.1 && high > 0.25 * a.height)
        found.push([k + 1, one.textContent, all[j].textContent || "marker"]);
    }));
  }
  return { found, named };
}"""


def test_names_on_the_replay_cover_no_name_and_no_marker(crowded, opened):
    seen = opened(crowded).evaluate(COLLISIONS, 5)
    assert seen["found"] == []
    assert seen["named"] > 0
    phone = opened(crowded, PHONE).evaluate(COLLISIONS, 10_000)  # before the battle
    assert phone["found"] == []


def test_every_objective_of_the_replay_is_named(crowded, opened):
    page = opened(crowded, PHONE)
    key = page.locator(".key[aria-label='Signs of the map']").inner_text()
    described = page.locator("#board").get_attribute("aria-label")
    names = page.locator(".goal").all_text_contents()
    assert len(names) >= 2
    assert all(name in key and f"{name}, value " in described for name in names)
    places = page.locator(".place").all_text_contents()
    assert set(places) <= set(page.locator("#board path title").all_text_contents())


def test_the_replay_plays_and_pauses_and_stops_at_its_end(report, opened):
    page = opened(report, reduced_motion="reduce")
    stage, where = page.locator("#stage"), page.locator("#where")
    stage.focus()
    page.keyboard.press("Space")
    assert page.locator("#now").get_attribute("aria-live") == "off"
    page.wait_for_function("document.getElementById('where').textContent.includes('step 3 ')")
    assert page.locator("#elements .el").first.evaluate(
        "one => getComputedStyle(one).transitionDuration"
    ) in ("0s", "")
    page.keyboard.press("Space")
    told = where.inner_text()
    page.wait_for_timeout(1300)
    assert where.inner_text() == told
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.locator("[data-go=play]").click()
    page.wait_for_function("document.querySelector('[data-go=play]').textContent === 'Play'")
    last = page.locator(".told li").count()
    assert f"step {last} of {last}" in where.inner_text()
    page.locator("#told summary").click()
    before = page.evaluate("scrollY")
    page.locator(".told li").nth(4).click()
    assert "step 5 " in where.inner_text() and page.evaluate("scrollY") == before
    page.locator("[data-go=first]").click()
    assert "step 1 " in where.inner_text()
    page.locator("[data-go=turn-on]").click()
    assert "Turn 2 " in where.inner_text()


def test_without_a_script_all_of_it_can_be_read(report, opened):
    page = opened(report, java_script_enabled=False)
    assert page.locator(".tiles").is_visible()
    assert not page.locator("[data-copy]").is_visible()
    word = page.locator(".answer .term", has_text="95% intervals")
    word.click()
    assert page.locator(f"#{word.get_attribute('popovertarget')}").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator("#controls").is_visible()
    assert page.locator("#elements .el").count() > 10
    page.locator("#told summary").click()
    assert page.locator(".told li").last.is_visible()


SMALL_TEXT = """() => {
  const small = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || parent.closest("script, style, svg, .ask")) continue;
    const size = parseFloat(getComputedStyle(parent).fontSize);
    if (size < 12 && parent.getClientRects().length) small.push([size, walker.currentNode.data.trim()]);
  }
  return small;
}"""
SMALL_TARGETS = """() => [...document.querySelectorAll("button:not(.term, .ask), a, summary, input")]
  .filter((one) => one.getClientRects().length && !one.matches(".skip"))
  .map((one) => [one.getBoundingClientRect().height, one.textContent.trim()])
  .filter(([height]) => height < 39.5)"""


LEAST = 8  # pixels of the smallest words of a figure on a screen


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_words_of_figures_can_be_read(report, opened, viewport):
    page = opened(report, viewport)
    for image in page.locator("picture.light img").all():
        wide, svg = image.evaluate("one => [one.clientWidth, one.currentSrc.includes('svg')]")
        inches = NARROW if svg and viewport is PHONE else WIDE
        assert wide / (inches * POINTS) * (SMALL if svg else MARKER_POINTS) >= LEAST
    size = page.locator("#labels .label").first.evaluate(
        "one => one.getBoundingClientRect().height"
    )
    assert size >= LEAST


def test_a_telephone_shows_all_of_it(report, opened):
    page = opened(report, PHONE, device_scale_factor=2)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.evaluate(SMALL_TEXT) == []
    assert page.evaluate(SMALL_TARGETS) == []
    shoot(page, "run-phone")


def test_machines_find_nothing_wrong(report, opened):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    for viewport, dark in ((DESKTOP, False), (DESKTOP, True), (PHONE, False)):
        found = axe.Axe().run(opened(report, viewport, dark))
        assert found.violations_count == 0, found.generate_report()


def test_it_can_be_dark(report, opened):
    light, dark = opened(report), opened(report, dark=True)
    for page, seen, hidden in ((light, "light", "dark"), (dark, "dark", "light")):
        assert all(one.is_visible() for one in page.locator(f"picture.{seen} img").all())
        assert not any(one.is_visible() for one in page.locator(f"picture.{hidden} img").all())
    paper = "getComputedStyle(document.body).backgroundColor"
    assert light.evaluate(paper) == "rgb(255, 255, 255)"
    assert sum(map(int, re.findall(r"\d+", dark.evaluate(paper)))) < 150
    shoot(light, "run-desktop")
    shoot(dark, "run-dark")


def test_it_prints(report, opened):
    page = opened(report, dark=True)
    printed = page.pdf(format="A4", path=SCREENSHOTS / "run.pdf")
    pages = len(re.findall(rb"/Type\s*/Page\b", printed))
    assert 3 <= pages <= 30
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.locator("picture.light img").first.is_visible()
    assert not page.locator("picture.dark img").first.is_visible()
    assert not page.locator("nav").is_visible() and not page.locator(".ask").first.is_visible()
    shoot(page, "run-print")


STUDIES = {
    "compare": "compare duel --side red --doctrines never,ambush,always -n 100 --seed 1",
    "sweep": "sweep duel --vary red.units.0.at.0=30:38:4 --side red --doctrines ambush,never -n 60",
    "ablate": "ablate duel --side blue --doctrines always --against never --only shots,trigger "
    "-n 60 --seed 1",
    "game": "game duel --blue always,never --red ambush,never -n 60 --seed 1",
    "tune": "tune duel --doctrine ambush --side red --against always --trials 3 -n 80 --seed 1",
    "sensitivity": "sensitivity duel --vary red.units.0.at.0=30.0:38 --vary turns=4:8 --samples 16 "
    "-n 20 --seed 1",
    "trigger": "trigger --target 'p=0.8 value=10' --target 'p=0.5 value=30'",
    "value": "value duel --side blue --doctrine always -n 60 --seed 1",
    "points": "points duel --without red --doctrine never --with ambush --against always -n 60 "
    "--seed 1",
}


@pytest.mark.parametrize(
    "kind",
    [one if one == "compare" else pytest.param(one, marks=pytest.mark.slow) for one in STUDIES],
)
def test_the_page_of_a_study(kind, opened, tmp_path, capsys):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    assert main([*shlex.split(STUDIES[kind]), "--out", str(tmp_path)]) == 0
    path = tmp_path / "report.html"
    assert f"report: {path}" in "".join(capsys.readouterr())
    assert path.stat().st_size < 1_000_000
    page = opened(path)
    assert page.locator(".tiles li").count() >= 1
    assert page.locator("#command").inner_text().startswith(f"overwatch {kind} ")
    found = axe.Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    head = page.locator("section[aria-labelledby=tables] thead th").first
    head.locator(".sort").click()
    assert head.get_attribute("aria-sort") in ("ascending", "descending")
    shoot(page, f"{kind}-desktop")
    shoot(opened(path, dark=True), f"{kind}-dark")
    phone = opened(path, PHONE, device_scale_factor=2)
    assert phone.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert phone.evaluate(SMALL_TEXT) == [] and phone.evaluate(SMALL_TARGETS) == []
    shoot(phone, f"{kind}-phone")
