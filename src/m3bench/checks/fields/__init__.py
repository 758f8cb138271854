"""Comparing the fields of a form with expected values."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.checks.fields.comparison import mismatch
    from m3bench.checks.fields.expected import Expected, filled_form
    from m3bench.checks.fields.hedges import evades_more, is_null, only_bounds
    from m3bench.checks.fields.names import same_code, same_name
    from m3bench.checks.fields.numbers import number_in
    from m3bench.checks.fields.times import date_parts, same_date
    from m3bench.checks.fields.units import Unit, converted, find_unit
else:
    __getattr__, __dir__ = lazy_names(__name__)

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
