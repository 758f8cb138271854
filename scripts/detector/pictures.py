"""Pictures of training scenes: stored small, as the network sees them."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

from PIL import Image

SIDE = 512


def fit(image: Image.Image) -> Image.Image:
    """Return a picture whose longer side is that of the network's input, scaled as in the server."""
    scale = SIDE / max(image.size)
    size = tuple(max(1, min(SIDE, round(length * scale))) for length in image.size)
    return image.resize((size[0], size[1]), Image.Resampling.BILINEAR)


def through_jpeg(image: Image.Image, quality: int) -> Image.Image:
    """Return a picture after compression."""
    buffer = BytesIO()
    image.save(buffer, "JPEG", quality=quality)
    with Image.open(buffer) as opened:
        return opened.convert("RGB")


def open_stored(stem: str) -> Image.Image:
    """Open the stored picture of a scene."""
    path = next(path for path in (Path(f"{stem}.jpg"), Path(f"{stem}.png")) if path.exists())
    with Image.open(path) as opened:
        return opened.convert("RGB")
