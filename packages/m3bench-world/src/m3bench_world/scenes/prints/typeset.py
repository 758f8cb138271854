"""Typesetting: lines that fit a width, blocks that fit a box, with a readable minimum size."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from m3bench_world.scenes.painting import Canvas, Paint, Point, text_width, to_drawable

SMALLEST = 20.0
"""Minimum type size in pixels; its capitals are 14 pixels high."""
LEADING = 1.22
_SHRINK = 0.93


class Block(NamedTuple):
    """A text that may take several lines, as large as possible."""

    text: str
    largest: float
    lines: int = 2
    weight: float = 0.0
    colour: Paint = "#111111"
    smallest: float = SMALLEST


class Line(NamedTuple):
    text: str
    size: float
    block: Block


def is_writable(*texts: str) -> bool:
    """Return whether the font has every letter."""
    return all(text.strip() and to_drawable(text) == text for text in texts)


@lru_cache(maxsize=8192)
def _width(text: str) -> float:
    """Return the width at size 1."""
    return text_width(text, 1)


def wrap_text(text: str, size: float, widest: float) -> list[str]:
    """Wrap a text into lines of at most `widest`; longer words get their own line."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer) * size <= widest:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fit_block(block: Block, widest: float, largest: float) -> list[Line] | None:
    """Return the largest lines of a block that fit, or None if even the smallest do not."""
    size = max(block.smallest, min(block.largest, largest))
    while True:
        lines = wrap_text(block.text, size, widest)
        if len(lines) <= block.lines and all(_width(line) * size <= widest for line in lines):
            return [Line(line, size, block) for line in lines]
        if size <= block.smallest:
            return None
        size = max(block.smallest, size * _SHRINK)


def stack_blocks(blocks: Sequence[Block], width: float, height: float) -> list[list[Line]] | None:
    """Stack all blocks in a box, as large as possible; None if they do not fit."""
    largest = max(block.largest for block in blocks)
    while True:
        set_blocks = [fit_block(block, width, largest) for block in blocks]
        found = [lines for lines in set_blocks if lines]
        if len(found) < len(blocks):
            return None
        if sum(map(block_height, found)) <= height:
            return found
        if largest <= SMALLEST:
            return None
        largest = max(SMALLEST, largest * _SHRINK)


def block_height(lines: list[Line]) -> float:
    return sum(line.size * LEADING for line in lines)


def set_lines(
    canvas: Canvas, lines: Sequence[Line], x: float, top: float, *, anchor: str = "middle"
) -> float:
    """Write lines downwards and return where they end."""
    for line in lines:
        size, block = line.size, line.block
        canvas.text(
            line.text, x, top + size * LEADING / 2, size, block.colour, anchor=anchor, weight=block.weight
        )
        top += size * LEADING
    return top


def paragraph(
    canvas: Canvas,
    text: str,
    at: Point,
    size: float,
    colour: Paint,
    *,
    widest: float,
    anchor: str = "start",
    weight: float = 0.0,
    leading: float = 1.32,
) -> float:
    """Write wrapped text downwards from a point and return where it ends."""
    x, top = at
    for line in wrap_text(text, size, widest):
        canvas.text(line, x, top + size * leading / 2, size, colour, anchor=anchor, weight=weight)
        top += size * leading
    return top
