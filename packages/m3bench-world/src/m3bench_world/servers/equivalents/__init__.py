"""Interchangeable tools of the bundled servers: a module for each server that has some.

They stand apart from the servers because scoring needs them all, and no server.
"""

from __future__ import annotations

from m3bench.core import Equivalence
from m3bench_world.servers.equivalents import (
    dinox,
    food_nutrition,
    google_maps,
    healthcare,
    hugeicons,
    math,
    nixos,
    ocr,
    wiki,
)

EQUIVALENCES: tuple[Equivalence, ...] = tuple(
    equivalence
    for server in (dinox, food_nutrition, google_maps, healthcare, hugeicons, math, nixos, ocr, wiki)
    for equivalence in server.EQUIVALENCES
)
"""All of them, in the order of their servers."""

__all__ = ["EQUIVALENCES"]
