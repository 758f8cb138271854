"""Reading entries of the museum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from m3bench.suites import CallResult, PlannedCall, call
from m3bench_suites.builders.tasks import require, require_lead

DEPARTMENTS = "Metropolitan Museum/list-departments"
SEARCH, OBJECT = "Metropolitan Museum/search-museum-objects", "Metropolitan Museum/get-museum-object"


def department_id(departments: CallResult, name: str) -> int:
    """Return the number of a department."""
    found = [each["departmentId"] for each in departments.data["departments"] if each["displayName"] == name]
    require(len(found) == 1, f"there is no department {name}.")
    return int(found[0])


def first_objects(search: CallResult, count: int, *uses: CallResult) -> list[PlannedCall]:
    """Return the calls for the first objects that a search found."""
    ids = search.data["objectIDs"][:count]
    require(len(ids) == count, "the search finds too few objects.")
    return [call(OBJECT, search, *uses, objectId=each, returnImage=False) for each in ids]


def height(entry: Mapping[str, Any]) -> float:
    """Return the height of an object in cm."""
    return float(entry["measurements"][0]["elementMeasurements"]["Height"])


def on_view(entries: Sequence[Mapping[str, Any]]) -> int:
    """Return how many objects are in a gallery."""
    return sum(bool(entry["GalleryNumber"]) for entry in entries)


def oldest(entries: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the object with the earliest beginning year."""
    require_lead([entry["objectBeginDate"] for entry in entries], 1, lowest=True)
    return min(entries, key=lambda entry: entry["objectBeginDate"])


def tallest_of(entries: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the tallest object."""
    require_lead([height(entry) for entry in entries], 0.1)
    return max(entries, key=height)


def most_hits(hits: Mapping[str, int], count: int) -> list[str]:
    """Return the words with the most hits, the alphabetically first of those that have as many."""
    return sorted(hits, key=lambda word: (-hits[word], word.casefold()))[:count]
