"""Reading articles: what families of `culture` find in summaries, sections and fact sheets."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.cross.culture._shared.articles import (
    Compared,
    airport,
    compare,
    largest_places,
    nearest_place,
    point,
    population,
    running_time,
    section,
)

LISBON = (
    "Lisbon is a city in Portugal, with a population of about 517,802. It lies at 38.73° N, 9.15° W in the"
)
COUNTRY = {
    "sections": [{"title": "Largest places", "text": "Mexico City, Tijuana, Washington, D.C., Puebla."}],
    "links": ["Mexico City", "Belize", "Tijuana", "Washington, D.C.", "Puebla"],
}
TOWN = {
    "sections": [
        {
            "title": "Transport",
            "text": "The nearest airport with a IATA code is Turin Airport (TRN), about 13 km",
        },
        {"title": "Surroundings", "text": "Nearest larger places: Moncalieri (8 km), Asti (1,044 km)."},
    ]
}


def heard(data: object) -> CallResult:
    return CallResult(0, "Wikipedia/get_summary", Result((Text(json.dumps(data)),)))


def test_numbers_and_points_are_read() -> None:
    assert population(LISBON) == 517_802
    assert point(LISBON) == (38.73, -9.15)
    assert point("It lies at 33.87° S, 151.21° E in") == (-33.87, 151.21)
    assert running_time("It was made in Italy and runs for 124 minutes.") == 124


@pytest.mark.parametrize("read", [population, running_time, point, airport])
def test_what_is_not_stated_fails(read: Callable[[str], object]) -> None:
    with pytest.raises(PlanError):
        read("Nothing is stated.")


def test_sections_are_read() -> None:
    assert airport(section(TOWN, "Transport")) == ("Turin Airport", "TRN")
    assert nearest_place(TOWN) == ("Moncalieri", 8)
    assert nearest_place(TOWN, ["Moncalieri"]) == ("Asti", 1044)
    with pytest.raises(PlanError, match="no nearest place"):
        nearest_place(TOWN, ["Moncalieri", "Asti"])
    with pytest.raises(PlanError, match="no section History"):
        section(TOWN, "History")


def test_places_with_a_comma_stay_whole() -> None:
    assert largest_places(COUNTRY, 4) == ["Mexico City", "Tijuana", "Washington, D.C.", "Puebla"]
    with pytest.raises(PlanError, match="few places"):
        largest_places(COUNTRY, 5)
    with pytest.raises(PlanError, match="no article"):
        largest_places({**COUNTRY, "links": ["Mexico City", "Washington, D.C.", "Puebla"]}, 3)


def test_sheets_are_compared_with_summaries() -> None:
    facts = heard({"facts": ["It is old.", "It has a population of about 600,000."]})
    assert compare(["Lisbon"], [heard({"summary": LISBON})], [facts], "population") == [
        Compared("Lisbon", 517_802, 600_000)
    ]
    with pytest.raises(PlanError):
        compare(["Lisbon"], [heard({"summary": LISBON})], [facts], "running time")
