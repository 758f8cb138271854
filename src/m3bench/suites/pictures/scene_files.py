"""Pictures of tasks as files, at their own camera level or at another one."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from m3bench.core import CameraLevel, Picture
from m3bench.worlds import World, world_provider


def scene_files(
    world: World, pictures: Iterable[Picture], camera: CameraLevel | None = None
) -> dict[str, bytes]:
    """Return pictures by file name, at their own camera level or at another one."""
    chosen = (picture if camera is None else replace(picture, camera=camera) for picture in pictures)
    return {picture.name: world_provider().picture_file(world, picture) for picture in chosen}
