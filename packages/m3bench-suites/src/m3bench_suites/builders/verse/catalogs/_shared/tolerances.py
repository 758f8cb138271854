"""Tolerances of prices, and grounds of counts."""

from __future__ import annotations

from m3bench.checks import Tolerance
from m3bench_suites.builders.tasks import within

CENTS, PERCENT = within(0.006), within(0.011)
ROUNDED = Tolerance(absolute=0.06, relative=2e-5)
"""For what is computed from rounded values."""
UNGROUNDED = "`[]`"
"""The grounds of counts, which are too common to trace."""
