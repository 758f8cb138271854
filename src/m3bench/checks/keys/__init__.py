"""Comparing an answer with the task's answer key: by code where that decides, else by a judge."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.checks.keys.check import AnswerMatchesKey, has_key, is_checked
    from m3bench.checks.keys.comparison import compare_with_key
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = ["AnswerMatchesKey", "compare_with_key", "has_key", "is_checked"]
