"""The input files of a task, as agents and models get them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from m3bench.core import Content, Media, TaskFile, Text, is_text_type

_MAX_BYTES = 8_000_000
_MAX_TEXT_BYTES = 60_000
"""A longer text would fill the model's context. Tools can read it in parts."""
_MEDIA = ("audio/", "video/", "image/", "application/pdf", "application/vnd.openxmlformats-officedocument.")


class InputFile(msgspec.Struct, frozen=True):
    """An input file in the workspace."""

    name: str
    media_type: str
    size: int
    """In bytes."""
    data: bytes | None = None
    """Content for the model; None if its type or size rules that out, or the task."""

    @property
    def label(self) -> str:
        """Name, type and size."""
        return f"{self.name} ({self.media_type}, {self.size:,} bytes)"

    @property
    def media(self) -> Media | None:
        return None if self.data is None else Media(media_type=self.media_type, data=self.data, uri=self.name)


def read_inputs(workspace: Path, files: Iterable[TaskFile]) -> tuple[InputFile, ...]:
    """Read the files that exist in the workspace."""
    return tuple(read for file in files if (read := _read(workspace / file.name, file)) is not None)


def list_inputs(files: Sequence[InputFile]) -> str:
    """Return one line that names all files; empty without files."""
    return f"Its files: {', '.join(file.label for file in files)}" if files else ""


def input_content(files: Iterable[InputFile]) -> list[Content]:
    """Return the files that a model may read, each after its name."""
    shown: list[Content] = []
    for file in files:
        if (media := file.media) is not None:
            shown += [Text(f"The file {file.label}:"), media]
    return shown


def is_readable(media_type: str, size: int) -> bool:
    if media_type.startswith(_MEDIA):
        return size <= _MAX_BYTES
    return is_text_type(media_type) and size <= _MAX_TEXT_BYTES


def _read(path: Path, file: TaskFile) -> InputFile | None:
    try:
        size = path.stat().st_size
        readable = file.inline and is_readable(file.media_type, size)
        data = path.read_bytes() if readable else None
    except OSError:
        return None
    return InputFile(file.name, file.media_type, size, data)
