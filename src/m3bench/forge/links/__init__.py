"""Links between tools: what one returns and another takes, confirmed by real calls."""

from m3bench.forge.links.chains import Chain, Graph, Link, servers_of, tools_of
from m3bench.forge.links.confirming import Confirmer
from m3bench.forge.links.fields import EVERY, Field, fields_of, file_ending, listed_paths
from m3bench.forge.links.finding import Finder, Told
from m3bench.forge.links.linking import fitting
from m3bench.forge.links.samples import Sample, is_invented, is_same, likely_values, sample_of, scalars
from m3bench.forge.links.schemas import Slot, slots
from m3bench.forge.links.trials import Trials, is_read_only, succeeded

__all__ = [
    "EVERY",
    "Chain",
    "Confirmer",
    "Field",
    "Finder",
    "Graph",
    "Link",
    "Sample",
    "Slot",
    "Told",
    "Trials",
    "fields_of",
    "file_ending",
    "fitting",
    "is_invented",
    "is_read_only",
    "is_same",
    "likely_values",
    "listed_paths",
    "sample_of",
    "scalars",
    "servers_of",
    "slots",
    "succeeded",
    "tools_of",
]
