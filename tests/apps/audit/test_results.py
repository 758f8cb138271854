"""What calls brought, and the dependencies that it shows, before and after edits."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.apps.audit import Desk, Results
from m3bench.apps.audit.decisions import form_digest
from m3bench.apps.audit.editing.edits import AddCall, Change, Refused, SetCall
from m3bench.core import Call, Edge, Outcome, Reference, Result, Step, Text, Trajectory
from tests.apps.audit.samples import TOOLS, TRIP, call, desk_of, reference, with_references

WAY = reference([call("find", city="Oslo")], [call("address", id=41766)])


def brought(made: Call, text: str, outcome: Outcome = Outcome.SUCCESS) -> Call:
    return Call(made.name, made.arguments, None, Result((Text(text),)), outcome)


MADE = Trajectory(
    task_id=TRIP.id,
    steps=(
        Step((brought(call("find", city="Oslo"), "none", Outcome.SERVER_FAULT),)),
        Step((brought(call("find", city="Oslo"), "id 41766"),)),
        Step((brought(call("find", city="Bergen"), "id 88123"),)),
    ),
)


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return desk_of(tmp_path, with_references(TRIP, WAY), tools=TOOLS, made=[MADE])


def do(desk: Desk, change: Change) -> Reference:
    item = desk.items[0]
    desk.change("Ann", item, form_digest(desk.form("Ann", item)), change)
    return desk.form("Ann", item)


def test_results_are_found_by_task_tool_and_arguments() -> None:
    shown = Results([MADE]).shown(TRIP.id, WAY)
    assert [made.result and made.result.text for _, made in shown.calls()] == ["id 41766", None]
    assert Results([MADE]).shown("another", WAY) is WAY
    assert Results().shown(TRIP.id, WAY) is WAY


def test_dependencies_follow_from_them_and_results_are_not_kept(desk: Desk) -> None:
    assert desk.form("Ann", desk.items[0]).edges == (Edge(0, 1),)
    after = do(desk, AddCall("town/weather", '{"lat": 1}', 2, alone=True))
    assert after.edges == (Edge(0, 1),)
    assert all(made.result is None for _, made in after.calls())


def test_what_an_edited_call_needs_is_found_again(desk: Desk) -> None:
    assert do(desk, SetCall(1, "town/address", '{"id": 5}')).edges == ()
    assert do(desk, SetCall(1, "town/address", '{"id": 41766}')).edges == (Edge(0, 1),)
    # What another search brings is known as well; that the address needs the search is not denied by it.
    assert do(desk, SetCall(0, "town/find", '{"city": "Bergen"}')).edges == (Edge(0, 1),)
    assert do(desk, SetCall(1, "town/address", '{"id": 88123}')).edges == (Edge(0, 1),)


def test_a_new_call_gets_what_it_needs(desk: Desk) -> None:
    after = do(desk, AddCall("town/address", '{"id": 41766}', 1, alone=True))
    assert [made.name for _, made in after.calls()] == ["town/find", "town/address", "town/address"]
    assert after.edges == (Edge(0, 1), Edge(0, 2))


def test_what_the_file_states_stays(tmp_path: Path) -> None:
    stated = reference([call("time", zone="UTC")], [call("address", id=7)], edges=[(0, 1)])
    desk = desk_of(tmp_path, with_references(TRIP, stated), made=[MADE])
    assert do(desk, SetCall(1, "town/address", '{"id": 8}')).edges == (Edge(0, 1),)


def test_a_file_that_is_written_under_another_name_is_needed_no_more(tmp_path: Path) -> None:
    way = reference([call("draw", output="map.png")], [call("read", path="map.png")])
    desk = desk_of(tmp_path, with_references(TRIP, way))
    assert desk.form("Ann", desk.items[0]).edges == (Edge(0, 1),)
    assert do(desk, SetCall(0, "town/draw", '{"output": "plan.png"}')).edges == ()
    assert do(desk, SetCall(1, "town/read", '{"path": "plan.png"}')).edges == (Edge(0, 1),)


def test_only_permitted_tools_are_put_in(desk: Desk) -> None:
    for change in (SetCall(0, "sea/find", "{}"), AddCall("town/fly", "{}", 0)):
        with pytest.raises(Refused):
            do(desk, change)
    assert do(desk, SetCall(0, "town/time", '{"zone": 3}')).steps[0].calls[0].name == "town/time"
    item = desk.items[0]
    assert "does not take" in desk.tools.doubts(item.task, desk.form("Ann", item).steps[0].calls[0])[0]
    assert "does not take" in desk.objections(item, "town/time", '{"zone": 3}')[0]
    assert desk.objections(item, "town/time", "{")[0].startswith("Not JSON")
    assert desk.objections(item, "sea/find", "{}")[0].startswith("sea/find is of no server")
    assert desk.objections(item, "town/time", '{"zone": "UTC"}') == []
