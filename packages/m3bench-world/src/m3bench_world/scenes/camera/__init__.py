"""The camera: a composed scene as a photograph of it, with the truth of what is still visible."""

from __future__ import annotations

from m3bench_world.scenes.camera.photograph import take
from m3bench_world.scenes.camera.truth import Photo

__all__ = ["Photo", "take"]
