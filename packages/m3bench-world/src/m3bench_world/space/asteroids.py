"""Near-Earth asteroids: a catalogue with orbits, sizes, speeds and close approaches."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from functools import cached_property

import msgspec

from m3bench_world.chance import Chance

FIRST_DAY, LAST_DAY = date(2000, 1, 1), date(2050, 12, 31)
"""Approaches are computed between these days."""

_FIRST_YEAR = 1998
_PER_HALF_MONTH = 21
_HALF_MONTHS = "ABCDEFGHJKLMNOPQRSTUVWXY"
_SECOND_LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
_FIRST_ID, _ID_STEP = 3_402_117, 13
_EARTH_SPEED = 29.784
_LARGEST_AXIS = 3.6
_TICKS = 16_384
"""Resolution of approach times in days: a power of two, so that floats are exact."""
_START = datetime(2000, 1, 1, tzinfo=UTC)


class Orbit(msgspec.Struct, frozen=True, kw_only=True):
    """Angles in degrees, distances in astronomical units, periods in days."""

    semi_major_axis: float
    eccentricity: float
    inclination: float
    node: float
    perihelion_argument: float
    mean_anomaly: float
    moid: float
    """Minimum distance between this orbit and Earth's."""

    @property
    def perihelion(self) -> float:
        return self.semi_major_axis * (1 - self.eccentricity)

    @property
    def aphelion(self) -> float:
        return self.semi_major_axis * (1 + self.eccentricity)

    @property
    def period(self) -> float:
        return 365.25636 * math.pow(self.semi_major_axis, 1.5)

    def tisserand(self, other_axis: float) -> float:
        """Return Tisserand's parameter relative to a planet on a circular orbit of this radius."""
        ratio = self.semi_major_axis / other_axis
        bent = math.sqrt(ratio * (1 - self.eccentricity**2)) * math.cos(math.radians(self.inclination))
        return 1 / ratio + 2 * bent

    @property
    def encounter_speed(self) -> float:
        """Return the speed relative to Earth, in km/s."""
        return _EARTH_SPEED * math.sqrt(max(3 - self.tisserand(1), 0.012))

    @property
    def family(self) -> str:
        if self.semi_major_axis < 1:
            return "ATE"
        return "APO" if self.perihelion < 1.017 else "AMO"


class Approach(msgspec.Struct, frozen=True):
    at: datetime
    speed: float
    """km/s"""
    distance: float
    """au"""


class Asteroid(msgspec.Struct, frozen=True, kw_only=True):
    id: str
    designation: str
    magnitude: float
    """Absolute magnitude H."""
    orbit: Orbit
    first_seen: date
    last_seen: date
    observations: int
    uncertainty: int

    @property
    def diameters_km(self) -> tuple[float, float]:
        """Return diameters for albedos of 0.25 and 0.05."""
        bright, dark = (1329 / math.sqrt(albedo) * 10 ** (-self.magnitude / 5) for albedo in (0.25, 0.05))
        return bright, dark

    @property
    def is_hazardous(self) -> bool:
        return self.orbit.moid <= 0.05 and self.magnitude <= 22


