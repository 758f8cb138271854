"""Mistakes of an attempt, decided by facts."""

from m3bench.scoring.taxonomy.mistakes import find_mistakes
from m3bench.scoring.taxonomy.parameters import KnownTool, ToolBook
from m3bench.scoring.taxonomy.records import Error, Mistake

__all__ = [
    "Error",
    "KnownTool",
    "Mistake",
    "ToolBook",
    "find_mistakes",
]
