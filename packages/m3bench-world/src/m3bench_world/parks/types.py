"""Types of the parks: a park and its contents."""

from __future__ import annotations

from datetime import date, datetime

import msgspec


class Park(msgspec.Struct, frozen=True, kw_only=True):
    """A unit of the US national park system: real name, place and kind."""

    code: str
    """Four letters, such as `yose`."""
    name: str
    full_name: str
    designation: str
    states: tuple[str, ...]
    """Postal codes."""
    lat: float
    lng: float
    radius_km: float
    """Approximate radius of its sights."""
    campground_count: int
    since: int
    town: str
    state: str
    """State of the town with the headquarters."""
    traits: frozenset[str]

    @property
    def url(self) -> str:
        return f"https://www.nps.gov/{self.code}/index.htm"

    @property
    def free(self) -> bool:
        return "free" in self.traits


class Fee(msgspec.Struct, frozen=True):
    cost: str
    """US dollars, such as `35.00`."""
    title: str
    description: str


class Hours(msgspec.Struct, frozen=True):
    """Usual hours from Monday to Sunday, and seasonal closure."""

    description: str
    standard: tuple[str, ...]
    closed_months: tuple[int, ...] = ()


class Contact(msgspec.Struct, frozen=True):
    phone: str
    email: str


class Campground(msgspec.Struct, frozen=True, kw_only=True):
    """A campground. Counts by kind add up to `total_sites`, as do reservable and first-come sites."""

    id: str
    park_code: str
    name: str
    description: str
    lat: float
    lng: float
    total_sites: int
    sites: dict[str, int]
    reservable: int
    first_come: int
    fees: tuple[Fee, ...]
    amenities: dict[str, str]
    toilets: tuple[str, ...]
    rv_allowed: bool
    rv_max_feet: int
    trailer_max_feet: int
    accessible_sites: int
    hours: Hours
    reservation_info: str
    reservation_url: str
    contact: Contact
    directions: str


class VisitorCenter(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    park_code: str
    name: str
    description: str
    lat: float
    lng: float
    hours: Hours
    winter_hours: str
    amenities: tuple[str, ...]
    contact: Contact
    directions: str
    address: str


class Alert(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    park_code: str
    category: str
    """Danger, Closure, Caution or Information."""
    title: str
    description: str
    since: datetime
    until: datetime


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """A programme, with its days in the requested span."""

    id: str
    park_code: str
    title: str
    category: str
    description: str
    location: str
    lat: float
    lng: float
    dates: tuple[date, ...]
    start: str
    end: str
    """Local time, such as `02:00 PM`."""
    fee: str
    """US dollars; empty if free."""
    registration: bool
    contact: Contact
