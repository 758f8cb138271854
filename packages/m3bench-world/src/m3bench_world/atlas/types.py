"""Types of the atlas: places, countries, airports, points of interest and spots."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from m3bench_world.atlas.fold import fold


class Place(msgspec.Struct, frozen=True):
    """A city, town or village."""

    id: int
    """GeoNames id."""
    name: str
    lat: float
    lng: float
    country: str
    """ISO 3166-1 alpha-2."""
    region: str
    """Name of the state or province; empty where none is known."""
    population: int
    region_code: str
    country_name: str

    @property
    def label(self) -> str:
        """`Paris, Île-de-France, France`."""
        parts = (self.name, self.region if fold(self.region) != fold(self.name) else "", self.country_name)
        return ", ".join(part for part in parts if part)


class Country(msgspec.Struct, frozen=True):
    iso: str
    iso3: str
    name: str
    capital: str
    continent: str
    """Two letters: AF, AN, AS, EU, NA, OC, SA."""
    area_km2: float
    population: int
    currency: str
    """ISO 4217 code; empty where none is used."""
    currency_name: str
    phone: str
    languages: tuple[str, ...]
    neighbours: tuple[str, ...]


class Airport(msgspec.Struct, frozen=True):
    icao: str
    iata: str
    name: str
    city: str
    region: str
    country: str
    elevation: float
    """Metres."""
    lat: float
    lng: float


class Precision(StrEnum):
    """Precision of a spot, in geocoder terms."""

    ROOFTOP = "ROOFTOP"
    INTERPOLATED = "RANGE_INTERPOLATED"
    CENTRE = "GEOMETRIC_CENTER"
    APPROXIMATE = "APPROXIMATE"


class Spot(msgspec.Struct, frozen=True, kw_only=True):
    """The location of an address or a name."""

    id: str
    """Resolves with `Atlas.spot` in any process of the same seed."""
    name: str
    address: str
    lat: float
    lng: float
    types: tuple[str, ...]
    precision: Precision
    place: Place | None = None
    street: str = ""
    number: str = ""
    postcode: str = ""
    partial: bool = False
    """Whether only part of the request was understood."""


class Landmark(msgspec.Struct, frozen=True, kw_only=True):
    """A point of interest: a famous one with its real position, or an invented one."""

    id: str
    name: str
    kind: str
    types: tuple[str, ...]
    lat: float
    lng: float
    place: Place
    street: str
    number: str
    postcode: str
    address: str
    rating: float
    reviews: int
    price_level: int | None
    """1 (inexpensive) to 4, or None."""
    hours: tuple[tuple[str, ...], ...]
    """For Monday to Sunday, the spans in which it is open, as `09:00-17:00`; `00:00-24:00` is all day."""
    phone: str
    website: str
    summary: str
    famous: bool = False
