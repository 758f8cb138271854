"""Limits on the memory of this process."""

from __future__ import annotations

import resource
import sys


def limit_memory(most: int, kind: int = resource.RLIMIT_AS) -> None:
    """Limit the memory that this process can have, in bytes. macOS knows no such limit, and goes without."""
    try:
        resource.setrlimit(kind, (most, most))
    except (OSError, ValueError):
        if sys.platform != "darwin":
            raise
