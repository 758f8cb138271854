"""Finding accounts, their transactions and statements."""

from __future__ import annotations

import re
from typing import Annotated

from m3bench.servers.kit import BadArgument, about, check_limit
from m3bench_world.servers.tobench.accounts.server import AccountId, server
from m3bench_world.servers.tobench.service_records import (
    MOST_SHOWN,
    CompanyName,
    Limit,
    ServiceRecords,
    check_day,
    contains_words,
    listing,
)
from m3bench_world.service import Record

_MONTH = re.compile(r"\d{4}-(0[1-9]|1[0-2])")


@server.lookup
def find_accounts(
    records: ServiceRecords,
    company: CompanyName,
    customer_id: Annotated[str | None, about("Only accounts of this customer.")] = None,
    query: Annotated[
        str, about("Words of an account id, a kind or a tariff, or last digits of a card.")
    ] = "",
    limit: Limit = 10,
) -> Record:
    """Find accounts of a company: bank accounts, policies, plans, lines or tenancies. Amounts are in cents; a
    negative balance is owed by the customer."""
    most = check_limit(limit, "limit", MOST_SHOWN)
    found = [
        account
        for account in records.all("accounts", records.company(company)).values()
        if customer_id in (None, account["customer_id"])
        and contains_words(
            query,
            account["id"],
            account["kind"],
            (account["tariff"] or {}).get("name", ""),
            *(card["last4"] for card in account["cards"]),
        )
    ]
    names = ("id", "customer_id", "kind", "status", "balance_cents", "currency", "tariff")
    return listing("accounts", found, most, *names)


@server.lookup
def get_account(records: ServiceRecords, account_id: AccountId) -> Record:
    """Return an account with its balance, tariff, cards and disputes, without transactions. Amounts are in
    cents."""
    account = records.get("accounts", account_id, "account_id")
    disputes = records.all("disputes", records.company_of(account)).values()
    shown = {name: value for name, value in account.items() if name != "transactions"}
    return shown | {"disputes": [dispute for dispute in disputes if dispute["account_id"] == account["id"]]}


@server.lookup
def list_transactions(
    records: ServiceRecords,
    account_id: AccountId,
    query: Annotated[str, about("Words of the text, the kind or the id; empty for all.")] = "",
    first_day: Annotated[str | None, about("First day, as YYYY-MM-DD.")] = None,
    last_day: Annotated[str | None, about("Last day, as YYYY-MM-DD.")] = None,
    limit: Limit = 20,
) -> Record:
    """List transactions of an account, the newest first, with the balance after each. Amounts are in cents;
    negative ones are debits."""
    account = records.get("accounts", account_id, "account_id")
    first, last = check_day(first_day, "first_day"), check_day(last_day, "last_day") or "9999-99"
    most = check_limit(limit, "limit", MOST_SHOWN)
    found = [
        transaction
        for transaction in account["transactions"]
        if first <= transaction["at"][:10] <= last
        and contains_words(query, transaction["text"], transaction["kind"], transaction["id"])
    ]
    return {"account_id": account["id"], "total": len(found), "transactions": found[::-1][:most]}


@server.lookup
def get_statement(
    records: ServiceRecords,
    account_id: AccountId,
    month: Annotated[str, about("The month, as YYYY-MM.")],
) -> Record:
    """Return the statement of a month: balance before and after, sums of credits and debits in cents, and the
    transactions, at most the last 50."""
    if not _MONTH.fullmatch(month.strip()):
        raise BadArgument("month", f"'{month[:20]}' is not a month; write it as 2025-10")
    account = records.get("accounts", account_id, "account_id")
    booked = account["transactions"]
    within = [transaction for transaction in booked if transaction["at"].startswith(month.strip())]
    before = [transaction["amount_cents"] for transaction in booked if transaction["at"][:7] < month.strip()]
    amounts = [transaction["amount_cents"] for transaction in within]
    return {
        "account_id": account["id"],
        "month": month.strip(),
        "opening_cents": sum(before),
        "credits_cents": sum(cents for cents in amounts if cents > 0),
        "debits_cents": sum(cents for cents in amounts if cents < 0),
        "closing_cents": sum(before) + sum(amounts),
        "transactions": within[-MOST_SHOWN:],
    }
