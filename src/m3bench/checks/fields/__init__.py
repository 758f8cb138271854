"""Filled forms compared with what is expected: one value a field, of the right kind, fairly spelled."""

from m3bench.checks.fields.comparing import mismatch
from m3bench.checks.fields.expected import Expected, filled

__all__ = ["Expected", "filled", "mismatch"]
