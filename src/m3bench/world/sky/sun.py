"""The sun in the sky by the low-precision formulas of the almanac (good to about a minute of time)."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, time, timedelta

import msgspec

from m3bench.world.sky.maths import DEGREE, NUMBERS, Maths, Values

J2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)
HORIZON = -0.833 * DEGREE
"""The centre of the sun at sunrise: refraction lifts it, and its upper edge counts."""


def hours_since_2000(when: datetime) -> float:
    return (when - J2000).total_seconds() / 3600


class Season(msgspec.Struct, frozen=True):
    """Where the sun stands in its yearly course, in radians."""

    longitude: Values
    """0 at the March equinox, a quarter of a circle at the June solstice."""
    declination: Values
    ahead: Values
    """How far sundials are ahead of clocks (the equation of time)."""


def mean_anomaly(days: Values) -> Values:
    """How far the Earth is on its way around the sun since it was nearest, in radians."""
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
    """The sine of the sun's elevation: negative at night."""
    turn = (hours * 15 + lng) * DEGREE + at.ahead
    across = maths.cos(lat * DEGREE) * maths.cos(at.declination) * maths.cos(turn)
    return maths.sin(lat * DEGREE) * maths.sin(at.declination) + across


def elevation(lat: float, lng: float, when: datetime) -> float:
    """Degrees of the sun above the horizon."""
    hours = hours_since_2000(when)
    return math.asin(height(lat, lng, hours, season(hours, NUMBERS), NUMBERS)) / DEGREE


def solar_hour(lng: Values, hours: Values) -> Values:
    """Local mean solar time, 0 to 24."""
    return (hours + 12 + lng / 15) % 24


class Sun(msgspec.Struct, frozen=True):
    """The sun's day at a place; moments are in UTC. Without rise and set, `polar` says which it is."""

    date: date
    solar_noon: datetime
    day_length_hours: float
    sunrise: datetime | None
    sunset: datetime | None
    polar: str
    """`day`, `night`, or empty."""


def _half_day(lat: float, declination: float) -> float:
    """The hour angle of sunset: 0 in polar night, π in polar day."""
    wide = math.cos(lat * DEGREE) * math.cos(declination)
    above = math.sin(HORIZON) - math.sin(lat * DEGREE) * math.sin(declination)
    if abs(wide) < 1e-9 or abs(above) >= wide:
        return 0.0 if above > 0 else math.pi
    return math.acos(above / wide)


def sun(lat: float, lng: float, day: date) -> Sun:
    """Rise, noon and set on a calendar day of local solar time."""
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
    """Sunrise (-1) or sunset (1), with the declination of that moment rather than of noon."""
    guess = noon + sign * timedelta(hours=half / DEGREE / 15)
    then = season(hours_since_2000(guess), NUMBERS).declination
    better = _half_day(lat, then)
    return guess if better in (0.0, math.pi) else noon + sign * timedelta(hours=better / DEGREE / 15)


def _minute(moment: datetime) -> datetime:
    return (moment + timedelta(seconds=30)).replace(second=0, microsecond=0)
