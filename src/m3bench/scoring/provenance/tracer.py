"""Tracing of argument values to their origins, and of the dependencies between calls."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Literal

import msgspec

from m3bench.core import Edge, Step
from m3bench.scoring.files import writes_file
from m3bench.scoring.provenance.arguments import Leaf, read_leaves
from m3bench.scoring.provenance.search import TextIndex
from m3bench.scoring.provenance.texts import result_text


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


def trace(steps: Sequence[Step], request: str | None = None) -> Provenance:
    """Find the origin of every value in the arguments of every call.

    Searched in this order: the request; the results of earlier steps, the latest first (calls of one step run
    concurrently and cannot use each other's results); the arguments of earlier steps, where the source is
    the first call with the value. Otherwise the value is invented. Words and numbers must match whole: 12
    is not in 312 or 1.12. Numbers are compared as numbers, text without case and white space, and files by
    base name.
    """
    return _Tracer(steps, request).trace()


class _Tracer:
    """Sets of calls are bits of an integer, so that many are intersected at once."""

    def __init__(self, steps: Sequence[Step], request: str | None) -> None:
        self._calls = [call for step in steps for call in step.calls]
        self._step_of = [index for index, step in enumerate(steps) for _ in step.calls]
        self._members: dict[int, int] = defaultdict(int)
        for call, step in enumerate(self._step_of):
            self._members[step] |= 1 << call
        self._leaves, self._trivial = read_leaves(self._calls)
        needles = [leaf.needle for leaf in self._leaves]
        texts = {i: result_text(call.result) for i, call in enumerate(self._calls) if call.result}
        self._results = TextIndex(texts, needles)
        self._request = TextIndex({0: request} if request else {}, needles)
        self._given: dict[object, int] = defaultdict(int)
        self._written: dict[object, int] = defaultdict(int)
        self._same_tool: dict[str, int] = defaultdict(int)
        for leaf in self._leaves:
            self._add(leaf)

    def trace(self) -> Provenance:
        values, links = [], set()
        for leaf in self._leaves:
            origin, source = self._origin(leaf)
            values.append(Traced(leaf.call, leaf.path, leaf.value, origin, source))
            writer = self._writer(leaf)
            if origin is Origin.RESULT and source is not None:
                links.add(Link(source, leaf.call, "data"))
            elif writer is not None:
                links.add(Link(writer, leaf.call, "file"))
        return Provenance(tuple(values), tuple(sorted(links)), self._trivial)

    def _add(self, leaf: Leaf) -> None:
        call, bit = self._calls[leaf.call], 1 << leaf.call
        self._same_tool[call.name] |= bit
        self._given[leaf.needle.key] |= bit
        if leaf.needle.file is not None and writes_file(call, leaf.path):
            self._written[leaf.needle.key] |= bit

    def _origin(self, leaf: Leaf) -> tuple[Origin, int | None]:
        if self._request.holds(0, leaf.needle):
            return Origin.REQUEST, None
        earlier, given = self._earlier(leaf.call), self._given[leaf.needle.key]
        adding = self._results.candidates(leaf.needle) & earlier & ~given
        for call in self._latest_first(adding):
            if self._results.holds(call, leaf.needle):
                return Origin.RESULT, call
        if given & earlier:
            return Origin.ARGUMENT, _lowest(given & earlier)
        return Origin.INVENTED, None

    def _writer(self, leaf: Leaf) -> int | None:
        """Return the latest earlier call of another tool that wrote the file that this value names."""
        others = ~self._same_tool[self._calls[leaf.call].name]
        writers = self._written.get(leaf.needle.key, 0) & self._earlier(leaf.call) & others
        return next(self._latest_first(writers), None)

    def _earlier(self, call: int) -> int:
        """Return all calls of earlier steps."""
        return (1 << _lowest(self._members[self._step_of[call]])) - 1

    def _latest_first(self, calls: int) -> Iterator[int]:
        """Yield the calls, the latest step first, and within a step in order."""
        while calls:
            together = calls & self._members[self._step_of[calls.bit_length() - 1]]
            calls ^= together
            while together:
                yield _lowest(together)
                together &= together - 1


def _lowest(calls: int) -> int:
    return (calls & -calls).bit_length() - 1
