"""Attacks, which must fail the checks of any task, and rewrites of correct answers, which must pass."""

from m3bench.checks.attacks.attacks import ATTACKS
from m3bench.checks.attacks.near_layouts import NEAR_LAYOUTS
from m3bench.checks.attacks.near_misses import NEAR_VALUES
from m3bench.checks.attacks.outcomes import OUTCOME_ATTACKS
from m3bench.checks.attacks.rewrites import REWRITES

NEAR_MISSES = {**NEAR_VALUES, **NEAR_LAYOUTS}
"""Near misses by name. Whatever they yield must fail on every task with a form."""

__all__ = ["ATTACKS", "NEAR_MISSES", "OUTCOME_ATTACKS", "REWRITES"]
