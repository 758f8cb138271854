"""Scenes in pairs: pointers stand where the reading says, and shelves differ exactly as the facts say."""

from __future__ import annotations

import math
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import pytest
from PIL import ImageChops

from m3bench_world import World
from m3bench_world.scenes import Composition, Stage
from m3bench_world.scenes.painting import Lens

WORLD = World()
METERS = range(0, 8, 2)
SHELVES = (0, 2)


@cache
def _clear(kind: str, number: int) -> Composition:
    """Compose a scene without the effects of a lens."""
    stage = Stage(WORLD, kind, number)
    import_module(f"m3bench_world.scenes.kinds.{kind}").compose(stage)
    stage.lens = Lens.clean()
    return stage.finish()


def _measured(composition: Composition, pivot: Any, tip: Any) -> float:
    """Return the angle of a pointer, clockwise from the top, from the pixels alone."""
    radius = math.hypot(tip.x - pivot.x, tip.y - pivot.y)
    left, top = round(pivot.x - radius), round(pivot.y - radius)
    box = (left, top, round(pivot.x + radius), round(pivot.y + radius))
    pixels = np.asarray(composition.image.crop(box), dtype=float)
    rows, columns = np.nonzero(pixels[:, :, 1] < 110)
    dx, dy = columns + left + 0.5 - pivot.x, rows + top + 0.5 - pivot.y
    # Only the pointer reaches that far; its tail and the pivot do not, the digits begin beyond.
    ring = (np.hypot(dx, dy) > radius * 0.55) & (np.hypot(dx, dy) < radius * 0.9)
    assert ring.any()
    return math.degrees(math.atan2(dx[ring].mean(), -dy[ring].mean())) % 360


def _apart(one: float, other: float) -> float:
    return (one - other + 180) % 360 - 180


@pytest.mark.parametrize("number", [*METERS, *(number + 1 for number in METERS)])
def test_pointers_stand_at_their_angles(number: int) -> None:
    composition = _clear("meter", number)
    (thing,) = composition.scene.things
    spots = {spot.name: spot for spot in thing.points}
    angles = composition.scene.facts["angles"]
    turns = [
        _apart(_measured(composition, spots[f"pivot {index}"], spots[f"tip {index}"]), angle)
        for index, angle in enumerate(angles)
    ]
    # What is left is the turn of the whole meter.
    assert max(turns) - min(turns) < 3
    assert abs(np.mean(turns)) < 3.5


@pytest.mark.parametrize("number", [*METERS, *(number + 1 for number in METERS)])
def test_the_reading_is_what_the_pointers_have_passed(number: int) -> None:
    facts = _clear("meter", number).scene.facts
    angles = facts["angles"]
    if facts["form"] == "dials":
        senses = [-1 if (len(angles) - 1 - index) % 2 else 1 for index in range(len(angles))]
        digits = f"{facts['reading']:05d}"
    else:
        senses, digits = [1, 1], f"{facts['reading']:.2f}"[-2:]
        assert str(int(facts["reading"])).zfill(5) in [
            line.text for line in _clear("meter", number).scene.letterings
        ]
    positions = [sense * angle / 36 % 10 for sense, angle in zip(senses, angles, strict=True)]
    assert "".join(str(int(position)) for position in positions) == digits
    # No pointer is so near a mark that the digit is a matter of taste.
    assert all(0.1 < position % 1 < 0.9 for position in positions)


@pytest.mark.parametrize("number", METERS)
def test_a_pair_is_the_same_meter_with_more_on_it(number: int) -> None:
    earlier, later = (_clear("meter", number + step).scene.facts for step in (0, 1))
    assert earlier["serial"] == later["serial"]
    assert later["reading"] > earlier["reading"]
    assert (earlier["time"], later["time"]) == ("earlier", "later")


def _places(composition: Composition) -> list[tuple[str, int]]:
    return [(product["asin"], product["count"]) for product in composition.scene.facts["products"]]


@pytest.mark.parametrize("number", SHELVES)
def test_shelves_differ_where_the_facts_say_and_nowhere_else(number: int) -> None:
    before, after = _clear("before_after", number), _clear("before_after", number + 1)
    difference = ImageChops.difference(before.image, after.image).convert("L")
    pixels = np.asarray(difference)
    high = before.scene.size[1]
    changed = 0
    for index, (old, new) in enumerate(zip(_places(before), _places(after), strict=True)):
        row, column = divmod(index, 3)
        left = 32 + column * 423
        part = pixels[high // 2 * row : high // 2 * (row + 1), left : left + 414]
        assert bool(part.any()) is (old != new)
        changed += old != new
    assert 5 <= changed <= 6


@pytest.mark.parametrize("number", SHELVES)
def test_the_facts_of_a_pair_follow_from_both_pictures(number: int) -> None:
    before, after = _clear("before_after", number), _clear("before_after", number + 1)
    old, new = dict(_places(before)), dict(_places(after))
    facts = before.scene.facts
    assert {name: facts[name] for name in ("sold", "moved", "added", "sold_out")} == {
        name: after.scene.facts[name] for name in ("sold", "moved", "added", "sold_out")
    }
    assert set(facts["added"]) == set(new) - set(old)
    assert set(facts["sold_out"]) == set(old) - set(new)
    gone = {asin: old[asin] - new.get(asin, 0) for asin in old if old[asin] != new.get(asin, 0)}
    assert {each["asin"]: each["count"] for each in facts["sold"]} == gone
    kept = [asin for asin, _ in _places(before) if asin in new]
    moved = [asin for asin in kept if list(old).index(asin) != list(new).index(asin)]
    assert sorted(moved) == sorted(facts["moved"])
    for composition in (before, after):
        shown = [thing.attributes["asin"] for thing in composition.scene.things]
        assert {asin: shown.count(asin) for asin in set(shown)} == dict(_places(composition))
