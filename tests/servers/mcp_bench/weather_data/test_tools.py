"""The server `Weather Data`: the sky of `weather`."""

from __future__ import annotations

from typing import Any

import pytest

from m3bench.world import World
from tests.servers.asking import Asking, InProcess

SERVER = "Weather Data"


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
        found = ask("get_current_weather_tool", city=town["city"]).data["location"]
        assert (found["latitude"], found["longitude"]) == (town["latitude"], town["longitude"])


def test_a_forecast_has_one_to_ten_days(ask: Asking) -> None:
    assert len(ask("get_weather_forecast_tool", city="Oslo, Norway").data["forecast"]) == 3
    assert len(ask("get_weather_forecast_tool", city="Oslo, Norway", days=14).data["forecast"]) == 10
    assert ask("get_weather_forecast_tool", city="Oslo, Norway", days=0).is_error
    for tool, argument in (("get_live_temp", "city"), ("search_locations_tool", "query")):
        assert "Not found" in ask(tool, **{argument: "Sprngfeld Xq"}).text
