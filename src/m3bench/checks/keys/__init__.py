"""Comparing an answer with the task's answer key: by code where that decides, else by a judge."""

from m3bench.checks.keys.agreement import Agreement
from m3bench.checks.keys.check import AnswerMatchesKey, has_key, key_values
from m3bench.checks.keys.comparison import compare_with_key

__all__ = [
    "Agreement",
    "AnswerMatchesKey",
    "compare_with_key",
    "has_key",
    "key_values",
]
