"""Readers of results that plans of the group share."""

from __future__ import annotations

import json
from typing import Any

import pytest

from m3bench.core import Text
from m3bench.core.trajectory import Result
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.cross.outdoors._shared.reading import (
    closes_before,
    contradicted,
    drive_times,
    has_category,
    july_high,
    listing,
    national_parks,
    park_name,
    point,
    spot,
    take,
    temperature,
)


def heard(data: Any) -> CallResult:
    return CallResult(0, "server/tool", Result((Text(data if isinstance(data, str) else json.dumps(data)),)))


@pytest.mark.parametrize(
    "place",
    [
        {"latitude": 1.5, "longitude": -2},
        {"lat": 1.5, "lng": -2},
        {"name": "x", "location": {"lat": 1.5, "lng": -2}},
    ],
)
def test_positions_are_read_as_any_server_writes_them(place: dict[str, Any]) -> None:
    assert spot(place) == "1.5,-2"
    assert point(place) == {"latitude": 1.5, "longitude": -2}


def test_the_high_of_july_is_read() -> None:
    info = "Usual temperatures are -24 to -17 °F in January and 49 to 65 °F in July. Be ready."
    assert july_high(info) == 65
    with pytest.raises(PlanError, match="July"):
        july_high("Usual temperatures are 3 to 7 °F in January.")


def test_contradictions_are_values_that_differ() -> None:
    assert contradicted({"a": 10, "b": 12}, {"a": 10.4, "b": 15}, 1) == ["b"]
    assert contradicted({"a": 10}, {"a": 11}) == ["a"]


def test_the_leading_values_are_taken_unless_they_are_close() -> None:
    values = {"a": 1.0, "b": 3.0, "c": 2.96, "d": 2.0}
    assert take(values, 1, 1, lowest=True) == ["a"]
    assert take(values, 2, 0.5, ranked=False) == ["b", "c"]
    with pytest.raises(PlanError, match="close"):
        take(values, 2, 0.5)
    with pytest.raises(PlanError, match="close"):
        take(values, 1, 0.5, ranked=False)
    with pytest.raises(PlanError, match="few"):
        take(values, 5, 0.1)


def test_lists_that_are_empty_or_missing_reject_a_draw() -> None:
    assert listing(heard({"places": [{"name": "x"}]}), "places") == [{"name": "x"}]
    empty: tuple[Any, ...] = ({"places": []}, {}, "Not found: no cafe")
    for nothing in empty:
        with pytest.raises(PlanError, match="places"):
            listing(heard(nothing), "places")


def test_only_national_parks_are_kept() -> None:
    kinds = ("National Park", "National Park & Preserve", "National Monument", "National and State Parks")
    units = {kind: {"designation": kind} for kind in kinds}
    assert list(national_parks(units, 1, 5)) == list(kinds[:2])
    with pytest.raises(PlanError, match="too few"):
        national_parks(units, 3, 5)


def test_destinations_without_a_way_reject_a_draw() -> None:
    there = {"status": "OK", "distance": {"value": 5}, "duration": {"value": 60}}
    assert drive_times(heard({"rows": [[there]]}), ["a"]) == {"a": 60}
    nowhere = {"status": "ZERO_RESULTS", "distance": None, "duration": None}
    with pytest.raises(PlanError, match="no way"):
        drive_times(heard({"rows": [[there, nowhere]]}), ["a", "b"])


def test_weekdays_alerts_and_names_are_read() -> None:
    hours = ["Monday: Closed", "Tuesday: 09:30 – 17:30"]
    assert closes_before(hours, "Tuesday", "18:00")
    assert not closes_before(hours, "Tuesday", "17:30")
    with pytest.raises(PlanError, match="Monday"):
        closes_before(hours, "Monday", "18:00")
    alerts = heard({"alerts": [{"category": "Caution"}]})
    assert has_category(alerts, ["Danger", "Caution"])
    assert not has_category(alerts, ["Danger"])
    assert park_name("Zion National Park").also == ("Zion",)
    assert park_name("National Park of American Samoa").also == ()


def test_the_temperature_is_read_from_both_tools() -> None:
    assert temperature(heard({"city": "x", "temperature_c": 3.5})) == 3.5
    assert temperature(heard({"current": {"temperature_c": -1.0}})) == -1.0
    with pytest.raises(KeyError):
        temperature(heard({"temperature_f": 40}))
