"""Photographs outside the training: coins are found, and elsewhere the detector makes few, unsure guesses."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from PIL import Image

from m3bench_world.servers.dinox.detector import Detection, detector

pytestmark = pytest.mark.slow

SURE = 0.85
COINS = 24
PHOTOGRAPHS = ("astronaut.png", "camera.png", "chelsea.png", "coffee.png", "grass.png",
               "moon.png", "motorcycle_left.png", "page.png", "retina.jpg", "rocket.jpg",
               "text.png")  # fmt: skip


def _detect(name: str) -> list[Detection]:
    pytest.importorskip("skimage", reason="scikit-image carries the photographs")
    with Image.open(Path(str(files("skimage") / "data" / name))) as photograph:
        return detector().detect(photograph.convert("RGB"))


@pytest.mark.parametrize("name", PHOTOGRAPHS)
def test_a_photograph_gives_few_and_unsure_guesses(name: str) -> None:
    seen = _detect(name)
    assert len(seen) <= 4
    assert all(thing.score < SURE for thing in seen)


def test_coins_of_another_photograph_are_found() -> None:
    seen = _detect("coins.png")
    assert {thing.label for thing in seen} == {"coin"}
    assert COINS - 2 <= len(seen) <= COINS
