"""The check of whole files: unchanged except for what the task asks."""

from m3bench.checks.wholes.damage import damaged_files
from m3bench.checks.wholes.differences import Differences, compare_contents
from m3bench.checks.wholes.items import Contents
from m3bench.checks.wholes.unchanged_except import (
    UnchangedExcept,
    given_contents,
    is_compared,
    workspace_contents,
)

__all__ = [
    "Contents",
    "Differences",
    "UnchangedExcept",
    "compare_contents",
    "damaged_files",
    "given_contents",
    "is_compared",
    "workspace_contents",
]
