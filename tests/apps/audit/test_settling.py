from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
import pytest

from m3bench.apps.audit import (
    Desk,
    Settlement,
    agreements,
    approved_tasks,
    audit_lines,
    export_approved,
    settle,
    stale_verdicts,
)
from m3bench.apps.audit.decisions import form_digest
from m3bench.apps.audit.editing.edits import Merge, SetAnswer
from m3bench.core import UsageError
from m3bench.formats import read_tasks
from tests.apps.audit.samples import PLAIN, TRIP, call, desk_of, reference, with_references

Word = Literal["approved", "rejected"]


def decide(desk: Desk, person: str, *verdicts: Word | None) -> None:
    for item, verdict in zip(desk.items, verdicts, strict=False):
        if verdict:
            desk.decide(person, item, form_digest(desk.form(person, item)), verdict, "because")


def merge(desk: Desk, person: str) -> None:
    item = desk.items[0]
    desk.change(person, item, form_digest(desk.form(person, item)), Merge(1))


def settled(desk: Desk, need: int = 1) -> list[Settlement]:
    return settle(desk.items, desk.standings(), need)


def statuses(desk: Desk, need: int = 1) -> list[str]:
    return [one.status for one in settled(desk, need)]


def test_only_what_enough_people_approve_is_approved(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP, PLAIN)
    assert statuses(desk) == ["open", "open"]
    decide(desk, "Ann", "approved", "rejected")
    assert statuses(desk) == ["approved", "rejected"]
    assert statuses(desk, need=2) == ["open", "rejected"]
    assert settled(desk, need=2)[0].because == "1 of 2 approvals"
    decide(desk, "Bo", "approved")
    assert statuses(desk, need=2) == ["approved", "rejected"]


def test_one_person_does_not_count_twice(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP)
    decide(desk, "Ann", "approved")
    decide(desk, "Ann", "approved")
    assert statuses(desk, need=2) == ["open"]


def test_different_verdicts_are_a_conflict_until_they_are_settled(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP)
    decide(desk, "Ann", "approved")
    decide(desk, "Bo", "rejected")
    (one,) = settled(desk)
    assert (one.status, one.approvals, one.rejections) == ("conflict", ("Ann",), ("Bo",))
    assert "Bo: because" in one.because
    decide(desk, "Bo", "approved")
    assert statuses(desk) == ["approved"]


def test_different_forms_are_a_conflict(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP)
    decide(desk, "Ann", "approved")
    merge(desk, "Bo")
    decide(desk, "Bo", "approved")
    assert settled(desk)[0].because == "approved in different forms"
    merge(desk, "Ann")
    assert statuses(desk) == ["approved"]
    decide(desk, "Ann", "approved")
    assert statuses(desk, need=2) == ["approved"]


def test_a_task_keeps_its_approved_references_as_they_were_approved(tmp_path: Path) -> None:
    task = with_references(TRIP, TRIP.references[0], reference([call("guess")]), reference([call("ask")]))
    desk = desk_of(tmp_path, task, PLAIN)
    merge(desk, "Ann")
    decide(desk, "Ann", "approved", "rejected", "approved")
    (kept,) = approved_tasks(settled(desk))
    assert [len(one.steps) for one in kept.references] == [2, 1]
    assert kept.references[1] == task.references[2]
    assert kept.request == TRIP.request


def test_results_of_another_first_reference_are_not_kept(tmp_path: Path) -> None:
    task = msgspec.structs.replace(TRIP, extra={"results": ["1f"], "level": 2})
    desk = desk_of(tmp_path, task)
    decide(desk, "Ann", "approved")
    assert approved_tasks(settled(desk)) == [task]
    merge(desk, "Ann")
    decide(desk, "Ann", "approved")
    assert approved_tasks(settled(desk))[0].extra == {"level": 2}


def test_what_a_task_says_of_its_first_reference_follows_the_approved_form(tmp_path: Path) -> None:
    task = msgspec.structs.replace(TRIP, extra={"hops": 3, "threads": 2})
    desk = desk_of(tmp_path, task)
    for change in (Merge(1), SetAnswer("Jernbanetorget 2; sun")):
        desk.change("Ann", desk.items[0], form_digest(desk.form("Ann", desk.items[0])), change)
    decide(desk, "Ann", "approved")
    (kept,) = approved_tasks(settled(desk))
    assert kept.extra == {"hops": 2, "threads": 3}
    assert (kept.answer, kept.references[0].answer) == ("Jernbanetorget 2; sun", "Jernbanetorget 2; sun")


def test_the_export_is_a_file_of_tasks(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP, PLAIN)
    with pytest.raises(UsageError, match="No reference is approved yet"):
        export_approved(settled(desk), tmp_path / "suite.jsonl")
    decide(desk, "Ann", None, "approved")
    export_approved(settled(desk), tmp_path / "suite.jsonl")
    assert read_tasks(tmp_path / "suite.jsonl") == [PLAIN]


def test_decisions_on_what_has_changed_since_do_not_count(tmp_path: Path) -> None:
    decide(desk_of(tmp_path, TRIP), "Ann", "approved")
    changed = desk_of(tmp_path, with_references(TRIP, reference([call("other")])))
    assert statuses(changed) == ["open"]
    assert stale_verdicts(changed.standings(), {item.judged for item in changed.items}) == 1


def test_the_report_says_how_it_stands(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP, PLAIN)
    decide(desk, "Ann", "approved", "rejected")
    decide(desk, "Bo", "rejected", "rejected")
    told = list(audit_lines(settled(desk), agreements(desk.standings()), 1))
    assert told[0] == "2 references: 0 approved, 1 rejected, 1 in conflict, 0 open."
    assert told[1].startswith("conflict: town/trip: approved by some and rejected by others (Bo: because)")
    assert told[-1] == "Ann and Bo agree on 50.0 % of 2 references; Cohen's kappa 0.000."


def test_agreement_is_that_of_first_verdicts(tmp_path: Path) -> None:
    desk = desk_of(tmp_path, TRIP, PLAIN)
    decide(desk, "Ann", "approved", "rejected")
    decide(desk, "Bo", "rejected", "rejected")
    decide(desk, "Bo", "approved")
    (found,) = agreements(desk.standings())
    assert (found.items, found.share, found.kappa) == (2, 0.5, 0.0)
