"""Bookings that tasks are about, the offers that they can be moved to, and days as people say them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from m3bench.suites import PlanError
from m3bench_suites.builders.omni import TaskDraw
from m3bench_suites.builders.omni.service._shared.callers import Caller, Record, companies_of
from m3bench_world.service import Company

_SMALL = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth",
    "nineteenth", "twentieth",
)  # fmt: skip


def bookings_of(draw: TaskDraw, domain: str) -> Iterator[tuple[Company, Record]]:
    """Yield the bookings of active customers of the companies of a domain."""
    for company in companies_of(draw, domain):
        for booking in company.bookings.values():
            if company.customers[booking["customer_id"]]["status"] == "active":
                yield company, booking


def is_coming(draw: TaskDraw, booking: Record) -> bool:
    """Return whether a booking is confirmed and has not started."""
    now = draw.world.now.strftime("%Y-%m-%dT%H:%M:%SZ")
    return booking["status"] == "confirmed" and str(booking["starts_at"]) > now


def draw_guest(draw: TaskDraw, domain: str, fits: Callable[[Company, Record], bool]) -> Caller:
    """Draw a customer with a booking that fits, and a coming booking of someone else.

    Raises:
        PlanError: No booking fits.
    """
    choices = [(company, booking) for company, booking in bookings_of(draw, domain) if fits(company, booking)]
    if not choices:
        raise PlanError(f"no booking of {domain} fits")
    company, booking = draw.pick(choices, "booking")
    others = [
        stranger
        for owner, stranger in bookings_of(draw, domain)
        if owner is company
        and stranger["customer_id"] != booking["customer_id"]
        and is_coming(draw, stranger)
    ]
    return Caller(company, company.customers[booking["customer_id"]], booking, draw.pick(others, "other"))


def class_of(offer: Record, name: str) -> Record:
    """Return a class of an offer by its name."""
    classes: list[Record] = offer["classes"]
    return next(item for item in classes if item["name"] == name)


def later_offers(company: Company, booking: Record, class_name: str | None = None) -> list[Record]:
    """Return the offers of the same name after a booking that have places for all its guests, in a class."""
    return sorted(
        (
            offer
            for offer in company.offers.values()
            if offer["name"] == booking["name"]
            and offer["starts_at"] > booking["starts_at"]
            and class_of(offer, class_name or booking["class"])["places_left"] >= booking["guests"]
        ),
        key=lambda offer: str(offer["starts_at"]),
    )


def spoken_day(day: str) -> str:
    """Return a day as it is said: `the fourth of December`."""
    read = date.fromisoformat(day[:10])
    return f"the {_ordinal(read.day)} of {read:%B}"


def written_day(day: str | date) -> str:
    """Return a day as it is written in letters: `4 December 2025`."""
    read = date.fromisoformat(str(day)[:10])
    return f"{read.day} {read:%B %Y}"


def _ordinal(day: int) -> str:
    if day <= len(_SMALL):
        return _SMALL[day - 1]
    tens, small = divmod(day, 10)
    name = {2: "twent", 3: "thirt"}[tens]
    return f"{name}ieth" if small == 0 else f"{name}y-{_SMALL[small - 1]}"
