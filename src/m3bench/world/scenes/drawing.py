"""Scenes by kind and number."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, cast

from m3bench.core import Art, CameraLevel
from m3bench.world.scenes.camera import take
from m3bench.world.scenes.painting import png
from m3bench.world.scenes.scene import DrawnScene
from m3bench.world.scenes.stage import Composition, Stage

if TYPE_CHECKING:
    from m3bench.world.world import World

_KINDS = f"{__package__}.kinds"
# Fonts and sprites keep state: two threads would draw into each other's pictures.
DRAWING_LOCK = threading.Lock()


@cache
def kind_names() -> tuple[str, ...]:
    """Return the kinds of scenes, which are the modules in the folder `kinds`."""
    folder = import_module(_KINDS)
    return tuple(sorted(found.name for found in iter_modules(folder.__path__) if found.name[0] != "_"))


def compose(
    world: World,
    kind: str,
    number: int,
    *,
    camera: CameraLevel = CameraLevel.CLEAN,
    art: Art = Art.DRAWN,
) -> Composition:
    """Compose a scene without encoding it."""
    if kind not in kind_names():
        raise ValueError(f"no kind of scene {kind!r}: there are {', '.join(kind_names())}")
    build = cast(Callable[[Stage], None], import_module(f"{_KINDS}.{kind}").compose)
    stage = Stage(world, kind, number, art)
    build(stage)
    composition = stage.finish()
    if camera is CameraLevel.CLEAN:
        return composition
    return take(composition, camera, world.chance.stream("camera", kind, number, camera))


def draw(
    world: World,
    kind: str,
    number: int,
    *,
    camera: CameraLevel = CameraLevel.CLEAN,
    art: Art = Art.DRAWN,
) -> DrawnScene:
    """Draw the scene with this kind and number. The bytes are reproducible."""
    with DRAWING_LOCK:
        composition = compose(world, kind, number, camera=camera, art=art)
    return DrawnScene(composition.scene, png.encode(composition.image))
