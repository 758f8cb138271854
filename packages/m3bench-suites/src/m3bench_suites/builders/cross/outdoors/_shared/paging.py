"""Lists that take several calls: a result with all items would be too long to be shown whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from m3bench.suites import CallResult, call
from m3bench_suites.builders.cross.outdoors._shared.tools import CAMPS, FIND_PARKS
from m3bench_suites.builders.tasks import Steps, require

_LISTS = {FIND_PARKS: ("parks", 15), CAMPS: ("campgrounds", 10)}
"""The list of each tool's result, and how many of its items fit."""


class Pages(msgspec.Struct, frozen=True):
    """The pages of one list."""

    results: tuple[CallResult, ...]
    items: dict[str, dict[str, Any]]
    """By name."""
    source: dict[str, CallResult]
    """The page of each item."""


def all_pages(tool: str, *uses: CallResult, asked: Sequence[Mapping[str, Any]]) -> Steps[list[Pages]]:
    """Get whole lists: their first pages in one round, and the others in another.

    Args:
        tool: `FIND_PARKS` or `CAMPS`.
        uses: The results that decide what to ask for.
        asked: The arguments for each list.
    """
    name, size = _LISTS[tool]
    pages = [[page] for page in (yield [call(tool, *uses, **arguments, limit=size) for arguments in asked])]
    require(all(isinstance(first.data, dict) for (first,) in pages), f"{tool} found nothing.")
    later = [
        (index, start)
        for index, (first,) in enumerate(pages)
        for start in range(size, first.data["total"], size)
    ]
    if later:
        more = yield [
            call(tool, *uses, pages[index][0], **asked[index], limit=size, start=start)
            for index, start in later
        ]
        for (index, _), page in zip(later, more, strict=True):
            pages[index].append(page)
    return [_joined(name, results) for results in pages]


def _joined(name: str, results: Sequence[CallResult]) -> Pages:
    pairs = [(item, page) for page in results for item in page.data[name]]
    items = {item["name"]: item for item, _ in pairs}
    require(len(items) == len(pairs), "two items share a name.")
    return Pages(tuple(results), items, {item["name"]: page for item, page in pairs})
