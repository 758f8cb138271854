"""The limit of a folder that a program may fill and nobody reads: its home, or that of a shared server."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from m3bench.hosting.resource_limits import DEEPEST, ResourceLimits, exceeded, readable_size
from m3bench.hosting.workspace.quota import measure

_SECONDS = 1.0
_SHARE = 20
_MOST_FILES = 50
"""Times as many as in a workspace: package managers fill home folders."""
_ANY_SIZE = 2**62


class FolderLimit:
    """Says why a folder is too large; None if it is not. It is not measured more often than is cheap."""

    def __init__(self, folder: Path, limits: ResourceLimits) -> None:
        self._folder, self._limit, self._due = folder, limits.tmp_bytes, 0.0
        self._limits = msgspec.structs.replace(
            limits,
            workspace_bytes=limits.tmp_bytes,
            workspace_apparent_bytes=_ANY_SIZE,
            workspace_files=_MOST_FILES * limits.workspace_files,
            workspace_depth=DEEPEST,
        )

    def __call__(self) -> str | None:
        began = time.monotonic()
        if began < self._due:
            return None
        use = measure(self._folder, self._limits)
        now = time.monotonic()
        self._due = now + max(_SECONDS, _SHARE * (now - began))
        if use.excess(self._limits) is None:
            return None
        if use.used > self._limit:
            told = f"used more than {readable_size(self._limit)} of temporary files"
            return exceeded(told, "tmp-bytes", self._limit)
        return f"left more than {self._limits.workspace_files:,} temporary files, or too deep folders"
