"""Pages of untrusted PDFs as pixels."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from m3bench.checks.check import CheckFailed
from m3bench.workers import DocumentError, render_pages

LONGEST_SIDE = 3_000
MOST_PAGES = 100

Pixels = NDArray[np.int16]


def page_pixels(data: bytes, path: str, pages: list[int], dots_per_point: float) -> list[Pixels]:
    """Return pages, from 1, in shades of grey. Raise `CheckFailed` if there is no such page."""
    if len(pages) > MOST_PAGES:
        raise CheckFailed(f"{path} has more than {MOST_PAGES} pages")
    try:
        count, pictures = render_pages(
            data, pages, most=MOST_PAGES, dots_per_point=dots_per_point, longest_side=LONGEST_SIDE
        )
    except DocumentError as error:
        raise CheckFailed(f"{path} {error}") from None
    missing = [page for page in pages if not 1 <= page <= count]
    if missing:
        raise CheckFailed(f"{path} has {count} pages, no page {missing[0]}")
    return [_pixels(picture, path) for picture in pictures]


def _pixels(picture: bytes | None, path: str) -> Pixels:
    if picture is None:
        raise CheckFailed(f"{path} has a page that cannot be rendered")
    image: Any = Image.open(io.BytesIO(picture)).convert("L")
    return np.asarray(image, dtype=np.int16)


def differing(one: Pixels, other: Pixels, slack: int = 48) -> float:
    """Return the share of pixels that differ clearly from all near ones of the other picture.  Letters of a
    turned page are drawn up to a pixel beside. It is 1 if the sizes differ by more than two pixels."""
    if abs(one.shape[0] - other.shape[0]) > 2 or abs(one.shape[1] - other.shape[1]) > 2:
        return 1.0
    high, wide = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    first, second = one[:high, :wide], other[:high, :wide]
    return float(max(_unlike(first, second, slack).mean(), _unlike(second, first, slack).mean()))


def _unlike(one: Pixels, other: Pixels, slack: int) -> NDArray[np.bool_]:
    """Return where a pixel is darker or lighter than all nine around its place in the other picture."""
    padded = np.pad(other, 1, mode="edge")
    high, wide = one.shape
    near = [padded[down : down + high, across : across + wide] for down in range(3) for across in range(3)]
    darkest, lightest = np.minimum.reduce(near), np.maximum.reduce(near)
    is_unlike: NDArray[np.bool_] = (one < darkest - slack) | (one > lightest + slack)
    return is_unlike
