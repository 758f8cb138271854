"""The input files of a task as an agent gets them: in the workspace, and to a model what it may read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from m3bench.core import Content, Media, TaskFile, Text

_LARGEST = 8_000_000
_LARGEST_TEXT = 60_000
"""Bytes. A longer text would fill the model's context; tools can read it piece by piece."""
_MEDIA = ("audio/", "video/", "image/", "application/pdf")
_TEXTS = ("text/", "application/json", "application/xml", "application/yaml", "application/x-yaml")


class InputFile(msgspec.Struct, frozen=True):
    """A file of the task that lies in the workspace."""

    name: str
    media_type: str
    size: int
    """In bytes."""
    data: bytes | None = None
    """What a model may be shown; None where the kind of file or its size forbids it."""

    @property
    def label(self) -> str:
        """Name, type and size in words."""
        return f"{self.name} ({self.media_type}, {self.size:,} bytes)"

    @property
    def media(self) -> Media | None:
        return None if self.data is None else Media(media_type=self.media_type, data=self.data, uri=self.name)


def read_inputs(workspace: Path, files: Iterable[TaskFile]) -> tuple[InputFile, ...]:
    """The files that are there, with the bytes of those that a model may be able to take."""
    return tuple(read for file in files if (read := _read(workspace / file.name, file)) is not None)


def list_inputs(files: Sequence[InputFile]) -> str:
    """One line that names all files; empty where there are none."""
    return f"Its files: {', '.join(file.label for file in files)}" if files else ""


def input_content(files: Iterable[InputFile]) -> list[Content]:
    """Each file that may be shown, behind its name. A model that cannot take it gets a note."""
    shown: list[Content] = []
    for file in files:
        if (media := file.media) is not None:
            shown += [Text(f"The file {file.label}:"), media]
    return shown


def is_readable(media_type: str, size: int) -> bool:
    """Whether a model may be able to take such a file."""
    if media_type.startswith(_MEDIA):
        return size <= _LARGEST
    return media_type.startswith(_TEXTS) and size <= _LARGEST_TEXT


def _read(path: Path, file: TaskFile) -> InputFile | None:
    try:
        size = path.stat().st_size
        data = path.read_bytes() if is_readable(file.media_type, size) else None
    except OSError:
        return None
    return InputFile(file.name, file.media_type, size, data)
