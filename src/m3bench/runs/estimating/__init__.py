"""Estimate tokens and cost of a run before it starts."""

from m3bench.runs.estimating.estimate import RunEstimate, Tokens, estimate_run

__all__ = ["RunEstimate", "Tokens", "estimate_run"]
