"""Companies and their records: sums add up, dates are in order, ids resolve."""

from __future__ import annotations

import time
from datetime import datetime

import pytest

from m3bench_world import World
from m3bench_world.service import RESPONSE_HOURS, TABLES, Record, stamp

WORLD = World()
SERVICE = WORLD.service
NOW = stamp(WORLD.now)
DOMAINS = {
    "education", "e-commerce", "government services", "medicine", "insurance", "technical support", "travel",
    "hotel", "real estate", "food delivery", "banking", "telecom",
}  # fmt: skip


def rows(table: str) -> list[Record]:
    return [record for company in SERVICE.companies.values() for record in company.table(table).values()]


def test_there_are_two_companies_of_each_domain() -> None:
    assert set(SERVICE.domains) == DOMAINS
    assert len(SERVICE.companies) == 24
    assert SERVICE.find("brindle & oak") is SERVICE.find(" bri ") is SERVICE.companies["BRI"]
    assert SERVICE.find("Brindle") is None
    assert "Brindle & Oak" in SERVICE.near("Brindle and Oak")
    with pytest.raises(KeyError):
        SERVICE.companies["BRI"].table("agents")


def test_a_part_is_quick_and_made_for_one_company_alone() -> None:
    began = time.process_time()
    fresh = World(seed=8).service
    assert fresh.companies["AEL"].bookings
    assert "customers" not in vars(fresh.companies["SKY"])
    for company in fresh.companies.values():
        assert company.tickets
    assert time.process_time() - began < 1.0  # 0.3 s on a quiet machine


def test_the_seed_decides() -> None:
    again, other = World().service, World(seed=8).service
    for table in TABLES:
        assert again.companies["FER"].table(table) == SERVICE.companies["FER"].table(table)
    assert other.companies["FER"].customers != SERVICE.companies["FER"].customers


@pytest.mark.parametrize("table", TABLES)
def test_ids_are_unique_and_name_company_and_table(table: str) -> None:
    records = rows(table)
    assert records
    assert len({record["id"] for record in records}) == len(records)
    for record in records:
        assert record["id"].startswith(f"{record['company']}-{TABLES[table]}")
        assert not record["id"].partition("-")[2][1:].startswith("9")  # those are new records


@pytest.mark.parametrize("table", ["orders", "bookings", "accounts", "tickets"])
def test_customers_exist_before_their_records(table: str) -> None:
    for record in rows(table):
        customer = SERVICE.companies[record["company"]].customers[record["customer_id"]]
        begun = (
            record.get("placed_at")
            or record.get("booked_at")
            or record.get("opened_at")
            or record["created_at"]
        )
        assert customer["since"] <= begun[:10] <= NOW[:10]


def test_orders_add_up() -> None:
    for order in rows("orders"):
        products = SERVICE.companies[order["company"]].products
        goods = sum(item["quantity"] * item["unit_price_cents"] for item in order["items"])
        assert order["subtotal_cents"] == goods
        assert order["total_cents"] == goods - order["discount_cents"] + order["shipping_cents"]
        assert order["payment"]["paid_cents"] == order["total_cents"]
        refunded = sum(refund["amount_cents"] for refund in order["refunds"])
        assert refunded == order["payment"]["refunded_cents"] <= order["total_cents"]
        assert (order["status"] != "cancelled") or refunded == order["total_cents"]
        assert all(item["product_id"] in products for item in order["items"])
        times = [order["placed_at"], order["shipment"]["shipped_at"], order["shipment"]["delivered_at"], NOW]
        known = [each for each in times if each]
        assert known == sorted(known), order


def test_bookings_add_up() -> None:
    for booking in rows("bookings"):
        offer = SERVICE.companies[booking["company"]].offers[booking["offer_id"]]
        assert booking["total_cents"] == sum(payment["amount_cents"] for payment in booking["payments"])
        assert booking["extras_cents"] == sum(extra["price_cents"] for extra in booking["extras"])
        parts = booking["price_cents"] + booking["extras_cents"] + booking["fees_cents"]
        assert parts == booking["total_cents"]
        assert booking["class"] in [class_["name"] for class_ in offer["classes"]]
        assert booking["booked_at"] < booking["starts_at"] < booking["ends_at"]
        assert (booking["starts_at"] > NOW) == (booking["status"] in ("confirmed", "cancelled"))


def test_accounts_add_up() -> None:
    for account in rows("accounts"):
        balance = 0
        for transaction in account["transactions"]:
            balance += transaction["amount_cents"]
            assert transaction["balance_cents"] == balance
        assert account["balance_cents"] == balance
        times = [account["opened_at"], *(transaction["at"] for transaction in account["transactions"]), NOW]
        assert times == sorted(times), account["id"]


def test_tickets_are_about_records_and_due_by_their_priority() -> None:
    for ticket in rows("tickets"):
        company = SERVICE.companies[ticket["company"]]
        tables = (company.orders, company.bookings, company.accounts)
        about = next(table[ticket["about"]] for table in tables if ticket["about"] in table)
        assert about["customer_id"] == ticket["customer_id"]
        hours = datetime.fromisoformat(ticket["due_at"]) - datetime.fromisoformat(ticket["created_at"])
        assert hours.total_seconds() == RESPONSE_HOURS[ticket["priority"]] * 3600
        assert ticket["assignee"] is None or company.agents[ticket["assignee"]] == ticket["team"]
        times = [comment["at"] for comment in ticket["comments"]]
        assert [ticket["created_at"], *times, NOW] == sorted([ticket["created_at"], *times, NOW])


def test_some_people_share_a_name_and_some_are_there_twice() -> None:
    for company in SERVICE.companies.values():
        people = list(company.customers.values())
        pairs = [
            (person, two)
            for person in people
            for two in people
            if person["id"] < two["id"] and person["name"] == two["name"]
        ]
        births = [one["security"] == two["security"] for one, two in pairs]
        assert True in births
        assert False in births
