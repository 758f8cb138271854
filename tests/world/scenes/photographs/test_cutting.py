"""Cut-outs have the wished attributes and size."""

from __future__ import annotations

import random

import pytest

from m3bench_world.scenes.painting import Cutout, Dice, Look
from m3bench_world.scenes.photographs import Light, cut, things
from m3bench_world.scenes.photographs.cutting import (
    MOST_ENLARGED,
    cut_photograph,
    largest_size,
    photographed,
    sunk,
)
from m3bench_world.scenes.photographs.store import thing_image


def looked(**wishes: str) -> Look:
    return Look(random.Random(1), **wishes)


@pytest.mark.usefixtures("stand_ins")
def test_size_width_and_height_are_kept() -> None:
    assert max(cut("apple", looked(), Light(), size=90).size) == pytest.approx(90, abs=1)
    assert cut("apple", looked(), Light(), width=70).size[0] == pytest.approx(70, abs=1)
    assert cut("apple", looked(), Light(), height=60).size[1] == pytest.approx(60, abs=1)


@pytest.mark.usefixtures("stand_ins")
def test_wishes_choose_the_photograph() -> None:
    made = cut("car", looked(body="sedan"), Light(), width=200)
    assert (made.label, made.attributes["body"]) == ("car", "sedan")
    with pytest.raises(ValueError, match="no photograph of 'car'"):
        cut("car", looked(body="tank"), Light(), width=200)
    with pytest.raises(ValueError, match="no photograph of 'unicorn'"):
        photographed("unicorn")


@pytest.mark.usefixtures("stand_ins")
def test_a_mirrored_thing_differs_unless_it_has_letters() -> None:
    def flipped(label: str) -> bool:
        one = things()[label][0]
        plain, other = (cut_photograph(one, Light(), size=120, turn=0, flip=flip) for flip in (False, True))
        return plain.image.tobytes() != other.image.tobytes()

    assert flipped("horse")
    assert not flipped("coin")


@pytest.mark.usefixtures("stand_ins")
def test_the_largest_size_follows_the_pixels() -> None:
    one = things()["horse"][0]
    assert largest_size(one) == max(thing_image(one).size) * MOST_ENLARGED


@pytest.mark.usefixtures("stand_ins")
def test_grass_hides_only_the_lowest_pixels() -> None:
    whole = cut_photograph(things()["horse"][0], Light(), size=150)
    standing: Cutout = sunk(whole, Dice(random.Random(3)), 8)
    high = whole.size[1]
    assert standing.alpha.crop((0, 0, *whole.size)).tobytes() != whole.alpha.tobytes()
    above = (0, 0, whole.size[0], high - 9)
    assert standing.alpha.crop(above).tobytes() == whole.alpha.crop(above).tobytes()
