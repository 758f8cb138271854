"""The page as people use it, in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from m3bench.apps.audit import Ledger, PairSession, Preference, agreements, combine_decisions, load_pairs
from m3bench.apps.audit.web import audit_app, pairs_app
from m3bench.core import Trajectory
from m3bench.formats import write
from tests.apps.audit.browsing import Visitor
from tests.apps.audit.samples import PLAIN, TRIP, TownSuite, clock, session_of
from tests.apps.audit.serving import TOKEN, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

WAY = [["find"], ["address"], ["weather", "time"]]


def kept(folder: Path) -> list[tuple[str, str, str]]:
    lines = (folder / "decisions.jsonl").read_text(encoding="utf-8").splitlines()
    return [(entry["auditor"], entry.get("action", ""), entry["verdict"]) for entry in map(json.loads, lines)]


def test_edit_approve_and_come_back(chromium: Browser, address: str, tmp_path: Path) -> None:
    ann = Visitor(chromium, address, "Ann")
    page = ann.page
    ann.shows(WAY)
    page.get_by_role("button", name="Merge with next").nth(1).click()
    ann.shows([["find"], ["address", "weather", "time"]])
    page.get_by_role("button", name="Split here").nth(1).click()
    ann.shows([["find"], ["address", "weather"], ["time"]])
    page.get_by_label("Move call 4").focus()
    page.get_by_label("Move call 4").select_option(label="New step before step 1")
    ann.shows([["time"], ["find"], ["address", "weather"]])
    page.keyboard.press("Escape")
    page.locator("#call-0").get_by_role("button", name="Delete").click()
    ann.shows([["find"], ["address", "weather"]])
    page.locator("#call-1").get_by_role("button", name="Edit").click()
    page.get_by_label("Arguments of call 2").fill('{"id": 418}')
    page.get_by_role("button", name="Save").click()
    page.locator("#call-1 pre", has_text="418").wait_for()
    page.locator("h1").click()
    page.keyboard.press("a")
    ann.verdict("Approved")
    page.reload()
    ann.verdict("Approved")
    ann.shows([["find"], ["address", "weather"]])
    assert "418" in page.inner_text("#call-1 pre")
    assert page.locator("path.edge").count() == 2
    actions = ["merge", "split", "move", "delete", "call"]
    assert kept(tmp_path) == [*(("Ann", action, "open") for action in actions), ("Ann", "", "approved")]
    assert ann.complaints == []


def test_what_breaks_a_dependency_is_refused_with_a_sentence(chromium: Browser, address: str) -> None:
    ann = Visitor(chromium, address, "Ann")
    ann.page.get_by_role("button", name="Merge with next").first.click()
    assert "Call 2 (town/address) needs what call 1 (town/find) returns" in ann.told()
    ann.shows(WAY)
    ann.page.locator("#call-0").get_by_role("button", name="Edit").click()
    ann.page.get_by_label("Arguments of call 1").fill('{"city": ')
    ann.page.keyboard.press("Control+Enter")
    ann.page.locator("#notice", has_text="Not JSON").wait_for()
    assert ann.page.get_by_label("Arguments of call 1").input_value() == '{"city": '
    assert ann.complaints == []


def test_what_is_being_typed_is_not_lost(chromium: Browser, address: str, tmp_path: Path) -> None:
    ann = Visitor(chromium, address, "Ann")
    ann.page.locator("#call-0").get_by_role("button", name="Edit").click()
    area = ann.page.get_by_label("Arguments of call 1")
    area.fill('{"city": "Bergen"}')
    ann.page.locator("#approve").click()
    assert "save or cancel it first" in ann.told()
    ann.page.locator("#next").click()
    assert area.input_value() == '{"city": "Bergen"}'
    assert not (tmp_path / "decisions.jsonl").exists()
    ann.page.get_by_role("button", name="Save").click()
    ann.page.locator("#call-0 pre", has_text="Bergen").wait_for()
    ann.page.locator("#approve").click()
    ann.verdict("Approved")


def test_undo_and_start_over(chromium: Browser, address: str) -> None:
    ann = Visitor(chromium, address, "Ann")
    ann.page.locator("#call-3").get_by_role("button", name="Delete").click()
    ann.shows([["find"], ["address"], ["weather"]])
    ann.page.keyboard.press("u")
    ann.shows(WAY)
    ann.page.get_by_role("button", name="does not need call 1").first.click()
    ann.page.wait_for_function("() => document.querySelectorAll('path.edge').length === 1")
    ann.page.get_by_role("button", name="Start over").click()
    ann.page.wait_for_function("() => document.querySelectorAll('path.edge').length === 2")
    assert ann.complaints == []


def test_keys_walk_and_reject(chromium: Browser, address: str, tmp_path: Path) -> None:
    ann = Visitor(chromium, address, "Ann")
    ann.at("town/trip")
    ann.page.keyboard.press("n")
    ann.at("town/plain")
    ann.page.keyboard.press("r")
    ann.page.keyboard.type("an answer without a picture, nonsense")
    ann.page.keyboard.press("Enter")
    ann.verdict("Rejected")
    ann.page.keyboard.press("Escape")
    ann.page.locator("h1").click()
    ann.page.keyboard.press("p")
    ann.at("town/trip")
    ann.page.keyboard.press("o")
    ann.at("town/hostile")
    assert ann.page.inner_text("#progress") == "1 of 3 done"
    assert kept(tmp_path) == [("Ann", "", "rejected")]
    ann.page.reload()
    ann.at("town/hostile")


def test_two_people_judge_apart_and_then_agree(chromium: Browser, tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP, PLAIN)
    with served(audit_app(session, TOKEN)) as address:
        ann, bo = Visitor(chromium, address, "Ann"), Visitor(chromium, address, "Bo")
        ann.page.locator("#call-3").get_by_role("button", name="Delete").click()
        ann.shows([["find"], ["address"], ["weather"]])
        ann.page.keyboard.press("a")
        ann.verdict("Approved")
        bo.page.reload()
        bo.shows(WAY)
        assert bo.page.get_by_text("Ann").count() == 0
        bo.page.keyboard.press("a")
        bo.verdict("Approved")
        bo.page.locator(".others summary", has_text="Ann").wait_for()
        assert combine_decisions(session.items, session.states())[0].status == "conflict"
        bo.page.locator(".others summary").click()
        bo.page.get_by_role("button", name="Take over this form").click()
        bo.shows([["find"], ["address"], ["weather"]])
        bo.verdict("Open")
        bo.page.locator("#approve").click()
        bo.verdict("Approved")
    (trip, _) = combine_decisions(session.items, session.states(), need=2)
    assert (trip.status, trip.approvals) == ("approved", ("Ann", "Bo"))
    assert agreements(session.states())[0].share == 1.0
    assert ann.complaints == bo.complaints == []


def test_pairs_are_chosen_blindly(chromium: Browser, tmp_path: Path) -> None:
    steps = TRIP.references[0].steps
    write(tmp_path / "original.jsonl", [Trajectory(task_id=TRIP.id, steps=(*steps, *steps))], format="jsonl")
    pairs = load_pairs(TownSuite(TRIP), tmp_path / "original.jsonl")
    session = PairSession(pairs, Ledger(tmp_path / "preferences.jsonl", Preference), clock(), seed=0)
    with served(pairs_app(session, TOKEN)) as address:
        ann = Visitor(chromium, address, "Ann")
        text = ann.page.content().lower()
        assert "original" not in text
        assert "consolidated" not in text
        ann.page.keyboard.press("b")
        ann.page.locator("#choose-b[aria-pressed=true]").wait_for()
        ann.page.reload()
        ann.page.locator("#choose-b[aria-pressed=true]").wait_for()
        ann.page.locator("#choose-tie").click()
        ann.page.locator("#choose-tie[aria-pressed=true]").wait_for()
    assert len(session.preferences()) == 2
    assert session.preferences()[-1].choice == "tie"
    assert ann.complaints == []


def test_a_server_that_is_gone_is_told(chromium: Browser, tmp_path: Path) -> None:
    with served(audit_app(session_of(tmp_path, TRIP), TOKEN)) as address:
        ann = Visitor(chromium, address, "Ann")
    ann.page.keyboard.press("a")
    assert "does not respond" in ann.told()
    assert not (tmp_path / "decisions.jsonl").exists()
