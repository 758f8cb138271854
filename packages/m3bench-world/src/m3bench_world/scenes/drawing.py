"""Scenes by kind and number."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import MappingProxyType
from typing import Any, cast

from m3bench.core import Art, CameraLevel, UsageError
from m3bench.worlds import Picture
from m3bench_world.scenes.camera import take
from m3bench_world.scenes.painting import png
from m3bench_world.scenes.photographs import require_photographs
from m3bench_world.scenes.scene import DrawnScene
from m3bench_world.scenes.stage import Composition, Stage
from m3bench_world.world import World

_KINDS = {Art.DRAWN: f"{__package__}.kinds", Art.PHOTOGRAPHS: f"{__package__}.photographs.kinds"}
# Fonts and sprites keep state: two threads would draw into each other's pictures.
DRAWING_LOCK = threading.Lock()


@cache
def kind_names(art: Art = Art.DRAWN) -> tuple[str, ...]:
    """Return the kinds of scenes of an art, which are the modules in its folder `kinds`."""
    folder = import_module(_KINDS[art])
    return tuple(sorted(module.name for module in iter_modules(folder.__path__) if module.name[0] != "_"))


def compose(
    world: World,
    kind: str,
    number: int,
    *,
    camera: CameraLevel = CameraLevel.CLEAN,
    art: Art = Art.DRAWN,
    settings: Mapping[str, Any] = MappingProxyType({}),
) -> Composition:
    """Compose a scene without encoding it. Settings say what it shows instead of what it would draw."""
    _require_kind(kind, art)
    build = cast(Callable[[Stage], None], import_module(f"{_KINDS[art]}.{kind}").compose)
    stage = Stage(world, kind, number, art, settings)
    build(stage)
    composition = stage.finish()
    if camera is CameraLevel.CLEAN:
        return composition
    return take(composition, camera, world.chance.stream("camera", kind, number, camera))


def compose_picture(world: World, picture: Picture) -> Composition:
    """Compose the scene that a picture of a task shows."""
    return compose(
        world, picture.kind, picture.number,
        camera=picture.camera, art=picture.art, settings=picture.settings,
    )  # fmt: skip


def draw(
    world: World, kind: str, number: int, *, camera: CameraLevel = CameraLevel.CLEAN, art: Art = Art.DRAWN
) -> DrawnScene:
    """Draw the scene with this kind and number. The bytes are reproducible."""
    return draw_picture(world, Picture("scene.png", kind, number, camera, art))


def draw_picture(world: World, picture: Picture) -> DrawnScene:
    """Draw a picture of a task. The bytes are reproducible."""
    with DRAWING_LOCK:
        composition = compose_picture(world, picture)
    return DrawnScene(composition.scene, png.encode(composition.image))


def _require_kind(kind: str, art: Art) -> None:
    known = kind_names(art)
    if kind not in known and art is Art.PHOTOGRAPHS:
        raise UsageError(
            f"There are no photographs for the kind of scene {kind!r}.", f"Choose one of {', '.join(known)}."
        )
    if kind not in known:
        raise ValueError(f"no kind of scene {kind!r}: there are {', '.join(known)}")
    if art is Art.PHOTOGRAPHS:
        require_photographs()
