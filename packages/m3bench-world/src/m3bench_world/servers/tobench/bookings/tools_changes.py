"""Rebooking, cancelling and upgrading; extras and refunds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any

from m3bench.core import normalize
from m3bench.servers.kit import Answer, BadArgument, about, check_text, confirm
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.bookings.server import (
    BookingId,
    ClassName,
    OfferId,
    cancellation_fee,
    change_fee,
    get_class,
    get_coming,
    hours_until,
    server,
    settle,
    take_places,
)
from m3bench_world.servers.tobench.service_records import (
    Reason,
    ServiceRecords,
    change_records,
    note_event,
    refused,
)
from m3bench_world.service import Record

WaiveFee = Annotated[bool, about("Whether to waive the fee. Use it only where the company's rules allow it.")]


@server.tool(read_only=False, interactive=True)
def change_booking(
    context: ToolContext,
    booking_id: BookingId,
    offer_id: OfferId,
    class_name: Annotated[str | None, about("Class in the new offer; by default the same as now.")] = None,
    waive_fee: WaiveFee = False,
) -> Answer:
    """Move a booking to another offer of the company. The difference of the price and the fee of the rules
    are charged or refunded; extras stay. The new offer must be in the future and have places."""
    if not waive_fee:
        _agree_on_fee(context, booking_id, "Change", change_fee)

    def work(records: ServiceRecords) -> dict[str, Any]:
        booking = get_coming(records, booking_id)
        offer = records.get("offers", offer_id, "offer_id")
        records.same_company(booking, offer)
        chosen = get_class(offer, class_name or booking["class"])
        if hours_until(offer, records.now) <= 0:
            raise refused(f"offer {offer['id']} started at {offer['starts_at']}")
        if (offer["id"], chosen["name"]) == (booking["offer_id"], booking["class"]):
            raise BadArgument("offer_id", f"{booking['id']} is for {offer['id']} in {chosen['name']} already")
        fee = 0 if waive_fee else change_fee(booking, records.now)
        _move_places(records, booking, offer["id"], chosen["name"])
        booking |= {name: offer[name] for name in ("kind", "name", "place", "starts_at", "ends_at")}
        booking |= {"offer_id": offer["id"], "class": chosen["name"], "rules": chosen["rules"]}
        booking |= {"status": "confirmed", "checked_in_at": None}
        booking["price_cents"] = chosen["price_cents"] * booking["guests"]
        booking["fees_cents"] += fee
        charged = settle(records, booking, f"changed to {offer['id']}")
        return {
            "booking_id": booking["id"],
            "offer_id": offer["id"],
            "fee_cents": fee,
            "charged_cents": charged,
        }

    return change_records(context, work)


def _agree_on_fee(
    context: ToolContext, booking_id: str, action: str, fee_of: Callable[[Record, datetime], int]
) -> None:
    """Ask the user before a fee is charged, if the client can."""
    records = ServiceRecords(context)
    booking = get_coming(records, booking_id)
    fee = fee_of(booking, records.now)
    question = f"{action} booking {booking['id']} ({booking['name']})? This costs {fee / 100:.2f}."
    if fee and confirm(question) is False:
        raise refused(f"the user does not agree to the fee of {fee / 100:.2f}; nothing was changed")


def _move_places(records: ServiceRecords, booking: dict[str, Any], offer_id: str, class_name: str) -> None:
    old = records.get("offers", booking["offer_id"], "booking_id")
    take_places(old, booking["class"], -booking["guests"])
    records.put("offers", old)
    new = records.get("offers", offer_id, "offer_id")
    take_places(new, class_name, booking["guests"])
    records.put("offers", new)


@server.tool(read_only=False, interactive=True)
def cancel_booking(
    context: ToolContext, booking_id: BookingId, reason: Reason, waive_fee: WaiveFee = False
) -> Answer:
    """Cancel a booking that has not started. The fee of its rules is kept, the rest refunded, and the places
    are free again."""
    why = check_text(reason, "reason")
    if not waive_fee:
        _agree_on_fee(context, booking_id, "Cancel", cancellation_fee)

    def work(records: ServiceRecords) -> dict[str, Any]:
        booking = get_coming(records, booking_id)
        fee = 0 if waive_fee else cancellation_fee(booking, records.now)
        offer = records.get("offers", booking["offer_id"], "booking_id")
        take_places(offer, booking["class"], -booking["guests"])
        records.put("offers", offer)
        booking["fees_cents"] += fee
        booking |= {"status": "cancelled", "price_cents": 0, "extras": []}
        charged = settle(records, booking, f"cancelled: {why}")
        return {"booking_id": booking["id"], "fee_cents": fee, "refunded_cents": -charged}

    return change_records(context, work)


@server.change
def upgrade_booking(
    records: ServiceRecords,
    booking_id: BookingId,
    class_name: ClassName,
    free_of_charge: Annotated[
        bool,
        about("Whether the customer pays nothing for it. Use it only where the company's rules allow it."),
    ] = False,
) -> Record:
    """Move a booking to a dearer class of the same offer. The difference of the price is charged, and the
    rules of the new class apply. There is no change fee."""
    booking = get_coming(records, booking_id)
    offer = records.get("offers", booking["offer_id"], "booking_id")
    chosen, now = get_class(offer, class_name), get_class(offer, booking["class"])
    if chosen["price_cents"] <= now["price_cents"]:
        raise BadArgument("class_name", f"{chosen['name']} is not dearer than {booking['class']}")
    _move_places(records, booking, offer["id"], chosen["name"])
    if not free_of_charge:
        booking["price_cents"] = chosen["price_cents"] * booking["guests"]
    booking |= {"class": chosen["name"], "rules": chosen["rules"]}
    charged = settle(records, booking, f"upgraded to {chosen['name']}")
    return {"booking_id": booking["id"], "class": chosen["name"], "charged_cents": charged}


CHECK_IN_HOURS = 72


@server.change
def add_extra(
    records: ServiceRecords,
    booking_id: BookingId,
    extra: Annotated[str, about("Name of the extra as in the offer, such as 'Checked bag 23 kg'.")],
) -> Record:
    """Add an extra to a booking and charge its price. Each extra can be booked once."""
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


@server.change
def check_in(records: ServiceRecords, booking_id: BookingId) -> Record:
    """Check the guests of a booking in. This is possible from 72 hours before the start."""
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


@server.change
def join_waitlist(
    records: ServiceRecords,
    offer_id: OfferId,
    class_name: ClassName,
    customer_id: Annotated[str, about("Id of the customer who waits, such as AEL-C1004.")],
) -> Record:
    """Put a customer on the waiting list of a class that has no places left."""
    offer = records.get("offers", offer_id, "offer_id")
    customer = records.get("customers", customer_id, "customer_id")
    records.same_company(offer, customer)
    chosen = get_class(offer, class_name)
    entry = {"customer_id": customer["id"], "class": chosen["name"]}
    if hours_until(offer, records.now) <= 0:
        raise refused(f"offer {offer['id']} started at {offer['starts_at']}")
    if chosen["places_left"]:
        raise refused(f"{chosen['name']} of {offer['id']} has {chosen['places_left']} places left; book one")
    if entry in offer["waitlist"]:
        raise refused(f"{customer['id']} waits for {chosen['name']} of {offer['id']} already")
    offer["waitlist"].append(entry)
    records.put("offers", offer)
    place = sum(waiting["class"] == chosen["name"] for waiting in offer["waitlist"])
    return {"offer_id": offer["id"], "class": chosen["name"], "place": place}


@server.change
def create_invoice(records: ServiceRecords, booking_id: BookingId) -> Record:
    """Issue the invoice of a booking over its price, extras and fees. A booking has one invoice, which later
    changes do not alter."""
    booking = records.get("bookings", booking_id, "booking_id")
    if booking["invoice"]:
        raise refused(f"{booking['id']} has the invoice {booking['invoice']['number']} already")
    number = f"{booking['company']}-I{booking['id'].partition('-B')[2]}"
    amounts = {name: booking[name] for name in ("price_cents", "extras_cents", "fees_cents", "total_cents")}
    booking["invoice"] = {"number": number, "at": records.time, **amounts}
    note_event(booking, records.time, f"invoice {number}")
    records.put("bookings", booking)
    return {"booking_id": booking["id"], "invoice": booking["invoice"]}
