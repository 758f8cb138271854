"""Families about writing, meters and pairs: their tasks work out, differ, and give nothing away."""

from __future__ import annotations

from pathlib import Path

import anyio
import pytest

from m3bench.core import CameraLevel, normalize
from m3bench.curation.build import add_checks
from m3bench.curation.execution import make_references
from m3bench.curation.verification import Verifier
from m3bench.encoders import load_encoder
from m3bench.hosting import Pool
from m3bench.runs.serving import ServerSet
from m3bench.suites import Blueprint, StoredSuite, suite_generator
from m3bench_suites.builders.m3_camera._shared.pictures import shows_texts, shows_things
from m3bench_world import World
from m3bench_world.scenes import compose

FAMILIES = ("shopping_note", "recipe_card", "book_order", "bill_split", "meter_bill", "sold_goods")
PAIRS = ("meter_bill", "sold_goods")
CLEAN, HANDHELD = 2, 3


def _drawn(family: str, number: int, seed: int = 7) -> Blueprint:
    generator = suite_generator("m3-camera")
    return generator.draw(World(seed), generator.family(family), number)


@pytest.mark.parametrize("family", FAMILIES)
def test_a_task_says_nothing_of_what_its_pictures_show(family: str) -> None:
    blueprint = _drawn(family, CLEAN)
    assert blueprint.form is not None
    texts = (blueprint.request, blueprint.fuzzy_request, blueprint.form.template())
    said = f" {normalize(' '.join(texts))} "
    assert blueprint.key_facts
    assert [fact for fact in blueprint.key_facts if f" {normalize(fact)} " in said] == []
    assert blueprint.request != blueprint.fuzzy_request
    assert len(blueprint.plans) == 2
    assert len(blueprint.pictures) == (2 if family in PAIRS else 1)
    assert {picture.camera for picture in blueprint.pictures} == {CameraLevel.CLEAN}
    assert all(picture.name in blueprint.request for picture in blueprint.pictures)


@pytest.mark.parametrize("family", ["recipe_card", "meter_bill"])
def test_the_same_draw_is_the_same_task_and_another_world_another(family: str) -> None:
    once, again, elsewhere = _drawn(family, CLEAN), _drawn(family, CLEAN), _drawn(family, CLEAN, seed=11)
    assert (once.request, once.key_facts, once.pictures) == (again.request, again.key_facts, again.pictures)
    assert once.key_facts != elsewhere.key_facts


def test_texts_and_things_must_be_visible_enough() -> None:
    scene = compose(World(), "handwritten_note", 1).scene
    assert shows_texts(scene, scene.facts["handwritten"])
    assert not shows_texts(scene, scene.facts["struck"])
    assert not shows_texts(scene, scene.facts["handwritten"], least=1.1)
    assert shows_things(scene, "note", 1)
    assert not shows_things(scene, "note", 2)


async def _problems(blueprints: list[Blueprint], world: World, folder: Path) -> list[str]:
    found: list[str] = []
    async with Pool(folder, ahead=0) as pool:
        servers = ServerSet(pool, world)
        for blueprint in blueprints:
            task, executed = await make_references(blueprint, world, servers)
            suite = StoredSuite("m3-camera", world, [add_checks(task, executed)])
            verifier = Verifier(suite, world, servers, load_encoder("hashing"), attack=True)
            verified = await verifier.verify(suite.tasks[0])
            found += [
                *verified.problems,
                *(attack.name for attack in verified.attacked.attacks if attack.passed),
            ]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("family", [name for name in FAMILIES if name != "book_order"])
def test_two_tasks_are_built_and_verified(family: str, tmp_path: Path) -> None:
    blueprints = [_drawn(family, number) for number in (CLEAN, HANDHELD)]
    assert anyio.run(_problems, blueprints, World(7), tmp_path) == []
