"""The check of the properties of pictures."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.files import content, joined, made_file, only_file, relative, with_contents

_COLOR = re.compile(r"#[0-9a-fA-F]{6}")


class PixelColor(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The color at a place, in pixels from the upper left corner."""

    x: int
    y: int
    color: str
    """As `#rrggbb`."""

    def __post_init__(self) -> None:
        if not _COLOR.fullmatch(self.color) or min(self.x, self.y) < 0:
            raise ValueError("expected x and y of at least 0 and a color like #ff0000")


class ImageProperties(Check, frozen=True):
    """PNG, JPEG, WebP, GIF, BMP or TIFF. Transparent places have the color that they hide."""

    kind: ClassVar[str] = "workspace"
    about: ClassVar[str] = "a picture has this size, color mode, format, and colors at these places"

    path: str
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
        relative(self.path)
        if (self.size, self.mode, self.format, self.at_most_bytes) == (None,) * 4 and not self.colors:
            raise ValueError("size, mode, format, at_most_bytes and colors are all empty")

    def look(self, evidence: Evidence) -> Verdict:
        from m3bench.checks.data.image_reading import read_image  # noqa: PLC0415 - heavy

        path, data = made_file(evidence, self.path)
        image = read_image(data, path)
        wanted = (("size", self.size), ("mode", self.mode), ("format", self.format and self.format.upper()))
        found = {"size": image.size, "mode": image.mode, "format": image.format}
        faults = [
            f"the {name} is {_worded(found[name])}, expected {_worded(value)}"
            for name, value in wanted
            if value is not None and found[name] != value
        ]
        if self.at_most_bytes is not None and len(data) > self.at_most_bytes:
            faults.append(f"it has {len(data):,} bytes, expected at most {self.at_most_bytes:,}")
        for place in self.colors:
            color = image.color_at(place.x, place.y)
            if color is None or _distance(color, place.color) > self.color_distance:
                faults.append(f"({place.x}, {place.y}) is {color or 'outside'}, expected {place.color}")
        if faults:
            return self.verdict(False, f"{path}: {joined(faults)}")
        return self.verdict(True, f"{path}: {_worded(image.size)}, {image.mode}, {image.format}, as expected")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:
        from PIL import Image  # noqa: PLC0415 - heavy

        data = content(evidence.workspace, only_file(evidence, self.path))
        with Image.open(io.BytesIO(data)) as image:
            image.load()
        changes: list[tuple[str, Callable[[Any], Any], str]] = []
        if self.size is not None:
            wide, high = image.size
            changes.append(("another width", lambda each: each.resize((wide + 1, high)), "PNG"))
            if wide != high:
                changes.append(("width and height swapped", lambda each: each.resize((high, wide)), "PNG"))
        if self.mode is not None:
            other = "L" if self.mode != "L" else "RGB"
            changes.append(("another mode", lambda each: each.convert(other), "PNG"))
        if self.format is not None:
            changes.append(("another format", lambda each: each, "PNG" if image.format != "PNG" else "BMP"))
        if self.colors:
            changes.append(("other colors", _inverted, "PNG"))
        contents = [(words, _saved(change(image), kind)) for words, change, kind in changes]
        if self.at_most_bytes is not None:
            contents.append(("a larger file", data + bytes(self.at_most_bytes)))
        contents.append(("the first half", data[: len(data) // 2]))
        return with_contents(evidence, self.path, contents, scratch)


def _worded(value: object) -> str:
    return f"{value[0]} × {value[1]}" if isinstance(value, tuple) else str(value)


def _distance(one: str, other: str) -> float:
    pairs = zip(bytes.fromhex(one[1:]), bytes.fromhex(other[1:]), strict=True)
    return float(sum((left - right) ** 2 for left, right in pairs) ** 0.5)


def _inverted(image: Any) -> Any:
    return image.convert("RGB").point(lambda value: (value + 128) % 256)


def _saved(image: Any, kind: str) -> bytes:
    written = io.BytesIO()
    try:
        image.save(written, kind)
    except OSError:  # the mode does not exist in this format
        image.convert("RGB").save(written, kind)
    return written.getvalue()
