"""Truth of photographs: outlines against painted masks, visible shares, and texts that are read back."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from m3bench.core import CameraLevel
from m3bench_world import World
from m3bench_world.scenes import TextLine, compose
from m3bench_world.scenes.contours import fill
from scripts.measure_truth import Figures, measure, overlap, painted_mask, read_back
from tests.volume import FULL

SCENES = 500 if FULL else 8
LEAST_OVERLAP, MOST_DIFFERENCE = 0.95, 0.04
LEAST_READ = {CameraLevel.CLEAN: 0.99, CameraLevel.HANDHELD: 0.95, CameraLevel.HARD: 0.0}


@pytest.mark.slow
@pytest.mark.parametrize("level", CameraLevel)
def test_outlines_shares_and_texts_are_exact(level: CameraLevel) -> None:
    figures = Figures()
    for index in range(SCENES):
        figures.add(measure(31, level, index * 3 if SCENES < 24 else index, texts=3))
    assert min(figures.overlaps) >= LEAST_OVERLAP, figures
    assert max(figures.differences) <= MOST_DIFFERENCE, figures
    assert figures.texts > SCENES / 4
    assert figures.texts_read >= LEAST_READ[level] * figures.texts, figures.worst


def test_an_outline_of_another_thing_does_not_fit() -> None:
    taken = compose(World(6), "food_web", 0, camera=CameraLevel.HARD)
    outlined = fill(taken.outlines(0), taken.scene.size)
    assert overlap(outlined, painted_mask(taken, taken.shown[0])[0]) >= LEAST_OVERLAP
    assert overlap(outlined, painted_mask(taken, taken.shown[1])[0]) < 0.5


def test_a_shifted_outline_does_not_fit() -> None:
    taken = compose(World(6), "food_web", 0, camera=CameraLevel.HANDHELD)
    outlined = fill(taken.outlines(0), taken.scene.size)
    assert overlap(np.roll(outlined, 6, axis=1), painted_mask(taken, taken.shown[0])[0]) < LEAST_OVERLAP


def test_a_quadrangle_at_another_place_is_not_read() -> None:
    taken = compose(World(6), "class_table", 0, camera=CameraLevel.HANDHELD)
    text = max(taken.scene.letterings, key=lambda line: len(line.text))
    assert text.quad is not None
    assert read_back(taken.image, text).replace(" ", "") == text.text.replace(" ", "")
    away = tuple((x, y + 0.7 * (text.quad[3][1] - text.quad[0][1])) for x, y in text.quad)
    wrong = TextLine(text.text, text.box, 1.0, (away[0], away[1], away[2], away[3]))
    assert read_back(taken.image, wrong).replace(" ", "") != text.text.replace(" ", "")
    blank = Image.new("RGB", taken.image.size, "white")
    assert read_back(blank, text) != text.text
