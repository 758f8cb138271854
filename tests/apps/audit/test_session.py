from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from m3bench.apps.audit import AuditSession
from m3bench.apps.audit.decisions import form_digest
from m3bench.apps.audit.edits import (
    Adopt,
    Delete,
    EditRefused,
    Merge,
    Reset,
    SetCall,
    Split,
    Undo,
    Unlink,
)
from m3bench.apps.audit.session import EditConflict
from m3bench.core import Call, Reference, Result, Step, Text, UsageError
from tests.apps.audit.samples import (
    PLAIN,
    TOOLS,
    TRIP,
    TownSuite,
    call,
    clock,
    reference,
    session_of,
    with_references,
)


def seen(session: AuditSession, person: str, item: int = 0) -> str:
    return form_digest(session.form(person, session.items[item]))


def lines(folder: Path) -> list[dict[str, object]]:
    text = (folder / "decisions.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_every_reference_of_every_task_is_an_item(tmp_path: Path) -> None:
    both = with_references(TRIP, *TRIP.references, reference([call("guess")]))
    session = session_of(tmp_path, both, PLAIN)
    assert [item.name for item in session.items] == ["town/trip · 1", "town/trip · 2", "town/plain"]


def test_a_task_in_two_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"town/trip is in town and in town"):
        AuditSession([TownSuite(TRIP), TownSuite(TRIP)], session_of(tmp_path, TRIP)._ledger, clock())


def test_nothing_to_audit_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no reference to audit"):
        session_of(tmp_path, with_references(TRIP))


def test_edits_are_kept_with_name_and_time(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP)
    item = session.items[0]
    session.change("Ann", item, seen(session, "Ann"), Merge(1))
    session.decide("Ann", item, seen(session, "Ann"), "approved", "")
    edit, verdict = lines(tmp_path)
    assert (edit["auditor"], edit["action"], edit["verdict"]) == ("Ann", "merge", "open")
    assert (verdict["at"], verdict["verdict"]) == ("2026-01-01T00:00:01+00:00", "approved")
    assert verdict["judged"] == item.judged
    again = session_of(tmp_path, TRIP)
    assert len(again.form("Ann", again.items[0]).steps) == 2
    assert len(again.form("Bo", again.items[0]).steps) == 3


def test_an_edit_after_the_verdict_takes_it_back(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP)
    item = session.items[0]
    session.decide("Ann", item, seen(session, "Ann"), "approved", "")
    session.change("Ann", item, seen(session, "Ann"), Delete(3))
    assert session.state("Ann", item).verdict == "open"
    assert session.state("Ann", item).first == "approved"


def test_edits_are_undone_one_by_one_or_all_at_once(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP)
    item = session.items[0]
    for change in (Merge(1), Delete(3), Undo()):
        session.change("Ann", item, seen(session, "Ann"), change)
    assert [len(step.calls) for step in session.form("Ann", item).steps] == [1, 3]
    session.change("Ann", item, seen(session, "Ann"), Undo())
    assert session.state("Ann", item).form is None
    with pytest.raises(EditRefused, match="nothing to undo"):
        session.change("Ann", item, seen(session, "Ann"), Undo())
    session.change("Ann", item, seen(session, "Ann"), Merge(1))
    session.change("Ann", item, seen(session, "Ann"), Reset())
    assert session.state("Ann", item).form is None
    session.change("Ann", item, seen(session, "Ann"), Undo())
    assert len(session.form("Ann", item).steps) == 2


def test_there_and_back_again_is_no_edit(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP)
    item = session.items[0]
    session.change("Ann", item, seen(session, "Ann"), Merge(1))
    session.change("Ann", item, seen(session, "Ann"), Split(1, 1))
    assert session.state("Ann", item).form is None
    session.change("Ann", item, seen(session, "Ann"), Unlink(2, 3))
    assert len(lines(tmp_path)) == 2


def test_true_in_place_of_one_is_an_edit(tmp_path: Path) -> None:
    session = session_of(tmp_path, PLAIN)
    session.change(
        "Ann", session.items[0], seen(session, "Ann"), SetCall(0, "town/add", '{"a": true, "b": 1}')
    )
    assert session.state("Ann", session.items[0]).form is not None


