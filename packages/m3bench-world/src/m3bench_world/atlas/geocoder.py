"""Geocoding of addresses and names, and reverse geocoding."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from m3bench_world.atlas import address_formats, pluscode, wordlists
from m3bench_world.atlas.fold import fold
from m3bench_world.atlas.ids import Ids, Meaning, Subject
from m3bench_world.atlas.places import (
    LONGEST_QUERY,
    AirportIndex,
    Famous,
    FamousList,
    Gazetteer,
    without_postcode,
)
from m3bench_world.atlas.points import Points
from m3bench_world.atlas.sphere import distance
from m3bench_world.atlas.streets import House
from m3bench_world.atlas.types import Landmark, Place, Precision, Spot

_DEGREES = r"([-+]?\d{1,3}(?:\.\d+)?)\s*°?\s*"
_LAT_LNG = re.compile(rf"\s*\(?\s*{_DEGREES}([NSns]?)\s*[,;\s]\s*{_DEGREES}([EWew]?)\s*\)?\s*")
_NUMBER = re.compile(r"(?<!\d)(\d{1,5})(?!\d)")
_AIRPORT_WORDS = ("airport", "airfield", "aerodrome")
_PARTS = re.compile(r"[,/;\n]+")
_LEAST_CITY = 100_000
_FAR = 200_000
_NUMBER_BITS = 17

Home = Callable[[float, float], Place | None]


class Reading(msgspec.Struct):
    """A parsed address: the part before the place, and the place."""

    before: list[str]
    place: Place | None
    area: str = ""
    """Country and region of the address, used if no place is found."""


def read_point(text: str) -> tuple[float, float] | None:
    """Parse coordinates such as `48.8584, 2.2945` or `33.86S 151.21E`."""
    match = _LAT_LNG.fullmatch(text[:100])
    if not match:
        return None
    lat = float(match[1]) * (-1 if match[2].upper() == "S" else 1)
    lng = float(match[3]) * (-1 if match[4].upper() == "W" else 1)
    return (lat, lng) if abs(lat) <= 90 and abs(lng) <= 180 else None


class Geocoder:
    def __init__(
        self,
        *,
        gazetteer: Gazetteer,
        famous: FamousList,
        points: Points,
        airports: AirportIndex,
        ids: Ids,
        home: Home,
    ) -> None:
        self._gazetteer = gazetteer
        self._famous = famous
        self._points = points
        self._airports = airports
        self._ids = ids
        self._home = home

    # Forward

    def geocode(self, text: str, region: str | None = None) -> list[Spot]:
        """Return spots for any location text, best first, or none if it is not understood."""
        text = text[:LONGEST_QUERY].strip()
        point = read_point(text)
        if point:
            return self.reverse(*point)
        ways = (self._by_plus_code, self._by_landmark, self._by_airport, self._by_address)
        for way in ways:
            found = way(text, region)
            if found:
                return found
        return []

    def _by_plus_code(self, text: str, region: str | None) -> list[Spot]:
        code = pluscode.find_code(text)
        if not code:
            return []
        rest = text.upper().replace(code, " ")
        place = None if code.index("+") == 8 else self._read(rest, region).place
        if place is None and code.index("+") < 8:
            return []
        point = pluscode.recover(code, place.lat, place.lng) if place else pluscode.decode(code)
        return [self._coded(*point)] if point else []

    def _coded(self, lat: float, lng: float) -> Spot:
        lat, lng = round(lat, 6), round(lng, 6)
        place = self._home(lat, lng)
        code = pluscode.encode(lat, lng)
        address = f"{code[4:]} {self._points.town(place).label}" if place else code
        return Spot(
            id=self._ids.write(Subject.POINT, round(lat * 1e6), round(lng * 1e6)),
            name=code,
            address=address,
            lat=lat,
            lng=lng,
            types=("plus_code",),
            precision=Precision.ROOFTOP,
            place=place,
        )

    def _by_landmark(self, text: str, _: str | None) -> list[Spot]:
        parts = [
            part
            for part in _PARTS.split(text)
            if not (address_formats.is_street(part) and _NUMBER.search(part))
        ]
        if not parts:
            return []
        row = self._famous.mentioned(", ".join(parts))
        for part in parts[:2]:
            row = row or self._famous.mentioned(", ".join([part, *parts[2:]]))
        if row is None or any(self._is_elsewhere(part, row) for part in parts[1:]):
            return []
        return [spot_of(self._points.famous(row))]

    def _is_elsewhere(self, part: str, row: Famous) -> bool:
        """Return whether a text names a place far from a landmark."""
        name = without_postcode(part)
        if self._gazetteer.borders.areas(name):
            return False
        table = self._gazetteer.large
        rows = list(table.named(fold(name)))
        return bool(rows) and all(
            distance(table.lat[one], table.lng[one], row.lat, row.lng) > _FAR for one in rows
        )

    def _by_airport(self, text: str, _: str | None) -> list[Spot]:
        words = fold(text).split()
        coded = len(text) in (3, 4) and text.isupper() and text.isascii()
        if not coded and not any(word in _AIRPORT_WORDS for word in words):
            return []
        row = self._airports.row_by_code(words[0] if words else "") if coded or len(words) == 2 else None
        row = self._airports.row_by_name(text.split(",", maxsplit=1)[0]) if row is None else row
        return [self._airport(row)] if row is not None else []

    def _airport(self, row: int) -> Spot:
        airport = self._airports.airport(row)
        country = address_formats.short_country(
            airport.country, self._gazetteer.borders.country_name(airport.country)
        )
        code = f" ({airport.iata})" if airport.iata else ""
        return Spot(
            id=self._ids.write(Subject.AIRPORT, row),
            name=airport.name,
            address=", ".join(
                part for part in (airport.name + code, airport.city, airport.region, country) if part
            ),
            lat=airport.lat,
            lng=airport.lng,
            types=("airport", "establishment", "point_of_interest"),
            precision=Precision.CENTRE,
        )

    def _by_address(self, text: str, region: str | None) -> list[Spot]:
        reading = self._read(text, region)
        if reading.place is None:
            return self._area_spot(reading)
        if not reading.before:
            return [self.place_spot(reading.place)]
        return [self._in_town(reading.place, reading.before)]

    def _read(self, text: str, region: str | None) -> Reading:
        """Parse an address from its end: country, region, place, rest."""
        parts = [part.strip() for part in _PARTS.split(text) if part.strip()]
        if len(parts) == 1 and self._is_area_alone(parts[0]):
            return Reading(before=[], place=None, area=parts[0])
        areas: list[str] = []
        while len(parts) > 1 and (
            not without_postcode(parts[-1]) or self._gazetteer.borders.areas(without_postcode(parts[-1]))
        ):
            areas.insert(0, without_postcode(parts.pop()))
        for end in range(len(parts), 0, -1):
            if end > 1 or not _looks_like_house(parts[end - 1]):
                place = self._place(parts[end - 1], areas, region)
                if place:
                    return Reading(before=parts[: end - 1], place=place)
        for position, area in enumerate(areas):
            city = self._place(area, areas[position + 1 :], region) if area else None
            if city and city.population >= _LEAST_CITY:
                return Reading(before=parts, place=city)
        return Reading(
            before=parts, place=None, area=", ".join(filter(None, areas)) or parts[-1] if parts else ""
        )

    def _is_area_alone(self, text: str) -> bool:
        """Return whether a text names only an area: `France`, but not `Singapore` or `New York`, which are
        cities too."""
        if not self._gazetteer.borders.areas(text):
            return False
        folded = fold(text)
        rows = self._gazetteer.large.named(wordlists.pairs("places").get(folded, folded))
        return all(self._gazetteer.large.population[row] < _LEAST_CITY for row in rows)

    def _place(self, part: str, areas: list[str], region: str | None) -> Place | None:
        name = ", ".join(filter(None, [without_postcode(part), *areas]))
        biased = self._gazetteer.search(name, _iso(region), 1) if region else ()
        found = biased or self._gazetteer.search(name, None, 1)
        return found[0] if found else None

    def _area_spot(self, reading: Reading) -> list[Spot]:
        """Return the spot of a region or a country: its largest place."""
        name = without_postcode(reading.area.split(",")[0])
        meant = self._gazetteer.borders.areas(name)
        if reading.before and len(name) == 2:
            # After a name, CA is California rather than Canada.
            meant = sorted(meant, key=lambda area: not area[1])
        for country, region in meant:
            place = self._largest(country, region)
            if place:
                name = self._gazetteer.borders.region(country, region) or place.country_name
                kind = "administrative_area_level_1" if region else "country"
                spot = self.place_spot(place)
                address = f"{name}, {place.country_name}" if region else name
                partial = bool(reading.before) and fold(reading.before[0]) != fold(name)
                return [
                    msgspec.structs.replace(
                        spot, name=name, address=address, types=(kind, "political"), partial=partial
                    )
                ]
        return []

    def _largest(self, country: str, region: str) -> Place | None:
        table = self._gazetteer.large
        for row in range(len(table)):
            if table.country(row) == country and region in ("", table.region(row)):
                return self._gazetteer.place(table, row)
        return None

    def _in_town(self, place: Place, before: list[str]) -> Spot:
        """Return a street, a house or a point of interest of a place, or the place itself as a partial
        match."""
        number = next((match[1] for part in before if (match := _NUMBER.search(part))), "")
        named = [part for part in before if fold(_NUMBER.sub(" ", part))]
        street = next((part for part in named if address_formats.is_street(part)), None)
        street = street or next((part for part in named if number and number in part), None)
        street = street or (named[0] if number and named and len(before) > len(named) else None)
        if street is None and named:
            known = self._points.named(place, named[0], 1)
            if known and fold(known[0].name) == fold(named[0]):
                return spot_of(known[0])
        if street is None:
            return msgspec.structs.replace(self.place_spot(place), partial=True)
        return self._house(place, _street_name(street), number)

    def _house(self, place: Place, street: str, number: str) -> Spot:
        """Return a house by street name, or the street if there is no number."""
        index, known = self._points.town(place).street_named(street)
        exact = Precision.ROOFTOP if known else Precision.INTERPOLATED
        spot = self._numbered(place, index, int(number) if number else 0, exact)
        if known:
            return spot
        town = self._points.town(place)
        address = town.address(street, spot.number, spot.postcode)
        return msgspec.structs.replace(
            spot, name=f"{number} {street}".strip(), address=address, street=street
        )

    def _numbered(self, place: Place, street: int, number: int, exact: Precision = Precision.ROOFTOP) -> Spot:
        """Return a house by the index of its street; number 0 is the middle of the street."""
        town = self._points.town(place)
        house = House(street, number or 2 * int(town.radius // 60) + 1)
        name, _, postcode = town.doorplate(house)
        lat, lng = town.point(house)
        written = str(number) if number else ""
        return Spot(
            id=self._ids.write(Subject.HOUSE, place.id, street << _NUMBER_BITS | number),
            name=f"{written} {name}".strip(),
            address=town.address(name, written, postcode),
            lat=lat,
            lng=lng,
            types=("street_address",) if number else ("route",),
            precision=exact if number else Precision.CENTRE,
            place=place,
            street=name,
            number=written,
            postcode=postcode,
        )

    # Backward

    def reverse(self, lat: float, lng: float) -> list[Spot]:
        """Return the nearest address and the town of a point, or its plus code outside towns."""
        lat, lng = round(lat, 6), round(lng, 6)
        coded = self._coded(lat, lng)
        place = coded.place
        if place is None:
            return [coded]
        town = self._points.town(place)
        house = town.house_at(lat, lng)
        spot = self._numbered(place, house.street, house.number)
        spots = [spot, coded] if distance(lat, lng, spot.lat, spot.lng) <= 100 else [coded]
        return [*spots, self.place_spot(place)]

    # Ids

    def by_meaning(self, meaning: Meaning) -> Spot | None:
        if meaning.subject is Subject.POINT:
            return self._coded(meaning.first / 1e6, meaning.second / 1e6)
        if meaning.subject is Subject.AIRPORT:
            return self._airport(meaning.first)
        if meaning.subject in (Subject.PLACE, Subject.HOUSE):
            place = self._gazetteer.by_id(meaning.first)
            if place is None or meaning.subject is Subject.PLACE:
                return self.place_spot(place) if place else None
            street, number = divmod(meaning.second, 1 << _NUMBER_BITS)
            return self._numbered(place, street, number)
        landmark = self._points.by_meaning(meaning, self._gazetteer.by_id)
        return spot_of(landmark) if landmark else None

    def place_spot(self, place: Place) -> Spot:
        return Spot(
            id=self._ids.write(Subject.PLACE, place.id),
            name=place.name,
            address=self._points.town(place).label,
            lat=place.lat,
            lng=place.lng,
            types=("locality", "political"),
            precision=Precision.APPROXIMATE,
            place=place,
        )


def spot_of(landmark: Landmark) -> Spot:
    return Spot(
        id=landmark.id,
        name=landmark.name,
        address=landmark.address,
        lat=landmark.lat,
        lng=landmark.lng,
        types=landmark.types,
        precision=Precision.ROOFTOP,
        place=landmark.place,
        street=landmark.street,
        number=landmark.number,
        postcode=landmark.postcode,
    )


def _looks_like_house(part: str) -> bool:
    return bool(_NUMBER.search(part)) and address_formats.is_street(part)


def _street_name(part: str) -> str:
    """Remove the house number; `1201. Sokak` and `5th Avenue` are names."""
    words = re.sub(r"(?i)\bno\s*[:.]?\s*(?=\d)", " ", part).split()
    kept = [word for word in words if not word[0].isdigit() or word[-2:] in ("st", "nd", "rd", "th")]
    kept = [word for word in kept if ":" not in word]
    alone = address_formats.street_key(" ".join(kept)) in wordlists.words("street kinds")
    return " ".join(words if alone else kept)


def _iso(region: str | None) -> str | None:
    """Return the ISO code of a country-code domain; they differ for the United Kingdom."""
    code = (region or "").strip().upper()
    return {"UK": "GB"}.get(code, code) if len(code) == 2 else None
