"""Maps: lines, stops, pins and the scale bar are where the truth says."""

from __future__ import annotations

import math
from functools import cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from m3bench_world import World
from m3bench_world.scenes import Composition, compose
from m3bench_world.scenes.maps import LINE_INKS
from m3bench_world.scenes.painting import rgb
from tests.world.scenes.read_back import missed_texts, overlapping_texts

WORLD = World()


@cache
def composed(kind: str, number: int) -> Composition:
    return compose(WORLD, kind, number)


def is_like(pixel: NDArray[np.int_], colour: str) -> bool:
    return bool(np.abs(pixel - np.array(rgb(colour))).max() < 14)


def test_lines_run_from_stop_to_stop_in_their_colour() -> None:
    for number in range(4):
        plan = composed("transit_map", number)
        pixels, places = np.asarray(plan.image, dtype=int), plan.scene.facts["places"]
        for line in plan.scene.facts["lines"]:
            for one, other in pairwise(line["stops"]):
                (x, y), (u, v) = places[one], places[other]
                # Another line may cross at a single point, so look at three.
                points = [(x + (u - x) * share, y + (v - y) * share) for share in (0.3, 0.45, 0.7)]
                seen = [is_like(pixels[round(b), round(a)], LINE_INKS[line["colour"]]) for a, b in points]
                assert sum(seen) >= 2, (number, one, other)
        for x, y in places.values():
            assert is_like(pixels[round(y), round(x)], "#ffffff")


def test_lines_meet_where_one_can_change() -> None:
    for number in range(4):
        facts = composed("transit_map", number).scene.facts
        stops = [stop for line in facts["lines"] for stop in line["stops"]]
        assert {stop for stop in stops if stops.count(stop) > 1} == set(facts["changes"])
        assert len({line["colour"] for line in facts["lines"]}) == len(facts["lines"])


def test_every_stop_has_its_name_beside_it() -> None:
    for number in range(4):
        scene = composed("transit_map", number).scene
        boxes = {line.text: line.box for line in scene.letterings}
        for stop, (x, y) in scene.facts["places"].items():
            left, top, right, bottom = boxes[stop]
            nearest = min(max(left, x), right), min(max(top, y), bottom)
            assert 8 < math.dist(nearest, (x, y)) < 52, stop


def test_pins_are_where_the_places_are() -> None:
    for number in range(3):
        plan = composed("street_map", number)
        facts, pixels = plan.scene.facts, np.asarray(plan.image, dtype=int)
        for pin in facts["pins"]:
            x, y = (round(edge) for edge in pin["at"])
            assert is_like(pixels[y - 6, x], facts["colour"]), pin["name"]
            found = WORLD.atlas.landmark(pin["id"])
            assert found
            assert found.name == pin["name"]
            apart = math.dist(pin["at"], facts["cross"]) * facts["metres_per_pixel"]
            assert pin["metres"] == pytest.approx(apart, abs=0.2)


def test_distances_between_pins_are_those_of_the_world() -> None:
    facts = composed("street_map", 0).scene.facts
    one, other = facts["pins"][:2]
    places = [WORLD.atlas.landmark(pin["id"]) for pin in (one, other)]
    (lat, lng), (to_lat, to_lng) = ((place.lat, place.lng) for place in places if place)
    east = (to_lng - lng) * math.cos(math.radians((lat + to_lat) / 2))
    metres = math.hypot(to_lat - lat, east) * 111_195
    assert math.dist(one["at"], other["at"]) * facts["metres_per_pixel"] == pytest.approx(metres, rel=0.01)


def test_the_scale_bar_is_as_long_as_it_says() -> None:
    for number in range(3):
        plan = composed("street_map", number)
        facts, pixels = plan.scene.facts, np.asarray(plan.image.convert("L"), dtype=int)
        (text,) = [line for line in plan.scene.letterings if line.text == f"{facts['bar']['metres']} m"]
        middle = (text.box[0] + text.box[2]) // 2
        row = (text.box[1] + text.box[3]) // 2 + 28
        dark = np.flatnonzero(pixels[row, middle - 160 : middle + 160] < 110)
        assert dark.max() - dark.min() == pytest.approx(facts["bar"]["pixels"] + 5, abs=3)
        assert facts["bar"]["metres"] == pytest.approx(facts["bar"]["pixels"] * facts["metres_per_pixel"])


@pytest.mark.parametrize("kind", ["transit_map", "street_map"])
def test_texts_do_not_overlap(kind: str) -> None:
    assert [overlapping_texts(composed(kind, number).scene) for number in range(3)] == [[]] * 3


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["transit_map", "street_map"])
def test_ocr_reads_the_names(kind: str, tmp_path: Path) -> None:
    pictures = [composed(kind, number) for number in range(3)]
    missed = missed_texts(pictures, tmp_path)
    shown = sum(len(picture.scene.letterings) for picture in pictures)
    assert sum(map(len, missed)) <= 0.04 * shown, missed
