"""Errors of encoders."""

from __future__ import annotations

from m3bench.core import M3BenchError


class EncoderError(M3BenchError):
    """An encoder is unknown or unavailable, or its files are not the expected ones."""
