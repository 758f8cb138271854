"""Families of `culture`: numbers, servers and words."""

from __future__ import annotations

from importlib import import_module

import pytest

from m3bench.forge.tasks.requests import faults
from m3bench.suites.plans import PlanError
from m3bench_suites.builders.cross.culture import FAMILIES
from m3bench_suites.builders.cross.culture.museum_wikipedia import country_of
from m3bench_suites.builders.cross.culture.nasa_data import flare_strength
from m3bench_suites.builders.cross.culture.nasa_maps_wikipedia import town_of
from m3bench_suites.builders.cross.family import TaskDraw
from m3bench_suites.builders.tasks import Family
from m3bench_world import World

FEWEST_WORDS, MOST_WORDS = 60, 175


def family(name: str) -> Family:
    found: Family = import_module(f"m3bench_suites.builders.cross.culture.{name}").FAMILY
    return found


def test_numbers_are_unique_and_in_range() -> None:
    numbers = [family(name).number for name in FAMILIES]
    assert len(set(numbers)) == len(numbers)
    assert all(41 <= number <= 52 for number in numbers)


@pytest.mark.parametrize("name", FAMILIES)
def test_requests_say_enough_and_give_nothing_away(name: str) -> None:
    world = World()
    for number in range(2 * len(family(name).tasks)):
        blueprint = family(name).make(TaskDraw(world, family(name), number))
        assert blueprint.servers == family(name).servers
        assert not faults(blueprint.request, blueprint.fuzzy_request, (), blueprint.servers)
        for words in (blueprint.request, blueprint.fuzzy_request):
            assert FEWEST_WORDS <= len(words.split()) <= MOST_WORDS
            assert "{" not in words


def test_flares_are_ordered_by_class() -> None:
    assert sorted(["X1.2", "M9.9", "C3.0", "X10.1"], key=flare_strength) == ["C3.0", "M9.9", "X1.2", "X10.1"]
    with pytest.raises(ValueError, match="substring"):
        flare_strength("Z1.0")


def test_towns_and_countries_are_read() -> None:
    assert (
        country_of("Bath is a city in England, United Kingdom, with a population of about 8.")
        == "United Kingdom"
    )
    assert country_of("Valletta is a town in Malta, with a population of about 6,794.") == "Malta"
    wawel = "It is a sight (castle) in or near Kraków, Poland. It lies at 50.05° N, 19.94° E."
    assert town_of(wawel) == ("Kraków", "Poland")
    for read in (country_of, town_of):
        with pytest.raises(PlanError):
            read("It is somewhere.")
