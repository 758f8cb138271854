"""Pictures of an attempt: those of the task, and those that tools made in the workspace."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from m3bench.core import Call, Media
from m3bench.core.text import name_from_record, recorded_name

_MAX_BYTES = 8_000_000


class Gallery:
    """The image pool of M³-Bench. The `uri` of a picture is its path in the workspace, as a recorded name."""

    def __init__(self, workspace: Path, given: Sequence[str] = (), *, shown: bool = True) -> None:
        """`shown` tells whether the agent sees the given pictures."""
        self._workspace = workspace
        self._known = dict.fromkeys(given)
        visible = given if shown else ()
        self.given = tuple(picture for name in visible if (picture := self._read(name)) is not None)
        self.made: list[Media] = []
        """Pictures that tools made, in order."""

    def take(self, done: Sequence[Call]) -> None:
        """Collect pictures that the calls of a step made."""
        if not any(call.outcome is not None and call.outcome.executed for call in done):
            return
        for path in sorted(self._pictures()):
            name = recorded_name(path.relative_to(self._workspace).as_posix())
            if name in self._known:
                continue
            self._known[name] = None
            picture = self._read(name)
            if picture is not None:
                self.made.append(picture)

    def _pictures(self) -> Iterator[Path]:
        for folder, _, names in os.walk(self._workspace):
            yield from (path for name in names if _is_picture(path := Path(folder, name)))

    def _read(self, name: str) -> Media | None:
        path = self._workspace / name_from_record(name)
        try:
            data = path.read_bytes() if path.stat().st_size <= _MAX_BYTES else None
        except OSError:
            return None
        return Media(media_type=_type(path), data=data, uri=name)


def _is_picture(path: Path) -> bool:
    return _type(path).startswith("image/") and path.is_file() and not path.is_symlink()


def _type(path: Path) -> str:
    return mimetypes.guess_type(path.name)[0] or "application/octet-stream"
