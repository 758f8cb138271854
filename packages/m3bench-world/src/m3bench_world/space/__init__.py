"""Space: the Sun and its weather, asteroids, exoplanets, rovers on Mars, pictures of sky and Earth."""

from __future__ import annotations

import math
from datetime import date
from functools import cached_property

from m3bench_world.space.almanac import FIRST_PICTURE, DailyPicture, daily_picture, moon_phase
from m3bench_world.space.asteroids import FIRST_DAY, LAST_DAY, Approach, Asteroid, Asteroids
from m3bench_world.space.bulletins import KINDS
from m3bench_world.space.cycle import regions_on
from m3bench_world.space.eruptions import speed_class
from m3bench_world.space.events import (
    RECORDS_BEGIN,
    Bulletin,
    Crossing,
    Ejection,
    Enhancement,
    Event,
    Flare,
    ParticleEvent,
    Simulation,
    Storm,
    Stream,
    midnight,
    short_time,
    sun_location,
)
from m3bench_world.space.exoplanets import ALIASES, COLUMNS, Planet, catalogue
from m3bench_world.space.orbiters import (
    DISC_BEGINS,
    LANDSAT_BEGINS,
    REVISIT_DAYS,
    Disc,
    DiscCamera,
    LandSatellite,
    Scene,
)
from m3bench_world.space.rovers import CAMERAS, ROVERS, Photo, Rover, Rovers
from m3bench_world.space.sun import Sun
from m3bench_world.world import World

__all__ = [
    "ALIASES",
    "CAMERAS",
    "COLUMNS",
    "DISC_BEGINS",
    "FIRST_DAY",
    "FIRST_PICTURE",
    "KINDS",
    "LANDSAT_BEGINS",
    "LAST_DAY",
    "RECORDS_BEGIN",
    "REVISIT_DAYS",
    "ROVERS",
    "Approach",
    "Asteroid",
    "Bulletin",
    "Crossing",
    "DailyPicture",
    "Disc",
    "Ejection",
    "Enhancement",
    "Event",
    "Flare",
    "ParticleEvent",
    "Photo",
    "Planet",
    "Rover",
    "Rovers",
    "Scene",
    "Simulation",
    "Space",
    "Storm",
    "Stream",
    "Sun",
    "short_time",
    "speed_class",
    "sun_location",
]


class Space:
    """Space data, built on first use; drawing code is imported with the first picture."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self._now = world.now

    @cached_property
    def sun(self) -> Sun:
        """Flares, ejections, storms and bulletins."""
        return Sun(self._chance, self._now)

    @cached_property
    def asteroids(self) -> Asteroids:
        return Asteroids(self._chance, self._now)

    @cached_property
    def exoplanets(self) -> list[Planet]:
        return catalogue(self._chance, self._now.year)

    @cached_property
    def rovers(self) -> Rovers:
        return Rovers(self._chance, self._now)

    @cached_property
    def land_satellite(self) -> LandSatellite:
        return LandSatellite(self._chance, self._now)

    @cached_property
    def disc_camera(self) -> DiscCamera:
        return DiscCamera(self._chance, self._now)

    def daily_picture(self, day: date) -> DailyPicture:
        """Return the astronomy picture of a day, without its pixels."""
        return daily_picture(self._chance, day, [region.number for region in regions_on(self._chance, day)])

    def render_daily_picture(self, shown: DailyPicture) -> bytes:
        from m3bench_world.space.skyviews import paint  # noqa: PLC0415 - numpy only for pictures

        noon = midnight(shown.day).replace(hour=12)
        spots = [(region, region.longitude(noon)) for region in regions_on(self._chance, shown.day)]
        draw = self._chance.stream("plate picture", shown.day)
        return paint(shown.subject, draw, phase=moon_phase(shown.day), spots=spots)

    def render_scene(
        self, scene: Scene, latitude: float, longitude: float, dim: float
    ) -> tuple[bytes, float]:
        """Return a tile of the ground as PNG, and its share of cloud cover."""
        from m3bench_world.space.earthviews import tile  # noqa: PLC0415 - numpy only for pictures

        return tile(
            round(latitude, 5),
            round(longitude, 5),
            round(dim, 5),
            seed=self._ground_seed,
            pass_seed=self._chance.bits("sky", scene.id) >> 24,
            cloudiness=scene.cloudiness,
            warmth=_warmth(scene.at.date()),
        )

    def render_disc(self, shown: Disc, *, enhanced: bool) -> bytes:
        from m3bench_world.space.earthviews import disc  # noqa: PLC0415 - numpy only for pictures

        day = shown.at.date()
        return disc(
            shown.latitude,
            shown.longitude,
            seed=self._ground_seed,
            sky_seed=self._chance.bits("disc sky", day) >> 24,
            warmth=_warmth(day),
            enhanced=enhanced,
        )

    def render_photo(self, photo: Photo) -> bytes:
        from m3bench_world.space.marsviews import view  # noqa: PLC0415 - numpy only for pictures

        return view(photo.camera, self._chance.stream("rover picture", photo.id))

    @property
    def _ground_seed(self) -> int:
        return self._chance.bits("ground") >> 24


def _warmth(day: date) -> float:
    """Return 1 in the middle of the northern summer, -1 in the middle of winter."""
    return round(-math.cos(2 * math.pi * (day.timetuple().tm_yday - 15) / 365), 4)
