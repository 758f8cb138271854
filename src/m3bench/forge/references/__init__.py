"""Forging references: executors try, code and a judge decide, the shortest valid candidate wins."""

from m3bench.forge.references.adjudicator import Adjudicator
from m3bench.forge.references.bench import ExecutedSteps, ExecutorRun
from m3bench.forge.references.decisions import Candidate, DecisionStatus, ForgedReference
from m3bench.forge.references.references import forge_reference

__all__ = [
    "Adjudicator",
    "Candidate",
    "DecisionStatus",
    "ExecutedSteps",
    "ExecutorRun",
    "ForgedReference",
    "forge_reference",
]
