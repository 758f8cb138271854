"""Species: found by every name they have, and classified without contradiction."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.nature import STATUS
from m3bench_world.nature.living import orders, rows

NATURE = World().nature
ALL = NATURE.all()


def test_there_are_some_600_species_and_their_groups() -> None:
    species = [living for living in ALL if living.rank == "species"]
    assert len(species) > 600
    assert len(ALL) - len(species) > 70
    assert {living.kind for living in species} >= {"mammal", "bird", "fish", "reptile", "amphibian", "tree"}
    assert sum(len(NATURE.all(kind)) for kind in {living.kind for living in ALL}) == len(ALL)


@pytest.mark.parametrize(
    ("name", "scientific"),
    [
        ("Weakfish", "Cynoscion regalis"),
        ("striped BASS", "Morone saxatilis"),
        ("fluke", "Paralichthys dentatus"),
        ("Wolves", "Canis lupus"),
        ("strawberries", "Fragaria × ananassa"),
        ("Panthera leo", "Panthera leo"),
        ("aubergines", "Solanum melongena"),
        ("Domestic cat", "Felis catus"),
        ("Galapagos tortoise", "Chelonoidis niger"),
    ],
)
def test_a_species_is_found_by_any_of_its_names(name: str, scientific: str) -> None:
    found = NATURE.find(name)
    assert found is not None
    assert found.scientific == scientific


def test_every_species_is_complete_and_found_by_its_own_name() -> None:
    for living in ALL:
        assert NATURE.find(living.name) is living
        if living.rank != "species":
            assert living.text.endswith(".")
            continue
        assert all(
            (living.family, living.order, living.taxon_class, living.size, living.range, living.habitat)
        )
        assert bool(living.diet) != bool(living.uses), living.name
        assert living.status in STATUS
        assert living.scientific[0].isupper()
        assert " " in living.scientific


def test_names_mean_one_thing_each() -> None:
    owners: dict[str, set[str]] = defaultdict(set)
    for living in ALL:
        for name in (living.name, *living.others):
            owners[name.casefold()].add(living.name)
    assert [name for name, living in owners.items() if len(living) > 1] == []


def test_a_genus_has_one_family_and_a_family_one_order() -> None:
    """Botany and zoology may use a name each: Morus is the mulberry and the gannet."""
    families: dict[tuple[str, bool], set[str]] = defaultdict(set)
    for living in ALL:
        if living.rank == "species":
            families[living.scientific.split()[0], living.is_plant].add(living.family)
    assert [genus for genus, family in families.items() if len(family) > 1] == []
    assert len(orders()) == sum(len(families.split()) for _, _, families in rows("orders"))


def test_misspelt_names_have_near_misses() -> None:
    assert NATURE.near("weekfish")[0] == "Weakfish"
    assert NATURE.find("weekfish") is None


@given(st.text(max_size=40))
def test_any_text_is_found_or_not(text: str) -> None:
    found = NATURE.find(text)
    assert found is None or found in ALL
