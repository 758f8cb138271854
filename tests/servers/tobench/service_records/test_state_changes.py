"""State changes with their checks: each passes what was done, and finds each corruption."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import (
    AllowedChange,
    Check,
    RecordCreated,
    RecordOrder,
    RecordState,
    RecordStep,
    RecordUnchanged,
)
from m3bench_world.servers.tobench.bookings.server import hours_until
from m3bench_world.service import Record
from tests.servers.tobench.sessions import WORLD, Session, pick

NOW = "2025-11-05T15:00:00Z"


def order(status: str, *more: Callable[[Record], bool]) -> Record:
    return pick("KES", "orders", lambda each: each["status"] == status and all(fits(each) for fits in more))


def unrefunded(each: Record) -> bool:
    return not each["refunds"]


def in_stock(each: Record) -> bool:
    products = WORLD.service.companies["KES"].products
    return bool(products[each["items"][0]["product_id"]]["stock"] >= each["items"][0]["quantity"])


def coming(company: str, class_name: str) -> Record:
    return pick(
        company,
        "bookings",
        lambda booking: booking["status"] == "confirmed" and booking["class"] == class_name,
    )


def account(company: str, fits: Callable[[Record], bool] = lambda _: True) -> Record:
    return pick(company, "accounts", fits)


def row(record: Record, kind: str) -> Record:
    found: Record = next(transaction for transaction in record["transactions"] if transaction["kind"] == kind)
    return found


PLACED, THERE = order("placed"), order("delivered", unrefunded, in_stock)
PAID = THERE["payment"]["paid_cents"]
VOUCHER = pick("KES", "vouchers")["id"]
PERSON = pick("KES", "customers")
WRONG = dict.fromkeys(PERSON["security"], "no idea")
FLIGHT, FLEX = coming("AEL", "Standard"), coming("AEL", "Flex")
TARGET = next(
    offer["id"]
    for offer in WORLD.service.companies["AEL"].offers.values()
    if offer["id"] != FLIGHT["offer_id"]
    and hours_until(offer, WORLD.now) > 0
    and offer["classes"][1]["places_left"] >= FLIGHT["guests"]
)
UPGRADE = pick(
    "AEL",
    "bookings",
    lambda each: (
        each["status"] == "confirmed"
        and each["class"] == "Light"
        and WORLD.service.companies["AEL"].offers[each["offer_id"]]["classes"][2]["places_left"]
        >= each["guests"]
    ),
)
PLAIN = pick("AEL", "bookings", lambda each: each["status"] == "confirmed" and not each["extras"])
FULL = pick(
    "AEL",
    "offers",
    lambda each: hours_until(each, WORLD.now) > 0 and each["classes"][2]["places_left"] == 0,
)
SOON = next(
    booking
    for company in WORLD.service.companies.values()
    for booking in company.bookings.values()
    if booking["status"] == "confirmed" and hours_until(booking, WORLD.now) < 72
)
CURRENT = account("FER", lambda each: each["kind"] == "current" and each["balance_cents"] > 20_000)
SAVINGS = account(
    "FER", lambda each: each["kind"] == "savings" and each["customer_id"] == CURRENT["customer_id"]
)
CARD = account("FER", lambda each: bool(each["cards"]) and each["cards"][0]["status"] == "active")
BLOCKED = account("FER", lambda each: bool(each["cards"]) and each["cards"][0]["status"] == "blocked")
FEES = account("VOX", lambda each: any(item["kind"] == "fee" for item in each["transactions"]))
FEE = row(FEES, "fee")
LINE = account("VOX")
TARIFF = pick(
    "VOX", "products", lambda each: each["kind"] == "tariff" and each["id"] != LINE["tariff"]["product_id"]
)
TICKET = pick("ROS", "tickets", lambda each: each["status"] == "open" and each["priority"] != "urgent")
SECOND = pick("ROS", "tickets", lambda each: each["status"] == "pending")
AGENT = next(name for name in WORLD.service.companies["ROS"].agents if name != TICKET["assignee"])

CASES: list[tuple[str, dict[str, Any], str, str, dict[str, Any]]] = [
    ("customers/verify_identity", {"customer_id": PERSON["id"], "answers": PERSON["security"]},
     "customers", PERSON["id"], {"verified_at": "2025-11-05T16:00:00+01:00", "failed_verifications": 0}),
    ("customers/verify_identity", {"customer_id": PERSON["id"], "answers": WRONG},
     "customers", PERSON["id"], {"verified_at": None, "failed_verifications": 1}),
    ("customers/update_contact", {"customer_id": PERSON["id"], "email": "new@example.org"},
     "customers", PERSON["id"], {"email": "NEW@example.org"}),
    ("customers/update_contact", {"customer_id": PERSON["id"], "street": "1 Elm Road", "city": "Reno"},
     "customers", PERSON["id"], {"address.street": "1 elm road", "address.city": "Reno"}),
    ("customers/merge_customers", {"keep_id": "KES-C1004", "duplicate_id": "KES-C1028"},
     "customers", "KES-C1028", {"status": "merged", "merged_into": "KES-C1004"}),
    ("customers/add_note", {"customer_id": PERSON["id"], "text": "Prefers the phone."},
     "customer_notes", "KES-N90001", {"text": {"$contains": "phone"}, "customer_id": PERSON["id"]}),
    ("orders/cancel_order", {"order_id": PLACED["id"], "reason": "changed mind"},
     "orders", PLACED["id"], {"status": "cancelled", "payment.refunded_cents": PLACED["total_cents"]}),
    ("orders/refund_order", {"order_id": THERE["id"], "reason": "late"},
     "orders", THERE["id"], {"payment.refunded_cents": PAID, "length(refunds)": 1, "status": "delivered"}),
    ("orders/refund_order", {"order_id": THERE["id"], "reason": "late", "amount_cents": 700},
     "orders", THERE["id"], {"payment.refunded_cents": 700, "refunds[0].reason": "late"}),
    ("orders/refund_item", {"order_id": THERE["id"], "line": 1, "reason": "broken"},
     "orders", THERE["id"], {"items[0].status": "refunded", "refunds[0].line": 1}),
    ("orders/replace_item", {"order_id": THERE["id"], "line": 1, "reason": "broken"},
     "orders", THERE["id"], {"items[0].status": "replaced", "payment.refunded_cents": 0}),
    ("orders/create_return_label", {"order_id": THERE["id"], "line": 1, "reason": "too small"},
     "orders", THERE["id"], {"returns[0].line": 1, "returns[0].quantity": 1}),
    ("orders/change_delivery_address",
     {"order_id": PLACED["id"], "street": "2 Mill Lane", "city": "Reno", "postcode": "89501"},
     "orders", PLACED["id"], {"shipment.address.postcode": "89501"}),
    ("orders/apply_voucher", {"order_id": PLACED["id"], "voucher": VOUCHER},
     "orders", PLACED["id"], {"voucher": VOUCHER, "discount_cents": PLACED["subtotal_cents"] // 10}),
    ("orders/adjust_price",
     {"order_id": THERE["id"], "line": 1, "unit_price_cents": 100, "reason": "seen cheaper"},
     "orders", THERE["id"], {"items[0].unit_price_cents": 100}),
    ("bookings/change_booking", {"booking_id": FLIGHT["id"], "offer_id": TARGET},
     "bookings", FLIGHT["id"], {"offer_id": TARGET, "fees_cents": 4000}),
    ("bookings/change_booking", {"booking_id": FLIGHT["id"], "offer_id": TARGET, "waive_fee": True},
     "bookings", FLIGHT["id"], {"offer_id": TARGET, "fees_cents": 0}),
    ("bookings/cancel_booking", {"booking_id": FLIGHT["id"], "reason": "ill"},
     "bookings", FLIGHT["id"], {"status": "cancelled", "fees_cents": FLIGHT["total_cents"] * 30 // 100}),
    ("bookings/cancel_booking", {"booking_id": FLEX["id"], "reason": "ill"},
     "bookings", FLEX["id"], {"status": "cancelled", "total_cents": 0}),
    ("bookings/upgrade_booking", {"booking_id": UPGRADE["id"], "class_name": "Flex"},
     "bookings", UPGRADE["id"], {"class": "Flex", "rules.cancel_percent": 0}),
    ("bookings/add_extra", {"booking_id": PLAIN["id"], "extra": "Seat with legroom"},
     "bookings", PLAIN["id"], {"extras[-1].name": "Seat with legroom"}),
    ("bookings/check_in", {"booking_id": SOON["id"]},
     "bookings", SOON["id"], {"status": "checked_in", "checked_in_at": NOW}),
    ("bookings/join_waitlist", {"offer_id": FULL["id"], "class_name": "Flex", "customer_id": "AEL-C1002"},
     "offers", FULL["id"], {"waitlist[0].customer_id": "AEL-C1002"}),
    ("bookings/create_invoice", {"booking_id": FLEX["id"]},
     "bookings", FLEX["id"], {"invoice.total_cents": FLEX["total_cents"]}),
    ("accounts/block_card", {"account_id": CARD["id"], "card_id": CARD["cards"][0]["id"], "reason": "lost"},
     "accounts", CARD["id"], {"cards[0].status": "blocked", "cards[0].blocked_because": "lost"}),
    ("accounts/unblock_card", {"account_id": BLOCKED["id"], "card_id": BLOCKED["cards"][0]["id"]},
     "accounts", BLOCKED["id"], {"cards[0].status": "active"}),
    ("accounts/dispute_transaction",
     {"account_id": CURRENT["id"], "transaction_id": row(CURRENT, "purchase")["id"], "reason": "not mine"},
     "disputes", "FER-D90001", {"transaction_id": row(CURRENT, "purchase")["id"], "status": "open"}),
    ("accounts/transfer",
     {"from_account_id": CURRENT["id"], "to_account_id": SAVINGS["id"], "amount_cents": 12_000},
     "accounts", SAVINGS["id"], {"balance_cents": SAVINGS["balance_cents"] + 12_000}),
    ("accounts/waive_fee", {"account_id": FEES["id"], "transaction_id": FEE["id"], "reason": "goodwill"},
     "accounts", FEES["id"], {"balance_cents": FEES["balance_cents"] - FEE["amount_cents"]}),
    ("accounts/add_credit", {"account_id": LINE["id"], "amount_cents": 500, "reason": "outage"},
     "accounts", LINE["id"], {"balance_cents": LINE["balance_cents"] + 500}),
    ("accounts/change_tariff", {"account_id": LINE["id"], "tariff_id": TARIFF["id"]},
     "accounts", LINE["id"], {"tariff.name": TARIFF["name"]}),
    ("accounts/pause_account", {"account_id": LINE["id"], "until": "2026-01-15"},
     "accounts", LINE["id"], {"status": "paused", "paused_until": "2026-01-15"}),
    ("tickets/create_ticket",
     {"company": "ROS", "customer_id": "ROS-C1003", "subject": "Noise", "text": "Room 12", "team": "Events"},
     "tickets", "ROS-T90001", {"subject": "noise", "team": "Events", "customer_id": "ROS-C1003"}),
    ("tickets/add_comment", {"ticket_id": TICKET["id"], "text": "We call you.", "public": True},
     "tickets", TICKET["id"], {"comments[-1].public": True, "comments[-1].text": {"$contains": "call"}}),
    ("tickets/set_status", {"ticket_id": TICKET["id"], "status": "solved"},
     "tickets", TICKET["id"], {"status": "solved"}),
    ("tickets/set_priority", {"ticket_id": TICKET["id"], "priority": "urgent"},
     "tickets", TICKET["id"], {"priority": "urgent"}),
    ("tickets/assign_ticket", {"ticket_id": TICKET["id"], "assignee": AGENT},
     "tickets", TICKET["id"], {"assignee": AGENT}),
    ("tickets/escalate_ticket", {"ticket_id": TICKET["id"], "team": "Management", "reason": "angry"},
     "tickets", TICKET["id"], {"escalation.team": "Management", "assignee": None}),
    ("tickets/link_tickets", {"ticket_id": TICKET["id"], "other_id": SECOND["id"]},
     "tickets", SECOND["id"], {"links": [TICKET["id"]]}),
    ("tickets/merge_tickets", {"ticket_id": TICKET["id"], "duplicate_id": SECOND["id"]},
     "tickets", SECOND["id"], {"merged_into": TICKET["id"], "status": "closed"}),
]  # fmt: skip
"""Tool, arguments, the record it changes, and its values then."""


def require_found(check: Check, session: Session, scratch: Path, least: int) -> None:
    """The check passes what was done, and none of its corruptions."""
    verdict = check.evaluate(session.evidence)
    assert verdict.passed, verdict.reason
    made = check.corruptions(session.evidence, scratch)
    assert len(made) >= least
    passed = [words for words, evidence in made if check.evaluate(evidence).passed]
    assert passed == []


@pytest.mark.parametrize(
    ("tool", "arguments", "table", "key", "fields"), CASES, ids=[f"{case[0]} {case[3]}" for case in CASES]
)
def test_a_change_and_its_corruptions(
    tool: str, arguments: dict[str, Any], table: str, key: str, fields: dict[str, Any], tmp_path: Path
) -> None:
    session = Session(tmp_path / "workspace")
    session.workspace.mkdir()
    session(tool, **arguments)
    require_found(RecordState(table, key, fields), session, tmp_path / "state", 3)


def test_at_least_thirty_changes_are_tested() -> None:
    assert len({(case[0], str(case[1])) for case in CASES}) >= 40


def test_a_service_case_from_verification_to_note(tmp_path: Path) -> None:
    session = Session(tmp_path / "workspace")
    session.workspace.mkdir()
    person = WORLD.service.companies["KES"].customers[THERE["customer_id"]]
    session("customers/verify_identity", customer_id=person["id"], answers=person["security"])
    session("orders/refund_order", order_id=THERE["id"], reason="arrived broken")
    session("tickets/create_ticket", company="KES", customer_id=person["id"], subject="Refund",
            text="Refunded in full.", team="Returns", about_id=THERE["id"])  # fmt: skip
    checks = (
        RecordOrder(
            RecordStep("customers", person["id"], {"verified_at": {"$any": True}}),
            RecordStep("orders", THERE["id"], {"payment.refunded_cents": PAID}),
        ),
        RecordCreated("tickets", {"about": THERE["id"], "status": "open"}, keys="KES-T9*"),
        RecordUnchanged(
            (
                AllowedChange("customers", person["id"], ("verified_at",), person),
                AllowedChange("orders", THERE["id"], ("payment.refunded_cents", "refunds", "history"), THERE),
                AllowedChange("tickets", "KES-T9*"),
            )
        ),
    )
    for number, check in enumerate(checks):
        require_found(check, session, tmp_path / str(number), 4)
    session("orders/create_return_label", order_id=THERE["id"], line=1, reason="x")
    assert "returns" in checks[2].evaluate(session.evidence).reason
