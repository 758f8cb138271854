"""The weather state: pressure, moisture and wind at any points and times."""

from __future__ import annotations

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.sky.climate import belt, inland, prevailing_wind
from m3bench_world.sky.maths import DEGREE, Maths, Values
from m3bench_world.sky.noise import Noise, Position, position
from m3bench_world.sky.sun import Season, height, season, solar_hour

RAIN_FROM = 0.67
"""Minimum wetness for rain."""


class State(msgspec.Struct, frozen=True):
    """The weather at points; values are numbers or arrays, like the points."""

    at: Season
    where: Position
    hour: Values
    """Local solar time, 0 to 24."""
    sun: Values
    """Sine of the sun's elevation."""
    land: Values
    """Continentality, 0 to 1."""
    pressure: Values
    """hPa at sea level."""
    wetness: Values
    """0 is dry, 1 a cloudburst; high pressure dries."""
    cloud: Values
    """Share of the sky, 0 to 1."""
    rain: Values
    """mm of water per hour."""
    east: Values
    north: Values
    """Wind towards the east and the north, m/s."""
    wind: Values
    """Wind speed, m/s."""


class Motion:
    """The noise fields of one world's weather."""

    def __init__(self, chance: Chance) -> None:
        def noise(name: str, km: float, hours: float) -> Noise:
            return Noise(chance.bits("sky", name), km, hours)

        self._pressure = noise("pressure", 1500, 70)
        self._moisture = noise("moisture", 800, 30)
        self._showers = noise("showers", 90, 5)
        self._east = noise("east", 1100, 40)
        self._north = noise("north", 1100, 40)
        self.warmth = noise("warmth", 1700, 90)

    def state(self, lat: Values, lng: Values, hours: Values, maths: Maths) -> State:
        """Return the weather at points, `hours` after noon UTC on 2000-01-01."""
        at, where = season(hours, maths), position(lat, lng, maths)
        land, hour = inland(lat, lng, maths), solar_hour(lng, hours)
        high = maths.clip(1.5 * self._pressure(where, hours, maths), -1.0, 1.0)
        usual = 0.48 + belt(lat, land, at, maths) + _afternoon(lat, hour, maths)
        wetness = usual + self._moving(where, hours, maths) - 0.20 * high
        sun = height(lat, lng, hours, at, maths)
        calm = (1 - 0.35 * land) * (1 - 0.35 * high) * (0.85 + 0.3 * maths.clip(sun, 0.0, 1.0))
        east = calm * (prevailing_wind(lat, maths) + 9 * self._east(where, hours, maths))
        north = calm * 9 * self._north(where, hours, maths)
        return State(
            at=at,
            where=where,
            hour=hour,
            sun=sun,
            land=land,
            pressure=1013 + high * (5 + 17 * abs(maths.sin(lat * DEGREE))),
            wetness=wetness,
            cloud=maths.clip((wetness - 0.28) / 0.4, 0.0, 1.0),
            rain=14 * maths.clip(wetness - RAIN_FROM, 0.0, 1.0) ** 1.3,
            east=east,
            north=north,
            wind=maths.sqrt(east * east + north * north),
        )

    def _moving(self, where: Position, hours: Values, maths: Maths) -> Values:
        """Return moving moist air, with showers."""
        return 0.40 * self._moisture(where, hours, maths) + 0.09 * self._showers(where, hours, maths)


def _afternoon(lat: Values, hour: Values, maths: Maths) -> Values:
    """Return afternoon convection over the tropics."""
    return 0.05 * maths.cos(lat * DEGREE) ** 4 * maths.cos((hour - 16) * 15 * DEGREE)
