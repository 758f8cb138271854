"""The one error of this room."""

from __future__ import annotations

from m3bench.core import M3BenchError


class EncoderError(M3BenchError):
    """An encoder that is unknown or not available, or whose files are not the expected ones."""
