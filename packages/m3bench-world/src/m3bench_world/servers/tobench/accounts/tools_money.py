"""Transfers, credits and waived fees; tariffs."""

from __future__ import annotations

from datetime import date
from typing import Annotated

from m3bench.servers.kit import BadArgument, NotFound, about, check_text
from m3bench_world.servers.tobench.accounts.server import (
    AccountId,
    TransactionId,
    book,
    get_active,
    get_transaction,
    server,
)
from m3bench_world.servers.tobench.service_records import (
    CompanyName,
    Reason,
    ServiceRecords,
    check_cents,
    check_day,
    note_event,
    refused,
    shorten,
)
from m3bench_world.service import Record

DAILY_LIMIT = 500_000
_BANK = ("current", "savings")


@server.change
def transfer(
    records: ServiceRecords,
    from_account_id: Annotated[str, about("Id of the bank account to debit.")],
    to_account_id: Annotated[str, about("Id of the bank account to credit, of the same customer.")],
    amount_cents: Annotated[int, about("Amount in cents.")],
) -> Record:
    """Transfer money between two bank accounts of the same customer. The balance and the overdraft must cover
    it, and a day's transfers from an account may not exceed 500,000 cents."""
    cents = check_cents(amount_cents, "amount_cents")
    source = get_active(records, from_account_id, "from_account_id")
    target = get_active(records, to_account_id, "to_account_id")
    if source["id"] == target["id"]:
        raise BadArgument("to_account_id", "it is the account to debit; give another one")
    if source["customer_id"] != target["customer_id"]:
        raise refused(f"{source['id']} and {target['id']} belong to different customers")
    _require_cover(source, target, cents, records.time[:10])
    sent = book(records, source, -cents, "transfer", f"Transfer to {target['id']}")
    received = book(records, target, cents, "transfer", f"Transfer from {source['id']}")
    records.put("accounts", source)
    records.put("accounts", target)
    return {"amount_cents": cents, "debit_id": sent, "credit_id": received}


def _require_cover(source: Record, target: Record, cents: int, today: str) -> None:
    if source["kind"] not in _BANK or target["kind"] not in _BANK:
        raise refused("money can be transferred between bank accounts only")
    available = source["balance_cents"] + source["overdraft_cents"]
    if cents > available:
        raise refused(f"{source['id']} has {available} cents available, not {cents}")
    sent = -sum(
        transaction["amount_cents"]
        for transaction in source["transactions"]
        if transaction["kind"] == "transfer"
        and transaction["amount_cents"] < 0
        and transaction["at"].startswith(today)
    )
    if sent + cents > DAILY_LIMIT:
        raise refused(
            f"transfers from {source['id']} may not exceed {DAILY_LIMIT} cents a day; {sent} were sent"
        )


@server.change
def waive_fee(
    records: ServiceRecords, account_id: AccountId, transaction_id: TransactionId, reason: Reason
) -> Record:
    """Credit a fee back to the account. A fee can be waived once; how often the company's rules allow it, the
    system does not check."""
    why = check_text(reason, "reason")
    account = records.get("accounts", account_id, "account_id")
    fee = get_transaction(account, transaction_id)
    if fee["kind"] != "fee":
        raise refused(f"{fee['id']} is a {fee['kind']}, not a fee")
    if fee["status"] != "booked":
        raise refused(f"{fee['id']} is {fee['status']} already")
    fee["status"] = "waived"
    key = book(records, account, -fee["amount_cents"], "credit", f"Fee {fee['id']} waived: {why}")
    records.put("accounts", account)
    return {"transaction_id": fee["id"], "credit_id": key, "balance_cents": account["balance_cents"]}


@server.change
def add_credit(
    records: ServiceRecords,
    account_id: AccountId,
    amount_cents: Annotated[int, about("Amount in cents. The company's rules say how much is allowed.")],
    reason: Reason,
) -> Record:
    """Credit an amount to an account as a gesture of goodwill or a correction."""
    cents, why = check_cents(amount_cents, "amount_cents"), check_text(reason, "reason")
    account = records.get("accounts", account_id, "account_id")
    key = book(records, account, cents, "credit", why)
    records.put("accounts", account)
    return {"account_id": account["id"], "credit_id": key, "balance_cents": account["balance_cents"]}


_LONGEST_PAUSE_DAYS = 365


@server.lookup
def list_tariffs(records: ServiceRecords, company: CompanyName) -> Record:
    """List the tariffs, policies, plans or rents of a company with their monthly price in cents."""
    chosen = records.company(company)
    found = [
        shorten(product, "id", "name", "currency") | {"monthly_cents": product["price_cents"]}
        for product in records.all("products", chosen).values()
        if product["kind"] == "tariff"
    ]
    if not found:
        raise NotFound(f"{chosen.name} has no tariffs")
    return {"tariffs": found}


@server.change
def change_tariff(
    records: ServiceRecords,
    account_id: AccountId,
    tariff_id: Annotated[str, about("Id of the new tariff, as list_tariffs shows it.")],
) -> Record:
    """Move an account to another tariff from the next bill on. Booked charges stay as they are."""
    account = get_active(records, account_id)
    product = records.get("products", tariff_id, "tariff_id")
    records.same_company(account, product)
    if product["kind"] != "tariff" or account["tariff"] is None:
        raise refused(f"{product['name']} is not a tariff for account {account['id']}")
    if account["tariff"]["product_id"] == product["id"]:
        raise refused(f"account {account['id']} has {product['name']} already")
    old = account["tariff"]["name"]
    account["tariff"] = {
        "product_id": product["id"],
        "name": product["name"],
        "monthly_cents": product["price_cents"],
    }
    note_event(account, records.time, f"tariff changed from {old} to {product['name']}")
    records.put("accounts", account)
    return {"account_id": account["id"], "tariff": account["tariff"]}


@server.change
def pause_account(
    records: ServiceRecords,
    account_id: AccountId,
    until: Annotated[str, about("Day on which it goes on, as YYYY-MM-DD, at most a year ahead.")],
) -> Record:
    """Pause a line, policy or plan until a day. Bank accounts and tenancies cannot be paused."""
    day = check_day(until, "until")
    account = get_active(records, account_id)
    if account["kind"] in ("current", "savings", "tenancy"):
        raise refused(f"{account['id']} is a {account['kind']} account, which cannot be paused")
    ahead = (date.fromisoformat(day) - records.now.date()).days
    if not 1 <= ahead <= _LONGEST_PAUSE_DAYS:
        raise BadArgument("until", f"{day} is not within a year after today, {records.time[:10]}")
    note_event(account, records.time, f"paused until {day}")
    records.put("accounts", account | {"status": "paused", "paused_until": day})
    return {"account_id": account["id"], "status": "paused", "paused_until": day}


@server.change
def resume_account(records: ServiceRecords, account_id: AccountId) -> Record:
    """Resume an account that is paused."""
    account = records.get("accounts", account_id, "account_id")
    if account["status"] != "paused":
        raise refused(f"account {account['id']} is {account['status']}, not paused")
    note_event(account, records.time, "resumed")
    records.put("accounts", account | {"status": "active", "paused_until": None})
    return {"account_id": account["id"], "status": "active"}
