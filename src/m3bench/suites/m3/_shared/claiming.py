"""Claims with numbers, in short."""

from __future__ import annotations

from m3bench.checks import Claim, Quantity, Tolerance


def counted(text: str, value: float, *near: str) -> Claim:
    """A whole number that must be stated exactly."""
    return Claim(text, number=Quantity(value, near=near))


def measured(text: str, value: float, *near: str, absolute: float = 0.0, relative: float = 0.0) -> Claim:
    """A number that may be rounded."""
    return Claim(text, number=Quantity(value, Tolerance(absolute, relative), near=near))


def dollars(text: str, value: float, *near: str) -> Claim:
    """A price in US dollars, to the cent; large ones may be rounded to the dollar."""
    absolute = 0.006 if value < 1_000 else 1.0
    return measured(text, value, *near, absolute=absolute)
