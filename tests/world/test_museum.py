"""Objects are numbered, described consistently, found by words and drawn."""

from __future__ import annotations

import io
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from m3bench_world import World
from m3bench_world.museum import Museum, MuseumObject
from m3bench_world.museum.drawing import DRAWINGS


@cache
def museum(seed: int = 7) -> Museum:
    return World(seed).museum


def shown(object_id: int) -> MuseumObject:
    item = museum().object(object_id)
    assert item is not None
    return item


def test_departments_and_kinds() -> None:
    departments = museum().departments()
    assert len(departments) == 19
    names = {department.id: department.name for department in departments}
    assert (names[10], names[13], names[18]) == ("Egyptian Art", "Greek and Roman Art", "Musical Instruments")
    kinds = {kind.name: kind for kind in museum().kinds()}
    assert {"amphora", "stela", "whistling vessel", "stirrup spout vessel", "longcase regulator"} <= set(
        kinds
    )
    assert {name for department in departments for name in department.kinds} == set(kinds)
    assert {kind.shape for kind in kinds.values()} == set(DRAWINGS)
    assert all(len(kind.fact) > 40 for kind in kinds.values())


@given(st.integers(0, 12_007))
@settings(max_examples=60)
def test_objects_lead_back_and_are_consistent(place: int) -> None:
    item = museum()._made(place)
    assert shown(item.id) == item
    assert item.id >= 1_000_000
    assert item.begin <= item.end <= 2025
    assert item.kind.name in item.department.kinds
    assert item.kind.low <= item.height <= item.kind.high
    assert f"Height {item.height:g} cm" in item.dimensions
    assert "{" not in item.title
    assert item.medium.lower() in item.kind.materials
    assert bool(item.image_url) == item.has_image


def test_all_numbers_are_distinct() -> None:
    everything = museum().search("")
    assert len(set(everything)) == len(everything) == museum().size == 12_008


def test_departments_divide_the_museum() -> None:
    parts = [museum().search("", department.id) for department in museum().departments()]
    assert sorted(number for part in parts for number in part) == sorted(museum().search(""))


def test_search_finds_words_of_the_object() -> None:
    found = museum().search("amphora", 13)
    assert found
    assert all("amphora" in (shown(i).title + shown(i).kind.name).lower() for i in found)
    assert set(museum().search("amphorae", 13)) == set(found)
    titled = museum().search("stela", only_title=True)
    assert titled
    assert all("stela" in shown(i).title.lower() for i in titled)
    pictured = museum().search("", 5, only_images=True)
    assert all(shown(i).has_image for i in pictured)
    assert 0 < len(pictured) < len(museum().search("", 5))
    assert museum().search("", 2) == []
    assert museum().search("xqzzy") == []


def test_near_misses() -> None:
    assert "amphora" in museum().near("amfora")
    assert museum().object(310_542) is None
    assert all(museum().object(near) for near in museum().near_ids(310_542))


@pytest.mark.parametrize("kind", [kind.name for kind in World().museum.kinds()][::6])
def test_pictures_show_something_and_are_the_same_bytes(kind: str) -> None:
    first = next(i for i in museum().search(kind) if shown(i).kind.name == kind)
    data = museum().picture(shown(first))
    assert data == World().museum.picture(shown(first))
    image = Image.open(io.BytesIO(data))
    assert image.size == (480, 480)
    colours = image.getcolors(480 * 480)
    assert colours is not None
    assert len(colours) > 20
    assert max(number for number, _ in colours) < 0.95 * 480 * 480


def test_seeds() -> None:
    assert World(7).museum.search("", 5) == museum().search("", 5)
    assert World(8).museum.search("", 5) != museum().search("", 5)
