"""Lists, summaries, comparisons and exports in a real browser."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

from m3bench.apps.viewer import export_viewer
from m3bench.apps.viewer.web import viewer_app
from m3bench.runs.pages import attempt_path
from tests.apps.audit.browsing import browser
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.browsing import Viewer
from tests.apps.viewer.samples import (
    HOSTILE,
    PLAIN,
    TRIP,
    api_over,
    hostile_run,
    make_run,
    plain_attempt,
    town_run,
)
from tests.apps.viewer.test_transcripts import talked_run

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("browsed") / "runs"
    town_run(root / "town")
    make_run(root / "study" / "plain", [PLAIN, TRIP], [plain_attempt()])
    talked_run(root / "study" / "talk", 3)
    make_run(root / "broken", [PLAIN])
    (root / "broken" / "manifest.json").write_text("{")
    return root


@pytest.fixture(scope="module")
def address(root: Path) -> Iterator[str]:
    library, api = api_over(root)
    with served(viewer_app(api, TOKEN)) as found:
        yield found
    library.close()


@pytest.fixture(scope="module")
def exported(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("published") / "deep" / "site"
    evil = tmp_path_factory.mktemp("more") / "runs"
    shutil.copytree(root, evil)
    hostile_run(evil / "evil")
    library, api = api_over(evil)
    for run in library.runs():
        run.refresh()
    export_viewer(library, api, out)
    library.close()
    return out


def names(page: Page) -> list[str]:
    return page.locator("a.name").all_inner_texts()


@pytest.mark.parametrize("width", [1400, 420])
def test_runs_are_sorted_and_filtered_on_the_page(chromium: Browser, address: str, width: int) -> None:
    viewer = Viewer(chromium, address, width=width)
    page = viewer.page
    page.locator("a.name").first.wait_for()
    assert names(page) == ["broken", "town", "plain", "talk"]
    assert page.locator(".group-head").inner_text() == "study 2 runs"
    assert page.locator("tr", has_text="broken").locator(".problem").is_visible()
    head = page.locator("th", has=page.get_by_role("button", name="Success"))
    head.locator("button").focus()
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert "sort=-success" in page.evaluate("location.hash")
    page.keyboard.press("Enter")
    assert head.get_attribute("aria-sort") == "ascending"
    page.locator("[data-mean=town]", has_text="0.").wait_for()
    page.locator("#search").fill("talk")
    assert names(page) == ["talk"]
    page.reload()
    page.locator("a.name").first.wait_for()
    assert names(page) == ["talk"]
    assert viewer.overflow() <= 0
    assert (viewer.complaints, viewer.strangers) == ([], [])
    viewer.close()


@pytest.mark.parametrize("width", [1400, 420])
def test_two_runs_are_chosen_and_compared_down_to_their_steps(
    chromium: Browser, address: str, width: int
) -> None:
    viewer = Viewer(chromium, address, width=width)
    page = viewer.page
    page.get_by_label("Compare town").check()
    page.get_by_label("Compare study/talk").check()
    page.get_by_role("link", name="Compare town and study/talk").click()
    page.locator("#compared th", has_text="Recall").wait_for()
    assert viewer.overflow() <= 0
    page.get_by_label("Which tasks").select_option("neither")
    page.locator("a.name", has_text=TRIP.id).click()
    viewer.at(TRIP.id)
    page.locator(".two-attempts h3", has_text="B: step 3").wait_for()
    assert page.locator(".two-attempts .one-step").count() == 6
    assert viewer.overflow() <= 0
    page.keyboard.press("Escape")
    page.locator("#compared").wait_for()
    assert (viewer.complaints, viewer.strangers) == ([], [])
    viewer.close()


def test_tabs_are_in_the_address_and_reached_by_keys(chromium: Browser, address: str) -> None:
    viewer = Viewer(chromium, address, f"#/run/study%2Ftalk/task/{quote(TRIP.id, safe='')}/1")
    page = viewer.page
    page.get_by_role("tab", name="Score", selected=True).wait_for()
    page.get_by_role("tab", name="Score").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_role("tab", name="Conversation", selected=True).wait_for()
    assert page.evaluate("location.hash").endswith("/1/conversation")
    page.locator("#conversation .exchange").first.wait_for()
    assert not page.locator("#why").is_visible()
    page.keyboard.press("4")
    page.locator("#files").wait_for()
    page.go_back()
    page.locator("#conversation").wait_for()
    assert viewer.complaints == []
    viewer.close()


def test_a_run_shows_its_summary_and_sorts_its_attempts(chromium: Browser, address: str) -> None:
    viewer = Viewer(chromium, address, "#/run/town", width=420)
    page = viewer.page
    page.locator("#summary .figure", has_text="Recall").wait_for()
    page.get_by_role("button", name="Time").click()
    page.locator('th[aria-sort="descending"]').wait_for()
    assert names(page) == [TRIP.id, PLAIN.id]
    page.get_by_role("button", name="Time").click()
    page.locator('th[aria-sort="ascending"]').wait_for()
    page.wait_for_function(f"document.querySelector('a.name').textContent === {PLAIN.id!r}")
    assert viewer.overflow() <= 0
    assert viewer.complaints == []
    viewer.close()


def opened(chromium: Browser, place: Path, hash_: str = "", **more: object) -> Viewer:
    return Viewer(chromium, place.as_uri(), hash_, **more)  # type: ignore[arg-type]


def test_an_export_works_from_files(chromium: Browser, exported: Path) -> None:
    viewer = opened(chromium, exported / "index.html")
    page = viewer.page
    page.locator("[data-mean=town]", has_text="0.").wait_for()
    page.get_by_role("button", name="Success").click()
    page.locator('th[aria-sort="descending"]').wait_for()
    page.get_by_role("link", name="town", exact=True).click()
    page.locator("#summary .figure", has_text="Recall").wait_for()
    page.locator("#search").fill("trip")
    page.locator("#found", has_text="1 attempt found").wait_for()
    page.get_by_role("link", name=TRIP.id).click()
    viewer.explained()
    viewer.tab("Steps")
    page.locator("#steps .call").nth(2).click()
    viewer.panel("Call 3")
    picture = page.locator("#panel figure img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 80
    page.keyboard.press("m")
    viewer.panel("Reference call 3")
    viewer.tab("Files")
    page.locator("#files td", has_text="Bread").wait_for()
    page.locator("button[title='Next attempt (n)']:enabled").click()
    viewer.at(PLAIN.id)
    assert viewer.complaints == []
    viewer.close()


def test_an_exported_conversation_and_comparison_are_whole(chromium: Browser, exported: Path) -> None:
    viewer = opened(chromium, exported / attempt_path("talk", TRIP.id), "#conversation")
    page = viewer.page
    second = page.locator("#conversation .exchange").nth(1)
    second.locator("details.prefix summary").click()
    second.locator(".unfolded .message").first.wait_for()
    assert second.locator(".unfolded .message").count() == 2
    second.locator("button", has_text="Show more").first.click()
    second.locator("button", has_text="Show more").first.wait_for(state="detached")
    assert viewer.complaints == []
    viewer.close()
    pair = opened(chromium, exported / "compare" / "talk" / "town.html", f"#task/{quote(TRIP.id, safe='')}/1")
    pair.page.locator(".two-attempts .one-step").first.wait_for()
    assert pair.page.locator(".two-attempts .one-step").count() == 6
    assert pair.complaints == []
    pair.close()


def test_an_exported_hostile_attempt_is_only_text(chromium: Browser, exported: Path) -> None:
    viewer = opened(chromium, exported / attempt_path("evil", HOSTILE.id), "#steps", width=390)
    page = viewer.page
    page.locator("#steps .call").first.click()
    viewer.panel("Call 1")
    page.get_by_role("button", name="Show more (4,996,000 characters left)").click()
    assert page.evaluate("window.hacked") is None
    assert page.locator("main script, main img[src=x]").count() == 0
    assert viewer.overflow() <= 0
    assert viewer.complaints == []
    viewer.close()


def test_without_scripts_an_export_is_plain_sections(chromium: Browser, exported: Path) -> None:
    context = chromium.new_context(java_script_enabled=False, viewport={"width": 420, "height": 900})
    page = context.new_page()
    page.goto((exported / "index.html").as_uri())
    page.get_by_role("link", name="talk").click()
    page.get_by_role("link", name=TRIP.id).click()
    assert page.locator("section h2").all_inner_texts() == ["Task", "Score", "Steps", "Conversation", "Files"]
    assert page.locator("#conversation pre").count() > 3
    assert page.locator("#steps").is_visible()
    context.close()
