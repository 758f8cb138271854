"""What plans read out of OpenAPI documents and rules about them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from m3bench.suites import PlanError

OVERVIEW, OPERATION = "OpenAPI Explorer/getApiOverview", "OpenAPI Explorer/getApiOperation"
_LINE = re.compile(r"^- ([A-Z]+) \S+ \((\w+)\): .*?(\[[^\]]*\])?$", re.MULTILINE)
_USUAL = re.compile(r"a page has (\d+) entries unless asked for")
_SIZES = ("per_page", "limit")


def listings(overview: str) -> list[str]:
    """Return the ids of the operations that list things."""
    found = [
        name for method, name, _ in _LINE.findall(overview) if method == "GET" and name.startswith("list")
    ]
    if not found:
        raise PlanError("the service lists nothing.")
    return found


def deprecated(overview: str) -> list[str]:
    """Return the ids of the operations that are marked as deprecated."""
    return [name for _, name, marks in _LINE.findall(overview) if "deprecated" in marks]


def page_size(document: dict[str, Any]) -> int | None:
    """Return the default size of a page of the only operation in a document; None if it does not page."""
    ((operation,),) = (tuple(methods.values()) for methods in document["paths"].values())
    sizes = (one["schema"]["default"] for one in operation["parameters"] if one["name"] in _SIZES)
    return next(sizes, None)


def usual_page(notes: Iterable[str | None]) -> int:
    """Return the size of a page that the notes of a collection recommend."""
    match = _USUAL.search("\n".join(note or "" for note in notes))
    if match is None:
        raise PlanError("no note recommends a size of pages.")
    return int(match[1])
