"""Calls, tools and answers mended by hand, and what was typed kept, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.apps.audit.browsing import Visitor

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

WAY = [["find"], ["address"], ["weather", "time"]]


def last(folder: Path) -> dict[str, Any]:
    lines = (folder / "decisions.jsonl").read_text(encoding="utf-8").splitlines()
    record: dict[str, Any] = json.loads(lines[-1])
    return record


def test_another_tool_a_new_call_a_new_step_and_another_answer(
    chromium: Browser, address: str, tmp_path: Path
) -> None:
    ann = Visitor(chromium, address, "Ann")
    page = ann.page
    page.locator("#call-1").get_by_role("button", name="Edit").click()
    name = page.get_by_label("Tool of call 2")
    offered = page.locator("#call-1 datalist option")
    offered.first.wait_for(state="attached")
    assert "town/time" in offered.evaluate_all("options => options.map(option => option.value)")
    name.fill("sea/fly")
    page.locator("#call-1 .doubt", has_text="not on a server that the task permits").wait_for()
    page.keyboard.press("Control+Enter")
    assert "sea/fly is not on a server" in ann.told()
    name.fill("town/time")
    page.locator("#call-1 .about", has_text="Takes zone (required").wait_for()
    page.locator("#call-1 .doubt", has_text="does not take these arguments").wait_for()
    page.keyboard.press("Control+Enter")
    ann.shows([["find"], ["time"], ["weather", "time"]])
    # It is kept as it is, and said to be doubtful.
    page.locator("#call-1 .doubt", has_text="does not take these arguments").wait_for()
    page.locator(".doubtful", has_text="1 doubtful").wait_for()
    page.get_by_role("button", name="Add a call").first.click()
    page.get_by_label("Tool of a new call in step 1").fill("town/weather")
    page.get_by_role("button", name="Save").click()
    ann.shows([["find", "weather"], ["time"], ["weather", "time"]])
    page.get_by_role("button", name="Add a step").click()
    page.get_by_label("Tool of a new call in a new step").fill("town/add")
    page.get_by_label("Arguments of a new call in a new step").fill('{"a": 1, "b": 2}')
    page.keyboard.press("Control+Enter")
    ann.shows([["find", "weather"], ["time"], ["weather", "time"], ["add"]])
    page.get_by_role("button", name="Edit answer").click()
    page.get_by_label("Answer", exact=True).fill("Jernbanetorget 2; sun")
    page.get_by_role("button", name="Save").click()
    page.locator(".answer .request", has_text="Jernbanetorget 2; sun").wait_for()
    page.keyboard.press("a")
    assert "give a reason why it is correct" in ann.told()
    page.locator("#reason").fill("the zone is worked out")
    page.locator("#approve").click()
    ann.verdict("Approved")
    assert last(tmp_path)["reason"] == "the zone is worked out"
    assert last(tmp_path)["edited"]["answer"] == "Jernbanetorget 2; sun"
    assert ann.complaints == []


def test_what_was_typed_outlives_a_reload(chromium: Browser, address: str) -> None:
    ann = Visitor(chromium, address, "Ann")
    page = ann.page
    page.locator("#call-0").get_by_role("button", name="Edit").click()
    page.get_by_label("Arguments of call 1").fill('{"city": "Ber')
    page.get_by_role("button", name="Edit answer").click()
    page.get_by_label("Answer", exact=True).fill("half an ans")
    page.get_by_role("button", name="Add a step").click()
    page.get_by_label("Tool of a new call in a new step").fill("town/we")
    page.locator("#reason").fill("it is not")
    page.reload()
    ann.shows(WAY)
    assert page.get_by_label("Arguments of call 1").input_value() == '{"city": "Ber'
    assert page.get_by_label("Answer", exact=True).input_value() == "half an ans"
    assert page.get_by_label("Tool of a new call in a new step").input_value() == "town/we"
    assert page.locator("#reason").input_value() == "it is not"
    for _ in range(3):
        page.get_by_role("button", name="Cancel").first.click()
    page.reload()
    ann.shows(WAY)
    assert page.locator(".editor").count() == 0
    page.locator("#reject").click()
    ann.verdict("Rejected")
    assert ann.complaints == []


def test_what_was_typed_outlives_a_change_in_another_window(chromium: Browser, address: str) -> None:
    ann, other = Visitor(chromium, address, "Ann"), Visitor(chromium, address, "Ann")
    ann.page.locator("#call-3").get_by_role("button", name="Edit").click()
    ann.page.get_by_label("Arguments of call 4").fill('{"zone": "Europe/Paris"}')
    other.page.locator("#call-1").get_by_role("button", name="Delete").click()
    other.shows([["find"], ["weather", "time"]])
    ann.page.keyboard.press("Control+Enter")
    assert "changed in another window" in ann.told()
    ann.shows([["find"], ["weather", "time"]])
    # The fourth call is another one now: nothing is written over, and nothing typed is lost.
    ann.page.locator(".homeless pre", has_text="Europe/Paris").wait_for()
    assert ann.page.locator(".editor").count() == 0
    ann.page.get_by_role("button", name="Discard").click()
    ann.page.reload()
    ann.shows([["find"], ["weather", "time"]])
    assert ann.page.locator(".homeless").count() == 0
    assert ann.complaints == other.complaints == []
