"""Axes: a range with round steps, and where a value is on the paper."""

from __future__ import annotations

from typing import Any, NamedTuple

READABLE = 0.25
"""The share of a step by which a careful reader may be wrong."""


class Axis(NamedTuple):
    """Values from `low` in `steps` steps of the size `step`, between two ends in drawing units."""

    low: float
    step: float
    steps: int
    start: float = 0.0
    end: float = 1.0

    @property
    def high(self) -> float:
        return self.low + self.step * self.steps

    @property
    def ticks(self) -> list[float]:
        return [self.low + self.step * place for place in range(self.steps + 1)]

    @property
    def tolerance(self) -> float:
        """How far a value that is read off may be from the true one."""
        return self.step * READABLE

    def at(self, value: float) -> float:
        return self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low)

    def between(self, start: float, end: float) -> Axis:
        """Return the axis drawn between two ends."""
        return self._replace(start=start, end=end)

    def facts(self) -> dict[str, Any]:
        return {"low": self.low, "high": self.high, "step": self.step, "tolerance": self.tolerance}


def axis_for(step: float, steps: int, low: float = 0.0) -> Axis:
    return Axis(low, step, steps)
