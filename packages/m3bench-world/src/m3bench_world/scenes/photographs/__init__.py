"""Photographs: cut-out things and landscapes that are fetched on the user's machine, and scenes of them.

`m3bench install photographs` gets them from Debian packages; the repository has none of them.
"""

from m3bench_world.scenes.photographs.catalogue import packages, sources, things, views
from m3bench_world.scenes.photographs.cutting import cut
from m3bench_world.scenes.photographs.light import Light
from m3bench_world.scenes.photographs.shading import cast_shadow
from m3bench_world.scenes.photographs.store import (
    LICENCES,
    is_fetched,
    photographs_folder,
    read_manifest,
    require_photographs,
)

__all__ = [
    "LICENCES",
    "Light",
    "cast_shadow",
    "cut",
    "is_fetched",
    "packages",
    "photographs_folder",
    "read_manifest",
    "require_photographs",
    "sources",
    "things",
    "views",
]
