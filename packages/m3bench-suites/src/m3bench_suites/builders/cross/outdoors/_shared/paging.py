"""Lists that take several calls: a result with all items would be too long to be shown whole."""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import Any

import msgspec

from m3bench.suites import CallResult, PlanError, PlannedCall, call
from m3bench_suites.builders.cross.outdoors._shared.tools import CAMPS, FIND_PARKS
from m3bench_suites.builders.tasks import require

_LISTS = {FIND_PARKS: ("parks", 15), CAMPS: ("campgrounds", 10)}
"""The list of each tool's result, and how many of its items fit."""

Rounds = Generator[Sequence[PlannedCall], Sequence[CallResult], "list[Pages]"]


class Pages(msgspec.Struct, frozen=True):
    """The pages of one list."""

    results: tuple[CallResult, ...]
    items: dict[str, dict[str, Any]]
    """By name."""
    source: dict[str, CallResult]
    """The page of each item."""


def all_pages(tool: str, *uses: CallResult, asked: Sequence[Mapping[str, Any]]) -> Rounds:
    """Get whole lists: their first pages in one round, and the others in another.

    Args:
        tool: `FIND_PARKS` or `CAMPS`.
        uses: The results that decide what to ask for.
        asked: The arguments for each list.
    """
    name, size = _LISTS[tool]
    first = yield [call(tool, *uses, **each, limit=size) for each in asked]
    for each in first:
        if not isinstance(each.data, dict):
            raise PlanError(f"{tool} found nothing.")
    later = [
        (place, start) for place, each in enumerate(first) for start in range(size, each.data["total"], size)
    ]
    more: Sequence[CallResult] = ()
    if later:
        more = yield [
            call(tool, *uses, first[place], **asked[place], limit=size, start=start) for place, start in later
        ]
    pages: list[list[CallResult]] = [[each] for each in first]
    for (place, _), each in zip(later, more, strict=True):
        pages[place].append(each)
    return [_joined(name, each) for each in pages]


def _joined(name: str, results: Sequence[CallResult]) -> Pages:
    pairs = [(item, page) for page in results for item in page.data[name]]
    items = {item["name"]: item for item, _ in pairs}
    require(len(items) == len(pairs), "two items share a name.")
    return Pages(tuple(results), items, {item["name"]: page for item, page in pairs})
