"""Attacks, which must fail the checks of any task, and rewrites of correct answers, which must pass."""

from m3bench.checks.attacks.attacks import ATTACKS
from m3bench.checks.attacks.outcomes import OUTCOME_ATTACKS
from m3bench.checks.attacks.rewrites import REWRITES

__all__ = ["ATTACKS", "OUTCOME_ATTACKS", "REWRITES"]
