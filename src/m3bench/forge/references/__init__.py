"""References: executors try, code and a judge decide, the shortest valid way wins."""

from m3bench.forge.references.bench import Carried, Tried
from m3bench.forge.references.decisions import Candidate, Forged, Standing
from m3bench.forge.references.judging import Adjudicator
from m3bench.forge.references.references import forge_reference

__all__ = [
    "Adjudicator",
    "Candidate",
    "Carried",
    "Forged",
    "Standing",
    "Tried",
    "forge_reference",
]
