"""Backdrops: landscapes, daylight, postcards."""

from m3bench_world.scenes.views import backdrops, landmarks, landscapes
from m3bench_world.scenes.views.backdrops import stack_pictures
from m3bench_world.scenes.views.landmarks import SIGHTS, Sight
from m3bench_world.scenes.views.postcards import mount, show, view_of

__all__ = [
    "SIGHTS",
    "Sight",
    "backdrops",
    "landmarks",
    "landscapes",
    "mount",
    "show",
    "stack_pictures",
    "view_of",
]
