"""The interface to all geographic data of the world."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from m3bench.core import near_misses
from m3bench.workers import zone_at
from m3bench_world.atlas.geocoder import Geocoder, read_point
from m3bench_world.atlas.ids import Ids
from m3bench_world.atlas.places import AirportIndex, Borders, FamousList, Gazetteer
from m3bench_world.atlas.points import Points
from m3bench_world.atlas.relief import Relief
from m3bench_world.atlas.types import Airport, Country, Landmark, Place, Spot

if TYPE_CHECKING:
    from m3bench_world.atlas.globe import Floats
    from m3bench_world.atlas.places import Crowds
    from m3bench_world.atlas.surroundings import Surroundings
    from m3bench_world.parks import Park
    from m3bench_world.world import World

WIDEST_SEARCH = 50_000.0
"""Metres."""


class Atlas:
    """Geographic data, loaded on first use; modules that need numpy are imported on first use."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance

        def parks() -> list[Park]:
            return world.parks.all()

        self._borders = Borders()
        self._gazetteer = Gazetteer(self._borders)
        self._airports = AirportIndex()
        self._ids = Ids(world.chance)
        self._famous = FamousList(self._borders, parks)
        self._points = Points(world.chance, self._ids, self._famous, self.find, self._around)
        self._geocoder = Geocoder(
            gazetteer=self._gazetteer,
            famous=self._famous,
            points=self._points,
            airports=self._airports,
            ids=self._ids,
            home=self._home,
        )

    @cached_property
    def _surroundings(self) -> Surroundings:
        from m3bench_world.atlas.surroundings import Surroundings  # noqa: PLC0415

        return Surroundings(self._gazetteer)

    def _around(self, lat: float, lng: float, radius: float) -> list[Place]:
        return self._surroundings.around(lat, lng, radius)

    def _home(self, lat: float, lng: float) -> Place | None:
        return self._surroundings.home(lat, lng)

    # Places

    def search(self, text: str, country: str | None = None, limit: int = 5) -> list[Place]:
        """Return places by name, with qualifiers in any usual form; best match first, then by population."""
        return list(self._gazetteer.search(text, country, limit))

    def find(self, text: str) -> Place | None:
        """Return the best match of `search`."""
        return next(iter(self._gazetteer.search(text, None, 1)), None)

    def place(self, place_id: int) -> Place | None:
        """Return a place by GeoNames id."""
        return self._gazetteer.by_id(place_id)

    def suggestions(self, text: str, limit: int = 5) -> list[str]:
        """Return names of places and landmarks that are spelled similarly."""
        landmarks = near_misses(text.split(",", maxsplit=1)[0], self._famous.names(), 2)
        return [*landmarks, *self._gazetteer.suggestions(text, limit)][:limit]

    def nearest(self, lat: float, lng: float, count: int = 1) -> list[Place]:
        """Return the nearest large places (15,000 people or more), nearest first."""
        return self._surroundings.nearest(lat, lng, count)

    def within(self, lat: float, lng: float, radius_m: float, limit: int = 50) -> list[Place]:
        """Return large places within a radius in metres, nearest first."""
        return self._surroundings.within(lat, lng, radius_m, limit)

    def coordinates(self) -> tuple[Floats, Floats]:
        """Return latitudes and longitudes of all large places, by falling population."""
        return self._surroundings.large.lat, self._surroundings.large.lng

    def places(self, rows: list[int]) -> list[Place]:
        """Return large places by their position in `coordinates`."""
        return [self._gazetteer.place(self._gazetteer.large, row) for row in rows]

    # Countries and airports

    def country(self, iso2: str) -> Country:
        """Return a country by code. Raises `KeyError` for an unknown code."""
        return self._borders.countries[iso2.upper()]

    def countries(self) -> list[Country]:
        return list(self._borders.countries.values())

    def airport(self, code: str) -> Airport | None:
        """Return an airport by IATA or ICAO code."""
        row = self._airports.row_by_code(code)
        return None if row is None else self._airports.airport(row)

    def nearest_airports(self, lat: float, lng: float, n: int = 3) -> list[Airport]:
        """Return airports with an IATA code, nearest first."""
        return [self._airports.airport(row) for row in self._airports.nearest(lat, lng, n)]

    # Fields

    def elevation(self, lat: float, lng: float) -> float:
        """Return metres above sea level, interpolated between airports, with small seeded relief."""
        return self._relief.elevation(round(lat, 6), round(lng, 6))

    def timezone(self, lat: float, lng: float) -> str:
        """Return the IANA name, such as `Europe/Paris`.

        Borders are looked at only for points that are not places.
        """
        own = self._gazetteer.large.zone_at(lat, lng)
        if own is not None:
            return own
        return zone_at(lat, lng) or "Etc/UTC"

    def local_time(self, lat: float, lng: float, moment: datetime) -> datetime:
        """Return the local time at a point, with daylight saving time."""
        return moment.astimezone(ZoneInfo(self.timezone(lat, lng)))

    def home(self) -> Place:
        """Return the town of the caller; it depends on the seed."""
        return self.places([self._chance.whole(200, 4_000, "home")])[0]

    def crowd(self, lat: float, lng: float) -> float:
        """Return the population within about 30 km, weighted by proximity."""
        return self._crowds.crowd(round(lat, 4), round(lng, 4))

    @cached_property
    def _relief(self) -> Relief:
        return Relief(self._chance)

    @cached_property
    def _crowds(self) -> Crowds:
        from m3bench_world.atlas.places import Crowds  # noqa: PLC0415

        return Crowds(self._gazetteer.large, self._surroundings.large)

    # Points of interest

    def landmarks_near(
        self,
        lat: float,
        lng: float,
        radius_m: float,
        kinds: Iterable[str] | None = None,
        limit: int = 20,
        *,
        best: bool = False,
    ) -> list[Landmark]:
        """Return points of interest within a radius of at most 50 km, by distance, or with `best` by rating.

        `kinds` are Google's types, such as `restaurant`, `movie_theater` or `lodging`.
        """
        return self._points.near(lat, lng, min(radius_m, WIDEST_SEARCH), kinds, limit, best=best)

    def landmarks_of(
        self, place: Place, kinds: Iterable[str] | None = None, limit: int = 50
    ) -> list[Landmark]:
        """Return points of interest of a place, the famous ones first."""
        return self._points.of_place(place, kinds, limit)

    def landmarks_named(self, place: Place, name: str, limit: int = 5) -> list[Landmark]:
        """Return invented points of interest of a place whose names contain all the words."""
        return self._points.named(place, name, limit)

    def famous(self, text: str) -> Landmark | None:
        """Return the famous landmark that a text names, such as `Eiffel Tower Paris`."""
        row = self._famous.mentioned(text)
        return self._points.famous(row) if row else None

    def famous_names(self) -> list[str]:
        return self._famous.names()

    def landmark(self, landmark_id: str) -> Landmark | None:
        """Return a landmark by id. Ids are valid in every process of the same seed."""
        meaning = self._ids.read(landmark_id)
        return self._points.by_meaning(meaning, self._gazetteer.by_id) if meaning else None

    # Anything that names a location

    def geocode(self, text: str, region: str | None = None) -> list[Spot]:
        """Return spots for an address, a landmark, a place, an airport, a plus code or `lat,lng`; best
        first."""
        return self._geocoder.geocode(text, region)

    def reverse(self, lat: float, lng: float) -> list[Spot]:
        """Return the address at a point (within 100 metres), its plus code and its town."""
        return self._geocoder.reverse(lat, lng)

    def spot(self, spot_id: str) -> Spot | None:
        """Return the spot of an id of `geocode`, `reverse` or a landmark. Ids are valid for the same seed."""
        meaning = self._ids.read(spot_id)
        return self._geocoder.by_meaning(meaning) if meaning else None

    def locate(self, text: str) -> tuple[float, float, str] | None:
        """Return latitude, longitude and label of anything that a user may write as a location."""
        point = read_point(text)
        if point:
            return (*point, f"{point[0]:.5f}, {point[1]:.5f}")
        spot = self.spot(text.strip().removeprefix("place_id:")) or next(iter(self.geocode(text)), None)
        if spot is None:
            return None
        plain_place = spot.place is not None and spot.types[0] == "locality"
        return spot.lat, spot.lng, spot.place.label if plain_place and spot.place else spot.address
