"""The viewer as people use it, in a real browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import msgspec
import pytest

from m3bench.apps.viewer.web import viewer_app
from m3bench.core import Difficulty, SimulatedUser, TaskFile
from m3bench.hosting import Changes
from m3bench.runs import FinishedAttempt, RunLimits, run_settings, start_run
from m3bench.runs.engine.events import SilentWatcher
from tests.apps.audit.browsing import browser
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.browsing import Viewer, link
from tests.apps.viewer.samples import (
    LATER,
    PLAIN,
    TRIP,
    api_over,
    attempt_of,
    hostile_run,
    make_run,
    talk_attempt,
    town_run,
    trip_attempt,
)
from tests.hanging import HANG_SECONDS
from tests.runs.sums import sums_file

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path / "runs"


@pytest.fixture
def address(root: Path) -> Iterator[str]:
    town_run(root / "town")
    library, api = api_over(root)
    with served(viewer_app(api, TOKEN)) as found:
        yield found
    library.close()


def test_from_runs_to_a_call_its_match_and_its_source(chromium: Browser, address: str) -> None:
    viewer = Viewer(chromium, address)
    page = viewer.page
    viewer.at("Runs")
    page.get_by_role("link", name="town").click()
    page.locator(".score", has_text="0.").first.wait_for()
    page.get_by_role("link", name=TRIP.id).click()
    viewer.at(TRIP.id)
    viewer.explained()
    viewer.tab("Steps")
    page.locator("path.match").first.wait_for(state="attached")
    assert page.locator("path.match.strong").count() + page.locator("path.match.weak").count() == 3
    assert page.locator(".half.alone .why").all_inner_texts() == [
        "✗ no match: the reference never calls this tool",
        "✗ no match: the prediction never calls this tool",
    ]
    page.locator('.half[data-side="call"][data-number="2"] .pair').click()
    viewer.panel("Reference call 3")
    assert page.evaluate("location.hash").endswith("/reference/3")
    page.keyboard.press("m")
    viewer.panel("Call 3")
    picture = page.locator("#panel figure img")
    assert picture.evaluate("image => image.decode().then(() => image.naturalWidth)") == 80
    page.locator('path.grip[data-source="0"][data-target="2"]').dispatch_event("click")
    viewer.panel("Call 1")
    page.locator("#panel mark", has_text="place-4711").wait_for()
    values = page.locator("#panel table", has_text="place-4711").first
    assert values.locator("tbody tr").count() == 2
    page.go_back()
    viewer.panel("Call 3")
    assert (viewer.complaints, viewer.strangers) == ([], [])
    viewer.close()


def test_a_conversation_is_shown(chromium: Browser, root: Path) -> None:
    make_run(root / "town", [TRIP], [talk_attempt()])
    library, api = api_over(root)
    with served(viewer_app(api, TOKEN)) as address:
        viewer = Viewer(chromium, address, link("town", TRIP.id, "steps"))
        viewer.at(TRIP.id)
        turns = viewer.page.locator("#user .turn").all_inner_texts()
        viewer.page.locator("#user button").first.click()
        viewer.panel("Call 1")
    library.close()
    assert [turn.split("\n")[0].split()[0] for turn in turns] == ["Agent", "User", "Agent", "User"]
    assert "Bergen." in turns[1]
    assert "refused" in turns[3]
    assert (viewer.complaints, viewer.strangers) == ([], [])


def test_the_fields_of_a_task_are_shown(chromium: Browser, root: Path) -> None:
    task = msgspec.structs.replace(
        TRIP,
        files=(TaskFile("bill.pdf", "application/pdf"),),
        role="You are the night clerk.",
        rules=("Hurry.", "Smile."),
        user=SimulatedUser(persona="Ann, a guest"),
        difficulty=Difficulty.HARD,
        kind="service",
    )
    make_run(root / "town", [task], [trip_attempt("0" * 64)])
    library, api = api_over(root)
    with served(viewer_app(api, TOKEN)) as address:
        viewer = Viewer(chromium, address)
        viewer.page.get_by_role("link", name="town").click()
        viewer.page.get_by_role("link", name=TRIP.id).click()
        viewer.at(TRIP.id)
        shown = viewer.page.locator("#task").inner_text()
    library.close()
    for text in ("You are the night clerk.", "- Smile.", "bill.pdf", "Ann, a guest"):
        assert text in shown
    facts = viewer.page.locator("#task .fact").all_inner_texts()
    assert {"hard", "service"} <= set(facts)


def test_an_address_leads_back_to_the_same_call_and_keys_walk(chromium: Browser, address: str) -> None:
    viewer = Viewer(chromium, address, link("town", TRIP.id, "call", 4))
    page = viewer.page
    viewer.panel("Call 4")
    page.reload()
    viewer.panel("Call 4")
    viewer.explained()
    page.keyboard.press("k")
    viewer.panel("Call 3")
    page.keyboard.press("f")
    viewer.panel("Call 1")
    page.keyboard.press("Escape")
    page.locator("#panel").wait_for(state="hidden")
    page.locator("button[title='Next attempt (n)']:enabled").wait_for()
    page.keyboard.press("n")
    viewer.at(PLAIN.id)
    page.keyboard.press("Escape")
    viewer.at("town")
    page.locator("a.name").first.wait_for()
    page.keyboard.press("j")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    viewer.at(PLAIN.id)
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    assert page.locator("#help").is_hidden()
    assert viewer.complaints == []
    viewer.close()


def test_search_and_filters_are_in_the_address(chromium: Browser, address: str) -> None:
    viewer = Viewer(chromium, address, "#/run/town")
    page = viewer.page
    page.locator("a.name").first.wait_for()
    page.keyboard.press("/")
    page.keyboard.type("PLACE-4712")
    page.locator("#found", has_text="1 attempt found").wait_for()
    assert page.locator(".hit mark").first.inner_text() == "place-4712"
    page.reload()
    page.locator("#found", has_text="1 attempt found").wait_for()
    assert page.locator("#search").input_value() == "PLACE-4712"
    page.locator(".hit").first.click()
    viewer.panel("Call 1")
    page.go_back()
    page.locator("#search").fill("")
    page.get_by_label("Any outcome of a call").select_option("unknown_tool")
    page.locator("#found", has_text="1 attempt found").wait_for()
    page.get_by_label("Any outcome of a call").select_option("")
    page.get_by_label("Any status").select_option("open")
    page.locator(".row .name", has_text=LATER.id).wait_for()
    page.locator(".row .name", has_text=TRIP.id).wait_for(state="detached")
    assert page.locator(".row").count() == 1
    assert viewer.complaints == []
    viewer.close()


def test_checks_files_and_the_record_are_shown(chromium: Browser, address: str) -> None:
    viewer = Viewer(chromium, address, link("town", TRIP.id))
    page = viewer.page
    viewer.explained()
    assert page.locator("#checks .verdicts .tag").all_inner_texts() == ["✓passed", "✗failed", "◌undecided"]
    viewer.tab("Files")
    page.locator("#files td", has_text="Bread").wait_for()
    page.locator("#files .board .title", has_text="A week in Bergen").wait_for()
    image = page.locator("#files .board img")
    assert image.evaluate("image => image.decode().then(() => image.naturalWidth)") == 80
    page.locator("#files pre", has_text="window.hacked = 1").wait_for()
    page.get_by_text("Record in the journal").click()
    page.locator("#record pre", has_text='"number":2').wait_for()
    page.locator(".tries a").first.click()
    page.locator("#task .tag", has_text="server failure").first.wait_for()
    assert page.evaluate("window.hacked") is None
    assert viewer.complaints == []
    viewer.close()


class Hesitant(SilentWatcher):
    """Holds a run up after each attempt until somebody lets it go on."""

    def __init__(self) -> None:
        self.ends, self._go_on = threading.Semaphore(0), threading.Semaphore(0)

    def ended(self, record: FinishedAttempt) -> None:
        self.ends.release()
        assert self._go_on.acquire(timeout=HANG_SECONDS), "nobody let the run go on"

    def go_on(self) -> None:
        self._go_on.release()


def test_a_run_is_followed_while_it_goes_on(chromium: Browser, tmp_path: Path) -> None:
    root = tmp_path / "runs"
    root.mkdir()
    settings = run_settings(suite=str(sums_file(tmp_path / "tasks.jsonl", 2)), agent="reference")
    hesitant = Hesitant()
    run = partial(start_run, settings, root / "sums", limits=RunLimits(concurrency=1), watcher=hesitant)
    library, api = api_over(root)
    with served(viewer_app(api, TOKEN)) as address, ThreadPoolExecutor(1) as pool:
        viewer = Viewer(chromium, address)
        page = viewer.page
        page.get_by_text("There are no runs yet").wait_for()
        done = pool.submit(anyio.run, run)
        assert hesitant.ends.acquire(timeout=HANG_SECONDS)
        page.locator(".progress", has_text="1 of 2 attempts").wait_for()
        page.locator("a.name").click()
        page.locator(".tag", has_text="open").wait_for()
        hesitant.go_on()
        assert hesitant.ends.acquire(timeout=HANG_SECONDS)
        page.locator(".progress", has_text="2 of 2 attempts").wait_for()
        assert page.locator(".tag", has_text="open").count() == 0
        hesitant.go_on()
        done.result(30)
        assert viewer.complaints == []
        viewer.close()
    library.close()


def test_a_hostile_attempt_is_only_text(chromium: Browser, root: Path) -> None:
    hostile_run(root / "evil")
    library, api = api_over(root)
    with served(viewer_app(api, TOKEN)) as address:
        viewer = Viewer(chromium, address, "#/run/evil", width=390)
        page = viewer.page
        page.locator("a.name").click()
        viewer.explained()
        assert "<script>window.hacked = 1</script>" in page.inner_text("#task .said >> nth=0")
        assert "‹U+0000›‹U+001B›[31m ‹U+202E›gnp.exe" in page.inner_text("#task .said >> nth=0")
        viewer.tab("Steps")
        assert page.locator("#steps .call").count() == 300
        page.locator("#steps .call").first.click()
        viewer.panel("Call 1")
        more = page.get_by_role("button", name="Show more (4,996,000 characters left)")
        more.click()
        page.get_by_role("button", name="Show more (4,946,000 characters left)").wait_for()
        page.keyboard.press("j")
        viewer.panel("Call 2")
        page.get_by_text("image/png: this picture cannot be shown.").wait_for()
        assert page.evaluate("window.hacked") is None
        assert page.locator("main script, main img[src=x]").count() == 0
        assert viewer.overflow() == 0
        assert (viewer.complaints, viewer.strangers) == ([], [])
        viewer.close()
    library.close()


@pytest.mark.parametrize("width", [320, 800, 1600])
def test_it_fits_every_window(chromium: Browser, address: str, width: int) -> None:
    grounds = []
    for dark in (False, True):
        viewer = Viewer(chromium, address, link("town", TRIP.id, "call", 1), width=width, dark=dark)
        viewer.panel("Call 1")
        viewer.explained()
        assert viewer.overflow() == 0
        viewer.page.goto(address + "#/run/town")
        viewer.page.locator("a.name").first.wait_for()
        assert viewer.overflow() == 0
        grounds.append(viewer.page.evaluate("getComputedStyle(document.body).backgroundColor"))
        viewer.close()
    assert grounds == ["rgb(244, 245, 247)", "rgb(21, 23, 27)"]


def test_a_server_that_is_gone_is_told(chromium: Browser, root: Path) -> None:
    town_run(root / "town")
    library, api = api_over(root)
    with served(viewer_app(api, TOKEN)) as address:
        viewer = Viewer(chromium, address, "#/run/town")
        viewer.page.locator("a.name").first.wait_for()
    library.close()
    viewer.page.locator("#notice", has_text="does not respond").wait_for()
    viewer.close()


def test_names_of_files_are_isolated_and_on_one_line(chromium: Browser, root: Path) -> None:
    odd = ("\u05d0\u05d1\u05d2", "all good\npassed", "\u202egnp.exe", r"\xff.txt", "<b>bold</b>")
    changed = msgspec.structs.replace(attempt_of(PLAIN, answer="done"), changes=Changes(odd, removed=odd))
    make_run(root / "odd", [PLAIN], [changed])
    library, api = api_over(root)
    with served(viewer_app(api, TOKEN)) as address:
        viewer = Viewer(chromium, address, link("odd", PLAIN.id))
        viewer.tab("Files")
        shown = ["\u05d0\u05d1\u05d2", r"all good\npassed", "‹U+202E›gnp.exe", r"\xff.txt", "<b>bold</b>"]
        assert viewer.page.locator("#files bdi").all_inner_texts() == shown * 2
        assert viewer.complaints == []
        viewer.close()
    library.close()
