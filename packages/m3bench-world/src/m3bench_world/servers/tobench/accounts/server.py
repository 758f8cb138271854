"""The server, and what its tools share: active accounts and new transactions."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import BadArgument, Proof, about
from m3bench_world.servers.tobench.service_records import RecordServer, ServiceRecords, note_event, refused
from m3bench_world.service import Record

server = RecordServer(
    "accounts",
    "Read accounts and statements; block cards, dispute charges, move money and change tariffs.",
    Proof("find_accounts", {"company": "FER", "limit": 2}),
)

AccountId = Annotated[str, about("Id of the account, such as FER-A60011.")]
TransactionId = Annotated[str, about("Id of the transaction, such as FER-X6001103.")]


def get_active(records: ServiceRecords, account_id: str, argument: str = "account_id") -> Record:
    """Return an account that is active."""
    account = records.get("accounts", account_id, argument)
    if account["status"] != "active":
        raise refused(f"account {account['id']} is {account['status']}")
    return account


def get_transaction(account: Record, transaction_id: str) -> Record:
    key = transaction_id.strip().upper()[:40]
    found: Record | None = next(
        (transaction for transaction in account["transactions"] if transaction["id"] == key), None
    )
    if found is None:
        raise BadArgument("transaction_id", f"account {account['id']} has no transaction '{key}'")
    return found


def book(records: ServiceRecords, account: Record, cents: int, kind: str, text: str) -> str:
    """Add a transaction to an account, and return its id."""
    account["balance_cents"] += cents
    number = len(account["transactions"]) + 1
    key = f"{account['company']}-X{account['id'].partition('-A')[2]}{number:02d}"
    account["transactions"].append(
        {
            "id": key,
            "at": records.time,
            "text": text,
            "kind": kind,
            "amount_cents": cents,
            "balance_cents": account["balance_cents"],
            "status": "booked",
        }
    )
    note_event(account, records.time, f"{kind} {key}")
    return key
