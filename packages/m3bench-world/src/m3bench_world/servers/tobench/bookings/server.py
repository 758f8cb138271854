"""The server, and what its tools share: fees, prices and places."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from m3bench.core import normalize
from m3bench.servers.kit import BadArgument, Proof, about
from m3bench_world.servers.tobench.service_records import RecordServer, ServiceRecords, note_event, refused
from m3bench_world.service import Record

server = RecordServer(
    "bookings",
    "Find, change, cancel and extend bookings of flights, rooms, courses, appointments and viewings.",
    Proof("search_offers", {"company": "AEL", "limit": 2}),
)

BookingId = Annotated[str, about("Id of the booking, such as AEL-B40203.")]
OfferId = Annotated[str, about("Id of the offer, such as AEL-F520.")]
ClassName = Annotated[str, about("Name of the class (fare, rate) in the offer, such as Flex.")]


def hours_until(record: Record, now: datetime) -> float:
    """Return the hours until an offer or booking starts."""
    return (datetime.fromisoformat(record["starts_at"]) - now).total_seconds() / 3600


def get_coming(records: ServiceRecords, booking_id: str) -> Record:
    """Return a booking that is confirmed and has not started."""
    booking = records.get("bookings", booking_id, "booking_id")
    if booking["status"] not in ("confirmed", "checked_in"):
        raise refused(f"booking {booking['id']} is {booking['status']}")
    if hours_until(booking, records.now) <= 0:
        raise refused(f"booking {booking['id']} started at {booking['starts_at']}")
    return booking


def is_free(booking: Record, now: datetime) -> bool:
    """Return whether a change or cancellation costs nothing now."""
    free: int = booking["rules"]["free_hours"]
    return free >= 0 and hours_until(booking, now) >= free


def cancellation_fee(booking: Record, now: datetime) -> int:
    if is_free(booking, now):
        return 0
    cost: int = booking["price_cents"] + booking["extras_cents"]
    return cost * int(booking["rules"]["cancel_percent"]) // 100


def change_fee(booking: Record, now: datetime) -> int:
    return 0 if is_free(booking, now) else int(booking["rules"]["change_fee_cents"])


def get_class(offer: Record, name: str) -> Record:
    """Return a class of an offer by name."""
    wanted = normalize(name[:80])
    found: Record | None = next(
        (class_ for class_ in offer["classes"] if normalize(class_["name"]) == wanted), None
    )
    if found is None:
        names = ", ".join(class_["name"] for class_ in offer["classes"])
        raise BadArgument("class_name", f"offer {offer['id']} has the classes {names}")
    return found


def take_places(offer: Record, class_name: str, guests: int) -> None:
    """Take places of a class, or give them back if `guests` is negative."""
    chosen = get_class(offer, class_name)
    if chosen["places_left"] < guests:
        raise refused(
            f"{chosen['name']} of {offer['id']} has {chosen['places_left']} places left, not {guests}"
        )
    chosen["places_left"] -= guests


def settle(records: ServiceRecords, booking: Record, reason: str) -> int:
    """Add up what a booking costs, and charge or refund the difference to what was paid.

    Returns:
        The cents that were charged; negative if they were refunded.
    """
    booking["extras_cents"] = sum(extra["price_cents"] for extra in booking["extras"])
    booking["total_cents"] = booking["price_cents"] + booking["extras_cents"] + booking["fees_cents"]
    paid = sum(payment["amount_cents"] for payment in booking["payments"])
    difference: int = booking["total_cents"] - paid
    if difference:
        booking["payments"].append({"at": records.time, "amount_cents": difference, "reason": reason})
    note_event(booking, records.time, reason)
    records.put("bookings", booking)
    return difference
