"""What hides what: boxes, shares, parts, pieces, letters and refusals."""

from __future__ import annotations

from itertools import pairwise
from typing import get_args

import pytest
from PIL import Image

from m3bench_world import World
from m3bench_world.scenes.painting.canvas import Canvas
from m3bench_world.scenes.painting.cutout import Cutout
from m3bench_world.scenes.painting.lens import Lens
from m3bench_world.scenes.painting.shadows import Shadow
from m3bench_world.scenes.painting.shapes import rect
from m3bench_world.scenes.stage import Area, Stage, row, scatter


def stage() -> Stage:
    made = Stage(World(), "test", 1)
    made.lens = Lens.clean()
    return made


def square(side: int, label: str | None = "square", colour: str = "#ff0000") -> Cutout:
    return Cutout(Image.new("RGBA", (side, side), colour), label)


def test_what_is_nearer_hides_what_is_farther() -> None:
    scene = stage()
    assert scene.put(square(100, "near"), 150, 100, depth=2)
    assert scene.put(square(100, "far", "#0000ff"), 100, 100, depth=1)
    done = scene.finish()
    far, near = done.scene.things
    assert (far.label, far.box, far.visible) == ("far", (50, 50, 100, 150), 0.5)
    assert (near.label, near.box, near.visible) == ("near", (100, 50, 200, 150), 1.0)
    assert done.image.getpixel((120, 100)) == (255, 0, 0)
    assert done.mask(0).getbbox() == far.box


def test_a_place_that_hides_too_much_is_refused_and_nothing_changes() -> None:
    scene = stage()
    assert scene.put(square(100, "first"), 100, 100, least=0.7)
    assert scene.put(square(100, "second"), 140, 100) is None
    assert scene.put(square(100, "behind"), 110, 100, depth=-1) is None
    assert scene.put(square(100, "third"), 175, 100)
    things = scene.finish().scene.things
    assert [thing.label for thing in things] == ["first", "third"]
    assert things[0].visible == pytest.approx(0.75)


def test_the_frame_hides_too() -> None:
    scene = stage()
    assert scene.put(square(100), -20, 100) is None
    assert scene.put(square(100), 10, 590, least=0.35)
    (thing,) = scene.finish().scene.things
    assert thing.box == (0, 540, 60, 600)
    assert thing.visible == pytest.approx(0.36)


def test_no_labelled_thing_is_nearly_hidden_whatever_is_asked() -> None:
    scene = stage()
    assert scene.put(square(100), 100, 100, least=0)
    assert scene.put(square(100), 110, 100, least=0) is None


def test_clutter_hides_but_is_no_thing_and_shadows_hide_nothing() -> None:
    scene = stage()
    assert scene.put(square(100), 200, 200)
    assert scene.put(square(40, None), 250, 200)
    assert scene.put(square(60, "other"), 200, 320, shadow="flat")
    things = scene.finish().scene.things
    assert [thing.label for thing in things] == ["square", "other"]
    assert things[0].visible == pytest.approx(0.92)


def test_shadows_darken_the_ground() -> None:
    for kind in get_args(Shadow):
        scene = stage()
        scene.put(square(80), 200, 200, shadow=kind)
        done = scene.finish()
        assert done.scene.things[0].visible == 1.0
        below = done.image.getpixel((200, 243))
        assert isinstance(below, tuple)
        assert below[0] < 225


def test_pieces_make_one_thing() -> None:
    scene = stage()
    back = scene.put(square(100, "bowl"), 200, 200, depth=1)
    assert back
    bowl = scene.thing_of(back)
    assert scene.put(square(100, None), 200, 250, depth=3, piece_of=bowl)
    assert scene.put(square(40, "apple"), 200, 180, depth=2)
    apple, whole = scene.finish().scene.things
    assert (whole.label, whole.box) == ("bowl", (150, 150, 250, 300))
    assert whole.visible == pytest.approx(1 - 40 * 40 / (100 * 150), abs=0.01)
    assert apple.visible == 1.0


def test_parts_are_things_of_their_own() -> None:
    canvas = Canvas((100, 200))
    canvas.fill(rect(20, 0, 60, 200), "#0000ff")
    with canvas.part("helmet", colour="yellow"):
        canvas.fill(rect(20, 0, 60, 40), "#ffff00")
    canvas.point("head", 50, 20)
    canvas.point("foot", 50, 190)
    scene = stage()
    assert scene.put(canvas.cutout("person"), 200, 200)
    assert scene.put(square(40, "ball"), 200, 290)
    things = {thing.label: thing for thing in scene.finish().scene.things}
    assert things["helmet"].attributes == {"colour": "yellow"}
    assert things["helmet"].box == pytest.approx((170, 100, 230, 140), abs=1)
    assert things["person"].box == pytest.approx((170, 100, 230, 300), abs=1)
    spots = {spot.name: spot for spot in things["person"].points}
    assert (spots["head"].x, spots["head"].y, spots["head"].visible) == (200, 120, True)
    assert not spots["foot"].visible


def test_letters_and_codes_are_listed_where_they_can_be_seen() -> None:
    canvas = Canvas((200, 120))
    canvas.fill(rect(0, 0, 200, 120), "#ffffff")
    canvas.text("MILK", 100, 30, 30, "#000000")
    canvas.code("ean13", "4006381333931", Image.new("L", (30, 10)), (50, 70, 100, 40))
    scene = stage()
    assert scene.put(canvas.cutout("box"), 300, 300)
    assert scene.put(square(60), 300, 330)
    done = scene.finish().scene
    (lettering,), (code,) = done.letterings, done.codes
    assert (lettering.text, lettering.visible) == ("MILK", 1.0)
    assert 200 <= lettering.box[0] < lettering.box[2] <= 400
    assert (code.kind, code.text, code.box) == ("ean13", "4006381333931", (250, 310, 350, 350))
    assert code.visible == pytest.approx(0.4, abs=0.02)


def test_scattering_keeps_everything_visible_and_gives_up_in_time() -> None:
    scene = stage()
    put = [scatter(scene, square(120), Area(60, 120, 740, 590), least=0.8) for _ in range(60)]
    done = scene.finish().scene
    assert 10 < len(done.things) == sum(layer is not None for layer in put) < 60
    assert all(thing.visible >= 0.8 for thing in done.things)


def test_a_row_stands_side_by_side_on_its_line() -> None:
    scene = stage()
    put = row(scene, [square(90) for _ in range(9)], 50, 750, 400)
    boxes = [thing.box for thing in scene.finish().scene.things]
    assert len(put) == len(boxes) == 7
    assert all(first[2] <= second[0] for first, second in pairwise(boxes))
    assert {box[3] for box in boxes} == {400}


def test_a_backdrop_of_another_size_is_refused() -> None:
    scene = stage()
    scene.backdrop = Image.new("RGB", (10, 10))
    with pytest.raises(ValueError, match="backdrop"):
        scene.finish()
