"""Fruits: every one has a food in the pantry, and is found by its names."""

from __future__ import annotations

from m3bench_world import World

ORCHARD = World().fruit


def test_every_fruit_has_all_its_nutrients() -> None:
    wanted = {"energy_kcal", "fat_g", "sugars_g", "carbohydrate_g", "protein_g", "fiber_g"}
    for fruit in ORCHARD.fruits():
        assert wanted <= set(ORCHARD.nutrients(fruit)), fruit.name
        assert fruit.family.endswith("aceae")
        assert fruit.order.endswith("ales")


def test_a_genus_has_one_family_and_a_family_one_order() -> None:
    fruits = ORCHARD.fruits()
    assert len({(fruit.genus, fruit.family) for fruit in fruits}) == len({fruit.genus for fruit in fruits})
    assert len({(fruit.family, fruit.order) for fruit in fruits}) == len({fruit.family for fruit in fruits})


def test_fruits_are_found_by_every_name() -> None:
    for fruit in ORCHARD.fruits():
        for name in (fruit.name.upper(), f"{fruit.name}s", str(fruit.id), *fruit.aliases):
            assert ORCHARD.find(name) == fruit
    assert ORCHARD.find("hammer") is None
    assert ORCHARD.find("cherries") == ORCHARD.find("cherry")
