"""The report as people read it, in a real browser."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from m3bench.reports.figures import with_figures
from m3bench.reports.page import TaskFacts, example_tasks, report_page
from m3bench.reports.page.pictures import thumbnail
from tests.apps.audit.browsing import browser
from tests.reports.page.browsing import Reader
from tests.reports.study_samples import HOSTILE, sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three runs, one with a name that would like to be a program."""
    study = with_figures(sample(3, 4, name=HOSTILE))
    drawn = io.BytesIO()
    Image.new("RGB", (640, 480), "green").save(drawn, "PNG")
    facts = {
        task.id: TaskFacts(f"{HOSTILE} " * 30, thumbnail(drawn.getvalue())) for task in example_tasks(study)
    }
    made = tmp_path_factory.mktemp("page") / "report.html"
    made.write_text(report_page(study, facts), encoding="utf-8")
    return made


def test_nothing_is_asked_for_and_nothing_runs_but_the_page(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path)
    assert reader.page.evaluate("window.hacked") is None
    assert reader.page.locator("main script").count() == 0
    reader.unfold()
    assert reader.page.locator(".chart svg:visible").count() == 12
    picture = reader.page.locator(".task img").first
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 320
    assert f"{HOSTILE}-1" in reader.names()
    assert reader.requests == [path.as_uri()]
    assert reader.complaints == []


def test_sort_by_click_and_by_key(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path)
    table = reader.page.locator("#table-leaderboard")
    heading = table.get_by_role("columnheader", name="Recall")
    heading.get_by_role("button").click()
    assert heading.get_attribute("aria-sort") == "descending"
    values = [float(text) for text in _column(reader, "Recall")]
    assert values == sorted(values, reverse=True)
    heading.get_by_role("button").press("Enter")
    assert heading.get_attribute("aria-sort") == "ascending"
    assert [float(text) for text in _column(reader, "Recall")] == values[::-1]
    tasks = table.get_by_role("columnheader", name="Tasks")
    for _ in range(2):  # what is unknown stays below both ways
        tasks.get_by_role("button").press("Space")
        assert _column(reader, "Tasks") == [*["211"] * 3, *["–"] * 4]
    assert heading.get_attribute("aria-sort") == "none"
    assert reader.complaints == []


def _column(reader: Reader, title: str) -> list[str]:
    lines: list[str] = reader.page.evaluate(
        """title => { const table = document.querySelector('#table-leaderboard table');
        const place = [...table.tHead.rows[0].cells].findIndex(cell => cell.innerText.trim() === title);
        return [...table.tBodies[0].rows].map(row => row.cells[place].childNodes[0].textContent); }""",
        title,
    )
    return lines


def test_filter_by_words_and_by_whose(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path)
    block = reader.page.locator("#table-leaderboard")
    assert len(reader.names()) == 7
    block.get_by_text("Published", exact=True).click()
    assert sorted(reader.names()) == [f"Published {number}" for number in range(1, 5)]
    block.get_by_label("Filter Leaderboard").fill("PUBLISHED 3")
    assert reader.names() == ["Published 3"]
    assert block.get_by_role("status").inner_text() == "1 of 7 rows"
    block.get_by_role("radio", name="Published").press("ArrowLeft")
    assert reader.names() == []
    block.get_by_label("Filter Leaderboard").fill("")
    assert len(reader.names()) == 3


def test_definitions_on_hover_and_on_focus(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path)
    hint = reader.page.locator("#hint")
    reader.page.get_by_role("button", name="Recall").first.hover()
    assert hint.inner_text() == "What recall is."
    reader.page.keyboard.press("Escape")
    assert hint.is_hidden()
    reader.page.get_by_role("button", name="Recall").first.focus()
    reader.page.keyboard.press("Tab")
    assert hint.inner_text() == "What precision is."
    mark = reader.page.locator("#figure-leaderboard [aria-label^='Published 1:']").first
    mark.scroll_into_view_if_needed()
    # Scrolling hides a hint, and is told of with the next frame.
    reader.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    mark.hover()
    assert hint.inner_text().startswith("Published 1: 0.")


