"""Why a file could not be rendered."""

from __future__ import annotations

from m3bench.core import M3BenchError


class DocumentBroken(M3BenchError):
    """The file is broken, or too large to be rendered. The message names it."""


class RenderingUnavailable(M3BenchError):
    """The file cannot be rendered here, through no fault of its own: a program is missing or timed out."""
