"""Handwritten lists of this package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network

import msgspec

from m3bench_world.internet.types import Provider, Registrar

_FIRST_BLOCK = int(IPv4Address("198.18.0.0"))
"""198.18.0.0/15 is reserved for tests of network devices (RFC 2544), so no address belongs to anybody."""
_BLOCK_BITS = 20
_FIRST_BLOCK6 = int(IPv6Address("2001:db8::"))
"""2001:db8::/32 is reserved for documentation (RFC 3849)."""
_FIRST_NUMBER = 64_512
"""Autonomous system numbers from here are for private use (RFC 6996)."""


class Named(msgspec.Struct, frozen=True):
    """A domain of the handwritten list."""

    name: str
    organisation: str
    country: str
    kind: str
    few: int
    many: int


def _lines(name: str) -> list[str]:
    text = (files(__package__) / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _columns(line: str) -> list[str]:
    return [column.strip() for column in line.split(";")]


@cache
def named_domains() -> dict[str, Named]:
    found: dict[str, Named] = {}
    kind, few, many = "", 0, 0
    for line in _lines("domains.txt"):
        if line.startswith("["):
            kind, numbers = (part.strip() for part in line.strip("[]").split("|"))
            few, many = map(int, numbers.split())
        else:
            name, organisation, country = _columns(line)
            found[name] = Named(name, organisation, country, kind, few, many)
    return found


@cache
def providers() -> tuple[Provider, ...]:
    found = []
    for number, line in enumerate(_lines("providers.txt")):
        name, domain, kind, city, country, handle = _columns(line)
        start = _FIRST_BLOCK + (number << (32 - _BLOCK_BITS))
        start6 = _FIRST_BLOCK6 + ((number + 1) << 80)
        found.append(
            Provider(
                name=name,
                domain=domain,
                kind=kind,
                city=city,
                country=country,
                handle=handle,
                number=_FIRST_NUMBER + 7 * number,
                block=IPv4Network((start, _BLOCK_BITS)),
                block6=IPv6Network((start6, 48)),
            )
        )
    return tuple(found)


def providers_of(*kinds: str) -> tuple[Provider, ...]:
    return tuple(provider for provider in providers() if provider.kind in kinds)


@cache
def registrars() -> tuple[Registrar, ...]:
    rows = (_columns(line) for line in _lines("registrars.txt"))
    return tuple(Registrar(name, domain, int(number)) for name, domain, number in rows)


@cache
def labels() -> dict[str, str]:
    """Names of subdomains, with the role of their hosts."""
    return {label: role for label, _, role in (line.partition(" ") for line in _lines("labels.txt"))}
