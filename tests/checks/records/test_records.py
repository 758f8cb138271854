"""Checks of records: what was done passes, and what was not, only claimed or overdone fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.checks import (
    AllowedChange,
    Check,
    Evidence,
    RecordCreated,
    RecordOrder,
    RecordState,
    RecordStep,
    RecordUnchanged,
    Tolerance,
    read_checks,
)
from m3bench.checks.records.fields import differences, same_field
from m3bench.core import FormatError, records_folder
from m3bench.records import FILE_NAME
from tests.checks.outcomes import evidence_of
from tests.checks.records.outcomes import ALLOWED, GROUPS, PAID, REFUNDED, VERIFIED, Changed, with_changes

Group = tuple[str, dict[str, Any], Changed]
REFUND = RecordState("orders", "A1", {"payment.refunded_cents": 1200})
VERIFY, PAY_BACK, FILE = GROUPS


@pytest.fixture
def before(tmp_path: Path) -> Evidence:
    return evidence_of(tmp_path)


def passes(check: Check, evidence: Evidence) -> bool:
    verdict = check.evaluate(evidence)
    assert verdict.reason
    return verdict.passed


def test_a_record_that_nobody_changed_does_not_pass(before: Evidence) -> None:
    assert not passes(REFUND, before)
    assert not passes(REFUND, with_changes(before, VERIFY, FILE))
    assert passes(REFUND, with_changes(before, PAY_BACK))


def test_a_dump_that_contains_the_values_does_not_pass(before: Evidence) -> None:
    noted = ("tickets/add_comment", {"text": "refunded 1200"}, {("tickets", "T1"): REFUNDED})
    other = ("orders/refund_order", {"order_id": "A2"}, {("orders", "A2"): REFUNDED})
    assert not passes(REFUND, with_changes(before, noted, other))


def test_what_is_written_past_the_tools_does_not_pass(before: Evidence) -> None:
    assert not passes(REFUND, with_changes(before, PAY_BACK, reported=False))
    (records_folder(before.workspace) / FILE_NAME).write_bytes(b"not a database" * 90)
    for check in (
        REFUND,
        RecordUnchanged(),
        RecordCreated("tickets", {"about": "A1"}),
        RecordOrder(VERIFIED, VERIFIED),
    ):
        assert "cannot be read" in check.evaluate(before).reason


def test_the_last_state_counts(before: Evidence) -> None:
    undone: Group = ("orders/undo", {}, {("orders", "A1"): PAID})
    assert not passes(REFUND, with_changes(before, PAY_BACK, undone))
    deleted: Group = ("orders/delete", {}, {("orders", "A1"): None})
    done = with_changes(before, PAY_BACK, deleted)
    assert not passes(REFUND, done)
    assert passes(RecordState("orders", "A1", deleted=True), done)


@pytest.mark.parametrize(
    ("found", "expected", "same"),
    [
        (1200, 1200, True),
        (1200, 1201, False),
        (1200.0, 1200, True),
        ("1200", 1200, False),
        (True, 1, False),
        (1, True, False),
        (None, None, True),
        (0, None, False),
        ("Open ", "open", True),
        ("opened", "open", False),
        ("2025-11-05T15:00:00Z", "2025-11-05T16:00:00+01:00", True),
        ("2025-11-05T15:00:00Z", "2025-11-05T15:00:01Z", False),
        ("2025-11-05T15:00:00", "2025-11-05T15:00:00Z", True),
        ("2025-11-05", "2025-11-05T00:00:00Z", False),
        ([1, "A"], [1, "a"], True),
        ([1], [1, 1], False),
        ({"a": 1}, {"a": 1, "b": None}, False),
        ("very late", {"$contains": "late"}, True),
        ("relate", {"$contains": "late"}, False),
        (10**400, 1, False),
    ],
)
def test_fields_are_compared_by_their_kind(found: Any, expected: Any, same: bool) -> None:
    assert same_field(found, expected, Tolerance()) is same


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 5) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=6,
)
RECORDS = st.dictionaries(st.sampled_from("abc"), VALUES, max_size=3)


@settings(max_examples=30)
@given(RECORDS, RECORDS)
def test_differences_are_found_in_both_directions(one: dict[str, Any], other: dict[str, Any]) -> None:
    assert differences(one, other) == differences(other, one)
    assert (differences(one, one), bool(differences(one, {**one, "new": 1}))) == ([], True)
    if not differences(one, other):
        assert one == other


def test_new_records_are_counted(before: Evidence) -> None:
    check = RecordCreated("tickets", {"about": "A1"}, keys="T9*")
    once = with_changes(before, FILE)
    assert passes(check, once)
    assert not passes(RecordCreated("tickets", {"about": "A2"}, keys="T9*"), once)
    assert not passes(RecordCreated("tickets", {"about": "A1"}, keys="T8*"), once)
    old: Group = ("tickets/comment", {}, {("tickets", "T1"): {"id": "T1", "about": "A1"}})
    still = with_changes(once, old)
    assert passes(check, still)
    twice = with_changes(still, ("tickets/create_ticket", {}, {("tickets", "T9002"): {"about": "A1"}}))
    assert not passes(check, twice)
    assert passes(RecordCreated("tickets", {"about": "A1"}, count=2, keys="T9*"), twice)


def test_nothing_else_may_change(before: Evidence) -> None:
    assert passes(RecordUnchanged(), before)
    done = with_changes(before, *GROUPS)
    assert passes(RecordUnchanged(ALLOWED), done)
    assert not passes(RecordUnchanged(), done)
    assert not passes(RecordUnchanged(ALLOWED[1:]), done)
    assert passes(RecordUnchanged(tables=("invoices",)), done)
    more = with_changes(
        done, ("orders/cancel_order", {}, {("orders", "A1"): {**REFUNDED, "status": "cancelled"}})
    )
    assert "status" in RecordUnchanged(ALLOWED).evaluate(more).reason


def test_an_allowed_record_must_be_changed_by_a_tool(before: Evidence) -> None:
    by_hand = with_changes(before, PAY_BACK, reported=False)
    assert "not by a tool" in RecordUnchanged(ALLOWED).evaluate(by_hand).reason


def test_the_order_of_changes_counts(before: Evidence) -> None:
    check = RecordOrder(VERIFIED, RecordStep("orders", "A1", {"payment.refunded_cents": 1200}))
    assert passes(check, with_changes(before, VERIFY, PAY_BACK))


@pytest.mark.parametrize("groups", [(PAY_BACK, VERIFY), (PAY_BACK,), (VERIFY,), ()])
def test_another_order_fails(groups: tuple[Any, ...], before: Evidence) -> None:
    check = RecordOrder(VERIFIED, RecordStep("orders", "A1", {"payment.refunded_cents": 1200}))
    assert not passes(check, with_changes(before, *groups))


def test_a_failed_verification_is_none(before: Evidence) -> None:
    failed: Group = ("customers/verify_identity", {}, {("customers", "C1"): {"id": "C1", "verified": False}})
    check = RecordOrder(VERIFIED, RecordStep("orders", "A1"))
    assert not passes(check, with_changes(before, failed, PAY_BACK))


@pytest.mark.parametrize(
    "check",
    [
        {"check": "record_state", "table": "orders", "key": "A1"},
        {"check": "record_state", "table": "orders", "key": "A1", "fields": {"a": 1}, "deleted": True},
        {"check": "record_state", "table": " ", "key": "A1", "fields": {"a": 1}},
        {"check": "record_state", "table": "orders", "key": "A1", "fields": {"a[": 1}},
        {"check": "record_state", "table": "orders", "key": "A1", "fields": {"a": {"$like": 1}}},
        {"check": "record_created", "table": "orders", "fields": {}},
        {"check": "record_created", "table": "orders", "fields": {"a": 1}, "count": -1},
        {"check": "record_unchanged", "allowed": [{"table": "orders", "key": "A1", "fields": ["a"]}]},
        {
            "check": "record_unchanged",
            "allowed": [{"table": "orders", "key": "A*", "fields": ["a"], "before": {}}],
        },
        {"check": "record_unchanged", "allowed": [{"table": "orders", "key": "A1"}], "tables": ["tickets"]},
        {
            "check": "record_order",
            "first": {"table": "orders", "key": ""},
            "then": {"table": "orders", "key": "A1"},
        },
    ],
)
def test_what_makes_no_sense_is_refused(check: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        read_checks([check], "task t")


def test_allowed_changes_are_read_from_json() -> None:
    allowed = {"table": "orders", "key": "A1", "fields": ["status"], "before": PAID}
    (check,) = read_checks([{"check": "record_unchanged", "allowed": [allowed]}], "task t")
    assert check == RecordUnchanged((AllowedChange("orders", "A1", ("status",), PAID),))


def test_corruptions_of_a_record_that_gets_its_place_by_a_later_change(
    before: Evidence, tmp_path_factory: pytest.TempPathFactory
) -> None:
    check = RecordState("orders", "A1", {"invoice.total_cents": 1200, "refunds[0].amount_cents": 1200})
    placed = ("orders/apply_voucher", {"order_id": "A1"}, {("orders", "A1"): {**PAID, "invoice": None}})
    billed = {("orders", "A1"): {**REFUNDED, "invoice": {"total_cents": 1200}}}
    done = with_changes(before, placed, ("orders/refund_order", {"order_id": "A1"}, billed))
    assert passes(check, done)
    spoiled = list(check.corruptions(done, tmp_path_factory.mktemp("scratch")))
    assert len(spoiled) >= 4
    assert not any(passes(check, evidence) for _, evidence in spoiled)
