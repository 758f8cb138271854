"""Setting text: lines that fit a width, blocks that fit a box, never smaller than can be read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from m3bench.world.scenes.painting import Canvas, Paint, Point, text_width, to_drawable

SMALLEST = 20.0
"""Pixels of type: its capitals are 14 pixels high. What is smaller is not to be read."""
LEADING = 1.22
_SHRINK = 0.93


class Block(NamedTuple):
    """A text that may take several lines, as large as it can be."""

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
    """Whether the font has every letter, so that what is drawn is what was meant."""
    return all(text.strip() and to_drawable(text) == text for text in texts)


@lru_cache(maxsize=8192)
def _width(text: str) -> float:
    """At the size of 1."""
    return text_width(text, 1)


def wrap_text(text: str, size: float, widest: float) -> list[str]:
    """The text in lines that are no wider, broken between words; a longer word has its own line."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer) * size <= widest:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def fit_block(block: Block, widest: float, largest: float) -> list[Line] | None:
    """The largest lines of a block that fit; None where even the smallest do not."""
    size = max(block.smallest, min(block.largest, largest))
    while True:
        lines = wrap_text(block.text, size, widest)
        if len(lines) <= block.lines and all(_width(line) * size <= widest for line in lines):
            return [Line(line, size, block) for line in lines]
        if size <= block.smallest:
            return None
        size = max(block.smallest, size * _SHRINK)


def stack_blocks(blocks: Sequence[Block], width: float, height: float) -> list[list[Line]] | None:
    """All blocks one below the other in a box, as large as they can be; None where they do not fit."""
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
    """Writes lines downwards and gives where they end."""
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
    """Writes running text in as many lines as it needs, downwards from a point, and gives where it ends."""
    x, top = at
    for line in wrap_text(text, size, widest):
        canvas.text(line, x, top + size * leading / 2, size, colour, anchor=anchor, weight=weight)
        top += size * leading
    return top
