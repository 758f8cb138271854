"""Provenance: where the values in the arguments of calls come from.

A result is a source only of what it adds: a value that the request states, or that is among the call's own
arguments, is an echo and makes no dependency. If results are not recorded, a file that an earlier call
wrote still links it to the call that names the file again.
"""

from m3bench.scoring.provenance.arguments import value_key, value_keys, written_files
from m3bench.scoring.provenance.search import Searcher, ValueIndex, says
from m3bench.scoring.provenance.texts import fold, folded_result
from m3bench.scoring.provenance.tracer import Link, Origin, Provenance, Traced, trace

__all__ = [
    "Link",
    "Origin",
    "Provenance",
    "Searcher",
    "Traced",
    "ValueIndex",
    "fold",
    "folded_result",
    "says",
    "trace",
    "value_key",
    "value_keys",
    "written_files",
]
