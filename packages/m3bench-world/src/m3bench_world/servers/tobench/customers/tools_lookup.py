"""Finding companies, customers and their history."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import Answer, NotFound, about, check_choice, check_limit, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.customers.server import CustomerId, server, shown
from m3bench_world.servers.tobench.service_records import (
    CompanyName,
    Limit,
    ServiceRecords,
    contains_words,
    shorten,
)

_MOST = 50
_HISTORY = {
    "orders": ("id", "status", "placed_at", "total_cents"),
    "bookings": ("id", "status", "name", "starts_at", "total_cents"),
    "accounts": ("id", "status", "kind", "balance_cents"),
    "tickets": ("id", "status", "subject", "created_at"),
}


@server.tool
def list_companies(
    context: ToolContext,
    domain: Annotated[
        str | None, about("Only companies of this domain, such as 'banking' or 'hotel'.")
    ] = None,
) -> Answer:
    """List the companies whose records can be worked on: code, name, domain, currency and the teams of
    their service."""
    service = context.world.service
    wanted = check_choice(domain, "domain", service.domains) if domain is not None else None
    found = [each for each in service.companies.values() if wanted in (None, each.domain)]
    listed = [
        {
            "code": each.code,
            "name": each.name,
            "domain": each.domain,
            "currency": each.currency,
            "teams": each.teams,
        }
        for each in found
    ]
    return Answer({"companies": listed})


@server.tool
def search_customers(
    context: ToolContext,
    company: CompanyName,
    query: Annotated[str, about("Words of a name, e-mail address, phone number, postcode or id.")],
    limit: Limit = 10,
) -> Answer:
    """Find customers of a company by name, e-mail, phone, postcode or id. All words must occur. Different
    people can have the same name: compare further data before you act."""
    records = ServiceRecords(context)
    text, most = check_text(query, "query"), check_limit(limit, "limit", _MOST)
    people = records.all("customers", records.company(company)).values()
    found = [
        each
        for each in people
        if contains_words(
            text, each["id"], each["name"], each["email"], each["phone"], each["address"]["postcode"]
        )
    ]
    if not found:
        raise NotFound(f"no customer with '{text[:60]}'")
    listed = [
        shorten(each, "id", "name", "email", "phone", "tier", "status") | {"city": each["address"]["city"]}
        for each in found[:most]
    ]
    return Answer({"total": len(found), "customers": listed})


@server.tool
def get_customer(context: ToolContext, customer_id: CustomerId) -> Answer:
    """Return a customer: contact data, tier, language, whether the identity was verified, and which security
    questions can be asked (not their answers)."""
    return Answer(shown(ServiceRecords(context).get("customers", customer_id, "customer_id")))


@server.tool
def get_history(context: ToolContext, customer_id: CustomerId) -> Answer:
    """List the orders, bookings, accounts and tickets of a customer, also those of records that were merged
    into this one."""
    records = ServiceRecords(context)
    customer = records.get("customers", customer_id, "customer_id")
    company = records.company_of(customer)
    merged = [
        key
        for key, each in records.all("customers", company).items()
        if each["merged_into"] == customer["id"]
    ]
    owners = {customer["id"], *merged}
    found: dict[str, Any] = {"customer_id": customer["id"], "merged": merged}
    for table, names in _HISTORY.items():
        rows = records.all(table, company).values()
        found[table] = [shorten(each, *names) for each in rows if each["customer_id"] in owners]
    return Answer(found)


@server.tool
def list_notes(context: ToolContext, customer_id: CustomerId) -> Answer:
    """List the notes on a customer, the oldest first."""
    records = ServiceRecords(context)
    customer = records.get("customers", customer_id, "customer_id")
    notes = records.all("customer_notes", records.company_of(customer)).values()
    return Answer({"notes": [each for each in notes if each["customer_id"] == customer["id"]]})
