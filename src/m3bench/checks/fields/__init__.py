"""Comparing the fields of a form with expected values."""

from m3bench.checks.fields.comparison import mismatch
from m3bench.checks.fields.expected import Expected, filled_form
from m3bench.checks.fields.names import same_name
from m3bench.checks.fields.times import same_date

__all__ = [
    "Expected",
    "filled_form",
    "mismatch",
    "same_date",
    "same_name",
]
