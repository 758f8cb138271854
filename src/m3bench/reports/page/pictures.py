"""The requests of tasks, and thumbnails of their images."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterable, Sequence, Set
from pathlib import Path

import msgspec

from m3bench.core import M3BenchError, Task
from m3bench.runs import Assets, RunFolder, run_assets

_BOX = (320, 240)
_QUALITY = 62
_LARGEST_FILE = 32 * 1024 * 1024
_LARGEST_PICTURE = 40_000_000
_LARGEST_THUMBNAIL = 40_000
_FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
"""Other formats, such as EPS, are decoded by external programs."""


class TaskFacts(msgspec.Struct, frozen=True):
    request: str
    picture: bytes | None = None
    """A small WebP of the first image."""


def task_facts(paths: Sequence[Path], ids: Iterable[str]) -> dict[str, TaskFacts]:
    """Return the facts of these tasks, each from the first run that has it, without unreadable images."""
    facts: dict[str, TaskFacts] = {}
    wanted = set(ids)
    for path in paths:
        if wanted <= facts.keys():
            break
        facts |= _facts_of_run(path, wanted - facts.keys())
    return facts


def _facts_of_run(path: Path, wanted: Set[str]) -> dict[str, TaskFacts]:
    tasks = {task.id: task for task in RunFolder.open(path).tasks()}
    try:
        assets = run_assets(path)
    except M3BenchError:
        assets = None
    return {
        name: TaskFacts(task.request or "", _picture(assets, task))
        for name in wanted
        if (task := tasks.get(name) or tasks.get(name.rpartition("#")[0])) is not None
    }


def thumbnail(data: bytes) -> bytes | None:
    """Return a small copy of an image; None if it is not an image or too large to open."""
    from PIL import Image  # noqa: PLC0415 - reports without pictures need it not

    if len(data) > _LARGEST_FILE:
        return None
    try:
        with warnings.catch_warnings(), Image.open(io.BytesIO(data), formats=_FORMATS) as picture:
            warnings.simplefilter("ignore")
            if picture.width * picture.height > _LARGEST_PICTURE:
                return None
            picture.draft("RGB", _BOX)
            small = picture.convert("RGB")
            small.thumbnail(_BOX)
    except Exception:  # noqa: BLE001 - decoders raise whatever the bytes provoke
        return None
    written = io.BytesIO()
    small.save(written, "WEBP", quality=_QUALITY, method=4)
    return written.getvalue() if written.tell() <= _LARGEST_THUMBNAIL else None


def _picture(assets: Assets | None, task: Task) -> bytes | None:
    if assets is None or not task.images:
        return None
    try:
        picture = assets(task.id).get(task.images[0])
        data = picture.read_bytes() if isinstance(picture, Path) else picture
    except (M3BenchError, OSError):
        return None
    return thumbnail(data) if data else None
