"""Evaluation points of closed-loop tasks."""

from __future__ import annotations

from m3bench.checks import Check, PictureShows
from m3bench.core import PointKind
from m3bench.suites import GradedPoint


def format_point(text: str, *checks: Check) -> GradedPoint:
    """Return a point about the name, type or structure of what was made."""
    return GradedPoint(text, PointKind.FORMAT, checks)


def tool_point(text: str, *checks: Check) -> GradedPoint:
    """Return a point about contents, states and calls."""
    return GradedPoint(text, PointKind.TOOL, checks)


def judge_point(text: str, check: PictureShows) -> GradedPoint:
    """Return a point that only eyes can decide."""
    return GradedPoint(text, PointKind.JUDGE, (check,))
