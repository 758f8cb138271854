"""Whether pictures on slides can be seen, as LibreOffice draws them: nothing lies upon them."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from PIL import Image

from m3bench.checks.check import CheckFailed
from m3bench.checks.pictures import Thumbnail, damages, read_picture
from m3bench.checks.slides.reading import Deck, Item
from m3bench.checks.visible import can_draw
from m3bench.workers import DocumentError, render_pages

_DOTS, _LONGEST_SIDE = 1.5, 2_000
_POINT = 12_700
_MOST_HURT = 0.02
"""Share of a picture that may show something else."""
_SMALLEST = 24
"""Least side of a picture, in pixels of the drawn slide."""

IsLike = Callable[[Thumbnail], bool]


def covered_pictures(data: bytes, path: str, deck: Deck, wanted: Mapping[str, IsLike]) -> list[str]:
    """Return the wanted pictures that are on slides, but covered or cut off there.

    Cropped, turned, grouped and transparent pictures are taken as they are in the file. Without LibreOffice,
    all are.
    """
    shown = [slide for slide in deck.slides if not slide.is_hidden]
    homes: dict[str, list[tuple[int, Item]]] = {name: [] for name in wanted}
    for number, slide in enumerate(shown):
        for item in slide.items:
            if item.picture is None:
                continue
            thumb = Thumbnail(item.picture, path)
            for name, is_like in wanted.items():
                homes[name] += [(number, item)] if is_like(thumb) else []
    if not can_draw() or all(any(map(_is_free, found)) for found in homes.values()):
        return []
    pages = _pages(data, path, len(shown))
    return [
        name
        for name, found in homes.items()
        if not any(_is_free(home) or _is_seen(home[1], pages.get(home[0])) for home in found)
    ]


def _is_free(home: tuple[int, Item]) -> bool:
    """Return whether a picture is not compared."""
    _, item = home
    assert item.picture is not None
    with Image.open(io.BytesIO(item.picture)) as image:
        return item.box is None or not item.is_whole or _is_transparent(image)


def _is_transparent(image: Image.Image) -> bool:
    *see_through, _ = image.convert("RGBA").getchannel("A").histogram()
    return any(see_through)


def _pages(data: bytes, path: str, count: int) -> dict[int, bytes | None]:
    from m3bench.rendering import document_pdf  # noqa: PLC0415 - heavy

    try:
        pdf = document_pdf(data, f"{PurePosixPath(path).stem}.pptx")
        _, pages = render_pages(
            pdf, None, most=max(1, count), dots_per_point=_DOTS, longest_side=_LONGEST_SIDE
        )
    except DocumentError as error:
        raise CheckFailed(f"{path} {error}") from None
    return dict(enumerate(pages))


def _is_seen(item: Item, page: bytes | None) -> bool:
    if page is None or item.box is None or item.picture is None:
        return False
    drawn = read_picture(page, "a slide")
    left, top, right, bottom = (side / _POINT * _DOTS for side in item.box)
    if min(right - left, bottom - top) < _SMALLEST:
        return False
    if left < -1 or top < -1 or right > drawn.shape[1] + 1 or bottom > drawn.shape[0] + 1:
        return False
    hurt = damages(read_picture(item.picture, "a picture"), drawn, (left, top, right, bottom))
    lost = sum((place[2] - place[0]) * (place[3] - place[1]) for place in hurt)
    return lost <= _MOST_HURT * (right - left) * (bottom - top)
