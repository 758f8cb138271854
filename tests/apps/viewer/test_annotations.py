"""Errors that people note in attempts: kept in the run, shown on the page, counted in the report."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from m3bench.apps.viewer import ViewerApi, check_person
from m3bench.apps.viewer.library import Library
from m3bench.apps.viewer.web import viewer_app
from m3bench.core import FormatError, UsageError
from m3bench.encoders import load_encoder
from m3bench.runs import Key
from m3bench.runs.store import ANNOTATIONS, Annotation, annotate, read_annotations
from m3bench.scoring import Error, Scorer
from tests.apps.audit.browsing import browser
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.browsing import Viewer, link
from tests.apps.viewer.samples import TRIP, api_over, town_run
from tests.hanging import HANG_SECONDS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KEY = Key(TRIP.id, 1)


def noted(error: Error = Error.MISREAD_DETAIL, by: str = "Ann", note: str = "") -> Annotation:
    return Annotation(task_id=KEY.task_id, error=error, by=by, note=note)


def test_a_person_replaces_her_own_notes_and_leaves_those_of_others(tmp_path: Path) -> None:
    annotate(tmp_path, KEY, "Ann", [noted(), noted(Error.WRONG_TIME)])
    annotate(tmp_path, KEY, "Bo", [noted(by="Bo")])
    annotate(tmp_path, KEY, "Ann", [noted(Error.WRONG_PLACE, note="left of the stamp")])
    assert [(annotation.by, annotation.error) for annotation in read_annotations(tmp_path)] == [
        ("Bo", Error.MISREAD_DETAIL),
        ("Ann", Error.WRONG_PLACE),
    ]


def test_notes_of_another_attempt_and_endless_ones_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="another attempt"):
        annotate(tmp_path, Key("other", 1), "Ann", [noted()])
    with pytest.raises(UsageError, match="longer than"):
        annotate(tmp_path, KEY, "Ann", [noted(note="a" * 3000)])
    assert read_annotations(tmp_path) == []


@pytest.mark.parametrize("line", ["{", '{"task_id": "a", "error": "unheard_of", "by": "Ann"}', "[]"])
def test_a_broken_line_is_named(tmp_path: Path, line: str) -> None:
    (tmp_path / ANNOTATIONS).write_text(f"\n{line}\n")
    with pytest.raises(FormatError, match=f"{ANNOTATIONS}, line 2"):
        read_annotations(tmp_path)


@pytest.mark.parametrize("name", ["", "  ", "a" * 81, "A\0nn"])
def test_who_annotates_has_a_name(name: str) -> None:
    with pytest.raises(UsageError, match="is not a name"):
        check_person(name)
    assert check_person(" Ann  Lee ") == "Ann Lee"


def post(address: str, body: dict[str, Any]) -> tuple[int, dict[str, Any]]:
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=HANG_SECONDS)
    try:
        headers = {"Content-Type": "application/json"}
        connection.request("POST", f"/{TOKEN}/api/annotate", json.dumps(body), headers)
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())
    finally:
        connection.close()


def body(**changes: Any) -> dict[str, Any]:
    errors = [{"error": "misread_detail", "call": 1, "note": "seven, not one"}]
    return {"run": "town", "task": TRIP.id, "epoch": 1, "errors": errors, **changes}


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    town_run(tmp_path / "runs" / "town")
    return tmp_path / "runs"


@pytest.fixture
def address(runs: Path) -> Iterator[str]:
    library = Library(runs)
    api = ViewerApi(library, lambda: Scorer(encoder=load_encoder("hashing")), "Ann")
    with served(viewer_app(api, TOKEN)) as found:
        yield found
    library.close()


def test_what_the_page_sends_is_kept_in_the_run(runs: Path, address: str) -> None:
    assert post(address, body()) == (200, {})
    (found,) = read_annotations(runs / "town")
    assert (found.by, found.error, found.call, found.note) == (
        "Ann", Error.MISREAD_DETAIL, 1, "seven, not one",
    )  # fmt: skip
    assert post(address, body(errors=[]))[0] == 200
    assert read_annotations(runs / "town") == []


@pytest.mark.parametrize(
    "changes", [{"task": "absent"}, {"run": "absent"}, {"errors": [{"error": "unheard_of"}]}, {"more": 1}]
)
def test_what_makes_no_sense_is_refused(runs: Path, address: str, changes: dict[str, Any]) -> None:
    status, answer = post(address, body(**changes))
    assert status == 422
    assert answer["problem"]
    assert not (runs / "town" / ANNOTATIONS).exists()


def test_without_a_name_the_page_is_read_only(runs: Path) -> None:
    library, api = api_over(runs)
    with served(viewer_app(api, TOKEN)) as found:
        status, answer = post(found, body())
    library.close()
    assert status == 422
    assert "--annotate" in answer["hint"]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.mark.slow
def test_errors_are_noted_in_the_browser(chromium: Browser, runs: Path, address: str) -> None:
    annotate(runs / "town", KEY, "Bo", [noted(Error.WRONG_TIME, by="Bo", note="too late")])
    viewer = Viewer(chromium, address, link("town", TRIP.id))
    card = viewer.page.locator("#annotations")
    card.get_by_text("too late").wait_for()
    card.get_by_label("misread detail", exact=True).check()
    card.get_by_label("Note on misread detail").fill("seven, not one")
    card.get_by_role("button", name="Save").click()
    card.get_by_text("Saved.").wait_for()
    assert card.get_by_label("misread detail", exact=True).is_checked()
    assert {(annotation.by, annotation.note) for annotation in read_annotations(runs / "town")} == {
        ("Bo", "too late"),
        ("Ann", "seven, not one"),
    }
    assert viewer.complaints == []
    viewer.close()
