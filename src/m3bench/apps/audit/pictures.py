"""The pictures of a task, for a browser."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.apps.web import picture_type
from m3bench.core import Task, UsageError
from m3bench.suites import Suite

_MAX_BYTES = 1 << 26


def load_picture(suite: Suite, task: Task, index: int) -> tuple[bytes, str]:
    """Return the bytes of a picture, and the type detected from them."""
    if not 0 <= index < len(task.images):
        raise UsageError(f"{task.id} has no picture {index + 1}.")
    name = task.images[index]
    # Loaded alone, so that one missing picture does not hide the others.
    alone = msgspec.structs.replace(task, images=(name,))
    asset = suite.assets(alone).get(name)
    if asset is None:
        raise UsageError(f"Picture {name!r} of {task.id} does not exist.")
    try:
        data = asset if isinstance(asset, bytes) else _read(asset, name)
    except OSError as error:
        raise UsageError(f"Picture {name!r} of {task.id} cannot be read: {error.strerror}.") from None
    return data, picture_type(data)


def _read(path: Path, name: str) -> bytes:
    size = path.stat().st_size
    if size > _MAX_BYTES:
        raise UsageError(
            f"Picture {name!r} has {size} bytes; pictures over {_MAX_BYTES} bytes are not shown."
        )
    return path.read_bytes()
