"""Edges of cut-outs lose the colour of their old background."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from m3bench_world.scenes.photographs.store import mended, without_grass


def disc(fringe: tuple[int, int, int]) -> Image.Image:
    """A dark disc with a fringe of another colour, on emptiness."""
    image = Image.new("RGBA", (120, 100), (0, 0, 0, 0))
    draw = ImageDraw.Draw(image)
    draw.ellipse((20, 10, 100, 90), fill=(*fringe, 255))
    draw.ellipse((22, 12, 98, 88), fill=(60, 40, 20, 255))
    return image


def test_a_fringe_becomes_the_colour_of_the_thing() -> None:
    before, after = disc((255, 255, 255)), mended(disc((255, 255, 255)))
    assert _brightest_visible(before) == 255
    assert _brightest_visible(after) < 190
    assert after.getpixel((40, 40)) == (60, 40, 20, 255)


def _brightest_visible(image: Image.Image) -> int:
    pixels = np.asarray(image)
    return int(pixels[pixels[..., 3] > 60][:, :3].min(axis=1).max())


def test_the_empty_margin_is_cut_off() -> None:
    assert mended(disc((60, 40, 20))).size == (81, 81)


def test_the_outline_stays() -> None:
    alpha = np.asarray(mended(disc((60, 40, 20))).getchannel("A"))
    whole = np.asarray(disc((60, 40, 20)).getchannel("A").crop((20, 10, 101, 91)))
    assert 0.95 < alpha.sum() / whole.sum() <= 1.0
    assert (alpha <= whole).all()


def test_an_empty_image_is_refused() -> None:
    with pytest.raises(ValueError, match="empty"):
        mended(Image.new("RGBA", (10, 10)))


def test_grass_below_is_removed_but_green_above_stays() -> None:
    image = Image.new("RGBA", (40, 100), (150, 100, 60, 255))
    image.paste((60, 140, 40, 255), (0, 0, 40, 20))
    image.paste((60, 140, 40, 255), (0, 90, 40, 100))
    alpha = np.asarray(without_grass(image).getchannel("A"))
    assert alpha[:90].min() == 255
    assert alpha[90:].max() == 0
