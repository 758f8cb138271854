"""The check `picture_contains`."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageOps

from m3bench.checks import Evidence, GeneratedSubject, PictureContains, read_checks
from m3bench.core import FormatError, Media, Result, Step, Text
from tests.checks.outcomes import call, evidence_of, scene

CHECK = PictureContains("poster.*", "photo.png", smallest=0.15)
LARGE = PictureContains("poster.*", "photo.png", smallest=0.4)
RECIPE = {"prompt": "2 red apple at left", "seed": 3, "width": 200, "height": 140}
SAID = RECIPE | {
    "subjects": [{"subject": "apple", "count": 2, "color": "red", "place": "left"}],
    "background": "white",
}
APPLES = GeneratedSubject("Apple", 2, "red", "left")


def poster(
    part: Image.Image, at: tuple[int, int] = (33, 21), size: tuple[int, int] = (400, 300)
) -> Image.Image:
    page = scene(9, *size).point(lambda level: 200 + level // 5)
    page.paste(part, at)
    return page


def judged(folder: Path, image: Image.Image, check: PictureContains = CHECK, name: str = "poster.png") -> Any:
    scene().save(folder / "photo.png")
    image.save(folder / name, quality=90)
    return check.evaluate(evidence_of(folder))


@pytest.mark.parametrize(("width", "name"), [(70, "poster.png"), (123, "poster.jpg"), (200, "poster.webp")])
def test_a_scaled_picture_is_found(width: int, name: str, tmp_path: Path) -> None:
    part = scene().resize((width, round(width * 0.7)), Image.Resampling.LANCZOS)
    verdict = judged(tmp_path, poster(part), name=name)
    assert verdict.passed, verdict.reason
    assert verdict.details["box"] == pytest.approx((33, 21, 33 + width, 21 + width * 0.7), abs=0.05 * width)


def test_the_picture_itself_and_a_place(tmp_path: Path) -> None:
    assert judged(tmp_path, scene(), LARGE).passed
    there = PictureContains("poster.*", "photo.png", box=(33, 21, 233, 161), smallest=0.4)
    elsewhere = PictureContains("poster.*", "photo.png", box=(190, 150, 390, 290), smallest=0.4)
    assert judged(tmp_path, poster(scene()), there).passed
    assert not judged(tmp_path, poster(scene()), elsewhere).passed


@pytest.mark.parametrize(
    "part",
    [
        scene(1),
        ImageOps.mirror(scene()),
        scene().crop((0, 0, 100, 140)),
        Image.merge("RGB", scene().split()[::-1]),
    ],
)
def test_other_pictures_fail(part: Image.Image, tmp_path: Path) -> None:
    verdict = judged(tmp_path, poster(part), LARGE)
    assert not verdict.passed, verdict.reason


def drawn(tool: str, arguments: dict[str, Any]) -> Result:
    assert (tool, arguments) == ("image-generation/preview", RECIPE)
    out = io.BytesIO()
    scene(4).save(out, "PNG")
    return Result((Text("{}"), Media(media_type="image/png", data=out.getvalue())))


def generated(folder: Path, image: Image.Image, said: dict[str, Any]) -> Evidence:
    image.save(folder / "poster.png")
    steps = (Step((call("image-generation/generate", RECIPE, json.dumps(said)),)),)
    return replace(evidence_of(folder, steps=steps), ask=drawn)


def test_a_generated_picture_is_drawn_again(tmp_path: Path) -> None:
    check = PictureContains("poster.png", subjects=(APPLES,), background="white", smallest=0.4)
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    right = generated(workspace, poster(scene(4)), SAID)
    assert check.evaluate(right).passed, check.evaluate(right).reason
    for words, spoiled in check.corruptions(right, tmp_path / "scratch"):
        assert not check.evaluate(spoiled).passed, words
    assert check.evaluate(replace(right, ask=None)).undecided
    varied = {"prompt": "x", **SAID, "variants": [{"seed": 3}]} | {"seed": 0}
    assert check.evaluate(generated(workspace, poster(scene(4)), varied)).passed


@pytest.mark.parametrize(
    "wanted",
    [
        GeneratedSubject("apple", 3),
        GeneratedSubject("apple", 2, "green"),
        GeneratedSubject("apple", 2, None, "top"),
    ],
)
def test_other_subjects_fail(wanted: GeneratedSubject, tmp_path: Path) -> None:
    verdict = PictureContains("poster.png", subjects=(wanted,)).evaluate(
        generated(tmp_path, poster(scene(4)), SAID)
    )
    assert not verdict.passed
    assert "was generated" in verdict.reason


def test_a_picture_that_was_not_drawn_by_the_server_fails(tmp_path: Path) -> None:
    check = PictureContains("poster.png", subjects=(APPLES,), smallest=0.4)
    assert not check.evaluate(generated(tmp_path, poster(scene(5)), SAID)).passed


@pytest.mark.parametrize(
    "options",
    [{}, {"source": "a.png"}, {"source": "b.png", "subjects": [{"subject": "cat"}]}, {"smallest": 0}],
)
def test_nonsense_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        read_checks([{"check": "picture_contains", "path": "a.png"} | options], "t")
