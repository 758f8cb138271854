"""Pictures and files that a world makes for tasks."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec

from m3bench.core import Art, CameraLevel


class Picture(msgspec.Struct, frozen=True, omit_defaults=True):
    """A picture in a task's workspace, and the scene it shows. The file name reveals nothing about it."""

    name: str
    kind: str
    number: int
    camera: CameraLevel = CameraLevel.CLEAN
    art: Art = Art.DRAWN


class WorldFile(msgspec.Struct, frozen=True, omit_defaults=True):
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
    illustration."""
    now: datetime | None = None
    """The time in the world that it is from; None for that of the run."""
