"""The air quality server: readings, series and pictures agree with each other and with the field."""

from __future__ import annotations

import io
import math
from typing import Any

import pytest
from PIL import Image

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "google-air"
AIR = World().air
LONDON = {"lat": 51.5072178, "lng": -0.1275862}
POLLUTANTS = ["pm25", "pm10", "o3", "no2", "so2", "co"]


def test_this_file_tests_every_tool() -> None:
    assert set(load(SERVER).tools) == {"current_conditions", "forecast", "history", "heatmap_tile"}


def test_current_conditions_are_the_field_s(ask: Asking) -> None:
    data = ask("current_conditions", **LONDON).data
    reading = AIR.current(**LONDON)
    universal, us = data["indexes"]
    assert (universal["code"], universal["aqi"]) == ("uaqi", reading.universal_aqi)
    assert (us["code"], us["aqi"], us["category"]) == ("usa_epa", reading.us_aqi, reading.us_category.name)
    assert data["dateTime"] == "2025-11-05T15:00:00Z"
    assert [pollutant["code"] for pollutant in data["pollutants"]] == POLLUTANTS
    for pollutant in data["pollutants"]:
        assert pollutant["concentration"]["value"] == reading.concentrations[pollutant["code"]]
    worst = max(data["pollutants"], key=lambda pollutant: pollutant["usAqi"])
    assert us["aqi"] == worst["usAqi"]
    assert us["dominantPollutant"] == worst["code"]
    assert "generalPopulation" in data["healthRecommendations"]


def test_units_tell_particles_from_gases(ask: Asking) -> None:
    units = {
        pollutant["code"]: pollutant["concentration"]["units"]
        for pollutant in ask("current_conditions", lat=6.9, lng=79.9).data["pollutants"]
    }
    assert units["pm25"] == units["pm10"] == "MICROGRAMS_PER_CUBIC_METER"
    assert units["co"] == units["o3"] == "PARTS_PER_BILLION"


def test_the_forecast_starts_with_the_next_full_hour(ask: Asking) -> None:
    data = ask("forecast", **LONDON, hours=96).data
    assert len(data["hours"]) == data["summary"]["hours"] == 96
    assert data["hours"][0]["dateTime"] == "2025-11-05T16:00:00Z"
    assert data["hours"][-1]["dateTime"] == "2025-11-09T15:00:00Z"
    worst = min(data["hours"], key=lambda hour: hour["uaqi"])
    assert data["summary"]["worst"] == {"dateTime": worst["dateTime"], "uaqi": worst["uaqi"]}
    mean = sum(hour["usAqi"] for hour in data["hours"]) / 96
    assert data["summary"]["meanUsAqi"] == pytest.approx(mean, abs=0.06)
    usual = ask("forecast", **LONDON).data["hours"]
    assert usual == data["hours"][:24]
    assert ask("forecast", **LONDON, hours=None).data["hours"] == usual


def test_history_ends_where_the_present_is(ask: Asking) -> None:
    data = ask("history", **LONDON, startTime="2025-11-05T10:20:00Z", endTime="2025-11-05T15:00:00Z").data
    assert [hour["dateTime"][11:13] for hour in data["hours"]] == ["11", "12", "13", "14", "15"]
    present = ask("current_conditions", **LONDON).data
    assert data["hours"][-1]["usAqi"] == present["indexes"][1]["aqi"]
    assert data["hours"][-1]["concentrations"] == AIR.current(**LONDON).concentrations


def test_long_histories_go_on_in_parts(ask: Asking) -> None:
    span = {"startTime": "2025-10-20T00:00:00Z", "endTime": "2025-10-30T00:00:00Z"}
    first = ask("history", **LONDON, **span)
    assert len(first.data["hours"]) == 168
    assert first.data["nextStartTime"] == "2025-10-27T00:00:00Z"
    assert len(first.text) < 100_000
    rest = ask("history", **LONDON, startTime=first.data["nextStartTime"], endTime=span["endTime"]).data
    assert rest["hours"][0]["dateTime"] == "2025-10-27T00:00:00Z"
    assert len(rest["hours"]) == 73
    assert "nextStartTime" not in rest


def _pixel_at(tile: dict[str, int], column: int, row: int) -> tuple[float, float]:
    """Latitude and longitude of a pixel's centre, by the formula of slippy maps."""
    scale = 2 ** tile["z"]
    across, down = (tile["x"] + (column + 0.5) / 256) / scale, (tile["y"] + (row + 0.5) / 256) / scale
    return math.degrees(math.atan(math.sinh(math.pi * (1 - 2 * down)))), across * 360 - 180


