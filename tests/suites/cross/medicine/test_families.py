"""The families on medicine: what every request must be."""

from __future__ import annotations

import pytest

from m3bench.forge.tasks.fuzzy import leaks
from m3bench.suites import PlanError, suite_generator
from m3bench_suites.builders.cross.medicine import FAMILIES
from m3bench_world import World

WORLD = World()
LONGEST_FORM = 12


@pytest.mark.parametrize("name", FAMILIES)
def test_requests_are_filled_in_and_name_no_server(name: str) -> None:
    generator = suite_generator("cross")
    family = generator.family(name)
    for number in range(4):
        try:
            task = generator.draw(WORLD, family, number)
        except PlanError:
            continue
        assert "{" not in task.request + task.fuzzy_request
        assert not leaks(task.fuzzy_request, (), task.servers)
        assert task.form is not None
        assert 5 <= len(task.form.fields) <= LONGEST_FORM


@pytest.mark.parametrize("name", FAMILIES)
def test_every_maker_has_its_turn(name: str) -> None:
    makers = suite_generator("cross").family(name).tasks  # type: ignore[attr-defined]
    assert 2 * len(makers) >= FAMILIES[name]
