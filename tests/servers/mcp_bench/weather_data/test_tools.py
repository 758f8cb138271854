"""The server `Weather Data`: the sky of `weather`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Weather Data"
HIGH_CITIES = (
    "Denver, Colorado",
    "Salt Lake City, Utah",
    "Albuquerque, New Mexico",
    "Calgary, Canada",
    "Madrid, Spain",
    "Munich, Germany",
    "Bern, Switzerland",
    "Sofia, Bulgaria",
    "Ankara, Turkey",
    "Quito, Ecuador",
    "Nairobi, Kenya",
    "Kathmandu, Nepal",
)


@pytest.fixture(scope="module")
def weather(tmp_path_factory: pytest.TempPathFactory) -> InProcess:
    return InProcess("weather", tmp_path_factory.mktemp("weather"), World())


@pytest.mark.parametrize("city", ["Lisbon, Portugal", "Yosemite National Park", "-54.8,-68.3"])
def test_the_weather_is_that_of_the_original(ask: Asking, weather: InProcess, city: str) -> None:
    theirs = weather("get_weather", location=city, units="metric").data
    now = ask("get_current_weather_tool", city=city).data
    assert now["location"].items() <= theirs["location"].items()
    assert now["local_time"] == theirs["local_time"]
    same: dict[str, Any] = {
        "temperature_c": "temperature",
        "feels_like_c": "feels_like",
        "condition": "condition",
        "wind_kph": "wind_speed",
        "humidity_percent": "humidity_percent",
        "pressure_mb": "pressure",
    }
    for here, there in same.items():
        assert now["current"][here] == theirs["current"][there], here
    temperature = ask("get_live_temp", city=city).data
    assert temperature["temperature_c"] == now["current"]["temperature_c"]
    assert temperature["temperature_f"] == pytest.approx(temperature["temperature_c"] * 1.8 + 32, abs=0.15)
    days = ask("get_weather_forecast_tool", city=city, days=7).data["forecast"]
    assert [(day["date"], day["max_temp_c"], day["min_temp_c"], day["sunrise"]) for day in days] == [
        (day["date"], day["high"], day["low"], day["sunrise"]) for day in theirs["forecast"]
    ]


def test_towns_of_a_name_can_be_asked_for(ask: Asking) -> None:
    towns = ask("search_locations_tool", query="Springfield").data["locations"]
    assert len(towns) > 5
    assert [town["population"] for town in towns] == sorted((t["population"] for t in towns), reverse=True)
    assert towns[0]["population"] > 100_000
    for town in towns[:4]:
        location = ask("get_current_weather_tool", city=town["city"]).data["location"]
        assert (location["latitude"], location["longitude"]) == (town["latitude"], town["longitude"])


def test_a_forecast_has_one_to_ten_days(ask: Asking) -> None:
    assert len(ask("get_weather_forecast_tool", city="Oslo, Norway").data["forecast"]) == 3
    assert len(ask("get_weather_forecast_tool", city="Oslo, Norway", days=14).data["forecast"]) == 10
    assert ask("get_weather_forecast_tool", city="Oslo, Norway", days=0).is_error
    for tool, argument in (("get_live_temp", "city"), ("search_locations_tool", "query")):
        assert "Not found" in ask(tool, **{argument: "Sprngfeld Xq"}).text


def test_some_stations_have_a_wrong_elevation_on_record(tmp_path: Path) -> None:
    world = World()
    ask, maps = InProcess(SERVER, tmp_path, world), InProcess("google-maps", tmp_path, world)
    wrong = 0
    for city in HIGH_CITIES:
        here = ask("get_current_weather_tool", city=city).data
        spot, stated = here["location"], here["station"]["elevation_m"]
        asked = maps("elevation_by_locations", locations=[f"{spot['latitude']},{spot['longitude']}"])
        apart = abs(stated - asked.data["results"][0]["elevation"])
        bad = world.errata.has("elevations of stations", spot["name"])
        assert apart > 10 if bad else apart <= 3, city
        wrong += bad
    assert 0 < wrong < len(HIGH_CITIES)


def test_some_records_contradict_the_usual_july_of_the_park_service(tmp_path: Path) -> None:
    world = World()
    ask, official = InProcess(SERVER, tmp_path, world), InProcess("nationalparks", tmp_path, world)
    parks = [park for park in world.parks.all() if park.designation == "National Park"][:10]
    wrong = 0
    for park in parks:
        heard = ask("get_weather_forecast_tool", city=park.full_name, days=1).data
        usual = heard["usual"]
        text = official("getParkDetails", parkCode=park.code).data["weatherInfo"]
        january = f"{usual['january_low_f']} to {usual['january_high_f']} °F in January"
        assert january in text, park.code
        agrees = f"{usual['july_low_f']} to {usual['july_high_f']} °F in July" in text
        assert agrees is not world.errata.has("highs of stations", heard["location"]["name"]), park.code
        wrong += not agrees
    assert 0 < wrong < len(parks)
