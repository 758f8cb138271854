"""The tools: finding customers, and changing their records."""

from __future__ import annotations

import re
from typing import Annotated, Any

from m3bench.core import normalize
from m3bench.servers.kit import (
    Answer,
    BadArgument,
    NotFound,
    Proof,
    about,
    check_choice,
    check_limit,
    check_text,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.service_records import (
    MOST_SHOWN,
    CompanyName,
    Limit,
    RecordServer,
    ServiceRecords,
    contains_words,
    refused,
    shorten,
)
from m3bench_world.service import Record

server = RecordServer(
    "customers",
    "Find customers, verify who they are, update their contact data and keep notes.",
    Proof("list_companies", {"domain": "banking"}),
)

CustomerId = Annotated[str, about("Id of the customer, such as BRI-C1004.")]
MOST_TRIES = 3


def shown(customer: Record) -> Record:
    """Return a customer without the answers to the security questions."""
    visible = {name: value for name, value in customer.items() if name != "security"}
    return visible | {"security_questions": list(customer["security"])}


_NEEDED = 2
_EMAIL = re.compile(r"[^@\s]{1,64}@[^@\s.]{1,63}(\.[^@\s.]{1,63}){1,4}")
_PHONE = re.compile(r"\+?[0-9][0-9 ()/-]{4,24}")
_LONGEST = 120


@server.change
def verify_identity(
    records: ServiceRecords,
    customer_id: CustomerId,
    answers: Annotated[
        dict[str, str],
        about("Answers that the person gave, by security question. Dates are written as YYYY-MM-DD."),
    ],
) -> Record:
    """Verify who a person is by answers to security questions: at least two, all correct. After three failed
    tries the customer is locked and cannot be verified any more."""
    customer = _active(records, customer_id)
    if customer["failed_verifications"] >= MOST_TRIES:
        raise refused(f"{customer['id']} is locked after {MOST_TRIES} failed tries")
    unknown = [question for question in answers if question not in customer["security"]]
    if unknown or len(answers) < _NEEDED:
        known = ", ".join(customer["security"])
        raise BadArgument("answers", f"give at least {_NEEDED} answers to these questions: {known}")
    right = all(
        normalize(answer[:200]) == normalize(customer["security"][question])
        for question, answer in answers.items()
    )
    if right:
        customer["verified_at"] = records.time
    customer["failed_verifications"] = 0 if right else customer["failed_verifications"] + 1
    records.put("customers", customer)
    left = MOST_TRIES - customer["failed_verifications"]
    return {"customer_id": customer["id"], "verified": right, "tries_left": left}


@server.change
def update_contact(
    records: ServiceRecords,
    customer_id: CustomerId,
    email: Annotated[str | None, about("New e-mail address.")] = None,
    phone: Annotated[str | None, about("New phone number.")] = None,
    street: Annotated[str | None, about("New street and number.")] = None,
    city: Annotated[str | None, about("New town.")] = None,
    postcode: Annotated[str | None, about("New postcode.")] = None,
    language: Annotated[str | None, about("Preferred language, as a code of two letters.")] = None,
) -> Record:
    """Change contact data of a customer; only what is given changes. Addresses of orders stay as they are."""
    plain = _given(email=email, phone=phone, language=language)
    address = _given(street=street, city=city, postcode=postcode)
    if not plain and not address:
        raise BadArgument("email", "there is nothing to change; give at least one field")
    _require_pattern(_EMAIL, plain, "email")
    _require_pattern(_PHONE, plain, "phone")
    _require_pattern(re.compile("[a-zA-Z]{2}"), plain, "language")
    customer = _active(records, customer_id)
    changed = customer | plain | {"address": customer["address"] | address}
    if changed == customer:
        raise refused(f"{customer['id']} has this contact data already")
    records.put("customers", changed)
    return {"customer_id": customer["id"], "changed": [*plain, *address]}


def _given(**fields: str | None) -> dict[str, str]:
    given = {name: check_text(value, name) for name, value in fields.items() if value is not None}
    long = next((name for name, value in given.items() if len(value) > _LONGEST), None)
    if long:
        raise BadArgument(long, f"it has more than {_LONGEST} characters")
    return given


def _require_pattern(pattern: re.Pattern[str], given: dict[str, str], name: str) -> None:
    if name in given and not pattern.fullmatch(given[name]):
        raise BadArgument(name, f"'{given[name][:60]}' is not a valid {name}")


@server.change
def add_note(
    records: ServiceRecords,
    customer_id: CustomerId,
    text: Annotated[str, about("The note, for colleagues; customers do not see it.")],
) -> Record:
    """Add a note to a customer. A note changes nothing else: it refunds, cancels and promises nothing."""
    words = check_text(text, "text")
    customer = records.get("customers", customer_id, "customer_id")
    key = records.new_id("customer_notes", customer["company"])
    note = {"id": key, "company": customer["company"], "customer_id": customer["id"]}
    records.put("customer_notes", note | {"at": records.time, "text": words})
    return {"note_id": key, "customer_id": customer["id"]}


@server.change
def merge_customers(
    records: ServiceRecords,
    keep_id: Annotated[str, about("Id of the record to keep.")],
    duplicate_id: Annotated[str, about("Id of the other record of the same person.")],
) -> Record:
    """Merge two records of the same person. The duplicate is marked as merged; its orders, bookings, accounts
    and tickets then appear in the history of the kept one. This cannot be undone."""
    kept = _active(records, keep_id, "keep_id")
    double = _active(records, duplicate_id, "duplicate_id")
    records.same_company(kept, double)
    if kept["id"] == double["id"]:
        raise BadArgument("duplicate_id", "it is the record to keep; give another one")
    records.put("customers", double | {"status": "merged", "merged_into": kept["id"]})
    return {"kept": shown(kept), "merged": double["id"]}


def _active(records: ServiceRecords, key: str, argument: str = "customer_id") -> Record:
    customer = records.get("customers", key, argument)
    if customer["merged_into"]:
        raise refused(f"{customer['id']} was merged into {customer['merged_into']}; use that")
    return customer


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
    listed = [
        {name: getattr(company, name) for name in ("code", "name", "domain", "currency", "teams")}
        for company in service.companies.values()
        if wanted in (None, company.domain)
    ]
    return Answer({"companies": listed})


@server.lookup
def search_customers(
    records: ServiceRecords,
    company: CompanyName,
    query: Annotated[str, about("Words of a name, e-mail address, phone number, postcode or id.")],
    limit: Limit = 10,
) -> Record:
    """Find customers of a company by name, e-mail, phone, postcode or id. All words must occur. Different
    people can have the same name: compare further data before you act."""
    text, most = check_text(query, "query"), check_limit(limit, "limit", MOST_SHOWN)
    people = records.all("customers", records.company(company)).values()
    found = [
        person
        for person in people
        if contains_words(
            text, *shorten(person, "id", "name", "email", "phone").values(), person["address"]["postcode"]
        )
    ]
    if not found:
        raise NotFound(f"no customer with '{text[:60]}'")
    listed = [
        shorten(person, "id", "name", "email", "phone", "tier", "status")
        | {"city": person["address"]["city"]}
        for person in found[:most]
    ]
    return {"total": len(found), "customers": listed}


@server.lookup
def get_customer(records: ServiceRecords, customer_id: CustomerId) -> Record:
    """Return a customer: contact data, tier, language, whether the identity was verified, and which security
    questions can be asked (not their answers)."""
    return shown(records.get("customers", customer_id, "customer_id"))


@server.lookup
def get_history(records: ServiceRecords, customer_id: CustomerId) -> Record:
    """List the orders, bookings, accounts and tickets of a customer, also those of records that were merged
    into this one."""
    customer = records.get("customers", customer_id, "customer_id")
    company = records.company_of(customer)
    merged = [
        key
        for key, other in records.all("customers", company).items()
        if other["merged_into"] == customer["id"]
    ]
    owners = {customer["id"], *merged}
    found: dict[str, Any] = {"customer_id": customer["id"], "merged": merged}
    for table, names in _HISTORY.items():
        rows = records.all(table, company).values()
        found[table] = [shorten(row, *names) for row in rows if row["customer_id"] in owners]
    return found


@server.lookup
def list_notes(records: ServiceRecords, customer_id: CustomerId) -> Record:
    """List the notes on a customer, the oldest first."""
    customer = records.get("customers", customer_id, "customer_id")
    notes = records.all("customer_notes", records.company_of(customer)).values()
    return {"notes": [note for note in notes if note["customer_id"] == customer["id"]]}
