"""Types of the internet."""

from __future__ import annotations

from datetime import date
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import msgspec


class Provider(msgspec.Struct, frozen=True):
    """Who runs a network."""

    name: str
    domain: str
    kind: str
    """hosting, cloud, cdn, mail, dns or lax (a network that does not answer complaints)."""
    city: str
    country: str
    handle: str
    number: int
    """Autonomous system number, of those reserved for private use."""
    block: IPv4Network
    block6: IPv6Network


class Registrar(msgspec.Struct, frozen=True):
    name: str
    domain: str
    number: int


class Contact(msgspec.Struct, frozen=True):
    """A registrant. One that hides has the name of a privacy service."""

    organisation: str
    country: str
    email: str


class Domain(msgspec.Struct, frozen=True, kw_only=True):
    name: str
    kind: str
    """site, company, suspect, provider, service, software, lookalike or other."""
    registrar: Registrar
    registrant: Contact
    created: date
    servers: tuple[str, ...]
    """Name servers."""
    web: Provider
    mail: Provider | None
    is_signed: bool
    owner_domain: str
    """The domain whose owner holds this one as well, or its own name."""
    few: int
    many: int
    """Fewest and most subdomains."""


class Address(msgspec.Struct, frozen=True):
    """What a name resolves to: aliases in order, then addresses."""

    aliases: tuple[str, ...]
    v4: tuple[IPv4Address, ...]
    v6: tuple[IPv6Address, ...]


class Port(msgspec.Struct, frozen=True):
    number: int
    state: str
    service: str


class Lookalike(msgspec.Struct, frozen=True):
    fuzzer: str
    name: str
