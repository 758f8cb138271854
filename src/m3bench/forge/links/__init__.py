"""Links between tools: what one returns and another takes, confirmed by real calls."""

from m3bench.forge.links.candidates import convert_value
from m3bench.forge.links.chains import Chain, Graph, Link, chain_servers, chain_tools, in_turn
from m3bench.forge.links.confirmation import Confirmer
from m3bench.forge.links.fields import (
    EVERY,
    Field,
    dotted,
    extract_fields,
    file_ending,
    listed_paths,
    values_at,
)
from m3bench.forge.links.finder import LinkFinder, Progress
from m3bench.forge.links.samples import Sample, is_invented, is_same, likely_values, make_sample, scalars
from m3bench.forge.links.schemas import Slot, slots
from m3bench.forge.links.trials import Trials, is_read_only, succeeded

__all__ = [
    "EVERY",
    "Chain",
    "Confirmer",
    "Field",
    "Graph",
    "Link",
    "LinkFinder",
    "Progress",
    "Sample",
    "Slot",
    "Trials",
    "chain_servers",
    "chain_tools",
    "convert_value",
    "dotted",
    "extract_fields",
    "file_ending",
    "in_turn",
    "is_invented",
    "is_read_only",
    "is_same",
    "likely_values",
    "listed_paths",
    "make_sample",
    "scalars",
    "slots",
    "succeeded",
    "values_at",
]
