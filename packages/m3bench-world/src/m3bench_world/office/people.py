"""People and their addresses."""

from __future__ import annotations

import re
from enum import StrEnum

import msgspec

from m3bench.core import normalize


class Group(StrEnum):
    """How a person is related to the owner of the mailbox."""

    OWNER = "owner"
    COLLEAGUE = "colleague"
    CUSTOMER = "customer"
    SUPPLIER = "supplier"
    STRANGER = "stranger"
    """A sender of newsletters or spam. Not among the contacts."""


class Person(msgspec.Struct, frozen=True):
    name: str
    address: str
    group: Group
    role: str
    organization: str
    phone: str
    zone: str = "Europe/London"
    """The IANA name of the time zone where the person works."""

    @property
    def given_name(self) -> str:
        return self.name.split()[0]

    @property
    def mailbox(self) -> str:
        """Name and address, as headers have them."""
        return f"{self.name} <{self.address}>"


def address_of(name: str, domain: str) -> str:
    """Return an address of letters, digits and dots: `ada.galvao@north.example`."""
    first, *_, last = normalize(name).split()
    return f"{_plain(first)}.{_plain(last)}@{domain}"


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text) or "x"
