"""The edges of a line: found where it is bent, and none where it is straight."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from m3bench_world.servers.ocr.detection import Core, Region, find_regions
from m3bench_world.servers.ocr.ribbons import LARGEST_SIDE, Ribbon, ribbon_of, unwarp
from m3bench_world.servers.ocr.shapes import Quad
from tests.servers.ocr.bending import curved
from tests.servers.ocr.drawn import Sheet

SHEET = Sheet(700, 240).write("The quick brown fox jumps over the lazy dog", 60, 60, 24)


def test_a_straight_line_has_no_edges_of_its_own() -> None:
    (region,) = find_regions(SHEET.image)
    assert ribbon_of(region) is None


def test_the_edges_of_a_bent_line_follow_it() -> None:
    (region,) = find_regions(curved(SHEET.image, 70))
    ribbon = ribbon_of(region)
    assert ribbon is not None
    heights = [y for _, y in ribbon.top]
    middle = heights[len(heights) // 2]
    assert middle - heights[0] > 30
    assert middle - heights[-1] > 10
    assert all(upper[1] < lower[1] for upper, lower in zip(ribbon.top, ribbon.bottom, strict=True))
    strip = unwarp(curved(SHEET.image, 70), ribbon)
    assert strip.width > 8 * strip.height


@pytest.mark.parametrize("mask", [np.ones((1, 1), dtype=bool), np.ones((40, 3), dtype=bool)])
def test_a_speck_has_no_edges(mask: np.ndarray[tuple[int, int], np.dtype[np.bool_]]) -> None:
    corners = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    assert ribbon_of(Region(Quad(corners), Core(mask, 0, 0, (1.0, 1.0)))) is None


def test_a_strip_is_never_huge() -> None:
    across = [float(at * 5_000) for at in range(13)]
    ribbon = Ribbon(tuple((x, 0.0) for x in across), tuple((x, 9_000.0) for x in across))
    strip = unwarp(Image.new("RGB", (50, 50)), ribbon)
    assert max(strip.size) <= LARGEST_SIDE