@pytest.mark.parametrize(("index_type", "number"), [("UNIVERSAL_AQI", 0), ("US_AQI", 1)])
def test_the_tile_has_the_colour_of_the_conditions(ask: Asking, index_type: str, number: int) -> None:
    tile = {"z": 5, "x": 16, "y": 10}
    heard = ask("heatmap_tile", **tile, indexType=index_type)
    picture = Image.open(io.BytesIO(heard.pictures[0])).convert("RGBA")
    assert picture.size == (256, 256)
    seen = set()
    for column, row in ((10, 10), (60, 190), (128, 128), (200, 40), (250, 250)):
        lat, lng = _pixel_at(tile, column, row)
        colour: dict[str, Any] = ask("current_conditions", lat=lat, lng=lng).data["indexes"][number]["color"]
        pixel = picture.getpixel((column, row))
        assert isinstance(pixel, tuple)
        assert pixel[:3] == (colour["red"], colour["green"], colour["blue"])
        assert 0 < pixel[3] < 255
        seen.add(pixel)
    shown = {
        tuple(int(entry["color"]["hex"][at : at + 2], 16) for at in (1, 3, 5))
        for entry in heard.data["legend"]
    }
    assert {pixel[:3] for pixel in seen} <= shown
    bounds = heard.data["bounds"]
    lat, lng = _pixel_at(tile, 0, 0)
    assert bounds["south"] < lat < bounds["north"]
    assert bounds["west"] < lng < bounds["east"]


@pytest.mark.parametrize("index_type", ["pm25", "PM10", "O3", "NO2", "SO2", "CO", "UAQI_RED_GREEN", "us_aqi"])
def test_every_kind_of_tile_is_drawn(ask: Asking, index_type: str) -> None:
    heard = ask("heatmap_tile", z=10, x=286, y=373, indexType=index_type)
    assert heard.pictures[0].startswith(b"\x89PNG")
    data = heard.data
    assert data["index"]["lowest"] <= data["index"]["mean"] <= data["index"]["highest"]
    assert sum(data["categoryShares"].values()) == pytest.approx(100, abs=0.5)
    names = {
        entry["category"]
        for entry in data["legend"]
        if data["index"]["lowest"] <= entry["to"] and data["index"]["highest"] >= entry["from"]
    }
    assert set(data["categoryShares"]) <= names


def test_what_the_answers_stand_on(ask: Asking) -> None:
    sources = ask("heatmap_tile", z=0, x=0, y=0).sources
    assert sources == {"air": "invented", "weather": "invented", "geonames": "real"}


@pytest.mark.parametrize(
    ("tool", "arguments", "word"),
    [
        ("current_conditions", {"lat": 91, "lng": 0}, "'lat'"),
        ("current_conditions", {"lat": 0, "lng": -200}, "'lng'"),
        ("forecast", {**LONDON, "hours": 97}, "96"),
        ("forecast", {**LONDON, "hours": 0}, "hours"),
        (
            "history",
            {**LONDON, "startTime": "2025-10-01T00:00:00Z", "endTime": "2025-11-01T00:00:00Z"},
            "30 days",
        ),
        (
            "history",
            {**LONDON, "startTime": "2025-11-01T00:00:00Z", "endTime": "2025-11-06T00:00:00Z"},
            "forecast",
        ),
        (
            "history",
            {**LONDON, "startTime": "2025-11-02T00:00:00Z", "endTime": "2025-11-01T00:00:00Z"},
            "swap",
        ),
        (
            "history",
            {**LONDON, "startTime": "2025-11-02T00:10:00Z", "endTime": "2025-11-02T00:20:00Z"},
            "full hour",
        ),
        ("history", {**LONDON, "startTime": "yesterday", "endTime": "2025-11-01T00:00:00Z"}, "startTime"),
        ("heatmap_tile", {"z": 17, "x": 0, "y": 0}, "16"),
        ("heatmap_tile", {"z": -1, "x": 0, "y": 0}, "'z'"),
        ("heatmap_tile", {"z": 2, "x": 4, "y": 0}, "'x'"),
        ("heatmap_tile", {"z": 2, "x": 0, "y": -1}, "'y'"),
        ("heatmap_tile", {"z": 2, "x": 0, "y": 0, "indexType": "GBR_DEFRA"}, "US_AQI"),
    ],
)
def test_bad_arguments_say_what_to_change(
    ask: Asking, tool: str, arguments: dict[str, Any], word: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert word in heard.text
