"""Attacks, which must fail the checks of any task, and rewrites of correct answers, which must pass."""

from m3bench.checks.attacks.attacks import ATTACKS, Attack
from m3bench.checks.attacks.rewrites import REWRITES, Rewrite

__all__ = ["ATTACKS", "REWRITES", "Attack", "Rewrite"]
