"""The server `accounts`."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from m3bench_world.service import Record
from tests.servers.tobench.sessions import Session, pick


def has(kind: str) -> Record:
    """A bank account with a transaction of a kind."""
    return pick(
        "FER", "accounts", lambda account: any(row["kind"] == kind for row in account["transactions"])
    )


def row_of(account: Record, kind: str) -> str:
    return str(next(row["id"] for row in account["transactions"] if row["kind"] == kind))


CURRENT = pick("FER", "accounts", lambda each: each["kind"] == "current" and each["balance_cents"] > 20_000)
SAVINGS = pick(
    "FER",
    "accounts",
    lambda each: each["kind"] == "savings" and each["customer_id"] == CURRENT["customer_id"],
)
LINE = pick("VOX", "accounts")


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path, "accounts")


def test_accounts_are_found_and_read(session: Session) -> None:
    accounts = session("find_accounts", company="FER", customer_id=CURRENT["customer_id"])["accounts"]
    assert [account["id"] for account in accounts] == [CURRENT["id"], SAVINGS["id"]]
    shown = session("get_account", account_id=CURRENT["id"])
    assert shown["balance_cents"] == CURRENT["balance_cents"]
    rows = session("list_transactions", account_id=CURRENT["id"], query="salary", limit=2)
    assert (rows["total"], len(rows["transactions"])) == (4, 2)
    assert rows["transactions"][0]["at"] > rows["transactions"][1]["at"]
    assert session.refusal("find_accounts", company="FER", query="zzz")
    assert session.refusal("find_accounts", company="AEL")


def test_statements_continue_each_other(session: Session) -> None:
    months = [
        session("get_statement", account_id=CURRENT["id"], month=month)
        for month in ("2025-08", "2025-09", "2025-10", "2025-11")
    ]
    for one, other in pairwise(months):
        assert one["closing_cents"] == other["opening_cents"]
    assert months[-1]["closing_cents"] == CURRENT["balance_cents"]
    assert session.refusal("get_statement", account_id=CURRENT["id"], month="October")


@pytest.mark.parametrize("reason", ["lost", "requested"])
def test_cards_are_blocked_and_some_unblocked(reason: str, session: Session) -> None:
    account = pick("FER", "accounts", lambda each: any(card["status"] == "active" for card in each["cards"]))
    card = next(card["id"] for card in account["cards"] if card["status"] == "active")
    given = {"account_id": account["id"], "card_id": card}
    assert "not blocked" in session.refusal("unblock_card", **given)
    session("block_card", **given, reason=reason)
    assert "already" in session.refusal("block_card", **given, reason=reason)
    if reason == "lost":
        assert "reported lost" in session.refusal("unblock_card", **given)
    else:
        assert session("unblock_card", **given)["status"] == "active"
    assert session.refusal("block_card", account_id=SAVINGS["id"], card_id=card, reason="lost")


def test_a_purchase_is_disputed_once(session: Session) -> None:
    account = has("purchase")
    given = {"account_id": account["id"], "transaction_id": row_of(account, "purchase"), "reason": "not mine"}
    assert session("dispute_transaction", **given)["dispute_id"] == "FER-D90001"
    assert "disputed already" in session.refusal("dispute_transaction", **given)
    assert len(session("get_account", account_id=account["id"])["disputes"]) == 1
    assert session.record("accounts", account["id"])["balance_cents"] == account["balance_cents"]
    salary = given | {"transaction_id": row_of(account, "deposit")}
    assert "only purchases" in session.refusal("dispute_transaction", **salary)
    assert session.refusal("dispute_transaction", **(given | {"transaction_id": "FER-X0"}))


def test_money_moves_between_accounts_of_a_customer(session: Session) -> None:
    given = {"from_account_id": CURRENT["id"], "to_account_id": SAVINGS["id"]}
    session("transfer", **given, amount_cents=15_000)
    after = [session.record("accounts", each["id"])["balance_cents"] for each in (CURRENT, SAVINGS)]
    assert after == [CURRENT["balance_cents"] - 15_000, SAVINGS["balance_cents"] + 15_000]
    assert "available" in session.refusal("transfer", **given, amount_cents=400_000_00)
    assert session.refusal("transfer", **given, amount_cents=0)
    stranger = pick("FER", "accounts", lambda each: each["customer_id"] != CURRENT["customer_id"])
    assert "different customers" in session.refusal(
        "transfer", from_account_id=CURRENT["id"], to_account_id=stranger["id"], amount_cents=1
    )
    assert session.refusal(
        "transfer", from_account_id=CURRENT["id"], to_account_id=CURRENT["id"], amount_cents=1
    )


def test_a_day_has_a_limit(session: Session) -> None:
    session("add_credit", account_id=CURRENT["id"], amount_cents=1_000_000, reason="correction")
    given = {"from_account_id": CURRENT["id"], "to_account_id": SAVINGS["id"]}
    session("transfer", **given, amount_cents=450_000)
    assert "a day" in session.refusal("transfer", **given, amount_cents=50_001)
    session("transfer", **given, amount_cents=50_000)
    assert session.refusal("add_credit", account_id=CURRENT["id"], amount_cents=-5, reason="x")


def test_a_fee_is_waived_once(session: Session) -> None:
    account = has("fee")
    fee = next(row for row in account["transactions"] if row["kind"] == "fee")
    given = {"account_id": account["id"], "transaction_id": fee["id"], "reason": "goodwill"}
    made = session("waive_fee", **given)
    assert made["balance_cents"] == account["balance_cents"] - fee["amount_cents"]
    assert "waived already" in session.refusal("waive_fee", **given)
    salary = given | {"transaction_id": row_of(account, "deposit")}
    assert "not a fee" in session.refusal("waive_fee", **salary)


def test_tariffs_change(session: Session) -> None:
    tariffs = session("list_tariffs", company="VOX")["tariffs"]
    other = next(tariff for tariff in tariffs if tariff["id"] != LINE["tariff"]["product_id"])
    made = session("change_tariff", account_id=LINE["id"], tariff_id=other["id"])
    assert made["tariff"]["monthly_cents"] == other["monthly_cents"]
    assert "already" in session.refusal("change_tariff", account_id=LINE["id"], tariff_id=other["id"])
    phone = pick("VOX", "products", lambda product: product["kind"] == "goods")["id"]
    assert session.refusal("change_tariff", account_id=LINE["id"], tariff_id=phone)
    assert session.refusal("list_tariffs", company="AEL")


def test_lines_are_paused_and_resumed(session: Session) -> None:
    assert "not paused" in session.refusal("resume_account", account_id=LINE["id"])
    for bad in ("2025-11-05", "2027-01-01", "soon"):
        assert session.refusal("pause_account", account_id=LINE["id"], until=bad)
    session("pause_account", account_id=LINE["id"], until="2026-01-15")
    assert "is paused" in session.refusal("pause_account", account_id=LINE["id"], until="2026-01-15")
    assert session("resume_account", account_id=LINE["id"])["status"] == "active"
    assert "cannot be paused" in session.refusal(
        "pause_account", account_id=CURRENT["id"], until="2026-01-15"
    )
