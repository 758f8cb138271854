"""Evaluation points: the conditions that an outcome has to meet, each decided by one or more checks."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class PointKind(StrEnum):
    """What an evaluation point is about, as TOBench classifies it."""

    FORMAT = "format"
    """Names, types and structure of what was made."""
    JUDGE = "judge"
    """What only eyes can tell: a judge answers yes or no about a rendered picture."""
    TOOL = "tool"
    """Contents, states and calls: what was found, changed and said."""


class Point(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An evaluation point of a task."""

    text: str
    """The condition, in one sentence."""
    kind: PointKind
    checks: tuple[int, ...]
    """The checks that decide it, by their position among the checks of the task. All must pass."""
