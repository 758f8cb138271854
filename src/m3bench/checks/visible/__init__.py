"""What people can read on pages, and what contradicts it there."""

from m3bench.checks.visible.contradictions import contradictions
from m3bench.checks.visible.corruption import contradicting_line
from m3bench.checks.visible.pages import (
    DRAWN_BY,
    LEAST_CONTRAST,
    SMALLEST,
    can_draw,
    legible_lines,
    legible_texts,
    legible_words,
    unseen_faults,
)

__all__ = [
    "DRAWN_BY",
    "LEAST_CONTRAST",
    "SMALLEST",
    "can_draw",
    "contradicting_line",
    "contradictions",
    "legible_lines",
    "legible_texts",
    "legible_words",
    "unseen_faults",
]
