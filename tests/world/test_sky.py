"""The sky: the sun stands where the almanac says, and the weather follows climate, hour and neighbourhood."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.sky import Sky, compass
from m3bench_world.sky.arrays import ARRAYS
from m3bench_world.sky.climate import LAPSE, inland
from m3bench_world.sky.comfort import dew_point, feels_like
from m3bench_world.sky.maths import NUMBERS
from m3bench_world.sky.sun import hours_since_2000

SKY = World().sky
LATITUDES = st.floats(-90, 90)
LONGITUDES = st.floats(-180, 180)
MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2050, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


def mean_temperature(lat: float, lng: float, month: int, hour: int, elevation: float = 0) -> float:
    """Over the month, at that hour of local solar time."""
    first = datetime(2025, month, 1, hour, tzinfo=UTC) - timedelta(hours=lng / 15)
    days = (first + timedelta(days=day) for day in range(28))
    return sum(SKY.weather(lat, lng, when, elevation=elevation).temperature_c for when in days) / 28


@pytest.mark.parametrize(
    ("lat", "lng", "day", "rise", "noon", "fall"),
    [
        (51.4779, 0.0, date(2025, 3, 20), "06:03", "12:07", "18:13"),
        (51.4779, 0.0, date(2025, 6, 21), "03:43", "12:02", "20:21"),
        (40.7128, -74.006, date(2025, 12, 21), "12:17", "16:54", "21:32"),
        (-33.8688, 151.2093, date(2025, 12, 21), "18:41", "01:53", "09:06"),
        (0.0, 0.0, date(2025, 9, 22), "05:49", "11:53", "17:56"),
    ],
)
def test_sunrise_and_sunset_are_those_of_the_almanac(
    lat: float, lng: float, day: date, rise: str, noon: str, fall: str
) -> None:
    sun = SKY.sun(lat, lng, day)
    assert sun.sunrise is not None
    assert sun.sunset is not None
    for moment, expected in ((sun.sunrise, rise), (sun.solar_noon, noon), (sun.sunset, fall)):
        hour, minute = map(int, expected.split(":"))
        off = (moment.hour - hour) * 60 + moment.minute - minute
        assert abs((off + 720) % 1440 - 720) <= 2, (moment, expected)


@given(LATITUDES.filter(lambda lat: abs(lat) < 60), LONGITUDES)
def test_at_the_equinox_day_and_night_are_alike(lat: float, lng: float) -> None:
    assert SKY.sun(lat, lng, date(2025, 3, 20)).day_length_hours == pytest.approx(12.1, abs=0.25)


def test_polar_day_and_night() -> None:
    summer, winter = SKY.sun(78.2, 15.6, date(2025, 6, 21)), SKY.sun(78.2, 15.6, date(2025, 12, 21))
    assert (summer.polar, summer.day_length_hours, summer.sunrise) == ("day", 24.0, None)
    assert (winter.polar, winter.day_length_hours, winter.sunset) == ("night", 0.0, None)
    assert SKY.sun(-90, 0, date(2025, 12, 21)).polar == "day"


@given(LATITUDES, LONGITUDES, st.dates(date(1999, 1, 1), date(2060, 1, 1)))
def test_the_day_is_as_long_as_from_rise_to_set(lat: float, lng: float, day: date) -> None:
    sun = SKY.sun(lat, lng, day)
    if sun.sunrise is None or sun.sunset is None:
        assert sun.polar in ("day", "night")
        return
    assert sun.sunrise < sun.solar_noon < sun.sunset
    length = (sun.sunset - sun.sunrise).total_seconds() / 3600
    assert sun.day_length_hours == pytest.approx(length, abs=0.03)


def test_a_civil_day_beyond_the_date_line_has_its_own_sunrise() -> None:
    zone = ZoneInfo("Pacific/Kiritimati")
    sun = SKY.sun(1.87, -157.4, date(2025, 11, 6), zone)
    assert sun.sunrise is not None
    assert sun.sunrise.astimezone(zone).date() == date(2025, 11, 6)
    assert sun.sunrise.astimezone(zone).hour in (6, 7)


@pytest.mark.parametrize(("lat", "lng"), [(40.7, -74), (55.7, 37.6), (51.5, 0), (35.7, 139.7)])
def test_summer_is_warmer_than_winter_in_the_north(lat: float, lng: float) -> None:
    assert mean_temperature(lat, lng, 7, 12) > mean_temperature(lat, lng, 1, 12) + 5


@pytest.mark.parametrize(("lat", "lng"), [(-33.9, 151.2), (-34.6, -58.4), (-45, 170)])
def test_summer_is_warmer_than_winter_in_the_south(lat: float, lng: float) -> None:
    assert mean_temperature(lat, lng, 1, 12) > mean_temperature(lat, lng, 7, 12) + 3


def test_the_equator_is_warmer_than_the_poles() -> None:
    assert SKY.normal(0, 20, 7, elevation=0)[0] > SKY.normal(80, 20, 7, elevation=0)[1]
    assert SKY.normal(0, 20, 1, elevation=0)[0] > SKY.normal(-80, 20, 1, elevation=0)[1]


def test_inland_the_year_swings_more_than_at_the_sea() -> None:
    def swing(lng: float) -> float:
        return SKY.normal(53, lng, 7, elevation=0)[1] - SKY.normal(53, lng, 1, elevation=0)[0]

    assert swing(60) > swing(-10) + 10
    assert inland(53, 60, NUMBERS) > 0.8 > 0.3 > inland(53, -12, NUMBERS)


@given(LATITUDES, LONGITUDES, MOMENTS)
def test_it_is_colder_by_the_lapse_rate_higher_up(lat: float, lng: float, when: datetime) -> None:
    low, high = (SKY.weather(lat, lng, when, elevation=metres).temperature_c for metres in (0, 2000))
    assert low - high == pytest.approx(2 * LAPSE, abs=0.11)


@pytest.mark.parametrize(("lat", "lng"), [(40, -100), (0, 20), (-25, 135), (48, 2)])
def test_the_afternoon_is_warmer_than_the_night(lat: float, lng: float) -> None:
    assert mean_temperature(lat, lng, 4, 15) > mean_temperature(lat, lng, 4, 4) + 3


@given(LATITUDES, LONGITUDES, MOMENTS)
def test_the_next_minutes_follow_from_these(lat: float, lng: float, when: datetime) -> None:
    now, soon = (SKY.weather(lat, lng, when + timedelta(minutes=step), elevation=0) for step in (0, 10))
    assert abs(now.temperature_c - soon.temperature_c) < 1.5
    assert abs(now.pressure_hpa - soon.pressure_hpa) < 1.5
    assert abs(now.cloud_cover - soon.cloud_cover) < 16


@given(LATITUDES.filter(lambda lat: abs(lat) < 89), LONGITUDES, MOMENTS)
def test_neighbours_have_like_weather(lat: float, lng: float, when: datetime) -> None:
    """Two kilometres to the east, over the date line as well."""
    east = lng + 2 / 111 / math.cos(math.radians(lat))
    here, there = (
        SKY.weather(lat, place, when, elevation=0) for place in (lng, east if east <= 180 else east - 360)
    )
    assert abs(here.temperature_c - there.temperature_c) < 1
    assert abs(here.pressure_hpa - there.pressure_hpa) < 1
    assert abs(here.wind_kmh - there.wind_kmh) < 3


@given(LATITUDES, LONGITUDES, MOMENTS, st.floats(-400, 8000))
def test_reports_make_sense(lat: float, lng: float, when: datetime, elevation: float) -> None:
    weather = SKY.weather(lat, lng, when, elevation=elevation)
    assert weather.dew_point_c <= weather.temperature_c
    assert 0 <= weather.humidity <= 100
    assert 0 <= weather.cloud_cover <= 100
    assert 960 < weather.pressure_hpa < 1060
    assert 0 <= weather.wind_degrees < 360
    assert weather.gust_kmh >= weather.wind_kmh >= 0
    assert (weather.precipitation_mm == 0) == (weather.precipitation_kind == "none")
    assert weather.is_day or weather.uv_index == 0
    if weather.precipitation_kind != "none":
        assert (weather.precipitation_kind == "snow") == (
            weather.temperature_c < 1
        ) or weather.temperature_c == 1
        assert weather.precipitation_chance > 50


def test_rain_is_neither_rare_nor_usual() -> None:
    start = datetime(2025, 1, 1, tzinfo=UTC)
    hours = [SKY.weather(50, 10, start + timedelta(hours=9 * step), elevation=0) for step in range(900)]
    assert 0.03 < sum(hour.precipitation_mm > 0 for hour in hours) / len(hours) < 0.35


def test_a_day_is_the_sum_of_its_hours() -> None:
    zone = ZoneInfo("America/New_York")
    day = SKY.daily(40.7, -74, date(2025, 11, 6), zone, elevation=10)
    first = datetime(2025, 11, 6, tzinfo=zone)
    hours = [SKY.weather(40.7, -74, first + timedelta(hours=hour), elevation=10) for hour in range(24)]
    assert day.high_c == max(hour.temperature_c for hour in hours)
    assert day.low_c == min(hour.temperature_c for hour in hours)
    assert day.precipitation_mm == pytest.approx(sum(hour.precipitation_mm for hour in hours), abs=0.051)
    assert day.sun == SKY.sun(40.7, -74, date(2025, 11, 6))


def test_the_elevation_is_that_of_the_atlas() -> None:
    world = World()
    when = world.now
    given_height = world.sky.weather(39.74, -104.99, when, elevation=world.atlas.elevation(39.74, -104.99))
    assert world.sky.weather(39.74, -104.99, when) == given_height


@given(LATITUDES, LONGITUDES, MOMENTS)
def test_many_points_at_once_agree_with_one_at_a_time(lat: float, lng: float, when: datetime) -> None:
    hours = hours_since_2000(when)
    one = SKY.motion.state(lat, lng, hours, NUMBERS)
    many = SKY.motion.state(np.array([[lat], [0.0]]), np.array([[lng, 5.0]]), hours, ARRAYS)
    for name in ("pressure", "wetness", "rain", "wind", "sun", "land"):
        values = np.broadcast_to(getattr(many, name), (2, 2))
        assert values[0, 0] == pytest.approx(getattr(one, name), abs=1e-9), name


def test_same_seed_same_weather_other_seed_other_weather() -> None:
    when = datetime(2025, 11, 5, 15, tzinfo=UTC)

    def report(seed: int) -> object:
        return Sky(World(seed)).weather(48.85, 2.35, when, elevation=35)

    assert report(7) == report(7)
    assert report(7) != report(8)


def test_felt_temperatures_and_dew_points_are_the_published_ones() -> None:
    assert dew_point(25, 50) == pytest.approx(13.9, abs=0.1)
    assert dew_point(10, 100) == pytest.approx(10)
    assert feels_like(-10, 50, 30) == pytest.approx(-19.5, abs=0.1)
    assert feels_like(32.2, 70, 5) == pytest.approx(41.1, abs=0.4)
    assert feels_like(20, 50, 30) == 20


def test_directions_have_names() -> None:
    assert [compass(degrees) for degrees in (0, 90, 200, 359)] == ["N", "E", "SSW", "N"]
