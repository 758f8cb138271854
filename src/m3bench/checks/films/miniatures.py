"""Small copies of frames that fit into the JSON of a task."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from m3bench.media.film import MINIATURE_SIZE, Pixels, shrunk

_LENGTH = MINIATURE_SIZE[0] * MINIATURE_SIZE[1] * 3


def film_miniature(pixels: Pixels) -> str:
    """Return the miniature of a frame, for `FilmFrame`: a hexadecimal digit for each colour of each pixel."""
    levels = np.rint(shrunk(pixels) / 17).astype(int)
    return "".join(f"{level:x}" for level in levels.ravel())


def read_miniature(text: str) -> NDArray[np.float32]:
    """Return the small copy of a miniature.

    Raises:
        ValueError: It is none.
    """
    if not re.fullmatch(f"[0-9a-f]{{{_LENGTH}}}", text):
        raise ValueError(f"a miniature has {_LENGTH} hexadecimal digits; make it with film_miniature")
    levels = np.array([int(digit, 16) * 17 for digit in text], np.float32)
    return levels.reshape(MINIATURE_SIZE[1], MINIATURE_SIZE[0], 3)
