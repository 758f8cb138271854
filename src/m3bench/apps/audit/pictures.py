"""The pictures of a task, for a browser."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.apps.web import picture_kind
from m3bench.core import Task, UsageError
from m3bench.suites import Suite

_LARGEST = 1 << 26


def picture_of(suite: Suite, task: Task, index: int) -> tuple[bytes, str]:
    """The bytes of a picture and their type, told by what they are: names may say anything."""
    if not 0 <= index < len(task.images):
        raise UsageError(f"{task.id} has no picture {index + 1}.")
    name = task.images[index]
    # Asked for alone: one that is missing does not hide the others.
    alone = msgspec.structs.replace(task, images=(name,))
    asset = suite.assets(alone).get(name)
    if asset is None:
        raise UsageError(f"The picture {name!r} of {task.id} is not there.")
    try:
        data = asset if isinstance(asset, bytes) else _read(asset, name)
    except OSError as error:
        raise UsageError(f"The picture {name!r} of {task.id} cannot be read: {error.strerror}.") from None
    return data, picture_kind(data)


def _read(path: Path, name: str) -> bytes:
    size = path.stat().st_size
    if size > _LARGEST:
        raise UsageError(f"The picture {name!r} has {size} bytes, and more than {_LARGEST} are not shown.")
    return path.read_bytes()
