"""Families of `omni` ask in several ways, and a kind that a family has twice asks differently each time."""

from __future__ import annotations

from importlib import import_module

import pytest

from m3bench_suites.builders.omni import GENERATOR
from m3bench_suites.builders.tasks import Family, wording_of

LEAST_WORDINGS = 5


def family(name: str) -> Family:
    found = import_module(GENERATOR.modules[name]).FAMILY
    assert isinstance(found, Family)
    return found


@pytest.mark.parametrize("name", GENERATOR.families)
def test_every_family_has_several_wordings(name: str) -> None:
    wordings = [wording_of(task) for task in set(family(name).tasks)]
    for texts in ([wording.requests for wording in wordings], [wording.fuzzy for wording in wordings]):
        assert len({text for each in texts for text in each}) >= LEAST_WORDINGS


@pytest.mark.parametrize("name", ["banking", "e_commerce", "insurance"])
def test_repeated_kinds_have_as_many_wordings(name: str) -> None:
    tasks = family(name).tasks
    for task in tasks:
        wording = wording_of(task)
        least = 3 if tasks.count(task) == 1 else LEAST_WORDINGS
        assert min(len(set(wording.requests)), len(set(wording.fuzzy))) >= least, task.__name__
