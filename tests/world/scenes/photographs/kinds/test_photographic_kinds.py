"""Scenes of photographs: exact truth, the same bytes, true sizes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from m3bench.core import Art, UsageError
from m3bench_world import World
from m3bench_world.scenes import Composition, compose, draw, kind_names
from m3bench_world.scenes.kinds import food_web as drawn_food_web
from m3bench_world.scenes.photographs import things
from m3bench_world.scenes.photographs.kinds import coins, food_web
from m3bench_world.scenes.photographs.store import FETCH, MANIFEST, thing_image, view_image
from tests.volume import volume

KINDS = kind_names(Art.PHOTOGRAPHS)
UNCOUNTED = ("person",)


def photographic(kind: str, number: int) -> Composition:
    return compose(World(), kind, number, art=Art.PHOTOGRAPHS)


def check_truth(composition: Composition) -> None:
    """Boxes and shares agree with the masks, and facts with the things."""
    scene = composition.scene
    for index, thing in enumerate(scene.things):
        mask = np.asarray(composition.mask(index))
        rows, columns = np.flatnonzero((mask >= 64).any(axis=1)), np.flatnonzero((mask >= 64).any(axis=0))
        assert thing.box == (columns[0], rows[0], columns[-1] + 1, rows[-1] + 1)
        assert thing.visible >= 0.35
        assert thing.label in things()
    counts = {label: count for label, count in scene.counts().items() if label not in UNCOUNTED}
    for name in ("counts", "animals", "vehicles"):
        if name in scene.facts:
            assert scene.facts[name] == counts
            assert scene.facts["total"] == sum(counts.values())


@pytest.mark.usefixtures("stand_ins")
@pytest.mark.parametrize("kind", KINDS)
def test_truth_is_exact(kind: str) -> None:
    for number in range(2):
        check_truth(photographic(kind, number))


@pytest.mark.slow
@pytest.mark.usefixtures("photographs")
@pytest.mark.parametrize("kind", KINDS)
def test_truth_of_real_photographs_is_exact(kind: str) -> None:
    empty = 0
    for number in range(volume(24)):
        composition = photographic(kind, number)
        check_truth(composition)
        empty += not composition.scene.things
    assert empty == 0


@pytest.mark.usefixtures("stand_ins")
@pytest.mark.parametrize("kind", ["animals", "fruit_bowl", "coins"])
def test_the_same_seed_gives_the_same_bytes(kind: str) -> None:
    first, again = (draw(World(), kind, 4, art=Art.PHOTOGRAPHS) for _ in range(2))
    other = draw(World(), kind, 5, art=Art.PHOTOGRAPHS)
    assert first == again
    assert first.png != other.png


@pytest.mark.usefixtures("stand_ins")
def test_drawn_scenes_have_nothing_of_photographs() -> None:
    assert draw(World(), "animals", 4).png != draw(World(), "animals", 4, art=Art.PHOTOGRAPHS).png


def test_the_kinds_of_the_issue_are_there() -> None:
    assert {"animals", "food_web", "fruit_bowl", "cars", "car_offer", "coins", "flowers", "landscape"} <= set(
        KINDS
    )
    assert "coins" not in kind_names()


@pytest.mark.usefixtures("stand_ins")
def test_a_kind_without_photographs_names_those_that_have() -> None:
    with pytest.raises(UsageError, match="no photographs for the kind of scene 'receipt'") as error:
        photographic("receipt", 1)
    assert "fruit_bowl" in (error.value.hint or "")


@pytest.mark.usefixtures("no_photographs")
def test_without_the_fetch_the_command_is_named() -> None:
    with pytest.raises(UsageError, match="not on this machine") as error:
        photographic("animals", 1)
    assert FETCH in (error.value.hint or "")


def test_a_damaged_photograph_is_named(
    tmp_path: Path, stand_ins: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("M3BENCH_PHOTOGRAPHS", str(tmp_path))
    (tmp_path / MANIFEST).write_bytes((stand_ins / MANIFEST).read_bytes())
    one = things()["apple"][0]
    path = tmp_path / one.source.path
    path.parent.mkdir(parents=True)
    path.write_bytes((stand_ins / one.source.path).read_bytes() + b"?")
    with pytest.raises(UsageError, match="missing or damaged"):
        thing_image(one)
    with pytest.raises(UsageError, match="missing or damaged"):
        view_image("meadow")


@pytest.mark.usefixtures("stand_ins")
def test_the_casts_are_those_of_the_drawn_kind_where_there_are_photographs() -> None:
    same = [number for number in range(23) if food_web.cast_of(number) == drawn_food_web.cast_of(number)]
    assert len(same) == len(food_web.CASTS) >= 7
    for number in same[:2]:
        shown = set(photographic("food_web", number).scene.facts["animals"])
        assert shown <= set(drawn_food_web.cast_of(number).labels)


@pytest.mark.usefixtures("stand_ins")
def test_the_total_of_coins_is_the_sum_of_their_values() -> None:
    for number in range(5):
        scene = photographic("coins", number).scene
        assert scene.facts["currency"] in coins.CURRENCIES
        assert {thing.attributes["currency"] for thing in scene.things} == {scene.facts["currency"]}
        values = [int(thing.attributes["value"]) for thing in scene.things]
        assert (sum(values), len(values)) == (scene.facts["total"], scene.facts["count"])
