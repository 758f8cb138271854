from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from m3bench.apps.audit import Desk
from m3bench.apps.audit.decisions import form_digest
from m3bench.apps.audit.desk import Outdated
from m3bench.apps.audit.editing.edits import (
    Adopt,
    Delete,
    Merge,
    Refused,
    Reset,
    SetCall,
    Split,
    Undo,
    Unlink,
)
from m3bench.core import Call, Reference, Result, Step, Text, UsageError
from tests.apps.audit.samples import (
    PLAIN,
    TOOLS,
    TRIP,
    TownSuite,
    call,
    clock,
    desk_of,
    reference,
    with_references,
)


def seen(desk: Desk, person: str, item: int = 0) -> str:
    return form_digest(desk.form(person, desk.items[item]))


def lines(folder: Path) -> list[dict[str, object]]:
    text = (folder / "decisions.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_every_reference_of_every_task_is_an_item(tmp_path: Path) -> None:
    both = with_references(TRIP, *TRIP.references, reference([call("guess")]))
    desk = desk_of(tmp_path, both, PLAIN)
    assert [item.name for item in desk.items] == ["town/trip · 1", "town/trip · 2", "town/plain"]


def test_a_task_in_two_files_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"town/trip is in town and in town"):
        Desk([TownSuite(TRIP), TownSuite(TRIP)], desk_of(tmp_path, TRIP)._ledger, clock())


def test_nothing_to_audit_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no reference to audit"):
        desk_of(tmp_path, with_references(TRIP))


def test_edits_are_kept_with_name_and_time(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP)
    item = desk.items[0]
    desk.change("Ann", item, seen(desk, "Ann"), Merge(1))
    desk.decide("Ann", item, seen(desk, "Ann"), "approved", "")
    edit, verdict = lines(tmp_path)
    assert (edit["auditor"], edit["action"], edit["verdict"]) == ("Ann", "merge", "open")
    assert (verdict["at"], verdict["verdict"]) == ("2026-01-01T00:00:01+00:00", "approved")
    assert verdict["judged"] == item.judged
    again = desk_of(tmp_path, TRIP)
    assert len(again.form("Ann", again.items[0]).steps) == 2
    assert len(again.form("Bo", again.items[0]).steps) == 3


def test_an_edit_after_the_verdict_takes_it_back(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP)
    item = desk.items[0]
    desk.decide("Ann", item, seen(desk, "Ann"), "approved", "")
    desk.change("Ann", item, seen(desk, "Ann"), Delete(3))
    assert desk.standing("Ann", item).verdict == "open"
    assert desk.standing("Ann", item).first == "approved"


def test_edits_are_undone_one_by_one_or_all_at_once(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP)
    item = desk.items[0]
    for change in (Merge(1), Delete(3), Undo()):
        desk.change("Ann", item, seen(desk, "Ann"), change)
    assert [len(step.calls) for step in desk.form("Ann", item).steps] == [1, 3]
    desk.change("Ann", item, seen(desk, "Ann"), Undo())
    assert desk.standing("Ann", item).form is None
    with pytest.raises(Refused, match="nothing to undo"):
        desk.change("Ann", item, seen(desk, "Ann"), Undo())
    desk.change("Ann", item, seen(desk, "Ann"), Merge(1))
    desk.change("Ann", item, seen(desk, "Ann"), Reset())
    assert desk.standing("Ann", item).form is None
    desk.change("Ann", item, seen(desk, "Ann"), Undo())
    assert len(desk.form("Ann", item).steps) == 2


def test_there_and_back_again_is_no_edit(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP)
    item = desk.items[0]
    desk.change("Ann", item, seen(desk, "Ann"), Merge(1))
    desk.change("Ann", item, seen(desk, "Ann"), Split(1, 1))
    assert desk.standing("Ann", item).form is None
    desk.change("Ann", item, seen(desk, "Ann"), Unlink(2, 3))
    assert len(lines(tmp_path)) == 2


def test_true_in_place_of_one_is_an_edit(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, PLAIN)
    desk.change("Ann", desk.items[0], seen(desk, "Ann"), SetCall(0, "town/add", '{"a": true, "b": 1}'))
    assert desk.standing("Ann", desk.items[0]).form is not None


