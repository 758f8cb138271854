"""The page to the eye and to the keyboard, with whatever is put on it, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from m3bench.apps.audit import AuditSession, Decision, Ledger
from m3bench.apps.audit.web import audit_app
from m3bench.core import Reference, Step
from m3bench.suites.file_suite import FileSuite
from tests.apps.audit.browsing import Visitor
from tests.apps.audit.samples import PLAIN, TRIP, call, clock, picture, session_of, with_references
from tests.apps.audit.serving import TOKEN, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

_PALE_TEXTS = Path(__file__).with_name("pale_texts.js").read_text(encoding="utf-8")


@pytest.mark.parametrize(("width", "dark"), [(320, False), (390, True), (800, False), (1600, True)])
def test_it_fits_every_window(chromium: Browser, address: str, width: int, dark: bool) -> None:
    ann = Visitor(chromium, address, "Ann", width=width, dark=dark)
    ground = ann.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == ("rgb(21, 23, 27)" if dark else "rgb(244, 245, 247)")
    ann.page.locator("#call-0").get_by_role("button", name="Edit").click()
    ann.page.get_by_label("Arguments of call 1").fill('{"city": 7}')
    ann.page.locator("#call-0 .doubt").wait_for()
    assert ann.overflow() == 0
    assert ann.page.locator("#approve").bounding_box() is not None
    shown = ann.page.locator("figure img")
    assert shown.evaluate("image => image.decode().then(() => image.naturalWidth)") == 80
    assert ann.page.evaluate(_PALE_TEXTS) == []
    ann.context.close()


_FOCUSED = """() => {
  const at = document.activeElement;
  const ringed = at.matches("g.call") ? at.querySelector("rect") : at;
  const style = getComputedStyle(ringed);
  return [(at.ariaLabel || at.textContent).trim(), ringed === at ? style.outlineWidth : style.strokeWidth];
}"""


def test_everything_is_reached_and_done_with_the_keyboard(chromium: Browser, address: str) -> None:
    ann = Visitor(chromium, address, "Ann")
    page, rings = ann.page, dict[str, str]()
    page.locator("#next").focus()
    for _ in range(80):
        page.keyboard.press("Tab")
        name, rings[name] = page.evaluate(_FOCUSED)
        if name == "Reject":
            break
    assert rings.keys() >= {"Next open", "Edit answer", "Graph", "Edit", "Delete", "Merge with next"}
    assert rings.keys() >= {"Move call 1", "What call 4 needs", "Split here", "Add a call", "Add a step"}
    assert rings.keys() >= {"Zoom in or out", "Reason", "Approve", "Reject"}
    assert set(rings.values()) == {"2px"}
    page.locator("g.call").nth(3).focus()
    page.keyboard.press("Space")
    page.wait_for_function("() => document.activeElement.id === 'call-3'")
    page.locator("#call-2").get_by_role("button", name="Delete").focus()
    page.keyboard.press("Enter")
    ann.shows([["find"], ["address"], ["time"]])
    # What stands in its place has the focus now.
    page.keyboard.press("Enter")
    ann.shows([["find"], ["address"]])
    page.locator(".zoom").focus()
    page.keyboard.press("Enter")
    page.locator("figure.large").wait_for()
    page.keyboard.press("Escape")
    page.locator("figure:not(.large)").wait_for()
    assert ann.complaints == []


def test_hostile_words_stay_words(chromium: Browser, address: str) -> None:
    ann = Visitor(chromium, address, "<img src=x onerror='window.hacked = 9'>", width=390)
    ann.page.get_by_label("Item", exact=True).select_option(index=2)
    ann.at("town/hostile")
    request = ann.page.locator(".request").first.inner_text()
    assert "<script>window.hacked = 1</script>" in request
    assert "‹U+0000›‹U+001B›[31m ‹U+202E›gnp.exe" in request
    ann.page.get_by_role("button", name="Edit answer").click()
    ann.page.locator("#call-0").get_by_role("button", name="Edit").click()
    name = ann.page.get_by_label("Tool of call 1")
    name.fill("town/<img src=x onerror='window.hacked = 1'>")
    ann.page.locator(".about", has_text="‹U+202E›").wait_for()
    ann.page.locator(".editor", has=name).get_by_role("button", name="Save").click()
    ann.shows([["<img src=x onerror='window.hacked = 1'>"]])
    assert ann.page.evaluate("window.hacked") is None
    assert ann.page.locator("main script, main b, main img:not([src^='api/picture?'])").count() == 0
    assert ann.page.locator("main img").count() == 2
    assert ann.overflow() == 0
    ann.page.locator("#reason").fill("<b>because</b>")
    ann.page.locator("#approve").click()
    ann.verdict("Approved")
    assert ann.complaints == []


def test_a_missing_picture_is_told_and_the_others_are_shown(chromium: Browser, tmp_path: Path) -> None:
    (tmp_path / "there.png").write_bytes(picture())
    task = msgspec.structs.replace(TRIP, images=("gone.png", "there.png"))
    suite = FileSuite("town", tmp_path, [task])
    session = AuditSession([suite], Ledger(tmp_path / "decisions.jsonl", Decision), clock())
    with served(audit_app(session, TOKEN)) as address:
        ann = Visitor(chromium, address, "Ann")
        ann.page.locator(".missing", has_text="The picture 'gone.png' does not exist.").wait_for()
        assert ann.page.locator("figure img").count() == 1
    assert ann.complaints == []


def test_a_long_reference_and_many_items(chromium: Browser, tmp_path: Path) -> None:
    long = Reference(steps=tuple(Step((call("find", city=f"Town {number}"),)) for number in range(300)))
    many = [msgspec.structs.replace(PLAIN, id=f"town/{number}") for number in range(500)]
    with served(audit_app(session_of(tmp_path, with_references(TRIP, long), *many), TOKEN)) as address:
        ann = Visitor(chromium, address, "Ann")
        assert ann.page.locator("li.step").count() == 300
        assert ann.page.locator(".entry").count() == 501
        for key, other in (("n", "town/0"), ("p", TRIP.id)):
            ann.page.keyboard.press(key)
            ann.page.get_by_role("heading", name=other, exact=True).wait_for()
        ann.page.locator("#call-299").get_by_role("button", name="Delete").click()
        ann.page.wait_for_function("() => document.querySelectorAll('li.step').length === 299")
        assert ann.overflow() == 0
    assert ann.complaints == []
