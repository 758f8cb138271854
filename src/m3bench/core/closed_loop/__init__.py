"""What closed-loop tasks have in `Task.extra`: evaluation points, sabotage, and shortcuts that must fail."""

from m3bench.core.closed_loop.points import CLOSED_LOOP, POINTS, Point, PointKind, points_of
from m3bench.core.closed_loop.sabotage import (
    SABOTAGE,
    SABOTAGE_KEY,
    Sabotage,
    Tampering,
    sabotage_note,
    sabotage_of,
    tamperings,
)
from m3bench.core.closed_loop.shortcuts import SHORTCUTS, Shortcut, shortcuts_of

__all__ = [
    "CLOSED_LOOP",
    "POINTS",
    "SABOTAGE",
    "SABOTAGE_KEY",
    "SHORTCUTS",
    "Point",
    "PointKind",
    "Sabotage",
    "Shortcut",
    "Tampering",
    "points_of",
    "sabotage_note",
    "sabotage_of",
    "shortcuts_of",
    "tamperings",
]
