"""Every sprite paints something of its own, within its box, at several sizes."""

from __future__ import annotations

import math
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from m3bench_world.scenes import sprites
from m3bench_world.scenes.painting.cutout import Cutout
from m3bench_world.scenes.painting.look import Dice, Look

LABELS = sprites.labels()


def cut(label: str, style: int = 0, **options: float) -> Cutout:
    return sprites.cut(label, Look(Random(style)), **options)  # type: ignore[arg-type]


def thumbnail(label: str, style: int) -> NDArray[np.float64]:
    image = cut(label, style, size=64).image
    return np.asarray(image.resize((16, 16)).convert("RGBa"), dtype=np.float64)


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("size", [40, 64, 130])
def test_it_paints_something_and_nothing_is_cut_off_at_its_edge(label: str, size: int) -> None:
    painted = cut(label, size, size=size)
    known = sprites.find(label)
    assert painted.label == label
    assert 0.1 < np.asarray(painted.alpha).mean() / 255 <= 1
    longer = max(known.width, known.height)
    for full, start, side in zip((known.width, known.height), painted.shift, painted.size, strict=True):
        assert start > 0
        assert side > 0.5 * full / longer * size
        assert start + side < math.ceil((full / longer + 2 * 0.06) * size)


@pytest.mark.slow
@pytest.mark.parametrize("label", LABELS)
def test_it_has_several_styles_but_one_look_for_one_draw(label: str) -> None:
    images = [cut(label, style, size=48).image.tobytes() for style in range(3)]
    assert len(set(images)) >= 2
    assert cut(label, 2, size=48).image.tobytes() == images[2]


@pytest.mark.slow
def test_no_two_labels_look_the_same() -> None:
    thumbnails = {label: [thumbnail(label, style) for style in range(2)] for label in LABELS}
    for first in LABELS:
        for second in LABELS:
            if first < second:
                nearest = min(
                    np.abs(one - other).mean() for one in thumbnails[first] for other in thumbnails[second]
                )
                assert nearest > 8, (first, second)


@pytest.mark.parametrize("label", ["apple", "bicycle", "kettle", "tree"])
def test_turning_keeps_its_area(label: str) -> None:
    areas = [np.asarray(cut(label, 1, size=120, turn=turn).alpha).sum() for turn in (0, 30, 90, 200)]
    assert max(areas) / min(areas) < 1.05


def test_mirroring_mirrors_except_where_it_may_not() -> None:
    look = sprites.cut("kettle", Look(Random(1)), size=100)
    mirrored = sprites.cut("kettle", Look(Random(1)), size=100, flip=True)
    flipped = np.asarray(mirrored.alpha)[:, ::-1].astype(int)
    assert look.size == pytest.approx(mirrored.size, abs=1)
    wide = min(flipped.shape[1], look.size[0])
    assert np.abs(flipped[:, :wide] - np.asarray(look.alpha)[:, :wide]).mean() < 12
    plain = sprites.cut("clock", Look(Random(1)), size=100)
    assert sprites.cut("clock", Look(Random(1)), size=100, flip=True).image.tobytes() == plain.image.tobytes()


def test_wishes_decide_named_choices_and_nothing_else() -> None:
    free = Look(Random(5))
    sprites.cut("apple", free, size=60)
    for colour in ("red", "green", "yellow"):
        look = Look(Random(5), colour=colour)
        cutout = sprites.cut("apple", look, size=60)
        assert cutout.attributes == {"colour": colour}
        if colour == free.attributes["colour"]:
            assert cutout.image.tobytes() == sprites.cut("apple", Look(Random(5)), size=60).image.tobytes()
    with pytest.raises(ValueError, match="there are red, green, yellow"):
        sprites.cut("apple", Look(Random(5), colour="plaid"), size=60)


def test_width_and_height_can_be_asked_for() -> None:
    assert cut("banana", 1, width=200).size[0] == pytest.approx(190, abs=14)
    assert cut("bottle", 1, height=200).size[1] == pytest.approx(200, abs=14)


def test_unknown_labels_are_named_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="apple, "):
        sprites.find("griffin")
    assert {"apple", "banana"} <= set(sprites.labels("fruit"))
    assert "cup" not in sprites.labels("fruit")


def test_dice_are_fair_enough() -> None:
    dice = Dice(Random(1))
    throws = [dice.whole(1, 6) for _ in range(6000)]
    assert all(850 < throws.count(face) < 1150 for face in range(1, 7))
    assert sorted(dice.shuffled("abcdef")) == list("abcdef")
    assert len(set(dice.some("abcdef", 3))) == 3
    assert len(dice.noise(17)) == 17
