"""The weather server: the place it resolved, the sky's own numbers, in the units that were asked for."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "weather"
WORLD = World()


def test_this_file_tests_every_tool() -> None:
    assert set(load(SERVER).tools) == {"get_weather"}


def test_the_report_is_the_sky_s(ask: Asking) -> None:
    report = ask("get_weather", location="Paris, FR", units="metric").data
    place = report["location"]
    assert place["name"].startswith("Paris")
    assert (place["latitude"], place["longitude"]) == pytest.approx((48.85, 2.35), abs=0.05)
    assert place["timezone"] == "Europe/Paris"
    assert report["local_time"] == "2025-11-05T16:00+01:00"
    lat, lng, _ = WORLD.atlas.locate("Paris, FR") or (0, 0, "")
    now = WORLD.sky.weather(lat, lng, WORLD.now)
    assert report["current"]["temperature"] == now.temperature_c
    assert report["current"]["condition"] == now.condition
    assert report["current"]["humidity_percent"] == now.humidity
    zone = ZoneInfo("Europe/Paris")
    for shift, day in enumerate(report["forecast"]):
        truth = WORLD.sky.daily(lat, lng, date(2025, 11, 5) + timedelta(days=shift), zone)
        assert (day["date"], day["high"], day["low"]) == (truth.date.isoformat(), truth.high_c, truth.low_c)
        assert day["precipitation_total"] == truth.precipitation_mm


@pytest.mark.slow
def test_a_week_of_days_in_order_each_with_its_sun(ask: Asking) -> None:
    days = ask("get_weather", location="Belmar, NJ").data["forecast"]
    assert [day["date"] for day in days] == [f"2025-11-{number:02}" for number in range(5, 12)]
    assert [day["weekday"] for day in days][:2] == ["Wednesday", "Thursday"]
    for day in days:
        rise, fall = datetime.fromisoformat(day["sunrise"]), datetime.fromisoformat(day["sunset"])
        assert rise.date().isoformat() == fall.date().isoformat() == day["date"]
        assert (fall - rise).total_seconds() / 3600 == pytest.approx(day["day_length_hours"], abs=0.03)
        assert day["low"] < day["high"]


def test_units_are_converted(ask: Asking) -> None:
    us = ask("get_weather", location="Denver, CO").data
    metric = ask("get_weather", location="Denver, CO", units="metric").data
    assert us["units"]["temperature"] == "°F"
    assert metric["units"]["wind"] == "km/h"
    assert us["location"] == metric["location"]
    ours, theirs = us["current"], metric["current"]
    assert ours["temperature"] == pytest.approx(theirs["temperature"] * 1.8 + 32, abs=0.06)
    assert ours["wind_speed"] == pytest.approx(theirs["wind_speed"] / 1.609344, abs=0.06)
    assert ours["pressure"] == pytest.approx(theirs["pressure"] / 33.8639, abs=0.01)
    assert ours["visibility"] == pytest.approx(theirs["visibility"] / 1.609344, abs=0.06)
    for one, other in zip(us["forecast"], metric["forecast"], strict=True):
        assert one["precipitation_total"] == pytest.approx(other["precipitation_total"] / 25.4, abs=0.006)
        assert one["high"] == pytest.approx(other["high"] * 1.8 + 32, abs=0.06)


def test_high_places_are_cold_and_polar_nights_have_no_sunrise(ask: Asking) -> None:
    report = ask("get_weather", location="Longyearbyen", units="metric").data
    assert report["forecast"][0]["sunrise"] == "none (polar night)"
    assert report["current"]["is_day"] is False
    assert report["current"]["temperature"] < 8


@pytest.mark.parametrize(("location", "code"), [("Zion National Park, UT", "zion"), ("yellowstone", "yell")])
def test_parks_are_places_too(ask: Asking, location: str, code: str) -> None:
    place = ask("get_weather", location=location).data["location"]
    park = WORLD.parks.park(code)
    assert park is not None
    assert (place["latitude"], place["longitude"]) == (park.lat, park.lng)
    assert place["name"].startswith(park.full_name)


def test_coordinates_are_a_location(ask: Asking) -> None:
    place = ask("get_weather", location="35.6895, 139.6917").data["location"]
    assert (place["latitude"], place["longitude"]) == (35.6895, 139.6917)
    assert place["timezone"] == "Asia/Tokyo"


def test_what_the_answer_stands_on(ask: Asking) -> None:
    assert ask("get_weather", location="London, UK").sources == {
        "weather": "invented",
        "geonames": "real",
        "elevation": "derived",
        "timezones": "real",
    }


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"location": ""}, "location"),
        ({"location": "a" * 3000}, "3,000"),
        ({"location": "Paris", "units": "kelvin"}, "units"),
        ({}, "location"),
    ],
)
def test_bad_arguments_are_named(ask: Asking, arguments: dict[str, str], word: str) -> None:
    heard = ask("get_weather", **arguments)
    assert heard.is_error
    assert word in heard.text


def test_an_unknown_place_comes_with_near_misses(ask: Asking) -> None:
    heard = ask("get_weather", location="Philadelfia")
    if heard.is_error:
        assert "Philadelphia" in heard.text
    heard = ask("get_weather", location="Xqzzyvorb")
    assert heard.is_error
    assert heard.text.startswith("Not found")
