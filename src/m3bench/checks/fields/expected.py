"""Expected values of form fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from m3bench.checks.reading import EXACT, Tolerance

Scalar = str | int | float | bool


class Expected(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The correct value of a field: a scalar, a list (`items`), records (`rows`), or null if all are None."""

    value: Scalar | None = None
    also: tuple[Scalar, ...] = ()
    """Other correct values: synonyms, other spellings."""
    tolerance: Tolerance = EXACT
    items: tuple[Expected, ...] | None = None
    rows: tuple[dict[str, Expected], ...] | None = None
    grounds: tuple[Scalar, ...] | None = None
    """The values behind a computed or judged value; None if the value itself is looked up."""

    def __post_init__(self) -> None:
        if sum(part is not None for part in (self.value, self.items, self.rows)) > 1:
            raise ValueError("only one of value, items and rows may be given")
        if self.also and self.value is None:
            raise ValueError("also needs a value")

    @property
    def is_null(self) -> bool:
        """Whether the field must be empty."""
        return self.value is None and not self.items and not self.rows


def filled_form(fields: Mapping[str, Expected]) -> dict[str, Any]:
    """Return the form as a perfect agent fills it in."""
    return {name: _plain(expected) for name, expected in fields.items()}


def _plain(expected: Expected) -> Any:
    if expected.items is not None:
        return [_plain(item) for item in expected.items]
    if expected.rows is not None:
        return [filled_form(row) for row in expected.rows]
    return expected.value
