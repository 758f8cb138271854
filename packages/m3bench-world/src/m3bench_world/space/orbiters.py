"""Pictures of Earth from space: times and positions."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.sky import NUMBERS, mean_anomaly, season

LANDSAT_BEGINS = date(2013, 4, 11)
DISC_BEGINS = date(2015, 6, 13)
REVISIT_DAYS = 16
_DISC_DELAY_DAYS = 2


class Scene(msgspec.Struct, frozen=True):
    """One pass of a land satellite over a place."""

    id: str
    at: datetime
    cloudiness: float
    """Intended cloud cover, 0 to 1."""


class Disc(msgspec.Struct, frozen=True, kw_only=True):
    """One picture of the sunlit face of Earth, from a million miles away."""

    id: str
    at: datetime
    latitude: float
    longitude: float
    """The point at the centre of the disc."""
    spacecraft: tuple[int, int, int]
    moon: tuple[int, int, int]
    sun: tuple[int, int, int]
    """Positions from Earth's centre, in km."""


class LandSatellite:
    def __init__(self, chance: Chance, now: datetime) -> None:
        self._chance = chance
        self._now = now

    def scene(self, latitude: float, longitude: float, day: date) -> Scene:
        """Return the pass over a place that is nearest in time to a day."""
        path, row = 1 + int((180 - longitude) / 360 * 232), 1 + int((90 - latitude) / 180 * 121)
        offset = self._chance.whole(0, REVISIT_DAYS - 1, "pass", path)
        step = (day.toordinal() - offset) / REVISIT_DAYS
        chosen = date.fromordinal(offset + REVISIT_DAYS * math.floor(step + 0.5))
        while self._moment(chosen, path, row, longitude) > self._now:
            chosen -= timedelta(days=REVISIT_DAYS)
        while chosen < LANDSAT_BEGINS:
            chosen += timedelta(days=REVISIT_DAYS)
        return Scene(
            id=f"LC08_{path:03d}{row:03d}_{chosen:%Y%m%d}",
            at=self._moment(chosen, path, row, longitude),
            cloudiness=round(self._chance.share("cloudiness", path, row, chosen) ** 2, 3),
        )

    def _moment(self, day: date, path: int, row: int, longitude: float) -> datetime:
        """Return the time of a pass, about ten in the morning local time."""
        local = datetime.combine(day, time(10, 5), UTC) + timedelta(
            seconds=self._chance.whole(0, 900, "pass time", path, row)
        )
        return local - timedelta(seconds=round(longitude * 240))


class DiscCamera:
    def __init__(self, chance: Chance, now: datetime) -> None:
        self._chance = chance
        self.last_day = now.date() - timedelta(days=_DISC_DELAY_DAYS)

    def has_pictures(self, day: date) -> bool:
        if not DISC_BEGINS <= day <= self.last_day:
            return False
        return day == self.last_day or not self._chance.happens(0.04, "no discs", day)

    def pictures(self, day: date) -> list[Disc]:
        """Return the pictures of a day; more in the northern summer, like the real camera."""
        if not self.has_pictures(day):
            return []
        number = 21 if 4 <= day.month <= 8 else 13
        first = self._chance.whole(5, 60, "first disc", day)
        gap = (1_440 - 65) / number
        return [self._disc(day, round(first + gap * index)) for index in range(number)]

    def _disc(self, day: date, minute: int) -> Disc:
        at = datetime.combine(day, time(), UTC) + timedelta(
            minutes=minute, seconds=self._chance.whole(0, 59, "disc second", day, minute)
        )
        year = (at - datetime(2000, 1, 1, 12, tzinfo=UTC)).total_seconds() / 86_400
        sun = _sun(year)
        wander = 4 * math.sin(2 * math.pi * year / 178)
        noon = (12 - (at - datetime.combine(day, time(), UTC)).total_seconds() / 3_600) * 15
        distance = math.hypot(*sun)
        scale = (1_480_000 + 90_000 * math.cos(2 * math.pi * year / 178)) / distance
        return Disc(
            id=f"{at:%Y%m%d%H%M%S}",
            at=at,
            latitude=round(math.degrees(math.asin(sun[2] / distance)) + wander, 2),
            longitude=round((noon + wander + 180) % 360 - 180, 2),
            spacecraft=_whole(tuple(part * scale for part in sun)),
            moon=_whole(_moon(year)),
            sun=_whole(sun),
        )


def _whole(vector: tuple[float, ...]) -> tuple[int, int, int]:
    x, y, z = vector
    return round(x), round(y), round(z)


def _sun(days: float) -> tuple[float, float, float]:
    """Return the Sun's position from Earth in equatorial coordinates; `days` since noon of 2000-01-01."""
    distance = 149_597_871 * (1.00014 - 0.01671 * math.cos(mean_anomaly(days)))
    return _equatorial(season(24 * days, NUMBERS).longitude, 0.0, distance)


def _moon(days: float) -> tuple[float, float, float]:
    longitude = math.radians(218.316 + 13.176396 * days)
    anomaly = math.radians(134.963 + 13.064993 * days)
    latitude = math.radians(5.128 * math.sin(math.radians(93.272 + 13.229350 * days)))
    longitude += math.radians(6.289 * math.sin(anomaly))
    return _equatorial(longitude, latitude, 385_001 - 20_905 * math.cos(anomaly))


def _equatorial(longitude: float, latitude: float, distance: float) -> tuple[float, float, float]:
    tilt = math.radians(23.439)
    x = math.cos(latitude) * math.cos(longitude)
    y = math.cos(latitude) * math.sin(longitude)
    z = math.sin(latitude)
    turned_y = y * math.cos(tilt) - z * math.sin(tilt)
    turned_z = y * math.sin(tilt) + z * math.cos(tilt)
    return distance * x, distance * turned_y, distance * turned_z
