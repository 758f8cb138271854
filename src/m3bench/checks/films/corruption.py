"""Corrupted films, their sound and their subtitles."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import numpy as np
from PIL import Image

from m3bench.checks.check import Corruptions, Evidence
from m3bench.checks.corruption import with_files, without_file
from m3bench.checks.files import content
from m3bench.media import written_bytes
from m3bench.media.film import Film, Pixels, write_film


def remade_film(evidence: Evidence, path: str, edit: Callable[[list[Pixels]], list[Pixels]]) -> bytes:
    """Return the film with other frames and the same sound."""
    film = Film(content(evidence.workspace, path))
    return write_film(edit([frame.pixels for frame in film.frames()]), film.rate, film.sound)


def damaged_films(path: str, evidence: Evidence, scratch: Path, contents: Mapping[str, bytes]) -> Corruptions:
    """Return the outcome without a film, with something else in its place, and with other films."""
    damaged = {"not a film": b"no film at all", **contents}
    return [
        ("no such file", without_file(evidence, path, scratch)),
        *with_files(evidence, path, damaged.items(), scratch),
    ]


def png_bytes(pixels: Pixels) -> bytes:
    return written_bytes(Image.fromarray(np.ascontiguousarray(pixels)).save, "PNG")
