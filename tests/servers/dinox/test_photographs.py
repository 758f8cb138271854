"""The detector knows drawings. On photographs it must stay calm: few guesses, and none of them sure."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from PIL import Image

from m3bench.servers.dinox.detector import detector

pytestmark = pytest.mark.slow

SURE = 0.8
PHOTOGRAPHS = ("astronaut.png", "camera.png", "chelsea.png", "coffee.png", "coins.png", "grass.png",
               "moon.png", "motorcycle_left.png", "page.png", "retina.jpg", "rocket.jpg",
               "text.png")  # fmt: skip


@pytest.mark.parametrize("name", PHOTOGRAPHS)
def test_a_photograph_gives_few_and_unsure_guesses(name: str) -> None:
    pytest.importorskip("skimage", reason="scikit-image carries the photographs")
    path = Path(str(files("skimage") / "data" / name))
    with Image.open(path) as photograph:
        seen = detector().detect(photograph.convert("RGB"))
    assert len(seen) <= 4
    assert all(thing.score < SURE for thing in seen)
