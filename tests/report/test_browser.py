"""Pages in a real browser: they sort, explain, step and print; nothing is asked of a network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from sim.study.digits import MINUS
from tests.browser import REASON, executable, required

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
        context.set_default_timeout(5_000)
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
    table = page.locator("section[aria-labelledby=losses] table")
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


def test_without_a_script_all_of_it_can_be_read(report, opened):
    page = opened(report, java_script_enabled=False)
    assert page.locator(".tiles").is_visible()
    assert not page.locator("[data-copy]").is_visible()
    word = page.locator(".answer .term", has_text="95% intervals")
    word.click()
    assert page.locator(f"#{word.get_attribute('popovertarget')}").is_visible()


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
    assert not page.locator("nav").is_visible() and not page.locator(".ask").first.is_visible()
    shoot(page, "run-print")
