"""Comparing the fields of a form with expected values."""

from m3bench.checks.fields.comparison import mismatch
from m3bench.checks.fields.expected import Expected, filled_form
from m3bench.checks.fields.hedges import evades_more, is_null, only_bounds
from m3bench.checks.fields.names import same_code, same_name
from m3bench.checks.fields.numbers import number_in
from m3bench.checks.fields.times import date_parts, same_date
from m3bench.checks.fields.units import Unit, converted, find_unit

__all__ = [
    "Expected",
    "Unit",
    "converted",
    "date_parts",
    "evades_more",
    "filled_form",
    "find_unit",
    "is_null",
    "mismatch",
    "number_in",
    "only_bounds",
    "same_code",
    "same_date",
    "same_name",
]
