"""What a field of a form should hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from m3bench.checks.reading import EXACT, Tolerance

Scalar = str | int | float | bool


class Expected(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The right value of a field: a scalar, a list (`items`), records (`rows`), or null if none is given."""

    value: Scalar | None = None
    also: tuple[Scalar, ...] = ()
    """Other values that are as right: synonyms, other spellings."""
    tolerance: Tolerance = EXACT
    items: tuple[Expected, ...] | None = None
    rows: tuple[dict[str, Expected], ...] | None = None
    grounds: tuple[Scalar, ...] | None = None
    """The values that a computed or judged one rests on; None where the value itself is looked up."""

    def __post_init__(self) -> None:
        if sum(part is not None for part in (self.value, self.items, self.rows)) > 1:
            raise ValueError("expected is a value, items or rows, and only one of them")
        if self.also and self.value is None:
            raise ValueError("other values need a first one")

    @property
    def is_null(self) -> bool:
        """Whether the field must stay empty."""
        return self.value is None and not self.items and not self.rows


def filled(fields: Mapping[str, Expected]) -> dict[str, Any]:
    """The form as a perfect agent fills it in."""
    return {name: _plain(expected) for name, expected in fields.items()}


def _plain(expected: Expected) -> Any:
    if expected.items is not None:
        return [_plain(item) for item in expected.items]
    if expected.rows is not None:
        return [filled(row) for row in expected.rows]
    return expected.value
