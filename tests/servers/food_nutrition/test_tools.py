"""Nutrition adds up, and is that of the table."""

from __future__ import annotations

import math

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "food_nutrition_mcp"


def test_one_food_with_its_weight(ask: Asking) -> None:
    heard = ask("get_nutrition", query="3 medium apples")
    (item,) = heard.data["items"]
    assert item["food"] == "Apple, raw"
    assert item["grams"] == 546
    assert "182 g" in item["weight_basis"]
    assert item["nutrients"]["energy_kcal"] == pytest.approx(61 * 5.46, abs=0.1)
    assert item["nutrients"]["carbohydrate_g"] == pytest.approx(14.8 * 5.46, abs=0.01)
    assert heard.sources == {"usda": "real", "portions": "derived"}


def test_the_total_is_the_sum_of_the_items(ask: Asking) -> None:
    data = ask("get_nutrition", query="100 g rice and 2 eggs, a cup of cooked lentils").data
    assert [item["food"] for item in data["items"]] == [
        "Rice, white, cooked, no added fat",
        "Egg, whole, raw, fresh",
        "Lentils, from dried, no added fat",
    ]
    for key, total in data["total"].items():
        parts = [item["grams"] if key == "grams" else item["nutrients"].get(key, 0) for item in data["items"]]
        assert total == round(math.fsum(parts), 2)


def test_food_is_another_word_for_query(ask: Asking) -> None:
    assert (
        ask("get_nutrition", food="banana").data["items"]
        == ask("get_nutrition", query="banana").data["items"]
    )
    assert ask("get_nutrition", query=None, food="banana").data["query"] == "banana"


def test_the_entry_is_that_of_the_pantry(ask: Asking) -> None:
    (item,) = ask("get_nutrition", food="100 g of kiwifruit").data["items"]
    food = World().pantry.find("kiwi")
    assert food is not None
    assert item["food"] == food.name
    assert item["nutrients"]["vitamin_c_mg"] == pytest.approx(food.nutrients["vitamin_c_mg"], abs=0.01)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({}, "neither query nor food"),
        ({"query": None, "food": None}, "neither query nor food"),
        ({"query": "  ", "food": ""}, "food"),
        ({"query": "2 strawbery"}, "Did you mean: strawberry"),
        ({"query": "5"}, "Not found"),
        ({"query": ",,,"}, "names no food"),
        ({"query": "a" * 3000}, "3,000 characters"),
        ({"query": 5}, "query"),
    ],
)
def test_what_cannot_be_answered_says_why(ask: Asking, arguments: dict[str, object], word: str) -> None:
    heard = ask("get_nutrition", **arguments)
    assert heard.is_error
    assert word in heard.text


def test_there_is_no_other_tool() -> None:
    assert set(load(SERVER).tools) == {"get_nutrition"}
