"""Texts drawn on pictures, with the places where they stand."""

from __future__ import annotations

import msgspec
from PIL import Image, ImageDraw, ImageFont


class Written(msgspec.Struct, frozen=True):
    text: str
    box: tuple[float, float, float, float]
    """Left, top, right, bottom."""


class Sheet:
    """A picture to write on."""

    def __init__(self, width: int, height: int, paper: str = "white") -> None:
        self.image = Image.new("RGB", (width, height), paper)
        self.written: list[Written] = []
        self._draw = ImageDraw.Draw(self.image)

    def write(self, text: str, x: int, y: int, size: int = 28, ink: str = "black") -> Sheet:
        """Word by word, so that the place of each is known."""
        font = ImageFont.load_default(size)
        at = float(x)
        for word in text.split(" "):
            self._draw.text((at, y), word, fill=ink, font=font)
            self.written.append(Written(word, self._draw.textbbox((at, y), word, font=font)))
            at += self._draw.textlength(f"{word} ", font=font)
        return self

    @property
    def words(self) -> list[str]:
        return [written.text for written in self.written]
