"""Every kind of task of every family can be worded in several ways."""

from __future__ import annotations

import pytest

from m3bench_suites.builders.tasks import Family, wording_of
from m3bench_suites.builders.verse import GENERATOR


@pytest.mark.parametrize("name", GENERATOR.families)
def test_tasks_have_requests_in_several_wordings(name: str) -> None:
    family = GENERATOR.family(name)
    assert isinstance(family, Family)
    assert (family.name, len(family.tasks)) == (name, GENERATOR.families[name])
    for task in family.tasks:
        wording = wording_of(task)
        assert len({*wording.requests, *wording.fuzzy}) == len(wording.requests) + len(wording.fuzzy)
        assert len(wording.requests) > 1 < len(wording.fuzzy)
        assert len(wording.fields) > 1
