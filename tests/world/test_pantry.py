"""The pantry reads everyday phrases and weighs what they name."""

from __future__ import annotations

import math
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.pantry import Pantry, UnknownFood, total_nutrients
from m3bench_world.pantry.wording import singular


@cache
def pantry() -> Pantry:
    return World().pantry


@pytest.mark.parametrize(
    ("phrase", "food", "grams"),
    [
        ("3 medium apples", "Apple, raw", 3 * 182),
        ("1 whole watermelon", "Watermelon, raw", 4518),
        ("9 medium strawberries", "Strawberries, raw", 9 * 12),
        ("2 medium starfruit", "Starfruit, raw", 2 * 91),
        ("a small pear", "Pears, raw", 148),
        ("a cup of cooked lentils", "Lentils, from dried, no added fat", 198),
        ("half a dozen large eggs", "Egg, whole, raw, fresh", 300),
        ("1½ cups of milk", "Milk, whole", 366),
        ("1 1/2 cups milk", "Milk, whole", 366),
        ("1-2 bananas", "Bananas, raw", 1.5 * 118),
        ("a quarter of a watermelon", "Watermelon, raw", 4518 / 4),
        ("200g rice", "Rice, white, cooked, no added fat", 200),
        ("rice 100 g", "Rice, white, cooked, no added fat", 100),
        ("1 lb ground beef", "Beef, ground", 453.6),
        ("2 slices of whole wheat bread", "Bread, whole wheat", 64),
        ("2 whole wheat bread slices", "Bread, whole wheat", 64),
        ("1 granola bar", "Snacks, granola bars, hard, plain", 25),
        ("a handful of almonds", "Almonds, NFS", 28),
        ("4 oz salmon", "Fish, salmon, sockeye, cooked, dry heat", 113.4),
        ("2 large organic free-range eggs", "Egg, whole, raw, fresh", 100),
        ("mac and cheese", "Macaroni or noodles with cheese", 200),
        ("Pineapple, raw, all varieties", "Pineapple, raw, all varieties", 905),
        ("apple x2", "Apple, raw", 2 * 182),
        ("200grams of rice", "Rice, white, cooked, no added fat", 200),
        ("blueberries (1 cup)", "Blueberries, raw", 148),
        ("ham and cheese sandwich", "Ham sandwich on white, with cheese", 180),
        ("2 large raw eggs", "Egg, whole, raw, fresh", 100),
    ],
)
def test_a_phrase_is_weighed(phrase: str, food: str, grams: float) -> None:
    (serving,) = pantry().servings(phrase)
    assert serving.food.name == food
    assert serving.grams == pytest.approx(grams, abs=0.01)


def test_spoons_follow_from_the_weight_of_a_cup() -> None:
    (spoons,) = pantry().servings("16 tbsp plain yogurt")
    (cup,) = pantry().servings("1 cup plain yogurt")
    assert spoons.grams == pytest.approx(cup.grams, rel=0.01)


def test_several_foods_are_told_apart() -> None:
    names = [serving.food.name for serving in pantry().servings("100 g rice and 2 eggs, 1 tbsp olive oil")]
    assert names == ["Rice, white, cooked, no added fat", "Egg, whole, raw, fresh", "Olive oil"]
    grams = [serving.grams for serving in pantry().servings("rice, 100 g, and a banana")]
    assert grams == [100, 118]


def test_nutrients_are_the_share_of_100_grams() -> None:
    (serving,) = pantry().servings("50 g cheddar cheese")
    for key, value in serving.nutrients.items():
        assert value == pytest.approx(serving.food.nutrients[key] / 2, abs=0.06)


def test_a_food_found_two_ways_is_the_same() -> None:
    assert pantry().find("apples") == pantry().find("Apple, raw") == pantry().find("raw apple")
    assert pantry().find("aubergine") == pantry().find("eggplants")


def test_what_is_unknown_has_near_misses() -> None:
    with pytest.raises(UnknownFood, match="strawbery"):
        pantry().servings("2 eggs and strawbery")
    assert "strawberry" in pantry().near("strawbery")
    assert pantry().find("xyzzy") is None


def test_everyday_names_have_entries_and_weights() -> None:
    foods = pantry().common_foods()
    assert len(foods) >= 400
    assert len({food.name for food in foods}) == len(foods)
    for food in foods:
        entry = pantry().find(food.name)
        assert entry is not None
        assert entry.name == food.entry
        assert entry.energy_kcal >= 0
        assert food.portions
        assert all(0 < grams < 10_000 for grams in food.portions.values())
        sizes = [food.portions[size] for size in ("small", "medium", "large") if size in food.portions]
        assert sizes == sorted(sizes)


def test_the_foods_of_the_usda_do_not_depend_on_the_seed() -> None:
    assert World(1).pantry.find("kiwi") == World(2).pantry.find("kiwi")


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("berries", "berry"),
        ("tomatoes", "tomato"),
        ("peaches", "peach"),
        ("apples", "apple"),
        ("asparagus", "asparagus"),
    ],
)
def test_plurals_become_singular(plural: str, one: str) -> None:
    assert singular(plural) == one


@given(
    st.lists(
        st.sampled_from(["apple", "2 eggs", "1 cup milk", "30 g almonds", "3 slices of bread"]), min_size=1
    )
)
def test_totals_are_the_sum_of_the_items(phrases: list[str]) -> None:
    servings = pantry().servings(", ".join(phrases[:12]))
    assert len(servings) == len(phrases[:12])
    for key, total in total_nutrients(servings).items():
        parts = [serving.nutrients.get(key, 0.0) for serving in servings]
        assert total == round(math.fsum(parts), 2)


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(UnknownFood):
        assert all(serving.grams >= 0 for serving in pantry().servings(text))
