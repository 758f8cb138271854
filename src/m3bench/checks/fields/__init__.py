"""Comparing the fields of a form with expected values."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.checks.fields.comparison import mismatch
    from m3bench.checks.fields.dressing import undressed
    from m3bench.checks.fields.expected import Expected, filled_form
    from m3bench.checks.fields.names import same_code, same_name, without_legal_form
    from m3bench.checks.fields.times import date_parts, same_date
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "Expected",
    "date_parts",
    "filled_form",
    "mismatch",
    "same_code",
    "same_date",
    "same_name",
    "undressed",
    "without_legal_form",
]
