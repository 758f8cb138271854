"""Streets of a town: a seeded grid that maps house numbers to points and back."""

from __future__ import annotations

import math
from functools import cached_property

import msgspec

from m3bench_world.atlas import address_formats
from m3bench_world.atlas.fold import fold
from m3bench_world.atlas.sphere import move_point, offset_between
from m3bench_world.atlas.types import Place
from m3bench_world.chance import Chance

SPACING = 160.0
"""Metres between parallel streets: no point in town is further than half of it from one."""
PLOT = 12.0
KERB = 8.0
_STRIDE = 7_919
"""A prime, to use all names before repeating one."""


def extent(population: int) -> float:
    """Return the radius of a town in metres."""
    return 700.0 * math.pow(max(0.5, population / 1000), 0.38)


class House(msgspec.Struct, frozen=True):
    """A numbered house; streets run along one axis of the town's own frame, away from the middle."""

    street: int
    number: int


class Town:
    """A place with its streets. Its grid is rotated by an angle of its own."""

    def __init__(self, chance: Chance, place: Place) -> None:
        self.place = place
        self.radius = extent(place.population)
        self.address_format = address_formats.address_format(place.country)
        self._chance = chance
        self._lines = int(self.radius // SPACING) + 1
        self.turn = chance.between(-0.7, 0.7, "streets", place.id, "turn")
        self._shift = chance.bits("streets", place.id, "names")

    @property
    def street_count(self) -> int:
        return 4 * (2 * self._lines + 1)

    def street_name(self, street: int) -> str:
        names, prefixes = self.address_format.streets, self.address_format.before
        block, position = divmod(street, len(names))
        name = names[(position * _STRIDE + self._shift) % len(names)]
        return prefixes[block % len(prefixes)] + name

    @cached_property
    def _street_by_key(self) -> dict[str, int]:
        streets = reversed(range(self.street_count))
        return {address_formats.street_key(self.street_name(street)): street for street in streets}

    def street_named(self, name: str) -> tuple[int, bool]:
        """Return the street with this name, and whether the town has it; unknown names map to a seeded
        street."""
        key = address_formats.street_key(name)
        own = self._street_by_key.get(key)
        if own is not None:
            return own, True
        return self._chance.bits("street", self.place.id, key) % max(4, self.street_count // 2), False

    def point(self, house: House) -> tuple[float, float]:
        """Return latitude and longitude of a house. Numbers beyond the end of the street wrap around."""
        line, upright, outward = _unpack_street(house.street)
        plots = max(1, int(self.radius // PLOT))
        along = outward * (((house.number - 1) // 2 % plots) * PLOT + PLOT / 2)
        across = line * SPACING + (KERB if house.number % 2 == 0 else -KERB)
        return self.to_globe(*((across, along) if upright else (along, across)))

    def house_at(self, lat: float, lng: float) -> House:
        """Return the house nearest to a point."""
        x, y = self.to_frame(lat, lng)
        upright = abs(x - SPACING * round(x / SPACING)) < abs(y - SPACING * round(y / SPACING))
        along, across = (y, x) if upright else (x, y)
        line = max(-self._lines, min(self._lines, round(across / SPACING)))
        outward = 1 if along >= 0 else -1
        even = across >= line * SPACING
        plot = min(int(abs(along) // PLOT), max(1, int(self.radius // PLOT)) - 1)
        return House(_pack_street(line, upright, outward), 2 * plot + (2 if even else 1))

    def to_globe(self, x: float, y: float) -> tuple[float, float]:
        cosine, sine = math.cos(self.turn), math.sin(self.turn)
        lat, lng = move_point(self.place.lat, self.place.lng, x * cosine - y * sine, x * sine + y * cosine)
        return round(lat, 6), round(lng, 6)

    def to_frame(self, lat: float, lng: float) -> tuple[float, float]:
        east, north = offset_between(self.place.lat, self.place.lng, lat, lng)
        cosine, sine = math.cos(self.turn), math.sin(self.turn)
        return east * cosine + north * sine, north * cosine - east * sine

    @property
    def label(self) -> str:
        """Return the town as an address: `Moab, UT, USA`."""
        place = self.place
        region = address_formats.short_region(place.country, place.region_code, place.region)
        country = address_formats.short_country(place.country, place.country_name)
        parts = (place.name, region if fold(region) != fold(place.name) else "", country)
        return ", ".join(part for part in parts if part)

    def doorplate(self, house: House) -> tuple[str, str, str]:
        """Return street, number and postcode of a house."""
        return self.street_name(house.street), str(house.number), self.postcode(house)

    def postcode(self, house: House) -> str:
        """Return the postcode of a house, shared by neighbouring streets."""
        return self._postcode(house.street // 40)

    def _postcode(self, district: int) -> str:
        place = self.place
        return address_formats.postcode(self._chance, place.country, place.region_code, place.id, district)

    def address(self, street: str, number: str, postcode: str) -> str:
        """Return a full address in the format of the country."""
        place = self.place
        written = self.address_format.address.format(
            number=number,
            street=street,
            postcode=postcode,
            city=place.name,
            state=address_formats.short_region(place.country, place.region_code, place.region),
            region=place.region or place.name,
            country=address_formats.short_country(place.country, place.country_name),
        )
        written = written if number else written.replace(" No:", "")
        return ", ".join(" ".join(part.split()) for part in written.split(",") if part.strip())


def _pack_street(line: int, upright: bool, outward: int) -> int:
    """Number streets from the centre of the town outwards."""
    rank = 2 * abs(line) - (line > 0)
    return (2 * rank + upright) * 2 + (outward < 0)


def _unpack_street(street: int) -> tuple[int, bool, int]:
    rank, rest = divmod(street, 4)
    line = (rank + 1) // 2 * (1 if rank % 2 else -1)
    return line, rest >= 2, -1 if rest % 2 else 1
