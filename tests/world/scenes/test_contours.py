"""Outlines of masks: their area, their holes, and masks that they do not fit."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from m3bench_world.scenes.contours import fill, trace


def drawn(*ellipses: tuple[int, int, int, int, int]) -> Image.Image:
    mask = Image.new("L", (160, 120))
    for left, top, right, bottom, level in ellipses:
        ImageDraw.Draw(mask).ellipse((left, top, right, bottom), fill=level)
    return mask


def overlap(mask: Image.Image, other: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> float:
    inside = np.asarray(mask) >= 128
    return float((inside & other).sum() / (inside | other).sum())


def test_a_ring_has_two_outlines_and_the_larger_is_first() -> None:
    mask = drawn((10, 10, 140, 110, 255), (50, 40, 100, 80, 0))
    outer, inner = trace(mask)
    assert min(x for x, _ in outer) < min(x for x, _ in inner)
    assert overlap(mask, fill((outer, inner), mask.size)) > 0.99
    assert overlap(mask, fill((outer,), mask.size)) < 0.9


def test_parts_are_outlined_one_by_one() -> None:
    mask = drawn((5, 5, 50, 60, 255), (80, 20, 150, 110, 255))
    assert len(trace(mask)) == 2
    assert overlap(mask, fill(trace(mask), mask.size)) > 0.99


def test_nothing_has_no_outline_and_faint_pixels_neither() -> None:
    assert trace(Image.new("L", (30, 20))) == ()
    assert trace(drawn((10, 10, 90, 90, 127))) == ()
    assert not fill((), (30, 20)).any()


def test_an_outline_at_another_place_does_not_fit() -> None:
    mask = drawn((20, 20, 80, 80, 255))
    moved = tuple(tuple((x + 3, y) for x, y in ring) for ring in trace(mask))
    assert overlap(mask, fill(moved, mask.size)) < 0.95


@given(
    st.lists(
        st.tuples(st.integers(0, 60), st.integers(0, 50), st.integers(70, 159), st.integers(60, 119)),
        min_size=1,
        max_size=4,
    )
)
@settings(max_examples=40, deadline=None)
def test_any_outline_fills_its_mask(boxes: list[tuple[int, int, int, int]]) -> None:
    mask = drawn(*((*box, 255 if index % 2 == 0 else 0) for index, box in enumerate(boxes)))
    if (np.asarray(mask) >= 128).sum() > 400:
        assert overlap(mask, fill(trace(mask), mask.size)) > 0.95
