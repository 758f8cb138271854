"""Agents without a model: reference, seeded mistakes, retrieval, and floors."""

from m3bench.agents.baselines.careless import careless_ways
from m3bench.agents.baselines.reference import prepare_calls

__all__ = ["careless_ways", "prepare_calls"]
