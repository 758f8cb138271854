"""Finding offers and bookings, and what changes cost."""

from __future__ import annotations

from typing import Annotated, Literal

from m3bench.servers.kit import about, check_limit, check_range
from m3bench_world.servers.tobench.bookings.server import (
    BookingId,
    OfferId,
    cancellation_fee,
    change_fee,
    get_class,
    get_coming,
    hours_until,
    server,
)
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

FirstDay = Annotated[str | None, about("First day of the start, as YYYY-MM-DD.")]
LastDay = Annotated[str | None, about("Last day of the start, as YYYY-MM-DD.")]


@server.lookup
def search_offers(
    records: ServiceRecords,
    company: CompanyName,
    query: Annotated[str, about("Words of the name or the place; empty for all.")] = "",
    first_day: FirstDay = None,
    last_day: LastDay = None,
    guests: Annotated[int, about("Only offers with so many places left in a class; 0 for all.")] = 1,
    limit: Limit = 10,
) -> Record:
    """Find what can be booked in the future, the earliest first, with classes, prices in cents, places left
    and rules: changes and cancellations cost a fee later than `free_hours` before the start (-1: always)."""
    first, last = check_day(first_day, "first_day"), check_day(last_day, "last_day") or "9999-99"
    most, people = check_limit(limit, "limit", MOST_SHOWN), int(check_range(guests, "guests", 0, 100))
    found = [
        offer
        for offer in records.all("offers", records.company(company)).values()
        if hours_until(offer, records.now) > 0
        and first <= offer["starts_at"][:10] <= last
        and contains_words(query, offer["name"], offer["place"], offer["id"])
        and any(class_["places_left"] >= people for class_ in offer["classes"])
    ]
    found.sort(key=lambda offer: (offer["starts_at"], offer["id"]))
    names = ("id", "kind", "name", "place", "starts_at", "ends_at", "currency", "classes")
    return listing("offers", found, most, *names)


@server.lookup
def find_bookings(
    records: ServiceRecords,
    company: CompanyName,
    customer_id: Annotated[str | None, about("Only bookings of this customer.")] = None,
    query: Annotated[str, about("Words of the name, the place or the booking id.")] = "",
    status: Annotated[
        Literal["confirmed", "checked_in", "completed", "no_show", "cancelled"] | None,
        about("Only bookings with this status."),
    ] = None,
    first_day: FirstDay = None,
    last_day: LastDay = None,
    limit: Limit = 10,
) -> Record:
    """Find bookings of a company, the latest start first. Amounts are in cents."""
    first, last = check_day(first_day, "first_day"), check_day(last_day, "last_day") or "9999-99"
    most = check_limit(limit, "limit", MOST_SHOWN)
    found = [
        booking
        for booking in records.all("bookings", records.company(company)).values()
        if customer_id in (None, booking["customer_id"])
        and status in (None, booking["status"])
        and first <= booking["starts_at"][:10] <= last
        and contains_words(query, booking["id"], booking["name"], booking["place"])
    ]
    found.sort(key=lambda booking: (booking["starts_at"], booking["id"]), reverse=True)
    names = ("id", "customer_id", "status", "name", "class", "starts_at", "guests", "total_cents")
    return listing("bookings", found, most, *names)


@server.lookup
def get_booking(records: ServiceRecords, booking_id: BookingId) -> Record:
    """Return a booking with its class, rules, extras, payments and history, and the extras that can be added.
    Amounts are in cents."""
    booking = records.get("bookings", booking_id, "booking_id")
    offer = records.get("offers", booking["offer_id"], "booking_id")
    return booking | {"extras_on_offer": offer["extras"]}


@server.lookup
def quote_change(
    records: ServiceRecords,
    booking_id: BookingId,
    offer_id: OfferId,
    class_name: Annotated[str | None, about("Class in the new offer; by default the same as now.")] = None,
) -> Record:
    """Return what it costs to move a booking to another offer: difference of the price, fee, and what is to
    pay in cents (negative: to refund). Nothing changes."""
    booking = get_coming(records, booking_id)
    offer = records.get("offers", offer_id, "offer_id")
    records.same_company(booking, offer)
    chosen = get_class(offer, class_name or booking["class"])
    difference = chosen["price_cents"] * booking["guests"] - booking["price_cents"]
    fee = change_fee(booking, records.now)
    return {
        "booking_id": booking["id"],
        "offer_id": offer["id"],
        "class": chosen["name"],
        "places_left": chosen["places_left"],
        "price_difference_cents": difference,
        "fee_cents": fee,
        "to_pay_cents": difference + fee,
    }


@server.lookup
def quote_cancellation(records: ServiceRecords, booking_id: BookingId) -> Record:
    """Return what it costs to cancel a booking now, and what would be refunded, in cents. Nothing changes."""
    booking = get_coming(records, booking_id)
    fee = cancellation_fee(booking, records.now)
    kept = fee + booking["fees_cents"]
    return {"booking_id": booking["id"], "fee_cents": fee, "refund_cents": booking["total_cents"] - kept}
