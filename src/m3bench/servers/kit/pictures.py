"""Reading, writing and showing pictures. The content decides the format read, the suffix the format written.

The size in the header is checked before any pixel is decoded; pictures that are too large are refused.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePosixPath

from PIL import Image, ImageOps, UnidentifiedImageError

from m3bench.core import local_path
from m3bench.servers.kit.answer import Picture
from m3bench.servers.kit.failures import BadArgument
from m3bench.servers.kit.files import Files

MOST_PIXELS = 40_000_000
LONGEST_SIDE = 20_000
READABLE = ("PNG", "JPEG", "WEBP", "BMP", "GIF", "TIFF")
FORMATS = {
    ".png": "PNG",
    ".jpg": "JPEG",
    ".jpeg": "JPEG",
    ".webp": "WEBP",
    ".bmp": "BMP",
    ".gif": "GIF",
    ".tif": "TIFF",
    ".tiff": "TIFF",
}
"""File suffix → format to write."""

SHOWN_SIDE = 1_568
"""Larger pictures are scaled down in answers, since models do not see more detail."""
LARGEST_SHOWN_PNG = 1_000_000


def load_picture(files: Files, path: str, name: str = "path", *, opaque: bool = False) -> Image.Image:
    """Load a picture from the workspace, upright, in mode RGB, or RGBA if it has transparency.
    `opaque` puts it on white, so that the mode is always RGB."""
    return decode_picture(files.read(local_path(path), name), path, name, opaque=opaque)


def decode_picture(data: bytes, label: str, name: str, *, opaque: bool = False) -> Image.Image:
    """Decode a picture as `load_picture` does. Messages refer to it by `label`."""
    with opened_picture(data, label, name) as opened:
        opened.load()
        ImageOps.exif_transpose(opened, in_place=True)
        image = to_eight_bit(opened)
    return flatten(image) if opaque else image


@contextmanager
def opened_picture(data: bytes, label: str, name: str) -> Iterator[Image.Image]:
    """Open a picture as it lies in its file. Whatever its bytes provoke meanwhile refuses it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with Image.open(io.BytesIO(data), formats=READABLE) as opened:
                _refuse_large(opened.size, label, name)
                yield opened
    except BadArgument:
        raise
    except Image.DecompressionBombError:
        raise BadArgument(name, _too_large(label)) from None
    except Exception as problem:  # noqa: BLE001 - decoders raise whatever the bytes provoke
        raise BadArgument(name, _unreadable(data, label, problem)) from None


def to_eight_bit(image: Image.Image) -> Image.Image:
    """Convert any mode to RGB or RGBA with 8 bits per channel, without metadata."""
    if image.mode.startswith("I"):
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
        image.info.clear()
    elif image.mode == "F":
        image = _stretch_range(image)
    plain = image.convert("RGBA" if image.has_transparency_data else "RGB")
    plain.info = {}
    return plain


def flatten(image: Image.Image) -> Image.Image:
    if image.mode == "RGB":
        return image
    image = image if image.mode == "RGBA" else image.convert("RGBA")
    white = Image.new("RGB", image.size, "white")
    white.paste(image, mask=image.getchannel("A"))
    return white


def save_picture(files: Files, image: Image.Image, path: str, name: str = "output_path") -> str:
    """Write a picture in the format of the suffix, without metadata.

    Returns the path relative to the workspace.
    """
    path = local_path(path)
    suffix = PurePosixPath(path).suffix.lower()
    if suffix not in FORMATS:
        raise BadArgument(name, f"'{path[:80]}' must end in one of: {', '.join(FORMATS)}")
    files.inside(path, name)
    try:
        data = encode_picture(image, FORMATS[suffix])
    except (OSError, ValueError):
        size = f"{image.width} × {image.height}"
        raise BadArgument(name, f"{size} pixels cannot be written as {suffix}; end it in .png") from None
    return files.relative(files.write(path, data, name))


def encode_picture(image: Image.Image, kind: str) -> bytes:
    """Encode a picture. Formats without transparency get a white background."""
    image = flatten(image) if kind in ("JPEG", "BMP") else image
    out = io.BytesIO()
    image.save(out, kind, **({"quality": 92} if kind in ("JPEG", "WEBP") else {}))
    return out.getvalue()


def to_picture(image: Image.Image) -> Picture:
    """Encode a picture for an answer: at most `SHOWN_SIDE` wide and high, as PNG, or as JPEG if the PNG is
    large."""
    if max(image.size) > SHOWN_SIDE:
        # Not ImageOps.contain, which leaves nothing of the short side of a very thin picture.
        width = max(1, round(min(1, image.width / image.height) * SHOWN_SIDE))
        height = max(1, round(min(1, image.height / image.width) * SHOWN_SIDE))
        image = image.resize((width, height), Image.Resampling.LANCZOS)
    data = encode_picture(image, "PNG")
    if len(data) <= LARGEST_SHOWN_PNG:
        return Picture(data)
    return Picture(encode_picture(image, "JPEG"), "image/jpeg")


def _refuse_large(size: tuple[int, int], label: str, name: str) -> None:
    width, height = size
    if width * height > MOST_PIXELS or max(size) > LONGEST_SIDE:
        raise BadArgument(name, _too_large(label, f"{width:,} × {height:,} pixels"))
    if width < 1 or height < 1:
        raise BadArgument(name, f"'{label[:80]}' has no pixels")


def _too_large(label: str, size: str = "it") -> str:
    limits = f"{MOST_PIXELS // 1_000_000} megapixels and {LONGEST_SIDE:,} pixels a side"
    return f"'{label[:80]}' is too large: {size} exceeds {limits}; pass a smaller picture"


def _unreadable(data: bytes, label: str, problem: Exception) -> str:
    kinds = "PNG, JPEG, WebP, BMP, GIF or TIFF"
    if not data:
        return f"'{label[:80]}' is an empty file; pass a picture ({kinds})"
    if data[:1024].lstrip().startswith(b"%PDF"):
        return f"'{label[:80]}' is a PDF, not a picture ({kinds})"
    if isinstance(problem, UnidentifiedImageError):
        return f"'{label[:80]}' is not a picture of a known kind ({kinds}), whatever its name says"
    return f"'{label[:80]}' is a broken or cut-off picture; pass a whole one"


def _stretch_range(image: Image.Image) -> Image.Image:
    """Scale float pixels so that the lowest value is black and the highest white."""
    low, high = image.getextrema()
    if not (isinstance(low, float) and isinstance(high, float) and high - low > 0):
        return image.convert("L")
    scale = 255 / (high - low)
    return image.point(lambda value: value * scale + -low * scale).convert("L")
