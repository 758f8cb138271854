"""Reading entries of the museum."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Any

from m3bench.checks import Expected, Tolerance
from m3bench.suites import CallResult, PlannedCall, call
from m3bench_suites.builders.tasks import computed, leader_of, require

DEPARTMENTS = "Metropolitan Museum/list-departments"
SEARCH, OBJECT = "Metropolitan Museum/search-museum-objects", "Metropolitan Museum/get-museum-object"


def department_id(departments: CallResult, name: str) -> int:
    """Return the number of a department."""
    ids = [
        department["departmentId"]
        for department in departments.data["departments"]
        if department["displayName"] == name
    ]
    require(len(ids) == 1, f"there is no department {name}.")
    return int(ids[0])


def first_objects(search: CallResult, count: int, *uses: CallResult) -> list[PlannedCall]:
    """Return the calls for the first objects that a search found."""
    ids = search.data["objectIDs"][:count]
    require(len(ids) == count, "the search finds too few objects.")
    return [call(OBJECT, search, *uses, objectId=number, returnImage=False) for number in ids]


def height(entry: Mapping[str, Any]) -> float:
    """Return the height of an object in cm."""
    return float(entry["measurements"][0]["elementMeasurements"]["Height"])


def on_view(entries: Sequence[Mapping[str, Any]]) -> int:
    """Return how many objects are in a gallery."""
    return sum(bool(entry["GalleryNumber"]) for entry in entries)


def count_on_view(entries: Sequence[Mapping[str, Any]]) -> Expected:
    """Return the expected number of objects in a gallery."""
    numbers = [entry["GalleryNumber"] for entry in entries if entry["GalleryNumber"]]
    return computed(len(numbers), numbers)


def mean_height(entries: Sequence[Mapping[str, Any]]) -> Expected:
    """Return the expected mean height of objects in cm."""
    heights = [height(entry) for entry in entries]
    return computed(round(mean(heights), 2), heights, Tolerance(absolute=0.06))


def oldest(entries: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the object with the earliest beginning year."""
    return leader_of(entries, lambda entry: entry["objectBeginDate"], 1, lowest=True)


def tallest_of(entries: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Return the tallest object."""
    return leader_of(entries, height, 0.1)


def most_hits(hits: Mapping[str, int], count: int) -> list[str]:
    """Return the words with the most hits, the alphabetically first of those that have as many."""
    return sorted(hits, key=lambda word: (-hits[word], word.casefold()))[:count]
