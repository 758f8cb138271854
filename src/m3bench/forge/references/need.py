"""Dependencies between calls, and how certain they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

import msgspec

from m3bench.core import Call


class Kind(StrEnum):
    """Why one call depends on another."""

    VALUE = "value"
    WORDS = "words"
    FILE = "file"
    ORDER = "order"
    OBJECT = "object"
    CHOICE = "choice"
    ALIKE = "alike"
    COMPUTED = "computed"
    SEEN = "seen"
    TOLD = "told"

    @property
    def certain(self) -> bool:
        """Whether a judge cannot overrule it."""
        return self in (Kind.VALUE, Kind.FILE, Kind.ORDER)


class Need(msgspec.Struct, frozen=True, order=True):
    """The later call needs the earlier one."""

    source: int
    target: int
    kind: Kind
    what: str = ""

    def renumbered(self, numbers: Mapping[int, int] | Sequence[int]) -> Need:
        """Return it with other numbers of the two calls."""
        return Need(numbers[self.source], numbers[self.target], self.kind, self.what)


class Action(msgspec.Struct, frozen=True):
    """A call executed alone, with its result, and the files that it wrote."""

    call: Call
    wrote: frozenset[str] = frozenset()
