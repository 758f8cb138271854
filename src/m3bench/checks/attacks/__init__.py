"""Answers that must fail whatever a task asks, and rewrites of a right answer that must pass."""

from m3bench.checks.attacks.attacks import ATTACKS, Attack
from m3bench.checks.attacks.rewrites import REWRITES, Rewrite

__all__ = ["ATTACKS", "REWRITES", "Attack", "Rewrite"]
