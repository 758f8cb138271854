"""A cache of task pictures, which are drawn on demand. All suites of a process share it."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

from m3bench.suites.plans import Picture

if TYPE_CHECKING:
    from m3bench.world import World

_MOST_BYTES = 16 * 2**20
_Key = tuple[int, str, str, int]
"""Seed and time of the world, and kind and number of the scene. Together they decide every pixel."""


class PictureCache:
    """A least-recently-used cache of pictures, limited by its total size in bytes."""

    def __init__(self, most_bytes: int = _MOST_BYTES) -> None:
        self._most, self._size = most_bytes, 0
        self._kept: OrderedDict[_Key, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def png(self, world: World, picture: Picture) -> bytes:
        """Return the picture as a PNG file."""
        key = (world.seed, world.now.isoformat(), picture.kind, picture.number)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        from m3bench.world.scenes import draw  # noqa: PLC0415 - loads the drawing libraries

        return self._keep(key, draw(world, picture.kind, picture.number).png)

    def _keep(self, key: _Key, data: bytes) -> bytes:
        with self._lock:
            if key not in self._kept:
                self._kept[key] = data
                self._size += len(data)
            while self._size > self._most:
                self._size -= len(self._kept.popitem(last=False)[1])
        return data


PICTURES = PictureCache()
