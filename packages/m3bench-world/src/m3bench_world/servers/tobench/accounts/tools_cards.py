"""Cards and disputed transactions."""

from __future__ import annotations

from typing import Annotated, Literal

from m3bench.servers.kit import BadArgument, about, check_text
from m3bench_world.servers.tobench.accounts.server import (
    AccountId,
    TransactionId,
    get_transaction,
    server,
)
from m3bench_world.servers.tobench.service_records import (
    Reason,
    ServiceRecords,
    note_event,
    refused,
)
from m3bench_world.service import Record

CardId = Annotated[str, about("Id of the card, as get_account shows it.")]
_DISPUTABLE = ("purchase", "charge")


def _card(account: Record, card_id: str) -> Record:
    key = card_id.strip().upper()[:40]
    found: Record | None = next((card for card in account["cards"] if card["id"] == key), None)
    if found is None:
        names = ", ".join(card["id"] for card in account["cards"]) or "none"
        raise BadArgument("card_id", f"account {account['id']} has no card '{key}'; its cards: {names}")
    return found


@server.change
def block_card(
    records: ServiceRecords,
    account_id: AccountId,
    card_id: CardId,
    reason: Annotated[Literal["lost", "stolen", "requested"], about("Lost and stolen cards stay blocked.")],
) -> Record:
    """Block a card of an account at once."""
    account = records.get("accounts", account_id, "account_id")
    card = _card(account, card_id)
    if card["status"] == "blocked":
        raise refused(f"card {card['id']} is blocked already")
    card |= {"status": "blocked", "blocked_because": reason}
    note_event(account, records.time, f"card {card['id']} blocked: {reason}")
    records.put("accounts", account)
    return {"account_id": account["id"], "card_id": card["id"], "status": "blocked"}


@server.change
def unblock_card(records: ServiceRecords, account_id: AccountId, card_id: CardId) -> Record:
    """Unblock a card that was blocked on request. Lost and stolen cards cannot be unblocked."""
    account = records.get("accounts", account_id, "account_id")
    card = _card(account, card_id)
    if card["status"] != "blocked":
        raise refused(f"card {card['id']} is not blocked")
    if card.get("blocked_because") in ("lost", "stolen"):
        raise refused(f"card {card['id']} was reported {card['blocked_because']}")
    card |= {"status": "active", "blocked_because": None}
    note_event(account, records.time, f"card {card['id']} unblocked")
    records.put("accounts", account)
    return {"account_id": account["id"], "card_id": card["id"], "status": "active"}


@server.change
def dispute_transaction(
    records: ServiceRecords, account_id: AccountId, transaction_id: TransactionId, reason: Reason
) -> Record:
    """Open a dispute about a purchase or charge that the customer does not recognise or accept. The amount
    stays booked until the dispute is decided. A transaction can be disputed once."""
    why = check_text(reason, "reason")
    account = records.get("accounts", account_id, "account_id")
    found = get_transaction(account, transaction_id)
    if found["kind"] not in _DISPUTABLE:
        raise refused(f"{found['id']} is a {found['kind']}; only purchases and charges can be disputed")
    if found["status"] != "booked":
        raise refused(f"{found['id']} is {found['status']} already")
    key = records.new_id("disputes", account["company"])
    found["status"] = "disputed"
    note_event(account, records.time, f"dispute {key}")
    records.put("accounts", account)
    dispute = {"id": key, "company": account["company"], "account_id": account["id"], "status": "open"}
    dispute |= {"transaction_id": found["id"], "amount_cents": -found["amount_cents"]}
    records.put("disputes", dispute | {"reason": why, "at": records.time})
    return {"dispute_id": key, "transaction_id": found["id"], "status": "open"}
