"""Places, and the register of organizations: the facilities of trial sites and the sponsors."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from m3bench_world.authors import person
from m3bench_world.chance import Chance
from m3bench_world.clinic import CITIES, FACILITIES, SPONSORS
from m3bench_world.data import written
from m3bench_world.studies.entities import Organization
from m3bench_world.world import World


class City(msgspec.Struct, frozen=True):
    name: str
    state: str
    state_code: str
    country: str
    latitude: float
    longitude: float


@cache
def cities() -> dict[str, City]:
    """Return the cities by name."""
    text = (files("m3bench_world.studies") / "cities.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
    return {
        name: City(name, state, code, country, float(lat), float(lng))
        for name, state, code, country, lat, lng in rows
    }


_FIRST = 100_000
_PRIME = 9_973
_KINDS = written("studies", "kinds", tuple[str, ...])
"""Kinds of the facilities, in the order of the clinic's table."""
_STREETS = ("Harbour Street", "Mill Road", "College Avenue", "Station Square", "Park Lane", "Orchard Way")


@cache
def _names() -> tuple[tuple[str, str, str], ...]:
    """Return name, city (empty for sponsors) and kind of every organization."""
    facilities = (
        (pattern.format(city=city), city, kind)
        for city, _, _ in CITIES
        for pattern, kind in zip(FACILITIES, _KINDS, strict=True)
    )
    return (*facilities, *((sponsor, "", _sponsor_kind(sponsor)) for sponsor in SPONSORS))


def _sponsor_kind(name: str) -> str:
    if name.endswith(("LLC", "Laboratories", "Inc.", "Products")):
        return "Industry"
    if "University" in name:
        return "Academic"
    return {"Council": "Government", "Group": "Cooperative Group", "Network": "Health System"}.get(
        name.rsplit(maxsplit=1)[-1], "Research Institute"
    )


@cache
def _places() -> dict[str, int]:
    return {name: index for index, (name, _, _) in enumerate(_names())}


def _numbers(chance: Chance) -> tuple[int, int]:
    return chance.whole(2, _PRIME - 2, "organizations"), chance.whole(0, _PRIME - 1, "organization shift")


def organization_id(chance: Chance, name: str) -> str:
    """Return the id of an organization by its name; empty if it is not in the register."""
    place = _places().get(name)
    if place is None:
        return ""
    factor, shift = _numbers(chance)
    return f"NCI-{_FIRST + (place * factor + shift) % _PRIME}"


def organization(world: World, identifier: str) -> Organization | None:
    """Return the organization with an id such as NCI-104321."""
    digits = identifier.strip().upper().removeprefix("NCI-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) == 6):
        return None
    factor, shift = _numbers(world.chance)
    place = (int(digits) - _FIRST - shift) * pow(factor, -1, _PRIME) % _PRIME
    found = _described(world, place) if place < len(_names()) else None
    return found if found and found.id == f"NCI-{digits}" else None


def organizations(world: World) -> list[Organization]:
    return [_described(world, index) for index in range(len(_names()))]


def _described(world: World, place: int) -> Organization:
    chance = world.chance
    name, town, kind = _names()[place]
    city = _home(chance, name) if not town else cities()[town]
    return Organization(
        id=organization_id(chance, name),
        name=name,
        kind=kind,
        street=f"{chance.whole(2, 480, 'street number', name)} {chance.pick(_STREETS, 'street', name)}",
        city=city.name,
        state=city.state,
        state_code=city.state_code,
        country=city.country,
        contact=person(chance, "organization", name),
        phone=f"555-01{chance.whole(10, 99, 'organization phone', name)}",
        parent=chance.pick(("Estuary Health Network", "Elmwood University", ""), "parent", name)
        if town
        else "",
    )


def _home(chance: Chance, sponsor: str) -> City:
    american = [city for city in cities().values() if city.country == "United States"]
    return chance.pick(american, "sponsor city", sponsor)
