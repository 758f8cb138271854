"""Names of species that photographs show: they are correct beside the plain names of the animals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps

import msgspec

from m3bench.checks import Expected
from m3bench.suites import Plan
from m3bench_suites.builders.m3.family import TaskDraw
from m3bench_suites.builders.tasks import Family, Maker, TaskSpec


def with_species(family: Family) -> Family:
    """Return the family with answers that may also name the species on the photographs."""
    return msgspec.structs.replace(family, tasks=tuple(map(_naming_maker, family.tasks)))


def _naming_maker(maker: Maker) -> Maker:
    @wraps(maker)
    def draw_task(draw: TaskDraw) -> TaskSpec:
        spec = maker(draw)
        assert isinstance(spec, TaskSpec)
        return msgspec.structs.replace(spec, plans=tuple(map(_naming, spec.plans)))

    return draw_task


def _naming(plan: Callable[[], Plan]) -> Callable[[], Plan]:
    def run() -> Plan:
        solution = yield from plan()
        return msgspec.structs.replace(solution, fields=add_species(solution.fields, species_by_label()))

    return run


def species_by_label() -> dict[str, tuple[str, ...]]:
    """Return the species on the photographs of each animal, where they are known."""
    from m3bench_world.scenes.photographs import things  # noqa: PLC0415 - loads the drawing libraries

    species = {
        label: tuple(
            dict.fromkeys(thing.attributes["species"] for thing in labelled if "species" in thing.attributes)
        )
        for label, labelled in things().items()
    }
    return {label: names for label, names in species.items() if names}


def add_species(
    fields: Mapping[str, Expected], species: Mapping[str, tuple[str, ...]]
) -> dict[str, Expected]:
    """Return expected fields in which the name of an animal may be that of its species."""
    return {name: _widened(expected, species) for name, expected in fields.items()}


def _widened(expected: Expected, species: Mapping[str, tuple[str, ...]]) -> Expected:
    if expected.items is not None:
        return msgspec.structs.replace(
            expected, items=tuple(_widened(item, species) for item in expected.items)
        )
    if expected.rows is not None:
        return msgspec.structs.replace(
            expected, rows=tuple(add_species(row, species) for row in expected.rows)
        )
    known = (expected.value, *expected.also)
    more = [name for label in known if isinstance(label, str) for name in species.get(label, ())]
    new = tuple(name for name in dict.fromkeys(more) if name not in known)
    return msgspec.structs.replace(expected, also=(*expected.also, *new)) if new else expected
