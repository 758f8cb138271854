"""The server `FruityVice`."""

from __future__ import annotations

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "FruityVice"
TOOL = "get_fruit_nutrition"


@pytest.mark.parametrize(
    ("name", "botany", "calories"),
    [
        ("apple", ("Rosaceae", "Malus", "Rosales"), 61),
        ("Strawberries", ("Rosaceae", "Fragaria", "Rosales"), 32),
        ("BANANA", ("Musaceae", "Musa", "Zingiberales"), 89),
        ("kiwi fruit", ("Actinidiaceae", "Actinidia", "Ericales"), 60.95),
    ],
)
def test_a_fruit_has_its_botany_and_the_calories_of_the_usda(
    ask: Asking, name: str, botany: tuple[str, str, str], calories: float
) -> None:
    """USDA FoodData Central: Apple, raw; Strawberries, raw; Bananas, raw; Kiwifruit, green, raw."""
    fruit = ask("get_fruit_nutrition", fruit_name=name).data
    assert (fruit["family"], fruit["genus"], fruit["order"]) == botany
    assert fruit["nutritions"]["calories"] == calories
    assert set(fruit["nutritions"]) == {"calories", "fat", "sugar", "carbohydrates", "protein", "fiber"}


def test_an_unknown_fruit_is_refused_with_similar_names(ask: Asking) -> None:
    heard = ask(TOOL, fruit_name="bananna")
    assert heard.is_error
    assert "Did you mean: Banana" in heard.text
    assert ask(TOOL, fruit_name="  ").is_error


def test_the_two_servers_of_nutrients_agree(tmp_path_factory: pytest.TempPathFactory) -> None:
    workspace, world = tmp_path_factory.mktemp("agree"), World()
    fruits = InProcess(SERVER, workspace, world)
    foods = InProcess("food_nutrition_mcp", workspace, world)
    for name in ("mango", "pear", "breadfruit", "dragonfruit"):
        here = fruits(TOOL, fruit_name=name).data["nutritions"]
        there = foods("get_nutrition", query=f"100 g {name}").data["total"]
        assert here["sugar"] == pytest.approx(there["sugars_g"], abs=0.01)
        assert here["fiber"] == pytest.approx(there["fiber_g"], abs=0.01)
