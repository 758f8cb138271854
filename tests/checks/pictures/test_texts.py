"""The check `picture_texts`: what is written in a picture, as the bundled server reads it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from m3bench.checks import PictureTexts, read_checks
from m3bench.checks.pictures import lacking, strangers
from m3bench.core import FormatError
from tests.checks.outcomes import answered_now, evidence_of, sign

CHECK = PictureTexts("sign.png", ("Two sorts of apples for $ 45 in all",))


def judged(folder: Path, image: Image.Image, check: PictureTexts = CHECK) -> Any:
    image.save(folder / "sign.png")
    return check.evaluate(replace(evidence_of(folder), ask=answered_now))


def other_look() -> Image.Image:
    """The same words on a dark ground, in one line."""
    drawn = Image.new("RGB", (700, 90), "#102030")
    words = "Two sorts of apples for $ 45 in all"
    ImageDraw.Draw(drawn).text((30, 24), words, fill="#ffd060", font=ImageFont.load_default(36))
    return drawn


@pytest.mark.parametrize("image", [sign(), sign().resize((800, 320)), other_look()])
def test_words_may_look_as_they_like(image: Image.Image, tmp_path: Path) -> None:
    assert judged(tmp_path, image).passed, judged(tmp_path, image).reason


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        (sign("Two sorts of apples", "for $ 99 in all"), "cannot be read"),
        (sign("Two sorts of apples"), "cannot be read"),
        (sign("Two sorts of apples", "for $ 45 in all", "WRONG BANANA"), "also says"),
        (Image.new("RGB", (400, 160), "white"), "cannot be read"),
    ],
)
def test_other_words_fail(image: Image.Image, reason: str, tmp_path: Path) -> None:
    verdict = judged(tmp_path, image)
    assert not verdict.passed
    assert reason in verdict.reason


def test_words_at_another_place_fail(tmp_path: Path) -> None:
    lower = PictureTexts("sign.png", ("Two sorts of apples",), box=(0, 80, 400, 160))
    verdict = judged(tmp_path, sign(), lower)
    assert not verdict.passed
    assert "cannot be read" in verdict.reason


def test_words_of_the_source_may_be_there(tmp_path: Path) -> None:
    sign("Two sorts of apples").save(tmp_path / "given.png")
    assert not judged(tmp_path, sign(), PictureTexts("sign.png", ("for $ 45 in all",))).passed
    assert judged(tmp_path, sign(), PictureTexts("sign.png", ("for $ 45 in all",), "given.png")).passed


def test_without_servers_it_is_undecided(tmp_path: Path) -> None:
    sign().save(tmp_path / "sign.png")
    assert CHECK.evaluate(evidence_of(tmp_path)).undecided


def test_letters_may_be_misread_but_no_digits() -> None:
    assert lacking(["Saturday at 10"], "Saturdoy at 10") == []
    assert lacking(["Saturday at 10"], "Saturday at 19") == ["Saturday at 10"]
    assert strangers(["Saturday at 10"], "Saturdoy at 10 ii") == []
    assert strangers(["Saturday at 10"], "Saturday at 10 999") == ["999"]


@pytest.mark.parametrize("options", [{"texts": []}, {"texts": [" "]}, {"texts": ["a"], "box": [5, 5, 5, 9]}])
def test_nonsense_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(FormatError):
        read_checks([{"check": "picture_texts", "path": "a.png"} | options], "t")
