"""Fill in arguments and answer forms without a model."""

from m3bench.agents.filling.arguments import Sources, fill
from m3bench.agents.filling.by_type import request_sources, typed_arguments, typed_fields
from m3bench.agents.filling.clues import best_line, clauses, read_clues
from m3bench.agents.filling.findings import Findings

__all__ = [
    "Findings",
    "Sources",
    "best_line",
    "clauses",
    "fill",
    "read_clues",
    "request_sources",
    "typed_arguments",
    "typed_fields",
]
