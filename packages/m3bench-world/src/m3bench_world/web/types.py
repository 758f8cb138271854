"""What the pages show, and the forms on them."""

from __future__ import annotations

import msgspec


class WebPage(msgspec.Struct, frozen=True):
    """A page of the world's web."""

    url: str
    title: str
    html: str


class Field(msgspec.Struct, frozen=True):
    """A field of a form."""

    name: str
    label: str
    kind: str = "text"
    """`text`, `email`, `date`, `number` or `select`."""
    required: bool = True
    choices: tuple[str, ...] = ()


class Form(msgspec.Struct, frozen=True):
    """A form, and the address that it is sent to."""

    name: str
    action: str
    fields: tuple[Field, ...]
    button: str


class FormError(Exception):
    """Why a form is not accepted."""


class Product(msgspec.Struct, frozen=True):
    """What the shop sells."""

    slug: str
    name: str
    price: float
    """In euros."""
    stock: int
    weight: float
    """In kilograms."""


class Room(msgspec.Struct, frozen=True):
    """A room of the hotel."""

    name: str
    price: int
    """In euros for a night."""
    beds: int


class Tariff(msgspec.Struct, frozen=True):
    """A tariff of the telephone company."""

    name: str
    monthly: float
    """In euros."""
    gigabytes: int
    months: int
    """How long it is binding."""
