"""Animals, people, vehicles, fish and rulers as cutouts: parts, points, attributes and true divisions."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from m3bench_world import World
from m3bench_world.scenes import sprites
from m3bench_world.scenes.kinds.fish import LENGTHS
from m3bench_world.scenes.painting.cutout import Cutout
from m3bench_world.scenes.painting.figure import limb
from m3bench_world.scenes.painting.look import Dice, Look
from m3bench_world.scenes.poses import POSES
from m3bench_world.scenes.rulers import HIGH, MARGIN, Divisions, ruler
from m3bench_world.scenes.sprites.fish import SPECIES

ANIMALS = {
    *("dog", "cat", "horse", "cow", "sheep", "pig", "chicken", "duck", "rabbit", "elephant", "giraffe"),
    *("zebra", "lion", "tiger", "bear", "wolf", "fox", "deer", "antelope", "monkey", "crocodile", "snake"),
    *("turtle", "frog", "eagle", "bird", "owl", "penguin", "bee", "butterfly"),
}
SITE = {
    *("ladder", "scaffold", "guardrail", "traffic cone", "crane", "excavator", "bucket", "brick pile"),
    *("rebar", "cable", "beam", "platform", "person", "hard hat", "safety vest"),
}
VEHICLES = {"car", "pickup truck", "van", "bus", "truck", "motorcycle"}


def person(style: int, **wishes: str) -> Cutout:
    return sprites.cut("person", Look(Random(style), **wishes), height=200)


def test_everything_asked_for_is_there() -> None:
    assert set(sprites.labels()) >= ANIMALS | SITE | VEHICLES | {"fish"}


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("style", range(4))
def test_hat_and_vest_are_parts_exactly_where_they_are_worn(pose: str, style: int) -> None:
    for helmet in ("yes", "no"):
        for vest in ("yes", "no"):
            cutout = person(style, pose=pose, helmet=helmet, vest=vest)
            labels = {part.label for part in cutout.parts}
            assert ("hard hat" in labels) == (helmet == "yes")
            assert ("safety vest" in labels) == (vest == "yes")
            assert cutout.attributes["helmet"] == helmet
            assert cutout.attributes["vest"] == vest
            for part in cutout.parts:
                mask = np.asarray(part.mask)
                assert mask.shape == np.asarray(cutout.alpha).shape
                assert (mask > 128).sum() > 120
                assert (np.asarray(cutout.alpha)[mask > 200] > 128).all()


@pytest.mark.parametrize("style", range(6))
def test_the_hat_is_above_the_vest_and_the_shoulders(style: int) -> None:
    cutout = person(style, helmet="yes", vest="yes")
    boxes = {
        part.label: part.mask.point([255 * (level > 128) for level in range(256)]).getbbox()
        for part in cutout.parts
    }
    hat, vest = boxes["hard hat"], boxes["safety vest"]
    assert hat is not None
    assert vest is not None
    assert hat[3] < vest[1] + 12
    assert hat[3] < min(cutout.points["left shoulder"][1], cutout.points["right shoulder"][1])


@pytest.mark.parametrize("pose", POSES)
@pytest.mark.parametrize("style", range(5))
def test_joints_lie_on_the_body(pose: str, style: int) -> None:
    cutout = person(style, pose=pose)
    alpha = np.asarray(cutout.alpha)
    joints = [
        f"{side} {joint}"
        for side in ("left", "right")
        for joint in ("shoulder", "elbow", "wrist", "hip", "knee", "ankle")
    ]
    assert set(joints) <= set(cutout.points)
    for name in [*joints, "nose"]:
        x, y = cutout.points[name]
        assert alpha[round(y), round(x)] > 128, name


def test_left_and_right_are_the_persons_own() -> None:
    """Seen from the front, the left shoulder is on the right of the picture, mirrored or not."""
    for style in range(12):
        points = person(style, pose="standing").points
        assert points["left shoulder"][0] > points["right shoulder"][0]
        assert points["left ankle"][0] > points["right ankle"][0]


def test_people_differ() -> None:
    images = {person(style, pose="standing").image.tobytes() for style in range(12)}
    assert len(images) == 12


@pytest.mark.parametrize("body", ["sedan", "hatchback", "SUV"])
def test_cars_come_in_bodies_and_colours(body: str) -> None:
    red = sprites.cut("car", Look(Random(1), body=body, colour="red"), width=200)
    blue = sprites.cut("car", Look(Random(1), body=body, colour="blue"), width=200)
    assert red.attributes == {"body": body, "colour": "red"}
    first, second = (np.asarray(cutout.image).astype(int) for cutout in (red, blue))
    assert red.alpha.tobytes() == blue.alpha.tobytes()
    assert first[..., 0].sum() > second[..., 0].sum()
    assert first[..., 2].sum() < second[..., 2].sum()


def test_the_species_are_known_to_nature_and_as_long_as_it_says() -> None:
    nature = World().nature
    assert set(LENGTHS) == set(SPECIES)
    for name, (low, high) in LENGTHS.items():
        living = nature.find(name)
        assert living is not None
        assert living.name == name
        assert living.kind == "fish"
        metres = " m long" in living.size.split(",")[0]
        said = living.size.removeprefix("commonly ").split(" ")[0].split("–")
        assert [float(bound) * (100 if metres else 1) for bound in said] == [low, high]


def test_no_two_species_look_the_same() -> None:
    pictures = {}
    for name in SPECIES:
        image = sprites.cut("fish", Look(Random(1), species=name), width=140).image
        pictures[name] = np.asarray(image.resize((28, 14)).convert("RGBa"), dtype=np.float64)
    for first in SPECIES:
        for second in SPECIES:
            if first < second:
                assert np.abs(pictures[first] - pictures[second]).mean() > 10, (first, second)


@pytest.mark.parametrize("flip", [False, True])
@pytest.mark.parametrize("species", SPECIES)
def test_snout_and_tail_are_the_ends_of_the_fish(species: str, flip: bool) -> None:
    cutout = sprites.cut("fish", Look(Random(3), species=species), width=500, flip=flip)
    ends = sorted((cutout.points["snout"][0], cutout.points["tail"][0]))
    assert ends == pytest.approx([0, cutout.size[0]], abs=12)
    assert (cutout.points["snout"][0] > cutout.points["tail"][0]) == flip


@pytest.mark.parametrize(
    ("unit", "pixels", "length"), [("cm", 12.37, 50), ("in", 31.4, 20), ("cm", 2.6, 260), ("cm", 26.9, 24)]
)
def test_lines_and_numbers_of_a_ruler_are_where_they_must_be(unit: str, pixels: float, length: float) -> None:
    cutout = ruler(unit, pixels, length, Dice(Random(2)))
    divisions = Divisions.of(pixels)
    assert cutout.size == (round(pixels * length) + 2 * MARGIN, HIGH)
    numbers = {mark.text: mark.box for mark in cutout.marks if mark.text != unit}
    expected = np.arange(0, length + 0.01, divisions.number)
    assert list(numbers) == [str(round(value)) for value in expected]
    for text, (left, _, right, _) in numbers.items():
        assert (left + right) / 2 == pytest.approx(MARGIN + float(text) * pixels, abs=2.5)
    grey = np.asarray(cutout.image.convert("L")).astype(int)
    for value in np.arange(0, length + 0.01, divisions.tick):
        column = MARGIN + value * pixels
        near = grey[8, round(column) - 2 : round(column) + 3]
        assert near.min() < 120, value
        assert abs(round(column) - 2 + int(near.argmin()) + 0.5 - column) <= 1.5


def test_numbers_of_a_ruler_keep_apart() -> None:
    for pixels in (2.2, 3, 5, 8, 13, 20, 33, 60):
        divisions = Divisions.of(pixels)
        assert divisions.number * pixels >= 34
        assert divisions.tick * pixels >= 4
        assert (divisions.number / divisions.tick).is_integer()


def test_a_limb_is_as_thick_as_its_joints() -> None:
    left, top, right, bottom = limb((0, 0, 10), (50, 0, 20), (100, 0, 6)).box()
    assert (top, bottom) == pytest.approx((-10, 10), abs=0.01)
    assert (left, right) == pytest.approx((-5, 103), abs=0.3)
