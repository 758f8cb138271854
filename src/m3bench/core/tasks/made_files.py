"""Files that are made for a task, as data, and the world that they are from."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from m3bench.core.tasks.parts import Art, CameraLevel


class Picture(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A picture in a task's workspace, and the scene it shows. The file name reveals nothing about it."""

    name: str
    kind: str
    number: int
    camera: CameraLevel = CameraLevel.CLEAN
    art: Art = Art.DRAWN
    settings: dict[str, Any] = {}
    """What the scene shows instead of what it would draw, such as the `day` of a receipt."""


class WorldFile(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A recording, film, document or illustration of the world in a task's workspace."""

    name: str
    """The relative path. It reveals nothing about the content."""
    source: str
    """`recording`, `speech`, `film`, `document` or `illustration`."""
    kind: str
    """The kind of recording, film or document; of an illustration, its prompt; of speech, any word."""
    number: int = 0
    settings: dict[str, Any] = {}
    """The `channel` of a recording, the `voice` of a film, the `script` of speech, the `size` of an
    illustration, what a document says instead of what it would draw, such as its `title`."""
    now: datetime | None = None
    """The time in the world that it is from; None for that of the run."""


class DataFile(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A file in a task's workspace, as data. `m3bench.suites.data_files` writes it."""

    name: str
    """The relative path. For a repository, the path of its folder."""
    kind: str
    """How it is written: a key of `m3bench.suites.data_files.WRITERS`."""
    content: Any
    """A text, rows, tables or paragraphs, as the kind requires."""


class TaskWorld(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The seed and the time of the world that a task was built in."""

    seed: int
    now: str
    """In ISO 8601 with a time zone, and as text: digests of tasks include its spelling."""

    def __post_init__(self) -> None:
        if self.time.tzinfo is None:
            raise ValueError(f"the time {self.now!r} needs a time zone")

    @property
    def time(self) -> datetime:
        return datetime.fromisoformat(self.now)
