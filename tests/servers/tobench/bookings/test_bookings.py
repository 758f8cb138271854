"""The server `bookings`."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench_world.servers.tobench.bookings.server import hours_until
from m3bench_world.service import Record
from tests.servers.tobench.sessions import WORLD, Session, pick

COMPANY = WORLD.service.companies["AEL"]


def coming(class_name: str, guests: int = 9) -> Record:
    return pick(
        "AEL",
        "bookings",
        lambda booking: (
            booking["status"] == "confirmed"
            and booking["class"] == class_name
            and booking["guests"] <= guests
        ),
    )


def free_offer(booking: Record, class_name: str) -> Record:
    """A coming offer with places for a booking."""
    return next(
        offer
        for offer in COMPANY.offers.values()
        if offer["id"] != booking["offer_id"]
        and hours_until(offer, WORLD.now) > 0
        and any(
            class_["name"] == class_name and class_["places_left"] >= booking["guests"]
            for class_ in offer["classes"]
        )
    )


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(tmp_path, "bookings")


def test_offers_and_bookings_are_found(session: Session) -> None:
    offers = session("search_offers", company="AEL", query="rome", guests=2, limit=50)["offers"]
    assert offers
    assert all("Rome" in offer["name"] and offer["starts_at"] > "2025-11-05T15" for offer in offers)
    booking = coming("Standard")
    day = booking["starts_at"][:10]
    found = session("find_bookings", company="AEL", first_day=day, last_day=day, status="confirmed")
    assert booking["id"] in [each["id"] for each in found["bookings"]]
    shown = session("get_booking", booking_id=booking["id"])
    assert "Meal" in [extra["name"] for extra in shown["extras_on_offer"]]
    assert session.refusal("search_offers", company="AEL", query="moon")
    assert session.refusal("find_bookings", company="AEL", customer_id="AEL-C1")
    assert session.refusal("search_offers", company="BRI")


@pytest.mark.parametrize("waived", [False, True])
def test_a_change_costs_what_was_quoted(waived: bool, session: Session) -> None:
    booking = coming("Standard")
    offer = free_offer(booking, "Standard")
    given = {"booking_id": booking["id"], "offer_id": offer["id"]}
    quote = session("quote_change", **given)
    assert quote["fee_cents"] == 4000
    made = session("change_booking", **given, waive_fee=waived)
    assert made["charged_cents"] == quote["to_pay_cents"] - (4000 if waived else 0)
    after = session.record("bookings", booking["id"])
    assert after["starts_at"] == offer["starts_at"]
    assert after["total_cents"] == sum(payment["amount_cents"] for payment in after["payments"])
    assert "already" in session.refusal("change_booking", **given)


def test_places_are_taken_and_given_back(session: Session) -> None:
    booking = coming("Standard")
    offer = free_offer(booking, "Standard")
    session("change_booking", booking_id=booking["id"], offer_id=offer["id"])
    places = [
        {class_["name"]: class_["places_left"] for class_ in session.record("offers", key)["classes"]}[
            "Standard"
        ]
        - {class_["name"]: class_["places_left"] for class_ in COMPANY.offers[key]["classes"]}["Standard"]
        for key in (booking["offer_id"], offer["id"])
    ]
    assert places == [booking["guests"], -booking["guests"]]


def test_past_and_full_offers_are_refused(session: Session) -> None:
    booking = coming("Standard")
    past = pick("AEL", "offers", lambda each: hours_until(each, WORLD.now) < 0)
    assert "started" in session.refusal("change_booking", booking_id=booking["id"], offer_id=past["id"])
    full = pick(
        "AEL",
        "offers",
        lambda each: (
            hours_until(each, WORLD.now) > 0 and each["classes"][1]["places_left"] < booking["guests"]
        ),
    )
    assert "places left" in session.refusal("change_booking", booking_id=booking["id"], offer_id=full["id"])
    elsewhere = pick("SKY", "offers")["id"]
    assert session.refusal("quote_change", booking_id=booking["id"], offer_id=elsewhere)
    done = pick("AEL", "bookings", lambda each: each["status"] == "completed")
    assert "completed" in session.refusal("cancel_booking", booking_id=done["id"], reason="ill")


@pytest.mark.parametrize(("class_name", "percent"), [("Light", 100), ("Standard", 30), ("Flex", 0)])
def test_a_cancellation_follows_the_rules(class_name: str, percent: int, session: Session) -> None:
    booking = coming(class_name)
    quote = session("quote_cancellation", booking_id=booking["id"])
    assert quote["fee_cents"] == booking["total_cents"] * percent // 100
    made = session("cancel_booking", booking_id=booking["id"], reason="ill")
    assert made["refunded_cents"] == quote["refund_cents"] == booking["total_cents"] - quote["fee_cents"]
    assert "cancelled" in session.refusal("cancel_booking", booking_id=booking["id"], reason="ill")


def test_a_waived_cancellation_refunds_all(session: Session) -> None:
    booking = coming("Light")
    made = session("cancel_booking", booking_id=booking["id"], reason="strike", waive_fee=True)
    assert made["refunded_cents"] == booking["total_cents"]


def upgradable() -> Record:
    return pick(
        "AEL",
        "bookings",
        lambda booking: (
            booking["status"] == "confirmed"
            and booking["class"] != "Flex"
            and COMPANY.offers[booking["offer_id"]]["classes"][2]["places_left"] >= booking["guests"]
        ),
    )


@pytest.mark.parametrize("free", [False, True])
def test_an_upgrade_charges_the_difference(free: bool, session: Session) -> None:
    booking = upgradable()
    flex = COMPANY.offers[booking["offer_id"]]["classes"][2]["price_cents"] * booking["guests"]
    made = session("upgrade_booking", booking_id=booking["id"], class_name="flex", free_of_charge=free)
    assert made["charged_cents"] == (0 if free else flex - booking["price_cents"])
    assert session.record("bookings", booking["id"])["rules"]["change_fee_cents"] == 0
    assert "dearer" in session.refusal("upgrade_booking", booking_id=booking["id"], class_name="Light")
    assert "classes" in session.refusal("upgrade_booking", booking_id=booking["id"], class_name="Gold")


def test_an_extra_is_added_once(session: Session) -> None:
    booking = pick(
        "AEL", "bookings", lambda each: each["status"] == "confirmed" and "Meal" not in str(each["extras"])
    )
    assert session("add_extra", booking_id=booking["id"], extra="meal")["charged_cents"] == 1200
    assert "already" in session.refusal("add_extra", booking_id=booking["id"], extra="Meal")
    assert "has the extras" in session.refusal("add_extra", booking_id=booking["id"], extra="Jet")


def test_check_in_opens_three_days_before(session: Session) -> None:
    bookings = [
        booking
        for company in WORLD.service.companies.values()
        for booking in company.bookings.values()
        if booking["status"] == "confirmed"
    ]
    soon = next(each for each in bookings if hours_until(each, WORLD.now) < 72)
    later = next(each for each in bookings if hours_until(each, WORLD.now) > 72)
    assert session("check_in", booking_id=soon["id"])["status"] == "checked_in"
    assert "already" in session.refusal("check_in", booking_id=soon["id"])
    assert "opens 72 hours" in session.refusal("check_in", booking_id=later["id"])


def test_people_wait_for_what_is_full(session: Session) -> None:
    def is_full(offer: Record) -> bool:
        return hours_until(offer, WORLD.now) > 0 and 0 in [
            class_["places_left"] for class_ in offer["classes"]
        ]

    offer = pick("AEL", "offers", is_full)
    full = next(class_["name"] for class_ in offer["classes"] if not class_["places_left"])
    given = {"offer_id": offer["id"], "class_name": full, "customer_id": "AEL-C1004"}
    assert session("join_waitlist", **given)["place"] == 1
    assert "already" in session.refusal("join_waitlist", **given)
    assert session("join_waitlist", **(given | {"customer_id": "AEL-C1005"}))["place"] == 2
    free = free_offer({"offer_id": "", "guests": 1}, "Flex")
    assert "places left" in session.refusal(
        "join_waitlist", offer_id=free["id"], class_name="Flex", customer_id="AEL-C1004"
    )


def test_an_invoice_is_issued_once(session: Session) -> None:
    booking = coming("Flex")
    made = session("create_invoice", booking_id=booking["id"])["invoice"]
    assert made["total_cents"] == booking["total_cents"]
    assert made["number"] in session.refusal("create_invoice", booking_id=booking["id"])
