from __future__ import annotations

from pathlib import Path
from typing import Literal

import msgspec
import pytest

from m3bench.apps.audit import (
    AuditOutcome,
    AuditSession,
    agreements,
    approved_tasks,
    audit_lines,
    combine_decisions,
    export_approved,
    stale_verdicts,
)
from m3bench.apps.audit.decisions import form_digest
from m3bench.apps.audit.edits import Merge, SetAnswer
from m3bench.core import UsageError
from m3bench.formats import read_tasks
from tests.apps.audit.samples import PLAIN, TRIP, call, reference, session_of, with_references

Word = Literal["approved", "rejected"]


def decide(session: AuditSession, person: str, *verdicts: Word | None) -> None:
    for item, verdict in zip(session.items, verdicts, strict=False):
        if verdict:
            session.decide(person, item, form_digest(session.form(person, item)), verdict, "because")


def merge(session: AuditSession, person: str) -> None:
    item = session.items[0]
    session.change(person, item, form_digest(session.form(person, item)), Merge(1))


def settled(session: AuditSession, need: int = 1) -> list[AuditOutcome]:
    return combine_decisions(session.items, session.states(), need)


def statuses(session: AuditSession, need: int = 1) -> list[str]:
    return [outcome.status for outcome in settled(session, need)]


def test_only_what_enough_people_approve_is_approved(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP, PLAIN)
    assert statuses(session) == ["open", "open"]
    decide(session, "Ann", "approved", "rejected")
    assert statuses(session) == ["approved", "rejected"]
    assert statuses(session, need=2) == ["open", "rejected"]
    assert settled(session, need=2)[0].reason == "1 of 2 approvals"
    decide(session, "Bo", "approved")
    assert statuses(session, need=2) == ["approved", "rejected"]


def test_one_person_does_not_count_twice(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP)
    decide(session, "Ann", "approved")
    decide(session, "Ann", "approved")
    assert statuses(session, need=2) == ["open"]


def test_different_verdicts_are_a_conflict_until_they_are_settled(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP)
    decide(session, "Ann", "approved")
    decide(session, "Bo", "rejected")
    (one,) = settled(session)
    assert (one.status, one.approvals, one.rejections) == ("conflict", ("Ann",), ("Bo",))
    assert "Bo: because" in one.reason
    decide(session, "Bo", "approved")
    assert statuses(session) == ["approved"]


def test_different_forms_are_a_conflict(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP)
    decide(session, "Ann", "approved")
    merge(session, "Bo")
    decide(session, "Bo", "approved")
    assert settled(session)[0].reason == "approved in different forms"
    merge(session, "Ann")
    assert statuses(session) == ["approved"]
    decide(session, "Ann", "approved")
    assert statuses(session, need=2) == ["approved"]


def test_a_task_keeps_its_approved_references_as_they_were_approved(tmp_path: Path) -> None:
    task = with_references(TRIP, TRIP.references[0], reference([call("guess")]), reference([call("ask")]))
    session = session_of(tmp_path, task, PLAIN)
    merge(session, "Ann")
    decide(session, "Ann", "approved", "rejected", "approved")
    (kept,) = approved_tasks(settled(session))
    assert [len(reference.steps) for reference in kept.references] == [2, 1]
    assert kept.references[1] == task.references[2]
    assert kept.request == TRIP.request


def test_results_of_another_first_reference_are_not_kept(tmp_path: Path) -> None:
    task = msgspec.structs.replace(TRIP, results=("1f",), extra={"level": 2})
    session = session_of(tmp_path, task)
    decide(session, "Ann", "approved")
    assert approved_tasks(settled(session)) == [task]
    merge(session, "Ann")
    decide(session, "Ann", "approved")
    (kept,) = approved_tasks(settled(session))
    assert (kept.results, kept.extra) == (None, {"level": 2})


def test_what_a_task_says_of_its_first_reference_follows_the_approved_form(tmp_path: Path) -> None:
    task = msgspec.structs.replace(TRIP, hops=3, threads=2)
    session = session_of(tmp_path, task)
    for change in (Merge(1), SetAnswer("Jernbanetorget 2; sun")):
        session.change("Ann", session.items[0], form_digest(session.form("Ann", session.items[0])), change)
    decide(session, "Ann", "approved")
    (kept,) = approved_tasks(settled(session))
    assert (kept.hops, kept.threads) == (2, 3)
    assert (kept.answer, kept.references[0].answer) == ("Jernbanetorget 2; sun", "Jernbanetorget 2; sun")


def test_the_export_is_a_file_of_tasks(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP, PLAIN)
    with pytest.raises(UsageError, match="No reference is approved yet"):
        export_approved(settled(session), tmp_path / "suite.jsonl")
    decide(session, "Ann", None, "approved")
    export_approved(settled(session), tmp_path / "suite.jsonl")
    assert read_tasks(tmp_path / "suite.jsonl") == [PLAIN]


def test_decisions_on_what_has_changed_since_do_not_count(tmp_path: Path) -> None:
    decide(session_of(tmp_path, TRIP), "Ann", "approved")
    changed = session_of(tmp_path, with_references(TRIP, reference([call("other")])))
    assert statuses(changed) == ["open"]
    assert stale_verdicts(changed.states(), {item.judged for item in changed.items}) == 1


def test_the_report_says_how_it_stands(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP, PLAIN)
    decide(session, "Ann", "approved", "rejected")
    decide(session, "Bo", "rejected", "rejected")
    told = list(audit_lines(settled(session), agreements(session.states()), 1))
    assert told[0] == "2 references: 0 approved, 1 rejected, 1 in conflict, 0 open."
    assert told[1].startswith("conflict: town/trip: approved by some and rejected by others (Bo: because)")
    assert told[-1] == "Ann and Bo agree on 50.0 % of 2 references; Cohen's kappa 0.000."


def test_agreement_is_that_of_first_verdicts(tmp_path: Path) -> None:
    session = session_of(tmp_path, TRIP, PLAIN)
    decide(session, "Ann", "approved", "rejected")
    decide(session, "Bo", "rejected", "rejected")
    decide(session, "Bo", "approved")
    (found,) = agreements(session.states())
    assert (found.items, found.share, found.kappa) == (2, 0.5, 0.0)
