"""Shapes, colours, gradients, clipping, text and parts, looked at pixel by pixel."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image

from m3bench_world.scenes.painting.canvas import Canvas
from m3bench_world.scenes.painting.fills import Linear, Radial, across, darker, down, lighter, mix, rgb
from m3bench_world.scenes.painting.letters import text_width, to_drawable
from m3bench_world.scenes.painting.shapes import (
    Affine,
    arc,
    ellipse,
    moved,
    path,
    polygon,
    rect,
    scaled,
    sector,
    smooth,
    star,
    taper,
    turned,
)

numbers = st.floats(-50, 50).map(lambda value: round(value, 3))


def pixels(canvas: Canvas) -> NDArray[np.int64]:
    return np.asarray(canvas.cutout().image).astype(np.int64)


def covered(canvas: Canvas) -> float:
    return float(pixels(canvas)[..., 3].sum() / 255)


def test_colours() -> None:
    assert rgb("#ff8000") == (255, 128, 0)
    assert rgb((1, 2, 3)) == (1, 2, 3)
    assert mix("#000000", "#ffffff", 0.5) == (128, 128, 128)
    assert lighter("#000000", 1) == (255, 255, 255)
    assert darker("#ffffff", 1) == (0, 0, 0)


@pytest.mark.parametrize(
    ("shape", "area"),
    [
        (rect(20, 30, 40, 50), 2000),
        (ellipse(50, 50, 30), math.pi * 900),
        (ellipse(50, 50, 40, 20), math.pi * 800),
        (rect(10, 10, 60, 40, 10), 2400 - (4 - math.pi) * 100),
        (polygon((10, 10), (90, 10), (10, 90)), 3200),
        (path("M10 10 H90 V90 H10 Z"), 6400),
        (path("M50 20 C 66.57 20 80 33.43 80 50 S 66.57 80 50 80 S 20 66.57 20 50 S 33.43 20 50 20 Z"), 2827),
        (path("M10 50 Q 50 10 90 50 T 90 90 L10 90 Z"), None),
        (arc(50, 50, 40, 40, (0, 180)), math.pi * 800),
        (sector(50, 50, 40, 40, (0, 90)), math.pi * 400),
        (taper((10, 50), (90, 50), start=20, end=10), 1200),
        (ellipse(50, 50, 40) + ellipse(50, 50, 20), math.pi * 1200),
    ],
)
def test_a_shape_covers_its_area(shape: object, area: float | None) -> None:
    canvas = Canvas((100, 100))
    canvas.fill(shape, "#336699")  # type: ignore[arg-type]
    if area is not None:
        assert covered(canvas) == pytest.approx(area, rel=0.06)
    else:
        assert covered(canvas) > 1000


def test_a_smooth_curve_goes_through_its_points() -> None:
    points = ((10.0, 10.0), (80.0, 20.0), (60.0, 90.0))
    assert set(points) <= set(smooth(*points).outlines[0])
    assert smooth(*points, closed=False).outlines[0][-1] == points[-1]
    assert len(star(0, 0, 10, 5, 5).outlines[0]) == 10


@given(numbers, numbers, numbers, numbers)
def test_transforms_compose_and_invert(x: float, y: float, shift: float, turn: float) -> None:
    transform = moved(shift, -shift).after(turned(turn * 4)).after(scaled(2, -0.5))
    assert transform.inverse().point(*transform.point(x, y)) == pytest.approx((x, y), abs=1e-6)
    assert transform.scale == pytest.approx(1.0)
    assert Affine().after(transform) == transform


def test_edges_are_smooth() -> None:
    canvas = Canvas((60, 60))
    canvas.fill(ellipse(30, 30, 20), "#000000")
    levels = set(np.unique(pixels(canvas)[..., 3]))
    assert {0, 255} < levels
    assert len(levels) > 5


def test_gradients_run_from_their_first_colour_to_their_last() -> None:
    canvas = Canvas((100, 40))
    canvas.fill(rect(0, 0, 100, 40), across(0, 100, "#000000", "#ffffff"))
    row = pixels(canvas)[20, :, 0]
    assert row[0] < 8
    assert row[-1] > 247
    assert (np.diff(row) >= 0).all()
    round_one = Canvas((100, 100))
    round_one.fill(rect(0, 0, 100, 100), Radial((50, 50), 50, [(0, "#ff0000"), (1, "#0000ff")]))
    assert pixels(round_one)[50, 50, 0] > 240
    assert pixels(round_one)[50, 2, 2] > 235


def test_gradients_follow_the_transform() -> None:
    canvas = Canvas((100, 100))
    with canvas.moved(50, 50, turn=90):
        canvas.fill(rect(-50, -50, 100, 100), across(-50, 50, "#000000", "#ffffff"))
    column = pixels(canvas)[:, 50, 0]
    assert column[2] < 15
    assert column[-3] > 240
    assert abs(int(pixels(canvas)[50, 5, 0]) - int(pixels(canvas)[50, 95, 0])) < 4


def test_gradients_may_be_transparent() -> None:
    canvas = Canvas((50, 50))
    canvas.fill(rect(0, 0, 50, 50), Linear((0, 0), (50, 0), [(0, "#ff0000", 0), (1, "#ff0000", 1)]))
    alpha = pixels(canvas)[25, :, 3]
    assert alpha[0] < 10
    assert alpha[-1] > 245


def test_paint_stays_inside_a_clip_and_clips_nest() -> None:
    canvas = Canvas((100, 100))
    with canvas.inside(rect(0, 0, 50, 100)), canvas.inside(rect(0, 0, 100, 50)):
        canvas.fill(rect(0, 0, 100, 100), "#ff0000")
    assert covered(canvas) == pytest.approx(2500, rel=0.05)
    canvas.fill(rect(60, 60, 20, 20), "#00ff00")
    assert pixels(canvas)[70, 70, 1] == 255


def test_soft_shapes_fade_and_keep_their_weight() -> None:
    canvas = Canvas((200, 200))
    canvas.soft(rect(70, 70, 60, 60), "#000000", 0.5, blur=8)
    alpha = pixels(canvas)[..., 3]
    assert 110 < alpha[100, 100] <= 128
    assert 0 < alpha[100, 62] < alpha[100, 78]
    assert covered(canvas) == pytest.approx(1800, rel=0.06)


def test_layers_of_paint_mix_by_their_opacity() -> None:
    canvas = Canvas((20, 20))
    canvas.fill(rect(0, 0, 20, 20), "#000000")
    canvas.fill(rect(0, 0, 20, 20), "#ffffff", opacity=0.25)
    assert pixels(canvas)[10, 10, 0] == pytest.approx(64, abs=2)


def test_flipping_and_scaling() -> None:
    canvas = Canvas((100, 100))
    with canvas.moved(50, 0, flip=True, scale=2):
        canvas.fill(rect(0, 0, 10, 10), "#ff0000")
    alpha = pixels(canvas)[..., 3]
    assert alpha[10, 40] == 255
    assert alpha[10, 60] == 0


def test_text_is_noted_with_a_tight_box() -> None:
    canvas = Canvas((300, 100))
    assert canvas.text("Fresh Milk", 150, 50, 30, "#000000") == "Fresh Milk"
    cutout = canvas.cutout()
    (mark,) = cutout.marks
    drawn = cutout.alpha.getbbox()
    assert drawn is not None
    assert (mark.kind, mark.text) == ("text", "Fresh Milk")
    assert mark.box == pytest.approx(drawn, abs=1.6)
    assert drawn[2] - drawn[0] == pytest.approx(text_width("Fresh Milk", 30), abs=5)


def test_turned_text_has_a_box_around_it() -> None:
    canvas = Canvas((200, 200))
    with canvas.moved(100, 100, turn=90):
        canvas.text("SALE", 0, 0, 30, "#000000")
    cutout = canvas.cutout()
    drawn = cutout.alpha.getbbox()
    assert drawn is not None
    assert drawn[3] - drawn[1] > 2 * (drawn[2] - drawn[0])
    assert cutout.marks[0].box == pytest.approx(drawn, abs=2)


def test_text_is_made_to_fit_and_to_be_drawable() -> None:
    canvas = Canvas((200, 60))
    assert canvas.text("Crème brûlée – 2×", 100, 30, 40, "#000000", widest=120) == "Creme brulee - 2x"
    drawn = canvas.cutout().alpha.getbbox()
    assert drawn is not None
    assert drawn[2] - drawn[0] <= 122
    assert to_drawable("日本") == "??"
    assert not canvas.text("  ", 0, 0, 10, "#000000").strip()


@pytest.mark.parametrize(("anchor", "left"), [("start", 100), ("middle", 75), ("end", 50)])
def test_text_starts_where_its_anchor_says(anchor: str, left: int) -> None:
    canvas = Canvas((200, 60))
    wide = text_width("HH", 30)
    canvas.text("HH", 100, 30, 30 * 50 / wide, "#000000", anchor=anchor, weight=0.02)
    drawn = canvas.cutout().alpha.getbbox()
    assert drawn is not None
    assert drawn[0] == pytest.approx(left, abs=5)


def test_codes_are_noted_and_drawn() -> None:
    canvas = Canvas((100, 100))
    squares = Image.new("L", (2, 2))
    squares.putdata([0, 255, 255, 0])
    canvas.code("qr", "hello", squares.resize((20, 20), Image.Resampling.NEAREST), (10, 20, 40, 40))
    cutout = canvas.cutout()
    assert (cutout.marks[0].kind, cutout.marks[0].text) == ("qr", "hello")
    assert cutout.marks[0].box == pytest.approx((10, 20, 50, 60))
    assert pixels(canvas)[30, 20, 0] < 20
    assert pixels(canvas)[30, 40, 0] > 235


def test_a_part_is_what_was_painted_within_and_not_hidden_later() -> None:
    canvas = Canvas((100, 100))
    canvas.fill(rect(0, 0, 100, 100), "#0000ff")
    with canvas.part("helmet", colour="yellow"):
        canvas.fill(rect(20, 20, 40, 20), "#ffff00")
    canvas.fill(rect(40, 0, 60, 100), down(0, 100, "#00ff00", "#00aa00"))
    (part,) = canvas.cutout().parts
    box = part.mask.point([0] * 128 + [255] * 128).getbbox()
    assert (part.label, part.attributes) == ("helmet", {"colour": "yellow"})
    assert box == pytest.approx((20, 20, 40, 40), abs=1)


def test_points_follow_the_transform_and_the_trimming() -> None:
    canvas = Canvas((100, 100))
    with canvas.moved(50, 50, turn=90):
        canvas.fill(rect(-10, -10, 20, 20), "#000000")
        canvas.point("wrist", 10, 0)
    trimmed = canvas.cutout().trimmed()
    assert trimmed.size == pytest.approx((21, 21), abs=1)
    assert trimmed.points["wrist"] == pytest.approx((10, 20), abs=1)