class Asteroids:
    def __init__(self, chance: Chance, now: datetime) -> None:
        self._chance = chance
        self._now = now
        half_months = (now.year - _FIRST_YEAR) * 24 + (now.month - 1) * 2 + (now.day > 15)
        self.count = max(1, half_months) * _PER_HALF_MONTH

    def named(self, asteroid_id: str) -> Asteroid | None:
        """Return the asteroid with an id or designation, such as '3402117' or '2019 QX3'."""
        text = asteroid_id.strip().strip("()").upper()
        if text.isascii() and text.isdigit() and len(text) <= 9:
            index, rest = divmod(int(text) - _FIRST_ID, _ID_STEP)
            return self.at(index) if rest == 0 and 0 <= index < self.count else None
        index_of_name = _index_of(text)
        return self.at(index_of_name) if 0 <= index_of_name < self.count else None

    def near_ids(self, asteroid_id: str) -> list[str]:
        """Return ids near an unknown number, or the first ids for other texts."""
        text = asteroid_id.strip()
        number = int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else _FIRST_ID
        index = max(1, min(self.count - 2, (number - _FIRST_ID) // _ID_STEP))
        return [str(_FIRST_ID + _ID_STEP * (index + step)) for step in (-1, 0, 1)]

    def at(self, index: int) -> Asteroid:
        """Return the asteroid at a position of the catalogue, which is in order of discovery."""
        chance = self._chance
        first_seen = _discovery_day(index, chance.whole(0, 13, "asteroid seen", index))
        last_seen = min(first_seen + timedelta(days=chance.whole(3, 6_000, "arc", index)), self._now.date())
        arc = (last_seen - first_seen).days
        faint = chance.share("asteroid size", index) ** 0.6
        return Asteroid(
            id=str(_FIRST_ID + _ID_STEP * index),
            designation=_designation(index),
            magnitude=round(16 + 13 * faint, 2),
            orbit=self._orbit(index),
            first_seen=first_seen,
            last_seen=last_seen,
            observations=12 + arc // 6 + chance.whole(0, 60, "asteroid observations", index),
            uncertainty=max(0, 9 - arc.bit_length() * 9 // 12),
        )

    def approaching(self, day: date, days: int) -> list[tuple[Asteroid, Approach]]:
        """Return the approaches in a number of days from `day`, by time."""
        start = (day - _START.date()).days
        found = []
        for index, (first, interval) in enumerate(self._timings):
            if (first - start) % interval < days:
                turn = math.ceil((start - first) / interval)
                found.append((self.at(index), self._approach(index, turn)))
        return sorted(found, key=lambda pair: (pair[1].at, pair[0].id))

    def approaches(self, asteroid: Asteroid) -> list[Approach]:
        """Return all approaches of an asteroid in the computed period."""
        index = (int(asteroid.id) - _FIRST_ID) // _ID_STEP
        first, interval = self._timings[index]
        last = (LAST_DAY - FIRST_DAY).days + 1
        turns = range(math.ceil((last - first) / interval))
        return [self._approach(index, turn) for turn in turns]

    @cached_property
    def _timings(self) -> list[tuple[float, float]]:
        """Return, by position in the catalogue, the first approach of an asteroid in days after the start,
        and its period in days."""
        return [self._timing(index) for index in range(self.count)]

    def _shape(self, bits: int) -> tuple[float, float]:
        """Draw semi-major axis and eccentricity of an orbit that comes near Earth's."""
        perihelion = 0.35 + 0.9 * math.sqrt((bits & 0xFFFF) / 0x10000)
        eccentricity = min(0.08 + 0.77 * (bits >> 16 & 0xFFFF) / 0x10000, 1 - perihelion / _LARGEST_AXIS)
        if perihelion * (1 + eccentricity) < 1 - eccentricity:  # else it would never reach Earth
            eccentricity = (1 - perihelion) / (1 + perihelion) + 0.02
        return perihelion / (1 - eccentricity), eccentricity

    def _timing(self, index: int) -> tuple[float, float]:
        bits = self._chance.bits("asteroid", index)
        axis, _ = self._shape(bits)
        synodic = 1 / max(abs(1 - 1 / (axis * math.sqrt(axis))), 0.07)
        turns = (bits >> 32 & 0xFF) % 3 + (1 if synodic > 1.9 else 2)
        interval = int(365.25636 * synodic * turns * _TICKS)
        return (bits >> 40) * interval // 0x1000000 / _TICKS, interval / _TICKS

    def _orbit(self, index: int) -> Orbit:
        chance = self._chance
        axis, eccentricity = (
            round(element, 6) for element in self._shape(self._chance.bits("asteroid", index))
        )
        gap = axis * (1 - eccentricity) - 1.0167
        closeness = 0.0004 * math.exp(chance.between(0, 6.6, "moid", index))
        return Orbit(
            semi_major_axis=axis,
            eccentricity=eccentricity,
            inclination=round(0.3 + 48 * chance.share("inclination", index) ** 2, 4),
            node=round(chance.between(0, 360, "node", index), 4),
            perihelion_argument=round(chance.between(0, 360, "perihelion", index), 4),
            mean_anomaly=round(chance.between(0, 360, "anomaly", index), 4),
            moid=round(max(closeness, gap), 6),
        )

    def _approach(self, index: int, turn: int) -> Approach:
        (first, interval), orbit = self._timings[index], self._orbit(index)
        minutes = math.floor((first + turn * interval) * 1440)
        beyond = 0.32 * self._chance.share("miss", index, turn) ** 2.2
        swing = self._chance.between(0.96, 1.04, "encounter", index, turn)
        return Approach(
            at=_START + timedelta(minutes=minutes),
            speed=round(orbit.encounter_speed * swing, 4),
            distance=round(orbit.moid + beyond + 1e-5, 8),
        )


def _designation(index: int) -> str:
    half_month, order = divmod(index, _PER_HALF_MONTH)
    year, letter = divmod(half_month, 24)
    cycle, second = divmod(order * 7 + half_month % 5, 25)
    return f"{_FIRST_YEAR + year} {_HALF_MONTHS[letter]}{_SECOND_LETTERS[second]}{cycle or ''}"


def _index_of(designation: str) -> int:
    """Return the position of a designation in the catalogue, or -1."""
    year, _, rest = designation.partition(" ")
    if not (len(year) == 4 and year.isascii() and year.isdigit() and rest[:1] in _HALF_MONTHS and rest[:1]):
        return -1
    half_month = (int(year) - _FIRST_YEAR) * 24 + _HALF_MONTHS.index(rest[0])
    for order in range(_PER_HALF_MONTH):
        index = half_month * _PER_HALF_MONTH + order
        if index >= 0 and _designation(index) == designation:
            return index
    return -1


def _discovery_day(index: int, day: int) -> date:
    half_month = index // _PER_HALF_MONTH
    year, letter = divmod(half_month, 24)
    return date(_FIRST_YEAR + year, letter // 2 + 1, (1 if letter % 2 == 0 else 16) + min(day, 12))
