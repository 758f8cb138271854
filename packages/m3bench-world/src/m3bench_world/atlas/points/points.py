"""Points of interest: famous ones, and invented ones generated per town on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import msgspec

from m3bench_world.atlas.fold import fold
from m3bench_world.atlas.ids import Ids, Meaning, Subject
from m3bench_world.atlas.places import Famous, FamousList
from m3bench_world.atlas.points import names
from m3bench_world.atlas.points.kinds import PlaceKind, kinds, week
from m3bench_world.atlas.sphere import distance
from m3bench_world.atlas.streets import House, Town
from m3bench_world.atlas.types import Landmark, Place
from m3bench_world.chance import Chance

if TYPE_CHECKING:
    from m3bench_world.atlas.points.quarter import Quarter

Around = Callable[[float, float, float], list[Place]]
"""Function that returns the places that extend into a circle, nearest first."""

_Hit = tuple[float, float, float, Place | Famous, int]
"""Minus rating, minus reviews, metres away, whose it is, and its number there."""


FARTHEST_HOME = 350_000.0
"""Metres between a famous landmark and the place it belongs to."""


class _Outline(msgspec.Struct, frozen=True):
    """A landmark before its address and details are worked out."""

    id: str
    name: str
    kind: PlaceKind
    point: tuple[float, float]
    rating: float
    reviews: int
    key: tuple[object, ...]
    """Key of its draws."""
    famous: bool = False


class Points:
    def __init__(
        self,
        chance: Chance,
        ids: Ids,
        famous: FamousList,
        find: Callable[[str], Place | None],
        around: Around,
    ) -> None:
        self._chance = chance
        self._ids = ids
        self._famous = famous
        self._find = find
        self._around = around
        self.town = lru_cache(maxsize=512)(self._town)
        self.quarter = lru_cache(maxsize=256)(self._quarter)
        self._folded_names = lru_cache(maxsize=16)(self._fold_names)

    def _town(self, place: Place) -> Town:
        return Town(self._chance, place)

    def _quarter(self, place: Place) -> Quarter:
        from m3bench_world.atlas.points.quarter import Quarter  # noqa: PLC0415 - numpy takes 70 ms to import

        return Quarter(self._chance, self.town(place))

    @cached_property
    def _kind_by_name(self) -> dict[str, PlaceKind]:
        return {kind.name: kind for kind in kinds()}

    def near(
        self, lat: float, lng: float, radius: float, wanted: Iterable[str] | None, limit: int, *, best: bool
    ) -> list[Landmark]:
        """Return landmarks within a radius, by distance, or with `best` by rating and reviews."""
        types = frozenset(wanted) if wanted is not None else None
        found: list[_Hit] = []
        for row in self._famous.rows:
            away = distance(lat, lng, row.lat, row.lng)
            if away <= radius and _matches(self._kind_by_name[row.kind], types):
                found.append((-9.0, -1e9, away, row, row.index))
        for place in self._around(lat, lng, radius):
            found += self._in_place(place, lat, lng, radius, types)
        found.sort(key=_rating_order if best else _distance_order)
        return [self._landmark(owner, index) for *_, owner, index in found[:limit]]

    def _in_place(
        self, place: Place, lat: float, lng: float, radius: float, types: frozenset[str] | None
    ) -> list[_Hit]:
        import numpy as np  # noqa: PLC0415

        quarter = self.quarter(place)
        away = quarter.distances(lat, lng)
        fitting = np.array([_matches(kind, types) for kind in kinds()])
        rows = np.flatnonzero((away <= radius) & fitting[quarter.kind])
        return [
            (
                -float(quarter.rating[row]),
                -float(quarter.reviews[row]),
                round(float(away[row])),
                place,
                int(row),
            )
            for row in rows
        ]

    def _landmark(self, owner: Place | Famous, index: int) -> Landmark:
        return self.famous(owner) if isinstance(owner, Famous) else self.invented(owner, index)

    def of_place(self, place: Place, wanted: Iterable[str] | None, limit: int) -> list[Landmark]:
        """Return the landmarks of a place: famous ones first, then invented ones by type."""
        types = frozenset(wanted) if wanted is not None else None
        home = [row for row in self._famous.rows if fold(row.home.split(",")[0]) == fold(place.name)]
        known = [self.famous(row) for row in home if _matches(self._kind_by_name[row.kind], types)]
        own = [landmark for landmark in known if landmark.place.id == place.id]
        quarter = self.quarter(place)
        rows = [row for row, kind in enumerate(quarter.kind) if _matches(kinds()[kind], types)]
        return own[:limit] + [self.invented(place, row) for row in rows[: max(0, limit - len(own))]]

    def named(self, place: Place, name: str, limit: int = 3) -> list[Landmark]:
        """Return invented landmarks of a place whose name contains all the words; exact names first."""
        wanted = fold(name)
        words = set(wanted.split())
        if not words:
            return []
        hits = [
            (own != wanted, len(own), row)
            for row, own in enumerate(self._folded_names(place))
            if words <= set(own.split())
        ]
        return [self.invented(place, row) for *_, row in sorted(hits)[:limit]]

    def _fold_names(self, place: Place) -> tuple[str, ...]:
        """Return the folded names of the invented landmarks of a place."""
        quarter = self.quarter(place)
        return tuple(fold(self._name(quarter, row)) for row in range(len(quarter)))

    def _name(self, quarter: Quarter, row: int) -> str:
        street = quarter.town.street_name(int(quarter.street[row]))
        return names.name_of(self._chance, quarter.town, kinds()[quarter.kind[row]], row, street)

    def by_meaning(self, meaning: Meaning, place: Callable[[int], Place | None]) -> Landmark | None:
        if meaning.subject is Subject.FAMOUS:
            rows = self._famous.rows
            return self.famous(rows[meaning.first]) if 0 <= meaning.first < len(rows) else None
        home = place(meaning.first) if meaning.subject is Subject.LANDMARK else None
        if home is None or not 0 <= meaning.second < len(self.quarter(home)):
            return None
        return self.invented(home, meaning.second)

    def invented(self, place: Place, row: int) -> Landmark:
        quarter = self.quarter(place)
        house = House(int(quarter.street[row]), int(quarter.number[row]))
        outline = _Outline(
            id=self._ids.write(Subject.LANDMARK, place.id, row),
            name=self._name(quarter, row),
            kind=kinds()[quarter.kind[row]],
            point=quarter.town.point(house),
            rating=round(float(quarter.rating[row]), 1),
            reviews=int(quarter.reviews[row]),
            key=("landmark", place.id, row),
        )
        return self._with_details(outline, quarter.town, house)

    def _home_of(self, row: Famous) -> Place:
        """Return the place of a famous landmark, or the nearest larger one if it is too small."""

        def away(place: Place) -> float:
            return distance(row.lat, row.lng, place.lat, place.lng)

        named = (self._find(row.home), self._find(row.home.split(",")[0]))
        for place in named:
            if place is not None and away(place) <= FARTHEST_HOME:
                return place
        return min(self._around(row.lat, row.lng, 3 * FARTHEST_HOME), key=away)

    def famous(self, row: Famous) -> Landmark:
        place = self._home_of(row)
        town = self.town(place)
        inside = distance(row.lat, row.lng, place.lat, place.lng) <= town.radius
        key = ("famous", row.name)
        outline = _Outline(
            id=self._ids.write(Subject.FAMOUS, row.index),
            name=row.name,
            kind=self._kind_by_name[row.kind],
            point=(row.lat, row.lng),
            rating=round(self._chance.between(4.3, 4.9, *key, "rating"), 1),
            reviews=self._chance.whole(8_000, 320_000, *key, "reviews"),
            key=key,
            famous=True,
        )
        return self._with_details(outline, town, town.house_at(row.lat, row.lng) if inside else None)

    def _with_details(self, outline: _Outline, town: Town, house: House | None) -> Landmark:
        """Return a landmark with all details. One outside its town has no street."""
        street, number, postcode = town.doorplate(house) if house else ("", "", "")
        kind = outline.kind
        # A famous place of worship may be of any faith.
        own = [name for name in kind.types if name != "church" or not outline.famous]
        types = [own[0], "tourist_attraction", *own[1:]] if outline.famous else own
        return Landmark(
            id=outline.id,
            name=outline.name,
            kind=kind.name,
            types=tuple(dict.fromkeys(types)),
            lat=outline.point[0],
            lng=outline.point[1],
            place=town.place,
            street=street,
            number=number,
            postcode=postcode,
            address=town.address(street, number, postcode) if house else f"{outline.name}, {town.label}",
            rating=outline.rating,
            reviews=outline.reviews,
            price_level=self._price(kind, outline.key),
            hours=week(kind.hours, self._chance.whole(-1, 1, *outline.key, "hours")),
            phone=self._phone(outline.key),
            website=f"https://{fold(outline.name).replace(' ', '-')}.example.com/",
            summary=_summary(outline, town.place),
            famous=outline.famous,
        )

    def _phone(self, key: tuple[object, ...]) -> str:
        """Return a fictional number; those after 555 are unassigned."""
        area, line = (self._chance.whole(low, high, *key, low) for low, high in ((200, 999), (0, 9999)))
        return f"{area} 555 {line:04d}"

    def _price(self, kind: PlaceKind, key: tuple[object, ...]) -> int | None:
        if not kind.price:
            return None
        return max(1, min(4, kind.price + self._chance.whole(-1, 1, *key, "price")))


def _rating_order(hit: _Hit) -> tuple[float, float, float, int]:
    return hit[0], hit[1], hit[2], hit[4]


def _distance_order(hit: _Hit) -> tuple[float, int]:
    return hit[2], hit[4]


def _matches(kind: PlaceKind, types: frozenset[str] | None) -> bool:
    return types is None or not types.isdisjoint(kind.types)


def _summary(outline: _Outline, place: Place) -> str:
    what = outline.kind.name.replace("_", " ")
    return f"{outline.name}: {'a famous' if outline.famous else 'a'} {what} in {place.name}."
