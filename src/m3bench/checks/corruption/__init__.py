"""Outcomes made wrong on purpose: proof that a check notices what it is there for."""

from m3bench.checks.corruption.corruption import corruptions

__all__ = [
    "corruptions",
]
