"""Corrupted properties of pictures."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Evidence
from m3bench.checks.corruption.data.common import Corruptions, Corruptors, with_contents
from m3bench.checks.data import ImageProperties
from m3bench.checks.files import content, only_file


def _images(check: ImageProperties, evidence: Evidence, scratch: Path) -> Corruptions:
    from PIL import Image  # noqa: PLC0415 - heavy

    data = content(evidence.workspace, only_file(evidence, check.path))
    with Image.open(io.BytesIO(data)) as image:
        image.load()
    changes: list[tuple[str, Callable[[Any], Any], str]] = []
    if check.size is not None:
        wide, high = image.size
        changes.append(("another width", lambda each: each.resize((wide + 1, high)), "PNG"))
        if wide != high:
            changes.append(("width and height swapped", lambda each: each.resize((high, wide)), "PNG"))
    if check.mode is not None:
        other = "L" if check.mode != "L" else "RGB"
        changes.append(("another mode", lambda each: each.convert(other), "PNG"))
    if check.format is not None:
        changes.append(("another format", lambda each: each, "PNG" if image.format != "PNG" else "BMP"))
    if check.colors:
        changes.append(("other colors", _inverted, "PNG"))
    contents = [(words, _saved(change(image), kind)) for words, change, kind in changes]
    if check.at_most_bytes is not None:
        contents.append(("a larger file", data + bytes(check.at_most_bytes)))
    contents.append(("the first half", data[: len(data) // 2]))
    return with_contents(evidence, check.path, contents, scratch)


def _inverted(image: Any) -> Any:
    return image.convert("RGB").point(lambda value: (value + 128) % 256)


def _saved(image: Any, kind: str) -> bytes:
    written = io.BytesIO()
    try:
        image.save(written, kind)
    except OSError:  # the mode does not exist in this format
        image.convert("RGB").save(written, kind)
    return written.getvalue()


IMAGE_CORRUPTORS: Corruptors = {ImageProperties: _images}
