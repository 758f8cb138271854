"""Fill in arguments and answer forms without a model."""

from m3bench.agents.filling.arguments import Sources, fill
from m3bench.agents.filling.by_type import request_sources, typed_arguments, typed_fields
from m3bench.agents.filling.clues import best_line, clauses, read_clues
from m3bench.agents.filling.findings import Findings
from m3bench.agents.filling.matching import NamedValue, match_arguments, named_values, sentences

__all__ = [
    "Findings",
    "NamedValue",
    "Sources",
    "best_line",
    "clauses",
    "fill",
    "match_arguments",
    "named_values",
    "read_clues",
    "request_sources",
    "sentences",
    "typed_arguments",
    "typed_fields",
]
