"""Marks on a picture: which ones are there, and what is under them."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from m3bench.checks import Mark, PictureOverlay
from tests.checks.outcomes import MARKS, MINIATURE, evidence_of, marked_map, plain_map

CHECK = PictureOverlay("map.png", MINIATURE, MARKS)


def reason(folder: Path, picture: Image.Image, check: PictureOverlay = CHECK) -> str | None:
    """Why a picture fails; None where it passes."""
    picture.save(folder / "map.png")
    verdict = check.evaluate(evidence_of(folder))
    return None if verdict.passed else verdict.reason


@pytest.mark.parametrize("side", [120, 200, 640, 1280])
def test_any_size_will_do(tmp_path: Path, side: int) -> None:
    assert reason(tmp_path, marked_map().resize((side, side))) is None


def test_shades_of_a_colour_are_that_colour(tmp_path: Path) -> None:
    drawn = plain_map()
    for mark, shade in zip(MARKS, ("#d01010", "#f0e010", "#00ff00"), strict=True):
        x, y = mark.x * drawn.width, mark.y * drawn.height
        ImageDraw.Draw(drawn).ellipse((x - 9, y - 9, x + 9, y + 9), fill=shade, outline="black")
    assert reason(tmp_path, drawn) is None


def test_what_is_wrong_is_named(tmp_path: Path) -> None:
    assert "no red mark at 60, 50" in str(reason(tmp_path, plain_map()))
    wide = marked_map().crop((0, 0, 200, 100))
    assert "expected a square" in str(reason(tmp_path, wide))
    swapped = PictureOverlay("map.png", MINIATURE, (Mark(0.3, 0.25, "green"), *MARKS[1:]))
    assert "no green mark" in str(reason(tmp_path, marked_map(), swapped))
    fewer = PictureOverlay("map.png", MINIATURE, MARKS[1:])
    assert "a red mark at" in str(reason(tmp_path, marked_map(), fewer))


@pytest.mark.parametrize("base", ["", "0123", "0123456789abcdeg", "0" * 17])
def test_a_miniature_is_square(base: str) -> None:
    with pytest.raises(ValueError, match="as many rows as columns"):
        PictureOverlay("map.png", base, MARKS)


def test_marks_have_names_of_colours_and_places_inside() -> None:
    with pytest.raises(ValueError, match="not 'mauve'"):
        Mark(0.5, 0.5, "mauve")
    with pytest.raises(ValueError, match="from 0 to 1"):
        Mark(1.5, 0.5, "red")
