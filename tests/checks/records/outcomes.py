"""Records as an agent leaves them, and checks that they pass."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import msgspec

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
)
from m3bench.core import RECEIPTS_KEY, Call, Outcome, Result, Step
from m3bench.records import CallInfo, RecordStore

Changed = Mapping[tuple[str, str], dict[str, Any] | None]

PAID = {
    "id": "A1",
    "status": "delivered",
    "payment": {"paid_cents": 3000, "refunded_cents": 0},
    "refunds": [],
}
REFUNDED = {
    **PAID,
    "payment": {"paid_cents": 3000, "refunded_cents": 1200},
    "refunds": [{"amount_cents": 1200, "at": "2025-11-05T15:00:00Z", "reason": "Arrived  broken"}],
}
GROUPS: tuple[tuple[str, dict[str, Any], Changed], ...] = (
    (
        "customers/verify_identity",
        {"customer_id": "C1"},
        {("customers", "C1"): {"id": "C1", "verified": True}},
    ),
    ("orders/refund_order", {"order_id": "A1", "amount_cents": 1200}, {("orders", "A1"): REFUNDED}),
    (
        "tickets/create_ticket",
        {"subject": "Refund"},
        {("tickets", "T9001"): {"id": "T9001", "about": "A1", "links": []}, ("drafts", "D1"): None},
    ),
)


def with_changes(
    evidence: Evidence, *groups: tuple[str, dict[str, Any], Changed], reported: bool = True
) -> Evidence:
    """The outcome with calls that changed records."""
    store, steps = RecordStore(evidence.workspace), list(evidence.trajectory.steps)
    for name, arguments, changed in groups:
        server, _, tool = name.partition("/")
        receipt = store.change(CallInfo(server, tool, arguments), changed)
        result = Result(meta={RECEIPTS_KEY: [str(receipt)]} if reported else {})
        steps.append(Step((Call(name, arguments, result=result, outcome=Outcome.SUCCESS),)))
    return replace(evidence, trajectory=msgspec.structs.replace(evidence.trajectory, steps=tuple(steps)))


VERIFIED = RecordStep("customers", "C*", {"verified": True})
ALLOWED = (
    AllowedChange("customers", "C1"),
    AllowedChange("orders", "A1", ("payment.refunded_cents", "refunds"), PAID),
    AllowedChange("tickets", "T9*"),
    AllowedChange("drafts", "D1"),
    # The mail and the event of the other checks.
    AllowedChange("mail", "sent-*"),
    AllowedChange("outbox", "sent-*"),
    AllowedChange("mail_files", "*"),
    AllowedChange("events", "new-event-*"),
)
RECORD_PASSING: tuple[Check, ...] = (
    RecordState(
        "orders",
        "A1",
        {
            "payment.refunded_cents": 1199,
            "refunds[0].at": "2025-11-05T16:00:00+01:00",
            "refunds[0].reason": "arrived broken",
            "status": {"$one_of": ["delivered", "shipped"]},
            "length(refunds)": 1,
            "voucher": None,
        },
        tolerance=Tolerance(1),
    ),
    RecordState("drafts", "D1", deleted=True),
    RecordCreated("tickets", {"about": "A1", "links": []}, keys="T9*"),
    RecordCreated("notes", {"about": "A1"}, count=0),
    RecordUnchanged(ALLOWED),
    RecordUnchanged(ALLOWED[1:2], ("orders",)),
    RecordOrder(VERIFIED, RecordStep("orders", "A1")),
)
