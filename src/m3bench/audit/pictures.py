"""The pictures of a task, for a browser."""

from __future__ import annotations

import threading

from m3bench.core import Task, UsageError
from m3bench.suites import Suite

_KINDS = {
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
    b"BM": "image/bmp",
}
# Drawing is not made for several threads.
_DRAWING = threading.Lock()


def picture_of(suite: Suite, task: Task, index: int) -> tuple[bytes, str]:
    """The bytes of a picture and their type, told by what they are: names may say anything."""
    if not 0 <= index < len(task.images):
        raise UsageError(f"{task.id} has no picture {index + 1}.")
    name = task.images[index]
    with _DRAWING:
        asset = suite.assets(task).get(name)
    if asset is None:
        raise UsageError(f"The picture {name!r} of {task.id} is not there.")
    try:
        data = asset if isinstance(asset, bytes) else asset.read_bytes()
    except OSError as error:
        raise UsageError(f"The picture {name!r} of {task.id} cannot be read: {error.strerror}.") from None
    return data, kind_of(data)


def kind_of(data: bytes) -> str:
    """Only what cannot run anything is a picture here."""
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    known = (kind for start, kind in _KINDS.items() if data.startswith(start))
    return next(known, "application/octet-stream")
