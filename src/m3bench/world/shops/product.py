"""A product and its numbers."""

from __future__ import annotations

import msgspec


class Offer(msgspec.Struct, frozen=True):
    """What a seller asks."""

    seller: str
    dollars: float
    condition: str
    days: int
    """Until it arrives."""


class Product(msgspec.Struct, frozen=True, kw_only=True):
    """One article of the catalogue. Prices are in US dollars."""

    number: int
    asin: str
    gtin: str
    """EAN-13, in the range that is reserved for use inside shops."""
    category: str
    noun: str
    brand: str
    variant: str
    size: str
    title: str
    dollars: float
    rating: float
    reviews: int
    stock: int
    features: tuple[str, ...]
    offers: tuple[Offer, ...]
    """The cheapest first; its price is the product's."""


def check_digit(digits: str) -> str:
    """The thirteenth digit of an EAN."""
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return str(-total % 10)
