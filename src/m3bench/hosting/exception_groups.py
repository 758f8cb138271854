"""Exceptions that task groups wrap in an `ExceptionGroup`."""

from __future__ import annotations

from collections.abc import Iterator

from m3bench.core import M3BenchError


def unwrap_group(error: Exception) -> Exception:
    """Return the single exception inside nested groups.

    Of several errors that a user can fix, the first is returned. Other groups of several stay groups.
    """
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    if isinstance(error, ExceptionGroup):
        leaves = list(_leaves(error))
        if all(isinstance(leaf, M3BenchError) for leaf in leaves):
            return leaves[0]
    return error


def _leaves(error: Exception) -> Iterator[Exception]:
    if isinstance(error, ExceptionGroup):
        for exception in error.exceptions:
            yield from _leaves(exception)
    else:
        yield error
