"""The check `picture_regions`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFilter

from m3bench.checks import PictureRegions, read_checks
from m3bench.core import FormatError
from tests.checks.outcomes import evidence_of, scene

PLATE = (40, 30, 120, 70)
FACE = (140, 80, 190, 130)
CHECK = PictureRegions("out.*", "photo.png", hidden=(PLATE,), unchanged=(FACE,))


def pixelated(image: Image.Image, box: tuple[int, int, int, int], block: int = 16) -> Image.Image:
    part = image.crop(box)
    small = part.resize((max(1, part.width // block), max(1, part.height // block)), Image.Resampling.BOX)
    image.paste(small.resize(part.size, Image.Resampling.NEAREST), box[:2])
    return image


def blurred(image: Image.Image, radius: float) -> Image.Image:
    image.paste(image.crop(PLATE).filter(ImageFilter.GaussianBlur(radius)), PLATE[:2])
    return image


def filled(image: Image.Image) -> Image.Image:
    ImageDraw.Draw(image).rectangle(PLATE, fill="black")
    return image


def brightened(image: Image.Image) -> Image.Image:
    image.paste(image.crop(PLATE).point(lambda level: level * 0.5 + 90), PLATE[:2])
    return image


def judged(folder: Path, image: Image.Image, check: PictureRegions = CHECK, name: str = "out.png") -> Any:
    scene().save(folder / "photo.png")
    image.save(folder / name, quality=90)
    return check.evaluate(evidence_of(folder))


@pytest.mark.parametrize(
    ("image", "name"),
    [
        (pixelated(scene(), PLATE), "out.png"),
        (pixelated(scene(), PLATE), "out.jpg"),
        (blurred(scene(), 9), "out.png"),
        (filled(scene()), "out.bmp"),
    ],
)
def test_what_is_hidden_passes(image: Image.Image, name: str, tmp_path: Path) -> None:
    assert judged(tmp_path, image, name=name).passed, judged(tmp_path, image, name=name).reason


@pytest.mark.parametrize(
    ("image", "why"),
    [
        (scene(), "nothing changed"),
        (brightened(scene()), "can still be recognized"),
        (blurred(scene(), 1), "can still be recognized"),
        (pixelated(pixelated(scene(), PLATE), FACE), "pixels differ at (140, 80, 190, 130)"),
        (pixelated(scene(), (0, 0, 200, 140)), "other pixels differ"),
        (pixelated(scene(), PLATE).resize((100, 70)), "100 × 70 pixels"),
        (pixelated(scene(), PLATE).transpose(Image.Transpose.FLIP_LEFT_RIGHT), "other pixels differ"),
    ],
)
def test_near_misses_fail(image: Image.Image, why: str, tmp_path: Path) -> None:
    verdict = judged(tmp_path, image)
    assert not verdict.passed
    assert why in verdict.reason


def test_another_size_and_another_rest_can_be_allowed(tmp_path: Path) -> None:
    check = PictureRegions(
        "out.*", "photo.png", (PLATE,), resized=True, rest="any", unchanged=(FACE,), tolerance=60
    )
    smaller = filled(scene()).resize((160, 112), Image.Resampling.LANCZOS)
    assert judged(tmp_path, smaller, check).passed, judged(tmp_path, smaller, check).reason
    assert not judged(tmp_path, smaller.resize((160, 160)), check).passed


@pytest.mark.parametrize(
    "options", [{}, {"changed": [[5, 5, 5, 9]]}, {"path": "photo.png", "changed": [[0, 0, 5, 5]]}]
)
def test_nonsense_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        read_checks([{"check": "picture_regions", "path": "a.png", "source": "photo.png"} | options], "t")
