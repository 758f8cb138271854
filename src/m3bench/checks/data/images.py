"""The check of the properties of pictures."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Corruptions, Evidence, Verdict
from m3bench.checks.files import FileCheck, content, first_half, made_file, only_file, with_contents
from m3bench.checks.reading import colour_distance, is_colour
from m3bench.media import written_bytes


class PixelColor(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The color at a place, in pixels from the upper left corner."""

    x: int
    y: int
    color: str
    """As `#rrggbb`."""

    def __post_init__(self) -> None:
        if not is_colour(self.color) or min(self.x, self.y) < 0:
            raise ValueError("expected x and y of at least 0 and a color like #ff0000")


class ImageProperties(FileCheck, frozen=True):
    """PNG, JPEG, WebP, GIF, BMP or TIFF. Transparent places have the color that they hide."""

    about = "a picture has this size, color mode, format, and colors at these places"

    size: tuple[int, int] | None = None
    """Width and height in pixels."""
    mode: str | None = None
    """The color mode as Pillow names it: `RGB`, `RGBA`, `L` for grey, `P` for a palette, and so on."""
    format: str | None = None
    """`PNG`, `JPEG` and so on: of the content, not of the name."""
    colors: tuple[PixelColor, ...] = ()
    at_most_bytes: int | None = None
    """The largest size of the file."""
    color_distance: float = 24.0
    """How far a color may be from the expected one, in RGB."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.size, self.mode, self.format, self.at_most_bytes) == (None,) * 4 and not self.colors:
            raise ValueError("size, mode, format, at_most_bytes and colors are all empty")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.data.image_reading import read_image  # noqa: PLC0415 - heavy

        path, data = made_file(evidence, self.path)
        image = read_image(data, path)
        compared = (
            ("size", image.size, self.size),
            ("mode", image.mode, self.mode),
            ("format", image.format, self.format and self.format.upper()),
        )
        faults = [
            f"the {name} is {_worded(value)}, expected {_worded(expected)}"
            for name, value, expected in compared
            if expected is not None and value != expected
        ]
        if self.at_most_bytes is not None and len(data) > self.at_most_bytes:
            faults.append(f"it has {len(data):,} bytes, expected at most {self.at_most_bytes:,}")
        for pixel in self.colors:
            color = image.color_at(pixel.x, pixel.y)
            if color is None or colour_distance(color, pixel.color) > self.color_distance:
                faults.append(f"({pixel.x}, {pixel.y}) is {color or 'outside'}, expected {pixel.color}")
        return self.verdict_on(
            path, faults, f"{path}: {_worded(image.size)}, {image.mode}, {image.format}, as expected"
        )

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        from PIL import Image  # noqa: PLC0415 - heavy

        data = content(evidence.workspace, only_file(evidence, self.path))
        with Image.open(io.BytesIO(data)) as image:
            image.load()
        changes: list[tuple[str, Any, str]] = []
        if self.size is not None:
            wide, high = image.size
            changes.append(("another width", image.resize((wide + 1, high)), "PNG"))
            if wide != high:
                changes.append(("width and height swapped", image.resize((high, wide)), "PNG"))
        if self.mode is not None:
            changes.append(("another mode", image.convert("L" if self.mode != "L" else "RGB"), "PNG"))
        if self.format is not None:
            changes.append(("another format", image, "PNG" if image.format != "PNG" else "BMP"))
        if self.colors:
            inverted = image.convert("RGB").point(lambda value: (value + 128) % 256)
            changes.append(("other colors", inverted, "PNG"))
        contents = [(words, _saved(changed, kind)) for words, changed, kind in changes]
        if self.at_most_bytes is not None:
            contents.append(("a larger file", data + bytes(self.at_most_bytes)))
        return with_contents(evidence, self.path, [*contents, first_half(data)], scratch)


def _worded(value: object) -> str:
    return f"{value[0]} × {value[1]}" if isinstance(value, tuple) else str(value)


def _saved(image: Any, kind: str) -> bytes:
    try:
        return written_bytes(image.save, kind)
    except OSError:  # the mode does not exist in this format
        return written_bytes(image.convert("RGB").save, kind)
