"""Reading pictures, whatever state they are in, and holding them against each other."""

from __future__ import annotations

import contextlib
import io
import warnings
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from m3bench.checks.check import Unfit

Pixels = NDArray[np.float32]

MOST_PIXELS = 20_000_000
MOST_COMPARED = 100
FORMATS = ("PNG", "JPEG", "WEBP", "GIF", "BMP", "TIFF")
"""Others, such as EPS, are opened by other programs."""
_THUMBNAIL = (24, 24)
_LEAST_CORRELATION = 0.8
_FLAT = 2.0
_LUMA = np.array([0.299, 0.587, 0.114], dtype=np.float32)


def read_picture(data: bytes, path: str) -> NDArray[np.uint8]:
    """The pixels, in red, green and blue. Raises `Unfit` for what is no picture, or too large to unpack."""
    return np.asarray(_opened(data, path))


def _opened(data: bytes, path: str) -> Image.Image:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            image = Image.open(io.BytesIO(data), formats=FORMATS)
            _require_size(image, path)
            return image.convert("RGB")
    except Unfit:
        raise
    except UnidentifiedImageError:
        raise Unfit(f"{path} is not a picture") from None
    except Exception as error:  # noqa: BLE001 - the library raises whatever a broken file leads it to
        raise Unfit(f"{path} cannot be read as a picture: {type(error).__name__}") from None


def _require_size(image: Image.Image, path: str) -> None:
    if image.width * image.height > MOST_PIXELS:
        raise Unfit(f"{path} has {image.width} × {image.height} pixels, which is too many")


def grey(pixels: NDArray[Any]) -> Pixels:
    return np.asarray(pixels @ _LUMA, dtype=np.float32)


class Look:
    """What a picture looks like at a small size, and its proportions."""

    def __init__(self, data: bytes, path: str) -> None:
        image = _opened(data, path)
        self._shape = image.width / image.height
        self._small = np.asarray(image.resize(_THUMBNAIL, Image.Resampling.BOX), np.float32)

    def is_like(self, other: Look, likeness: float) -> bool:
        """Whether proportions, colours and what stands out are the same, as far as the likeness asks."""
        difference = float(np.abs(self._small - other._small).mean()) / 255
        has_shape = abs(self._shape - other._shape) <= 0.1 * self._shape
        return has_shape and 1 - difference >= likeness and self._correlates(other)

    def _correlates(self, other: Look) -> bool:
        """Pictures that are mostly white differ little; what is on them must be alike too."""
        one, two = (look._small - look._small.mean() for look in (self, other))
        spreads = float(one.std()), float(two.std())
        if min(spreads) < _FLAT:
            return max(spreads) < 2 * _FLAT
        return float((one * two).mean()) / (spreads[0] * spreads[1]) >= _LEAST_CORRELATION


def looks(pictures: list[bytes]) -> list[Look]:
    """The looks of those pictures that can be read, each once."""
    found = []
    for data in list(dict.fromkeys(pictures))[:MOST_COMPARED]:
        with contextlib.suppress(Unfit):
            found.append(Look(data, "a picture"))
    return found
