"""Position of the sun by the low-precision formulas of the almanac (accurate to about a minute)."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta

import msgspec

from m3bench_world.sky.maths import DEGREE, NUMBERS, Maths, Values

J2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)
HORIZON = -0.833 * DEGREE
"""Elevation of the sun's centre at sunrise, with refraction and its radius."""


def hours_since_2000(when: datetime) -> float:
    return (when - J2000).total_seconds() / 3600


class Season(msgspec.Struct, frozen=True):
    """The sun's annual position, in radians."""

    longitude: Values
    """0 at the March equinox, a quarter of a circle at the June solstice."""
    declination: Values
    ahead: Values
    """The equation of time: how far sundials are ahead of clocks."""


def mean_anomaly(days: Values) -> Values:
    """Return the mean anomaly of the Earth's orbit, in radians."""
    return (357.529 + 0.98560028 * days) * DEGREE


def season(hours: Values, maths: Maths) -> Season:
    days = hours / 24
    anomaly = mean_anomaly(days)
    mean = (280.459 + 0.98564736 * days) * DEGREE
    longitude = mean + (1.915 * maths.sin(anomaly) + 0.020 * maths.sin(2 * anomaly)) * DEGREE
    tilt = (23.439 - 0.00000036 * days) * DEGREE
    ascension = maths.atan2(maths.cos(tilt) * maths.sin(longitude), maths.cos(longitude))
    difference = mean - ascension
    return Season(
        longitude=longitude,
        declination=maths.asin(maths.sin(tilt) * maths.sin(longitude)),
        ahead=maths.atan2(maths.sin(difference), maths.cos(difference)),
    )


def height(lat: Values, lng: Values, hours: Values, at: Season, maths: Maths) -> Values:
    """Return the sine of the sun's elevation, negative at night."""
    turn = (hours * 15 + lng) * DEGREE + at.ahead
    across = maths.cos(lat * DEGREE) * maths.cos(at.declination) * maths.cos(turn)
    return maths.sin(lat * DEGREE) * maths.sin(at.declination) + across


def elevation(lat: float, lng: float, when: datetime) -> float:
    """Return the sun's elevation in degrees."""
    hours = hours_since_2000(when)
    return math.asin(height(lat, lng, hours, season(hours, NUMBERS), NUMBERS)) / DEGREE


def solar_hour(lng: Values, hours: Values) -> Values:
    """Return local mean solar time, 0 to 24."""
    return (hours + 12 + lng / 15) % 24


class Sun(msgspec.Struct, frozen=True):
    """Sunrise, noon and sunset at a place, in UTC. Without rise and set, `polar` says which it is."""

    date: date
    solar_noon: datetime
    day_length_hours: float
    sunrise: datetime | None
    sunset: datetime | None
    polar: str
    """`day`, `night`, or empty."""


def _half_day(lat: float, declination: float) -> float:
    """Return the hour angle of sunset: 0 in polar night, π in polar day."""
    wide = math.cos(lat * DEGREE) * math.cos(declination)
    above = math.sin(HORIZON) - math.sin(lat * DEGREE) * math.sin(declination)
    if abs(wide) < 1e-9 or abs(above) >= wide:
        return 0.0 if above > 0 else math.pi
    return math.acos(above / wide)


def sun(lat: float, lng: float, day: date) -> Sun:
    """Return sunrise, noon and sunset on a calendar day of local solar time."""
    noon = datetime.combine(day, time(12), UTC) - timedelta(hours=lng / 15)
    at = season(hours_since_2000(noon), NUMBERS)
    noon -= timedelta(hours=at.ahead / DEGREE / 15)
    half = _half_day(lat, at.declination)
    if half in (0.0, math.pi):
        polar = "day" if half else "night"
        return Sun(day, _minute(noon), 24.0 if half else 0.0, None, None, polar)
    rise, fall = (_event(lat, noon, half, sign) for sign in (-1, 1))
    return Sun(
        day, _minute(noon), round((fall - rise).total_seconds() / 3600, 2), _minute(rise), _minute(fall), ""
    )


def _event(lat: float, noon: datetime, half: float, sign: int) -> datetime:
    """Return sunrise (-1) or sunset (1), with the declination at that time rather than at noon."""
    guess = noon + sign * timedelta(hours=half / DEGREE / 15)
    then = season(hours_since_2000(guess), NUMBERS).declination
    better = _half_day(lat, then)
    return guess if better in (0.0, math.pi) else noon + sign * timedelta(hours=better / DEGREE / 15)


def _minute(moment: datetime) -> datetime:
    return (moment + timedelta(seconds=30)).replace(second=0, microsecond=0)
