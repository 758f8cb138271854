"""Tolerances of numbers."""

from __future__ import annotations

import math

import msgspec

_ROUNDING = 1e-9


class Tolerance(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The larger of both applies. Without either, only floating-point errors are tolerated."""

    absolute: float = 0.0
    relative: float = 0.0

    def __post_init__(self) -> None:
        if not (0 <= self.absolute < math.inf and 0 <= self.relative < math.inf):
            raise ValueError("a tolerance must be a finite number of at least 0")

    def slack(self, expected: float) -> float:
        return max(self.absolute, self.relative * abs(expected)) + _ROUNDING * max(1.0, abs(expected))

    def fits(self, found: float, expected: float) -> bool:
        return abs(found - expected) <= self.slack(expected)

    def words(self, expected: float) -> str:
        """Return the expected number with its tolerance: ``12.5 ± 0.1``."""
        allowed = max(self.absolute, self.relative * abs(expected))
        return f"{expected:.12g} ± {allowed:.4g}" if allowed else f"{expected:.12g}"


EXACT = Tolerance()
