"""Task groups wrap what is raised inside them; people want to read the error itself."""

from __future__ import annotations


def leaf(error: Exception) -> Exception:
    """The one exception that groups wrapped; a group of several stays as it is."""
    while isinstance(error, ExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error