def test_what_another_window_changed_is_not_overwritten(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP)
    item, before = session.items[0], seen(session, "Ann")
    session.change("Ann", item, before, Merge(1))
    with pytest.raises(EditConflict):
        session.change("Ann", item, before, Delete(3))
    with pytest.raises(EditConflict):
        session.decide("Ann", item, before, "approved", "")
    assert len(lines(tmp_path)) == 1


def test_of_two_edits_at_the_same_moment_one_is_refused(tmp_path: Path) -> None:
    """As of two servers over one folder: what is checked still holds when it is written."""
    desks = [session_of(tmp_path, TRIP) for _ in range(4)]
    before = seen(desks[0], "Ann")

    def edit(session: AuditSession) -> bool:
        try:
            session.change("Ann", session.items[0], before, Delete(3))
        except EditConflict:
            return False
        return True

    with ThreadPoolExecutor(len(desks)) as threads:
        assert sorted(threads.map(edit, desks)) == [False, False, False, True]
    assert len(lines(tmp_path)) == 1


def test_a_broken_reference_is_not_approved(tmp_path: Path) -> None:
    broken = with_references(TRIP, reference([call("a"), call("b")], edges=[(0, 1)]))
    session = session_of(tmp_path, broken)
    item = session.items[0]
    with pytest.raises(EditRefused, match="cannot be approved"):
        session.decide("Ann", item, seen(session, "Ann"), "approved", "")
    session.change("Ann", item, seen(session, "Ann"), Split(0, 1))
    session.decide("Ann", item, seen(session, "Ann"), "approved", "")
    assert session.state("Ann", item).verdict == "approved"


def test_what_is_doubtful_is_approved_with_a_reason_only(tmp_path: Path) -> None:
    session = session_of(tmp_path, with_references(TRIP, reference([call("find", town="Oslo")])), tools=TOOLS)
    item = session.items[0]
    with pytest.raises(EditRefused, match="town/find does not take these arguments"):
        session.decide("Ann", item, seen(session, "Ann"), "approved", " ")
    session.decide("Ann", item, seen(session, "Ann"), "approved", "the listing is of a later version")
    assert session.state("Ann", item).verdict == "approved"


def test_others_are_seen_once_one_has_decided(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP)
    item = session.items[0]
    session.change("Ann", item, seen(session, "Ann"), Merge(1))
    session.decide("Ann", item, seen(session, "Ann"), "approved", "")
    assert session.others("Bo", item) == {}
    with pytest.raises(EditRefused, match="has not decided on this"):
        session.change("Bo", item, seen(session, "Bo"), Adopt("Ann"))
    session.decide("Bo", item, seen(session, "Bo"), "rejected", "time is not asked for")
    assert list(session.others("Bo", item)) == ["Ann"]
    session.change("Bo", item, seen(session, "Bo"), Adopt("Ann"))
    assert seen(session, "Bo") == seen(session, "Ann")


def test_a_verdict_is_taken_back(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP)
    item = session.items[0]
    session.withdraw("Ann", item)
    session.decide("Ann", item, seen(session, "Ann"), "rejected", "no")
    session.withdraw("Ann", item)
    assert session.state("Ann", item).verdict == "open"
    assert [line["verdict"] for line in lines(tmp_path)] == ["rejected", "open"]


def test_dependencies_found_in_values_count_like_stated_ones(tmp_path: Path) -> None:
    first = Call("town/find", {"city": "Oslo"}, None, Result((Text("id 41766"),)))
    way = Reference(steps=(Step((first,)), Step((call("address", id=41766),))))
    session = session_of(tmp_path, with_references(TRIP, way))
    item = session.items[0]
    with pytest.raises(EditRefused, match="needs what call 1"):
        session.change("Ann", item, seen(session, "Ann"), Merge(0))
    session.change("Ann", item, seen(session, "Ann"), Unlink(0, 1))
    session.change("Ann", item, seen(session, "Ann"), Merge(0))
    assert len(session.form("Ann", item).steps) == 1
