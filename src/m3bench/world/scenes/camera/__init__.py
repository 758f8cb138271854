"""The camera: a composed scene as a photograph of it, with the truth of what is still visible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench.core import CameraLevel

if TYPE_CHECKING:
    import random

    from m3bench.world.scenes.stage import Composition


def take(composition: Composition, level: CameraLevel, stream: random.Random) -> Composition:
    """Return the scene as a camera of this level takes it. The stream makes every choice."""
    del level, stream
    return composition
