"""Exceptions that task groups wrap in an `ExceptionGroup`."""

from __future__ import annotations


def unwrap_group(error: Exception) -> Exception:
    """Return the single exception inside nested groups. A group of several is returned as it is."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error
