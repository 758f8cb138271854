"""Time zones, elevations, where the asker is, and whether the server is there."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from m3bench.servers import load
from m3bench.worlds import DEFAULT_NOW
from m3bench_world.atlas import distance
from tests.servers.asking import Asking

SERVER = "google-maps"


@pytest.mark.parametrize("month", [1, 7])
def test_timezone(ask: Asking, month: int) -> None:
    moment = datetime(2025, month, 15, 12, tzinfo=UTC)
    data = ask("timezone", lat=40.7128, lng=-74.006, timestamp=int(moment.timestamp())).data
    local = moment.astimezone(ZoneInfo("America/New_York"))
    assert data["timeZoneId"] == "America/New_York"
    assert data["rawOffset"] == -5 * 3600
    assert data["dstOffset"] == (3600 if month == 7 else 0)
    assert data["localTime"] == local.isoformat()


def test_timezone_is_that_of_now(ask: Asking) -> None:
    heard = ask("timezone", lat=35.68, lng=139.69)
    assert datetime.fromisoformat(heard.data["localTime"]) == DEFAULT_NOW
    assert heard.sources == {"timezones": "real"}


def test_elevations_are_the_same_by_location_and_along_a_path(ask: Asking) -> None:
    ends = ["39.7392,-104.9903", "38.8339,-104.8214"]
    heard = ask("elevation_by_locations", locations=ends)
    path = ask("elevation_along_path", path=ends, samples=5).data["results"]
    assert [path[0]["elevation"], path[-1]["elevation"]] == [
        result["elevation"] for result in heard.data["results"]
    ]
    assert all(1_000 < one["elevation"] < 4_500 for one in path)
    steps = [one["distanceMeters"] for one in path]
    assert steps[0] == 0
    assert steps[-1] == pytest.approx(distance(39.7392, -104.9903, 38.8339, -104.8214), rel=0.001)
    assert steps[1] * 4 == pytest.approx(steps[-1], abs=4)
    assert heard.sources == {"airports": "real", "elevation": "derived"}


def test_a_path_bends_at_its_corners(ask: Asking) -> None:
    path = ask("elevation_along_path", path=["0,0", "0,1", "1,1"], samples=3).data["results"]
    middle = path[1]["location"]
    assert (middle["lat"], middle["lng"]) == pytest.approx((0, 1), abs=0.01)


def test_home_is_more_exact_with_signals(ask: Asking) -> None:
    coarse = ask("geolocate_home").data
    cells = ask("geolocate_home", cellTowers=[{"cellId": 42}]).data
    fine = ask("geolocate_home", wifiAccessPoints=[{"macAddress": "01:23:45:67:89:AB"}]).data
    assert coarse["accuracy"] > cells["accuracy"] > fine["accuracy"]
    at, near = coarse["location"], fine["location"]
    assert distance(at["lat"], at["lng"], near["lat"], near["lng"]) < coarse["accuracy"]
    assert coarse["place"] == fine["place"]


def test_ping(ask: Asking) -> None:
    data = ask("ping").data
    assert data["status"] == "ok"
    assert data["tools"] == len(load(SERVER).tools)
    assert datetime.fromisoformat(data["time"]) == DEFAULT_NOW


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("timezone", {"lat": 0, "lng": 181}, "lng"),
        ("timezone", {"lat": 0, "lng": 0, "timestamp": 10**15}, "timestamp"),
        ("elevation_by_locations", {"locations": []}, "locations"),
        ("elevation_by_locations", {"locations": ["nowhere at all"]}, "lat,lng"),
        ("elevation_along_path", {"path": ["0,0", "1,1"], "samples": 1}, "samples"),
        ("elevation_along_path", {"path": ["0,0"], "samples": 2}, "at least 2"),
        ("geolocate_home", {"considerIp": False}, "considerIp"),
    ],
)
def test_refusals_say_what_to_change(
    ask: Asking, tool: str, arguments: dict[str, object], expected: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert expected in heard.text
