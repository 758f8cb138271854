"""Tariffs, and pausing a contract."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.accounts.server import AccountId, get_active, server
from m3bench_world.servers.tobench.service_records import (
    CompanyName,
    ServiceRecords,
    change_records,
    check_day,
    note_event,
    refused,
    shorten,
)

_LONGEST_PAUSE_DAYS = 365


@server.tool
def list_tariffs(context: ToolContext, company: CompanyName) -> Answer:
    """List the tariffs, policies, plans or rents of a company with their monthly price in cents."""
    records = ServiceRecords(context)
    chosen = records.company(company)
    found = [
        shorten(each, "id", "name", "currency") | {"monthly_cents": each["price_cents"]}
        for each in records.all("products", chosen).values()
        if each["kind"] == "tariff"
    ]
    if not found:
        raise NotFound(f"{chosen.name} has no tariffs")
    return Answer({"tariffs": found})


@server.tool(read_only=False)
def change_tariff(
    context: ToolContext,
    account_id: AccountId,
    tariff_id: Annotated[str, about("Id of the new tariff, as list_tariffs shows it.")],
) -> Answer:
    """Move an account to another tariff from the next bill on. Booked charges stay as they are."""

    def work(records: ServiceRecords) -> dict[str, Any]:
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

    return change_records(context, work)


@server.tool(read_only=False)
def pause_account(
    context: ToolContext,
    account_id: AccountId,
    until: Annotated[str, about("Day on which it goes on, as YYYY-MM-DD, at most a year ahead.")],
) -> Answer:
    """Pause a line, policy or plan until a day. Bank accounts and tenancies cannot be paused."""
    day = check_day(until, "until")

    def work(records: ServiceRecords) -> dict[str, Any]:
        account = get_active(records, account_id)
        if account["kind"] in ("current", "savings", "tenancy"):
            raise refused(f"{account['id']} is a {account['kind']} account, which cannot be paused")
        ahead = (date.fromisoformat(day) - records.now.date()).days
        if not 1 <= ahead <= _LONGEST_PAUSE_DAYS:
            raise BadArgument("until", f"{day} is not within a year after today, {records.time[:10]}")
        note_event(account, records.time, f"paused until {day}")
        records.put("accounts", account | {"status": "paused", "paused_until": day})
        return {"account_id": account["id"], "status": "paused", "paused_until": day}

    return change_records(context, work)


@server.tool(read_only=False)
def resume_account(context: ToolContext, account_id: AccountId) -> Answer:
    """Resume an account that is paused."""

    def work(records: ServiceRecords) -> dict[str, Any]:
        account = records.get("accounts", account_id, "account_id")
        if account["status"] != "paused":
            raise refused(f"account {account['id']} is {account['status']}, not paused")
        note_event(account, records.time, "resumed")
        records.put("accounts", account | {"status": "active", "paused_until": None})
        return {"account_id": account["id"], "status": "active"}

    return change_records(context, work)
