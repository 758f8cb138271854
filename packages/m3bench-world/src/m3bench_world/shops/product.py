"""A product and its numbers."""

from __future__ import annotations

import msgspec


class Offer(msgspec.Struct, frozen=True):
    """The offer of a seller."""

    seller: str
    dollars: float
    condition: str
    days: int
    """Days until delivery."""


class Product(msgspec.Struct, frozen=True, kw_only=True):
    """One article of the catalogue. Prices are in US dollars."""

    number: int
    asin: str
    gtin: str
    """EAN-13, in the range reserved for in-store use."""
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
    """Return the check digit of an EAN-13."""
    total = sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(digits))
    return str(-total % 10)
