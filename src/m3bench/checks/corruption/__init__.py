"""Corruptions: wrong outcomes that show that a check can fail."""

from m3bench.checks.corruption.corruption import corruptions

__all__ = [
    "corruptions",
]
