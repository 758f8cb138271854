"""Agents without a model: the reference, seeded mistakes, retrieval, and the floors to beat."""

from m3bench.agents.baselines.reference import prepare_calls

__all__ = [
    "prepare_calls",
]
