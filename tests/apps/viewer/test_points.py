"""Evaluation points in the viewer, with the checks that decide them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.apps.viewer.api import Parameters
from m3bench.apps.viewer.web import viewer_app
from m3bench.core import Point, PointKind
from tests.apps.audit.browsing import browser
from tests.apps.audit.serving import TOKEN, served
from tests.apps.viewer.browsing import Viewer, link
from tests.apps.viewer.samples import TRIP, api_over, make_run, trip_attempt

GIVEN = (
    Point("The file is there.", PointKind.FORMAT, (0,)),
    Point("It is right.", PointKind.TOOL, (1, 2)),
)


def run_with(root: Path, *points: Point) -> None:
    """A run of one attempt: its first check passes, its second fails, its third is undecided."""
    task = msgspec.structs.replace(TRIP, points=tuple(points))
    make_run(root / "town", [task], [msgspec.structs.replace(trip_attempt(""), workspace=None)])


def shown_points(root: Path) -> list[dict[str, object]]:
    library, api = api_over(root)
    view = api.attempt(Parameters({"run": "town", "task": TRIP.id}))
    library.close()
    points: list[dict[str, object]] = view["checks"]["points"]
    return points


def test_a_point_has_its_state_and_its_checks(tmp_path: Path) -> None:
    run_with(tmp_path, *GIVEN)
    assert shown_points(tmp_path) == [
        {"text": "The file is there.", "kind": "format", "state": "passed", "checks": [0]},
        {"text": "It is right.", "kind": "tool", "state": "failed", "checks": [1, 2]},
    ]


def test_points_that_do_not_fit_the_checks_are_left_out(tmp_path: Path) -> None:
    run_with(tmp_path, GIVEN[0], Point("It is elsewhere.", PointKind.TOOL, (7,)))
    assert shown_points(tmp_path) == []


def test_checks_of_no_point_are_listed_behind_the_points(tmp_path: Path) -> None:
    run_with(tmp_path, GIVEN[0])
    library, api = api_over(tmp_path)
    with browser() as opened, served(viewer_app(api, TOKEN)) as address:
        viewer = Viewer(opened, address, link("town", TRIP.id))
        card = viewer.page.locator("#checks")
        card.get_by_text("1 of 1 point passed").wait_for()
        states = card.locator(":scope > .verdicts > li > .tag").all_inner_texts()
        viewer.close()
    library.close()
    assert states == ["✓passed", "✗failed", "◌undecided"]


def test_points_are_listed_with_their_checks(tmp_path: Path) -> None:
    run_with(tmp_path, *GIVEN)
    library, api = api_over(tmp_path)
    with browser() as opened, served(viewer_app(api, TOKEN)) as address:
        viewer = Viewer(opened, address, link("town", TRIP.id))
        card = viewer.page.locator("#checks")
        card.get_by_text("1 of 2 points passed").wait_for()
        texts = card.locator(":scope > .verdicts > li > div > p > strong").all_inner_texts()
        tags = card.locator(":scope > .verdicts > li > div > .verdicts .tag").all_inner_texts()
        complaints = viewer.complaints
        viewer.close()
    library.close()
    assert texts == ["The file is there.", "It is right."]
    assert tags == ["✓passed", "✗failed", "◌undecided"]
    assert complaints == []
