"""The air: people dirty it, wind and rain clean it, and the indices are the published ones."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from statistics import mean

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from m3bench_world import World
from m3bench_world.air import INDEX_TYPES, POLLUTANTS, Reading
from m3bench_world.air.field import people_around
from m3bench_world.air.indices import (
    UNIVERSAL_CATEGORIES,
    US_CATEGORIES,
    universal,
    universal_category,
    us_category,
    us_index,
)
from m3bench_world.air.tile import OPACITY, SIZE, bounds, pixels

WORLD = World()
AIR = WORLD.air
TOKYO = (35.68, 139.69)
YEAR = datetime(2025, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("pollutant", "concentration", "index"),
    [
        ("pm25", 0, 0),
        ("pm25", 9.0, 50),
        ("pm25", 9.09, 50),
        ("pm25", 9.1, 51),
        ("pm25", 35.4, 100),
        ("pm25", 35.9, 102),
        ("pm25", 55.4, 150),
        ("pm25", 150, 225),
        ("pm25", 999, 500),
        ("pm10", 154, 100),
        ("o3", 70.9, 100),
        ("o3", 85, 150),
        ("no2", 100, 100),
        ("so2", 75, 100),
        ("co", 4400, 50),
        ("co", 9400, 100),
    ],
)
def test_us_indices_at_the_published_breakpoints(pollutant: str, concentration: float, index: int) -> None:
    assert int(us_index(pollutant, np.array(concentration))) == index


@given(st.integers(0, 500))
def test_both_scales_put_the_air_into_matching_categories(us: int) -> None:
    index = int(universal(us))
    assert 0 <= index <= 100
    rank = US_CATEGORIES.index(us_category(us))
    assert UNIVERSAL_CATEGORIES.index(universal_category(index)) == min(rank, 4)


def readings(place: tuple[float, float], start: datetime, hours: int) -> list[Reading]:
    return AIR.hourly(*place, start, hours)


def test_cities_have_worse_air_than_wilderness() -> None:
    city = mean(reading.us_aqi for reading in readings(TOKYO, YEAR, 24 * 60))
    wild = mean(reading.us_aqi for reading in readings((64.0, -150.0), YEAR, 24 * 60))
    assert city > wild + 15


def test_rush_hours_bring_nitrogen_dioxide_and_sunlight_ozone() -> None:
    year = readings((40.7, -74.0), YEAR + timedelta(days=150), 24 * 60)

    def at(pollutant: str, hour: int) -> float:
        """By local solar time, five hours behind."""
        return mean(one.concentrations[pollutant] for one in year if (one.time.hour - 5) % 24 == hour)

    assert at("no2", 8) > 1.2 * at("no2", 3)
    assert at("o3", 14) > 1.2 * at("o3", 5)


def test_calm_hours_are_worse_than_windy_ones() -> None:
    hours = readings(TOKYO, YEAR, 24 * 90)
    winds = [WORLD.sky.weather(*TOKYO, hour.time, elevation=0).wind_kmh for hour in hours]
    order = sorted(range(len(hours)), key=lambda row: winds[row])
    third = len(order) // 3
    calm, windy = (
        mean(hours[row].concentrations["pm25"] for row in part) for part in (order[:third], order[-third:])
    )
    assert calm > 1.2 * windy


def test_rain_washes_particles_out() -> None:
    hours = readings(TOKYO, YEAR, 24 * 120)
    rain = [WORLD.sky.weather(*TOKYO, hour.time, elevation=0).precipitation_mm for hour in hours]
    wet = mean(hour.concentrations["pm25"] for hour, mm in zip(hours, rain, strict=True) if mm > 0.5)
    dry = mean(hour.concentrations["pm25"] for hour, mm in zip(hours, rain, strict=True) if mm == 0)
    assert wet < dry


@settings(max_examples=40)
@given(st.floats(-90, 90), st.floats(-180, 180), st.integers(-5_000, 5_000))
def test_a_reading_is_consistent(lat: float, lng: float, shift: int) -> None:
    reading = AIR.hourly(lat, lng, WORLD.now + timedelta(hours=shift), 1)[0]
    assert set(reading.concentrations) == set(POLLUTANTS)
    assert all(value > 0 for value in reading.concentrations.values())
    for name in POLLUTANTS:
        assert reading.us_indices[name] == int(us_index(name, np.array(reading.concentrations[name])))
    assert reading.us_aqi == max(reading.us_indices.values()) == reading.us_indices[reading.dominant]
    assert reading.concentrations["pm10"] > reading.concentrations["pm25"]
    assert set(reading.advice) > {"generalPopulation", "children"}


def test_hours_of_a_series_are_those_asked_for_one_by_one() -> None:
    series = AIR.hourly(*TOKYO, WORLD.now, 6)
    assert [AIR.hourly(*TOKYO, one.time, 1)[0] for one in series] == series
    assert AIR.current(*TOKYO) == series[0]


def test_the_crowd_is_the_atlas_s() -> None:
    for lat, lng in ((51.5, -0.12), (40.7, -74.0), (35.68, 139.69), (52.09, 5.12)):
        ours = float(people_around(np.array([lat]), np.array([lng]))[0])
        assert 0.4 < ours / WORLD.atlas.crowd(lat, lng) < 2
    assert float(people_around(np.array([-89.99]), np.array([180.0]))[0]) == 0


@pytest.mark.parametrize("index_type", INDEX_TYPES)
def test_a_tile_has_the_colours_of_the_readings(index_type: str) -> None:
    z, x, y = 6, 56, 25
    tile = AIR.tile(z, x, y, index_type)
    picture = Image.open(io.BytesIO(tile.png)).convert("RGBA")
    assert picture.size == (SIZE, SIZE)
    lats, lngs = pixels(z, x, y)
    for row, column in ((0, 0), (30, 200), (128, 128), (201, 77), (255, 255)):
        reading = AIR.current(float(lats[row, 0]), float(lngs[0, column]))
        expected = {
            "UNIVERSAL_AQI": reading.universal_category,
            "US_AQI": reading.us_category,
        }.get(index_type) or us_category(reading.us_indices[index_type.lower()])
        assert picture.getpixel((column, row)) == (*expected.colour, OPACITY)
    assert sum(tile.shares.values()) == pytest.approx(100, abs=0.5)
    assert tile.lowest <= tile.mean <= tile.highest


def test_tiles_meet_and_cover_the_world() -> None:
    world = bounds(0, 0, 0)
    assert (world.west, world.east) == (-180, 180)
    assert world.north == pytest.approx(85.051129)
    assert bounds(10, 175, 408).east == bounds(10, 176, 408).west
    assert bounds(10, 175, 408).south == bounds(10, 175, 409).north


def test_same_seed_same_air_other_seed_other_air() -> None:
    def bytes_of(seed: int) -> tuple[bytes, object]:
        air = World(seed).air
        return air.tile(4, 14, 6, "PM25").png, air.current(*TOKYO)

    assert bytes_of(7) == bytes_of(7)
    assert bytes_of(7)[1] != bytes_of(8)[1]


@given(st.floats(-90, 90), st.floats(-180, 180))
def test_the_crowd_of_a_point_is_the_same_in_a_larger_picture(lat: float, lng: float) -> None:
    alone = people_around(np.array([lat]), np.array([lng]))
    lats, lngs = np.array([lat, 60.0, -60.0]), np.array([lng, -180.0, 180.0])
    assert people_around(lats, lngs)[0] == pytest.approx(alone[0], rel=1e-12)


def test_the_crowd_does_not_end_at_the_date_line() -> None:
    """Fiji's Taveuni and Labasa lie on either side."""
    west, east = (people_around(np.array([-16.5]), np.array([lng])) for lng in (180.0, -180.0))
    assert west[0] == pytest.approx(east[0])
