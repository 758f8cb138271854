"""The families of the group."""

from __future__ import annotations

from m3bench_suites.builders.cross.families import GENERATOR
from m3bench_suites.builders.cross.research import FAMILIES
from m3bench_suites.builders.tasks import Family


def test_there_are_two_tasks_of_each_family() -> None:
    assert set(FAMILIES.values()) == {2}
    assert sum(FAMILIES.values()) == 18


def test_families_are_named_after_their_servers() -> None:
    for name in FAMILIES:
        family = GENERATOR.family(name)
        assert isinstance(family, Family)
        assert "_".join(family.servers).lower().replace(" ", "_") == name
        assert 71 <= family.number <= 79
