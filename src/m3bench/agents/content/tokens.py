"""What content costs a model, roughly, in tokens."""

from __future__ import annotations

import math

from m3bench.core import Media

PICTURE_TOKENS = 1_000
"""Roughly what a picture costs in most models."""
_PER_KILOBYTE = {"audio": 1.0, "video": 8.0, "application": 25.0}
"""By kind: speech of 16 kHz at 32 tokens a second, small films at 260 tokens a second, text of documents."""


def media_tokens(media: Media) -> int:
    """Estimate the tokens of a picture, sound, film or document that is sent to a model."""
    rate = _PER_KILOBYTE.get(media.kind)
    if rate is None or media.data is None:
        return PICTURE_TOKENS
    return max(PICTURE_TOKENS // 10, math.ceil(len(media.data) / 1_000 * rate))