def test_numbers_are_behind_every_figure(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path)
    for part in reader.page.locator(".card:has(figure), .fold:has(figure)").all():
        link = part.locator("a[href^='#table-']")
        if link.count():
            target = link.get_attribute("href")
            assert reader.page.locator(str(target)).count() == 1
            continue
        table = part.locator("table").first
        assert table.is_hidden()
        if part.evaluate("part => part.matches('.fold')"):
            part.locator("summary").first.click()
            assert part.locator("svg:visible").count() == 1
        part.locator("summary", has_text="Numbers").click()
        assert table.locator("tbody tr").first.is_visible()


def test_a_link_unfolds_what_it_leads_to(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path)
    table = reader.page.locator("#table-families")
    assert table.is_hidden()
    reader.page.evaluate("location.hash = '#table-families'")
    table.locator("tbody tr").first.wait_for()


def test_the_parts_of_a_wide_table_are_sorted_and_filtered_alike(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path, width=1400)
    block = reader.page.locator("#table-leaderboard")
    reader.unfold()
    assert block.locator("table").count() > 1
    block.get_by_role("columnheader", name="Recall").get_by_role("button").click()
    block.get_by_label("Filter Leaderboard").fill("published")
    parts = block.locator("tbody").evaluate_all(
        "bodies => bodies.map(body => [...body.rows].map(row => [row.hidden, "
        "row.querySelector('th').innerText]))"
    )
    assert all(part == parts[0] for part in parts)
    assert reader.cut() == []


@pytest.mark.parametrize("width", [360, 820, 1600])
@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_every_window(chromium: Browser, path: Path, width: int, dark: bool) -> None:
    reader = Reader(chromium, path, width=width, dark=dark)
    assert reader.overflow() == 0
    ground = "getComputedStyle(document.body).backgroundColor"
    card = "getComputedStyle(document.querySelector('.card')).backgroundColor"
    assert reader.page.evaluate(ground) == ("rgb(21, 23, 27)" if dark else "rgb(245, 246, 248)")
    assert reader.page.evaluate(card) == ("rgb(30, 33, 38)" if dark else "rgb(255, 255, 255)")
    name = reader.page.locator("#table-leaderboard tbody th").first
    frames = reader.page.locator("#table-leaderboard > .frame")
    frames.evaluate("frame => { frame.scrollLeft = 9999; }")
    box, frame = name.bounding_box(), frames.bounding_box()
    assert box
    assert frame
    assert abs(box["x"] - frame["x"]) < 1 or box["x"] < width / 4
    reader.context.close()


def test_light_and_dark_can_be_chosen(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path)
    mark = "getComputedStyle(document.querySelector('#figure-leaderboard .mark-symbol path')).fill"
    light = reader.page.evaluate(mark)
    reader.page.locator("#theme").click()
    assert reader.page.evaluate(mark) == light
    reader.page.locator("#theme").click()
    assert reader.page.evaluate(mark) != light
    reader.page.reload()
    assert reader.page.locator("#theme").inner_text() == "☾ Dark"
    assert reader.page.evaluate(mark) != light
    assert reader.complaints == []


def test_on_paper_everything_is_open(chromium: Browser, path: Path) -> None:
    reader = Reader(chromium, path, dark=True)
    paper = reader.page.pdf(format="A4")
    assert paper.startswith(b"%PDF")
    reader.page.emulate_media(media="print")
    assert reader.page.locator("#sections").is_hidden()
    assert reader.page.locator("#theme").is_hidden()
    assert reader.page.locator("#table-families .on-paper").count() == 1
    ink = reader.page.evaluate("getComputedStyle(document.body).color")
    assert ink == "rgb(27, 31, 38)"
