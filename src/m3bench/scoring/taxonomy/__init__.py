"""Mistakes of an attempt, decided by facts."""

from m3bench.scoring.taxonomy.mistakes import (
    find_mistakes,
    pairs_across_tools,
    pairs_of_one_tool,
    repeated_calls,
)
from m3bench.scoring.taxonomy.parameters import KnownTool, ToolBook
from m3bench.scoring.taxonomy.records import BY_PEOPLE, Error, Group, Mistake
from m3bench.scoring.taxonomy.verification import looks_at_something, makes

__all__ = [
    "BY_PEOPLE",
    "Error",
    "Group",
    "KnownTool",
    "Mistake",
    "ToolBook",
    "find_mistakes",
    "looks_at_something",
    "makes",
    "pairs_across_tools",
    "pairs_of_one_tool",
    "repeated_calls",
]
