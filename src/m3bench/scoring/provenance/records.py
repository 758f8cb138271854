"""Origins of argument values and dependencies between calls."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec

from m3bench.core import Edge


class Origin(StrEnum):
    """Where a value comes from, in search order."""

    REQUEST = "request"
    RESULT = "result"
    ARGUMENT = "argument"
    INVENTED = "invented"


class Traced(msgspec.Struct, frozen=True):
    """One value in the arguments of a call. ``source`` is the call whose result or argument it comes from."""

    call: int
    path: str
    value: str | int | float
    origin: Origin
    source: int | None = None


class Link(msgspec.Struct, frozen=True, order=True):
    """A dependency: a value from a result (``data``), or a file written before (``file``)."""

    source: int
    target: int
    kind: Literal["data", "file"]


class Provenance(msgspec.Struct, frozen=True):
    """Every value with its origin. Values that are too short or too common are only counted."""

    values: tuple[Traced, ...] = ()
    links: tuple[Link, ...] = ()
    trivial: int = 0

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The dependencies of both kinds, without duplicates, sorted."""
        return tuple(Edge(*pair) for pair in sorted({(link.source, link.target) for link in self.links}))

    def share(self, origin: Origin) -> float | None:
        """Return the share of traced values with this origin; None if there are no values."""
        count = sum(traced.origin == origin for traced in self.values)
        return count / len(self.values) if self.values else None
