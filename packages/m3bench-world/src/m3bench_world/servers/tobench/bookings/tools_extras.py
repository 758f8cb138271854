"""Extras, check-in, waiting lists and invoices."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.core import normalize
from m3bench.servers.kit import Answer, BadArgument, about
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.bookings.server import (
    BookingId,
    ClassName,
    OfferId,
    get_class,
    get_coming,
    hours_until,
    server,
    settle,
)
from m3bench_world.servers.tobench.service_records import ServiceRecords, change_records, note_event, refused

CHECK_IN_HOURS = 72


@server.tool(read_only=False)
def add_extra(
    context: ToolContext,
    booking_id: BookingId,
    extra: Annotated[str, about("Name of the extra as in the offer, such as 'Checked bag 23 kg'.")],
) -> Answer:
    """Add an extra to a booking and charge its price. Each extra can be booked once."""

    def work(records: ServiceRecords) -> dict[str, Any]:
        booking = get_coming(records, booking_id)
        offer = records.get("offers", booking["offer_id"], "booking_id")
        wanted = normalize(extra[:80])
        found = next((each for each in offer["extras"] if normalize(each["name"]) == wanted), None)
        if found is None:
            names = ", ".join(each["name"] for each in offer["extras"])
            raise BadArgument("extra", f"offer {offer['id']} has the extras {names}")
        if any(each["name"] == found["name"] for each in booking["extras"]):
            raise refused(f"{booking['id']} has {found['name']} already")
        booking["extras"].append(found)
        charged = settle(records, booking, f"added {found['name']}")
        return {"booking_id": booking["id"], "extra": found["name"], "charged_cents": charged}

    return change_records(context, work)


@server.tool(read_only=False)
def check_in(context: ToolContext, booking_id: BookingId) -> Answer:
    """Check the guests of a booking in. This is possible from 72 hours before the start."""

    def work(records: ServiceRecords) -> dict[str, Any]:
        booking = get_coming(records, booking_id)
        if booking["status"] == "checked_in":
            raise refused(f"{booking['id']} is checked in already")
        if hours_until(booking, records.now) > CHECK_IN_HOURS:
            raise refused(
                f"check-in for {booking['id']} opens {CHECK_IN_HOURS} hours before {booking['starts_at']}"
            )
        booking |= {"status": "checked_in", "checked_in_at": records.time}
        note_event(booking, records.time, "checked in")
        records.put("bookings", booking)
        return {"booking_id": booking["id"], "status": "checked_in"}

    return change_records(context, work)


@server.tool(read_only=False)
def join_waitlist(
    context: ToolContext,
    offer_id: OfferId,
    class_name: ClassName,
    customer_id: Annotated[str, about("Id of the customer who waits, such as AEL-C1004.")],
) -> Answer:
    """Put a customer on the waiting list of a class that has no places left."""

    def work(records: ServiceRecords) -> dict[str, Any]:
        offer = records.get("offers", offer_id, "offer_id")
        customer = records.get("customers", customer_id, "customer_id")
        records.same_company(offer, customer)
        chosen = get_class(offer, class_name)
        entry = {"customer_id": customer["id"], "class": chosen["name"]}
        if hours_until(offer, records.now) <= 0:
            raise refused(f"offer {offer['id']} started at {offer['starts_at']}")
        if chosen["places_left"]:
            raise refused(
                f"{chosen['name']} of {offer['id']} has {chosen['places_left']} places left; book one"
            )
        if entry in offer["waitlist"]:
            raise refused(f"{customer['id']} waits for {chosen['name']} of {offer['id']} already")
        offer["waitlist"].append(entry)
        records.put("offers", offer)
        place = sum(each["class"] == chosen["name"] for each in offer["waitlist"])
        return {"offer_id": offer["id"], "class": chosen["name"], "place": place}

    return change_records(context, work)


@server.tool(read_only=False)
def create_invoice(context: ToolContext, booking_id: BookingId) -> Answer:
    """Issue the invoice of a booking over its price, extras and fees. A booking has one invoice, which later
    changes do not alter."""

    def work(records: ServiceRecords) -> dict[str, Any]:
        booking = records.get("bookings", booking_id, "booking_id")
        if booking["invoice"]:
            raise refused(f"{booking['id']} has the invoice {booking['invoice']['number']} already")
        number = f"{booking['company']}-I{booking['id'].partition('-B')[2]}"
        amounts = {
            name: booking[name] for name in ("price_cents", "extras_cents", "fees_cents", "total_cents")
        }
        booking["invoice"] = {"number": number, "at": records.time, **amounts}
        note_event(booking, records.time, f"invoice {number}")
        records.put("bookings", booking)
        return {"booking_id": booking["id"], "invoice": booking["invoice"]}

    return change_records(context, work)
