"""Parts of closed-loop tasks: evaluation points, sabotage, and shortcuts that must fail."""

from m3bench.core.closed_loop.points import Point, PointKind
from m3bench.core.closed_loop.sabotage import SABOTAGE_KEY, Sabotage, Tampering, sabotage_note, tamperings
from m3bench.core.closed_loop.shortcuts import Shortcut

__all__ = [
    "SABOTAGE_KEY",
    "Point",
    "PointKind",
    "Sabotage",
    "Shortcut",
    "Tampering",
    "sabotage_note",
    "tamperings",
]
