"""Reading entries of the museum."""

from __future__ import annotations

import json
from typing import Any

import pytest

from m3bench.core import Result, Text
from m3bench.suites.plans import CallResult, PlanError
from m3bench_suites.builders.cross.culture._shared.objects import (
    department_id,
    first_objects,
    height,
    most_hits,
    oldest,
    on_view,
)


def heard(data: object) -> CallResult:
    return CallResult(3, "Metropolitan Museum/search-museum-objects", Result((Text(json.dumps(data)),)))


def entry(begin: int, gallery: str = "", tall: float = 10) -> dict[str, Any]:
    measured = [{"elementName": "Overall", "elementMeasurements": {"Height": tall, "Width": 2}}]
    return {"objectBeginDate": begin, "GalleryNumber": gallery, "measurements": measured}


def test_departments_are_found_by_name() -> None:
    known = heard({"departments": [{"departmentId": 10, "displayName": "Egyptian Art"}]})
    assert department_id(known, "Egyptian Art") == 10
    with pytest.raises(PlanError, match="no department Asian Art"):
        department_id(known, "Asian Art")


def test_the_first_objects_of_a_search_depend_on_it() -> None:
    calls = first_objects(heard({"objectIDs": [5, 6, 7]}), 2)
    assert [call.arguments["objectId"] for call in calls] == [5, 6]
    assert {call.uses for call in calls} == {(3,)}
    with pytest.raises(PlanError, match="too few"):
        first_objects(heard({"objectIDs": [5, 6, 7]}), 4)


def test_objects_are_compared() -> None:
    entries = [entry(-40, "101", 12.5), entry(7), entry(90, "7")]
    assert oldest(entries) is entries[0]
    assert height(entries[0]) == 12.5
    assert on_view(entries) == 2
    with pytest.raises(PlanError, match="too close"):
        oldest([*entries, entry(-40)])


def test_ties_go_by_the_alphabet() -> None:
    assert most_hits({"map": 3, "hat": 5, "Drum": 3, "bowl": 3}, 3) == ["hat", "bowl", "Drum"]