def test_what_another_window_changed_is_not_overwritten(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP)
    item, before = desk.items[0], seen(desk, "Ann")
    desk.change("Ann", item, before, Merge(1))
    with pytest.raises(Outdated):
        desk.change("Ann", item, before, Delete(3))
    with pytest.raises(Outdated):
        desk.decide("Ann", item, before, "approved", "")
    assert len(lines(tmp_path)) == 1


def test_of_two_edits_at_the_same_moment_one_is_refused(tmp_path: Path) -> None:
    """As of two servers over one folder: what is checked still holds when it is written."""
    desks = [desk_of(tmp_path, TRIP) for _ in range(4)]
    before = seen(desks[0], "Ann")

    def edit(desk: Desk) -> bool:
        try:
            desk.change("Ann", desk.items[0], before, Delete(3))
        except Outdated:
            return False
        return True

    with ThreadPoolExecutor(len(desks)) as threads:
        assert sorted(threads.map(edit, desks)) == [False, False, False, True]
    assert len(lines(tmp_path)) == 1


def test_a_broken_reference_is_not_approved(tmp_path: Path) -> None:
    broken = with_references(TRIP, reference([call("a"), call("b")], edges=[(0, 1)]))
    desk = desk_of(tmp_path, broken)
    item = desk.items[0]
    with pytest.raises(Refused, match="cannot be approved"):
        desk.decide("Ann", item, seen(desk, "Ann"), "approved", "")
    desk.change("Ann", item, seen(desk, "Ann"), Split(0, 1))
    desk.decide("Ann", item, seen(desk, "Ann"), "approved", "")
    assert desk.standing("Ann", item).verdict == "approved"


def test_what_is_doubtful_is_approved_with_a_reason_only(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, with_references(TRIP, reference([call("find", town="Oslo")])), tools=TOOLS)
    item = desk.items[0]
    with pytest.raises(Refused, match="town/find does not take these arguments"):
        desk.decide("Ann", item, seen(desk, "Ann"), "approved", " ")
    desk.decide("Ann", item, seen(desk, "Ann"), "approved", "the listing is of a later version")
    assert desk.standing("Ann", item).verdict == "approved"


def test_others_are_seen_once_one_has_decided(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP)
    item = desk.items[0]
    desk.change("Ann", item, seen(desk, "Ann"), Merge(1))
    desk.decide("Ann", item, seen(desk, "Ann"), "approved", "")
    assert desk.others("Bo", item) == {}
    with pytest.raises(Refused, match="has decided nothing"):
        desk.change("Bo", item, seen(desk, "Bo"), Adopt("Ann"))
    desk.decide("Bo", item, seen(desk, "Bo"), "rejected", "time is not asked for")
    assert list(desk.others("Bo", item)) == ["Ann"]
    desk.change("Bo", item, seen(desk, "Bo"), Adopt("Ann"))
    assert seen(desk, "Bo") == seen(desk, "Ann")


def test_a_verdict_is_taken_back(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP)
    item = desk.items[0]
    desk.withdraw("Ann", item)
    desk.decide("Ann", item, seen(desk, "Ann"), "rejected", "no")
    desk.withdraw("Ann", item)
    assert desk.standing("Ann", item).verdict == "open"
    assert [line["verdict"] for line in lines(tmp_path)] == ["rejected", "open"]


def test_dependencies_found_in_values_count_like_stated_ones(tmp_path: Path) -> None:
    first = Call("town/find", {"city": "Oslo"}, None, Result((Text("id 41766"),)))
    way = Reference(steps=(Step((first,)), Step((call("address", id=41766),))))
    desk = desk_of(tmp_path, with_references(TRIP, way))
    item = desk.items[0]
    with pytest.raises(Refused, match="needs what call 1"):
        desk.change("Ann", item, seen(desk, "Ann"), Merge(0))
    desk.change("Ann", item, seen(desk, "Ann"), Unlink(0, 1))
    desk.change("Ann", item, seen(desk, "Ann"), Merge(0))
    assert len(desk.form("Ann", item).steps) == 1
