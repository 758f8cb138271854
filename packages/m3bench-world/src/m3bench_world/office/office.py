"""The company, its staff, its customers and its suppliers."""

from __future__ import annotations

import io
import re
from enum import StrEnum
from functools import cache, cached_property
from importlib.resources import files
from zoneinfo import ZoneInfo

import msgspec

from m3bench.core import normalize
from m3bench_world.authors import person
from m3bench_world.data import written
from m3bench_world.world import World


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


@cache
def _names() -> frozenset[str]:
    return frozenset(files("tzdata").joinpath("zones").read_text(encoding="utf-8").split())


def find_zone(name: str) -> ZoneInfo | None:
    """Return the zone with an IANA name such as `Europe/London`; None if there is none."""
    return _loaded(name) if name in _names() else None


@cache
def _loaded(name: str) -> ZoneInfo:
    # Not ZoneInfo(name): that would take the machine's own tables where there are any.
    data = files("tzdata").joinpath("zoneinfo", *name.split("/")).read_bytes()
    return ZoneInfo.from_file(io.BytesIO(data), key=name)


_COMPANIES = (
    "Northfield Instruments", "Harbour Lane Supplies", "Alder & Finch", "Kestrel Workshop",
    "Brightwater Tools", "Old Mill Furnishings", "Quarry Street Lighting", "Tidewell Outfitters",
)  # fmt: skip
_ROLES = written("office", "roles", tuple[tuple[str, str], ...])
_SUPPLIERS = (
    "Castor Paper Mill", "Vale Freight", "Linden Packaging", "Moor End Timber", "Copper Row Electrics",
    "Saltmarsh Glass", "Two Rivers Print",
)  # fmt: skip
_CLIENTS = (
    "Fern House School", "Grange Hotel", "Penrose Clinic", "Ashdown Library", "Marlow Architects",
    "Tolland Bakery", "Wren Studio", "Holt Veterinary Practice", "Civic Theatre", "Bay View Camping",
    "Rowan Bookshop", "Ferry Road Garage",
)  # fmt: skip
_CUSTOMERS, _SUPPLIER_COUNT = 12, 5
_Post = tuple[Group, str, str, str]
"""Group, role, organization and time zone."""


class Office:
    """Everyone has a name and an address of their own."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self.company = self._chance.pick(_COMPANIES, "office", "company")
        self.domain = _domain(self.company)

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """All people: the owner first, then colleagues, customers and suppliers."""
        found: dict[str, Person] = {}
        for number, post in enumerate(self._posts()):
            appointed = self._person(number, post, found)
            found[appointed.address] = appointed
        return tuple(found.values())

    @property
    def owner(self) -> Person:
        return self.people[0]

    @cached_property
    def by_address(self) -> dict[str, Person]:
        return {each.address: each for each in self.people}

    def group(self, group: Group) -> tuple[Person, ...]:
        return tuple(each for each in self.people if each.group is group)

    def colleague(self, role: str) -> Person:
        """Return the colleague with a role, such as `Accountant`."""
        return next(each for each in self.group(Group.COLLEAGUE) if each.role == role)

    def _posts(self) -> list[_Post]:
        start = self._chance.whole(0, len(_SUPPLIERS) - 1, "office", "suppliers")
        suppliers = [_SUPPLIERS[(start + number) % len(_SUPPLIERS)] for number in range(_SUPPLIER_COUNT)]
        return [
            (Group.OWNER, "Operations Manager", self.company, "Europe/London"),
            *((Group.COLLEAGUE, role, self.company, zone) for role, zone in _ROLES),
            *((Group.CUSTOMER, "Customer", client, "Europe/London") for client in _CLIENTS[:_CUSTOMERS]),
            *((Group.SUPPLIER, "Account Manager", supplier, "Europe/London") for supplier in suppliers),
        ]

    def _person(self, number: int, post: _Post, known: dict[str, Person]) -> Person:
        group, role, organization, zone = post
        taken = {each.given_name for each in known.values()}
        attempt = 0
        while True:
            name = person(self._chance, "office", number, attempt)
            address = address_of(name, _domain(organization))
            if address not in known and name.split()[0] not in taken:
                break
            attempt += 1
        phone = f"+44 20 7946 0{self._chance.whole(100, 999, 'office', 'phone', number)}"
        return Person(name, address, group, role, organization, phone, zone)


def _domain(organization: str) -> str:
    return f"{organization.lower().replace(' & ', '-').replace(' ', '-')}.example"
