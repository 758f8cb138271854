"""The road under a point is the same for all tools that ask for it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from m3bench_world.roads import metres_between
from tests.servers.asking import Asking

SERVER = "google-maps"

POINTS = ["48.8584,2.2945", "48.8600,2.3400", "40.7143,-74.006"]


def place(point: dict[str, Any]) -> tuple[float, float]:
    return point["location"]["latitude"], point["location"]["longitude"]


def test_nearest_roads_are_near(ask: Asking) -> None:
    heard = ask("roads_nearest_roads", points=POINTS)
    assert heard.sources["roads"] == "invented"
    snapped = heard.data["snappedPoints"]
    assert [point["originalIndex"] for point in snapped] == [0, 1, 2]
    for text, point in zip(POINTS, snapped, strict=True):
        lat, lng = map(float, text.split(","))
        assert metres_between((lat, lng), place(point)) == pytest.approx(point["metersAway"], abs=3)
        assert point["metersAway"] <= 100
        assert point["roadName"]


def test_a_path_is_snapped_in_order(ask: Asking) -> None:
    path = ["48.8584,2.2945", "48.8590,2.3100", "48.8600,2.3400"]
    plain = ask("roads_snap_to_roads", path=path).data["snappedPoints"]
    nearest = ask("roads_nearest_roads", points=path).data["snappedPoints"]
    assert plain == nearest
    full = ask("roads_snap_to_roads", path=path, interpolate=True).data["snappedPoints"]
    assert [point for point in full if "originalIndex" in point] == plain
    assert len(full) > len(plain)
    steps = [metres_between(place(a), place(b)) for a, b in pairwise(full)]
    assert max(steps) < 2_500


def test_limits_by_id_and_by_path_agree(ask: Asking) -> None:
    snapped = ask("roads_nearest_roads", points=POINTS).data["snappedPoints"]
    by_id = ask("roads_speed_limits", placeIds=[point["placeId"] for point in snapped]).data["speedLimits"]
    by_path = ask("roads_speed_limits", path=POINTS).data
    assert by_id == by_path["speedLimits"]
    assert by_path["snappedPoints"] == snapped
    assert all(30 <= limit["speedLimit"] <= 140 and limit["units"] == "KPH" for limit in by_id)
    in_miles = ask("roads_speed_limits", path=POINTS, units="MPH").data["speedLimits"]
    for limit, miles in zip(by_id, in_miles, strict=True):
        assert miles["speedLimit"] == pytest.approx(limit["speedLimit"] / 1.609, abs=3)


def test_motorways_are_faster_than_streets(ask: Asking) -> None:
    route = ask(
        "compute_route", origin={"address": "Paris, France"}, destination={"address": "Lyon, France"}
    ).data
    legs = route["routes"][0]["legs"][0]["steps"]
    middle = max(legs, key=lambda step: step["distanceMeters"])["startLocation"]["latLng"]
    place_on_road = f"{middle['latitude']},{middle['longitude']}"
    limits = ask("roads_speed_limits", path=["48.8600,2.3400", place_on_road]).data["speedLimits"]
    assert limits[0]["speedLimit"] == 50


def test_points_without_a_road_are_named(ask: Asking) -> None:
    data = ask("roads_nearest_roads", points=["48.86,2.34", "40,-40"]).data
    assert [point["originalIndex"] for point in data["snappedPoints"]] == [0]
    assert "[1]" in data["warningMessage"]


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("roads_nearest_roads", {"points": []}, "1 to 100"),
        ("roads_nearest_roads", {"points": ["40,-40"]}, "no road within 5 km"),
        ("roads_snap_to_roads", {"path": ["48.86,2.34"] * 101}, "1 to 100"),
        ("roads_snap_to_roads", {"path": ["Qwxyzzz"]}, "Not found"),
        ("roads_speed_limits", {}, "placeIds"),
        ("roads_speed_limits", {"placeIds": ["ChRvAAAA"]}, "no road has the placeId"),
        ("roads_speed_limits", {"path": ["48.86,2.34"], "units": "KNOTS"}, "KPH"),
    ],
)
def test_what_cannot_be_answered_says_why(
    ask: Asking, tool: str, arguments: dict[str, Any], words: str
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert words in heard.text
