"""What calls brought, and the dependencies that it shows, before and after edits."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.apps.audit import AuditSession, RecordedResults
from m3bench.apps.audit.decisions import form_digest
from m3bench.apps.audit.edits import AddCall, Change, EditRefused, SetCall
from m3bench.core import Call, Edge, Outcome, Reference, Result, Step, Text, Trajectory
from tests.apps.audit.samples import TOOLS, TRIP, call, reference, session_of, with_references

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
def session(tmp_path: Path) -> AuditSession:
    return session_of(tmp_path, with_references(TRIP, WAY), tools=TOOLS, made=[MADE])


def do(session: AuditSession, change: Change) -> Reference:
    item = session.items[0]
    session.change("Ann", item, form_digest(session.form("Ann", item)), change)
    return session.form("Ann", item)


def test_results_are_found_by_task_tool_and_arguments() -> None:
    shown = RecordedResults([MADE]).with_results(TRIP.id, WAY)
    assert [made.result and made.result.text for _, made in shown.calls()] == ["id 41766", None]
    assert RecordedResults([MADE]).with_results("another", WAY) is WAY
    assert RecordedResults().with_results(TRIP.id, WAY) is WAY


def test_dependencies_follow_from_them_and_results_are_not_kept(session: AuditSession) -> None:
    assert session.form("Ann", session.items[0]).edges == (Edge(0, 1),)
    after = do(session, AddCall("town/weather", '{"lat": 1}', 2, alone=True))
    assert after.edges == (Edge(0, 1),)
    assert all(made.result is None for _, made in after.calls())


def test_what_an_edited_call_needs_is_found_again(session: AuditSession) -> None:
    assert do(session, SetCall(1, "town/address", '{"id": 5}')).edges == ()
    assert do(session, SetCall(1, "town/address", '{"id": 41766}')).edges == (Edge(0, 1),)
    # What another search brings is known as well; that the address needs the search is not denied by it.
    assert do(session, SetCall(0, "town/find", '{"city": "Bergen"}')).edges == (Edge(0, 1),)
    assert do(session, SetCall(1, "town/address", '{"id": 88123}')).edges == (Edge(0, 1),)


def test_a_new_call_gets_what_it_needs(session: AuditSession) -> None:
    after = do(session, AddCall("town/address", '{"id": 41766}', 1, alone=True))
    assert [made.name for _, made in after.calls()] == ["town/find", "town/address", "town/address"]
    assert after.edges == (Edge(0, 1), Edge(0, 2))


def test_what_the_file_states_stays(tmp_path: Path) -> None:
    stated = reference([call("time", zone="UTC")], [call("address", id=7)], edges=[(0, 1)])
    session = session_of(tmp_path, with_references(TRIP, stated), made=[MADE])
    assert do(session, SetCall(1, "town/address", '{"id": 8}')).edges == (Edge(0, 1),)


def test_a_file_that_is_written_under_another_name_is_needed_no_more(tmp_path: Path) -> None:
    way = reference([call("draw", output="map.png")], [call("read", path="map.png")])
    session = session_of(tmp_path, with_references(TRIP, way))
    assert session.form("Ann", session.items[0]).edges == (Edge(0, 1),)
    assert do(session, SetCall(0, "town/draw", '{"output": "plan.png"}')).edges == ()
    assert do(session, SetCall(1, "town/read", '{"path": "plan.png"}')).edges == (Edge(0, 1),)


def test_only_permitted_tools_are_put_in(session: AuditSession) -> None:
    for change in (SetCall(0, "sea/find", "{}"), AddCall("town/fly", "{}", 0)):
        with pytest.raises(EditRefused):
            do(session, change)
    assert do(session, SetCall(0, "town/time", '{"zone": 3}')).steps[0].calls[0].name == "town/time"
    item = session.items[0]
    assert (
        "does not take"
        in session.tools.call_problems(item.task, session.form("Ann", item).steps[0].calls[0])[0]
    )
    assert "does not take" in session.objections(item, "town/time", '{"zone": 3}')[0]
    assert session.objections(item, "town/time", "{")[0].startswith("Not JSON")
    assert session.objections(item, "sea/find", "{}")[0].startswith("sea/find is not on a server")
    assert session.objections(item, "town/time", '{"zone": "UTC"}') == []
