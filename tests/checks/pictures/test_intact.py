"""Whether a picture is whole where it is shown, what is hidden, and whether letters can be read."""

from __future__ import annotations

import io
from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from m3bench.checks.pictures import damages, has_lettering
from m3bench.checks.pictures.details import recognized
from tests.checks.outcomes import scene

Edit = Callable[[Image.Image], Image.Image]


def words(ink: str, size: int = 24) -> Edit:
    def edit(image: Image.Image) -> Image.Image:
        ImageDraw.Draw(image).text((90, 110), "WRONG 999", fill=ink, font=ImageFont.load_default(size))
        return image

    return edit


def bar(left: int, top: int, right: int, bottom: int, colour: str = "black") -> Edit:
    def edit(image: Image.Image) -> Image.Image:
        image.paste(colour, (left, top, right, bottom))
        return image

    return edit


def lossy(image: Image.Image) -> Image.Image:
    written = io.BytesIO()
    image.save(written, "JPEG", quality=70)
    return Image.open(written).convert("RGB")


def hurt(edit: Edit, width: int = 500) -> int:
    """Return how many places of a scaled picture on a page show something else."""
    part = scene(3, 500, 350)
    shown = edit(part.resize((width, width * 7 // 10), Image.Resampling.LANCZOS))
    page = Image.new("RGB", (width + 80, shown.height + 60), "beige")
    page.paste(shown, (41, 29))
    about = (38, 30, 41 + width + 4, 30 + shown.height)
    return len(damages(np.asarray(part), np.asarray(page), about))


@pytest.mark.parametrize("width", [180, 330, 500, 640])
@pytest.mark.parametrize("edit", [lambda image: image, lossy])
def test_a_scaled_or_lossy_picture_is_whole(edit: Edit, width: int) -> None:
    assert hurt(edit, width) == 0


@pytest.mark.parametrize("edit", [words("white"), words("black"), words("red", 40), bar(200, 120, 290, 170)])
def test_what_is_written_or_painted_over_it_is_found(edit: Edit) -> None:
    assert hurt(edit) > 0


BADGE = (20, 20, 420, 90)


def badge() -> Image.Image:
    image = Image.new("RGB", (460, 110), "steelblue")
    image.paste("white", BADGE)
    ImageDraw.Draw(image).text((36, 36), "Phone: 555-4711", fill="black", font=ImageFont.load_default(32))
    return image


def within(change: Edit) -> float:
    hidden = badge()
    hidden.paste(change(hidden.crop(BADGE)), BADGE[:2])
    return recognized(np.asarray(hidden), np.asarray(badge()), BADGE)


def pixelated(image: Image.Image) -> Image.Image:
    small = image.resize((image.width // 16, image.height // 16), Image.Resampling.BOX)
    return small.resize(image.size, Image.Resampling.NEAREST)


@pytest.mark.parametrize(
    "change",
    [
        pixelated,
        lambda image: image.filter(ImageFilter.GaussianBlur(10)),
        bar(0, 0, 400, 70),
        bar(10, 10, 300, 60, colour="white"),
    ],
)
def test_a_hidden_line_cannot_be_recognized(change: Edit) -> None:
    assert within(change) <= 0.2


@pytest.mark.parametrize(
    "change",
    [
        bar(0, 0, 20, 70),
        bar(0, 33, 400, 37),
        lambda image: image.point(lambda level: level * 0.6 + 60),
        lambda image: image.filter(ImageFilter.GaussianBlur(1)),
    ],
)
def test_a_line_below_a_sliver_or_a_shade_can(change: Edit) -> None:
    assert within(change) > 0.5


@pytest.mark.parametrize(
    ("ground", "ink", "read"),
    [
        (None, "white", True),
        ("black", "white", True),
        ("white", "#fafafa", False),
        ("black", "black", False),
    ],
)
def test_letters_stand_out_from_what_is_behind_them(ground: str | None, ink: str, read: bool) -> None:
    plain = Image.new("RGB", (480, 270), "#305070")
    shown = plain.copy()
    if ground:
        shown.paste(ground, (60, 20, 420, 50))
    ImageDraw.Draw(shown).text((70, 24), "Order it until Sunday", fill=ink, font=ImageFont.load_default(20))
    assert has_lettering(np.asarray(shown), np.asarray(plain), (0, 0, 480, 70)) is read
