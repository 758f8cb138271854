"""Corrupted slides."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.corruption import with_files, without_file
from m3bench.checks.files import content, only_file
from m3bench.checks.slides.reading import all_shapes
from m3bench.media import written_bytes

Change = Callable[[Any], None]


def changed_decks(
    evidence: Evidence, wanted: str, scratch: Path, changes: list[tuple[str, Change]]
) -> Corruptions:
    path = only_file(evidence, wanted)
    data = content(evidence.workspace, path)
    contents = [("no slides", b"PK this is not a set of slides")]
    contents += [(words, _rewritten(data, change)) for words, change in changes]
    return [
        ("no file", without_file(evidence, path, scratch)),
        *with_files(evidence, path, contents, scratch),
    ]


def _rewritten(data: bytes, change: Change) -> bytes:
    import pptx  # noqa: PLC0415 - heavy

    deck = pptx.Presentation(io.BytesIO(data))
    change(deck)
    return written_bytes(deck.save)


def deck_shapes(deck: Any) -> list[Any]:
    return [shape for slide in deck.slides for shape in all_shapes(slide.shapes)]


def shapes_with(deck: Any, part: str) -> list[Any]:
    """Return the shapes that have a part such as a table."""
    return [shape for shape in deck_shapes(deck) if getattr(shape, f"has_{part}", False)]


def remove_shapes(shapes: Iterable[Any]) -> None:
    for shape in shapes:
        shape._element.getparent().remove(shape._element)


def text_frames(shape: Any) -> list[Any]:
    if getattr(shape, "has_table", False):
        return [cell.text_frame for row in shape.table.rows for cell in row.cells]
    return [shape.text_frame] if getattr(shape, "has_text_frame", False) else []
