"""A first task of a new suite, made from one real call."""

from m3bench.curation.scaffold.calls import MadeCall, Trial, find_call, make_call
from m3bench.curation.scaffold.first_task import first_task
from m3bench.curation.scaffold.values import Value, stable_values, values_of

__all__ = ["MadeCall", "Trial", "Value", "find_call", "first_task", "make_call", "stable_values", "values_of"]
