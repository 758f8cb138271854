"""Car prices: all brands are listed, and each can be searched."""

from __future__ import annotations

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "car-price"


def test_every_tool_is_tested() -> None:
    assert set(load(SERVER).tools) == {"get_car_brands", "search_brand_model_price"}


def test_all_brands_are_listed(ask: Asking) -> None:
    heard = ask("get_car_brands")
    brands = heard.data["brands"]
    assert heard.data["count"] == len(brands) == len({brand["code"] for brand in brands}) > 90
    assert {"BMW", "BYD", "Nissan", "SERES", "Toyota", "Honda"} <= {brand["name"] for brand in brands}
    assert heard.data["reference_month"] == "novembro de 2025"
    assert heard.sources == {"garage": "invented"}


@pytest.mark.parametrize(
    ("brand", "keyword"),
    [("BMW", "X4"), ("byd", "T3"), ("Nissan", "Versa"), ("SERES", "Seres 5"), ("Toyota", "Corolla Cross")],
)
def test_models_with_prices(ask: Asking, brand: str, keyword: str) -> None:
    heard = ask("search_brand_model_price", brand_name=brand, model_keyword=keyword)
    answer = heard.data
    assert answer["brand"].lower() == brand.lower()
    assert answer["matching_models"] == len(answer["models"])
    for model in answer["models"]:
        assert model["model"].startswith(keyword)
        amounts = [price["price_brl"] for price in model["prices"]]
        assert amounts == sorted(amounts, reverse=True)
        assert model["prices"][0]["model_year"] == f"Zero KM {model['fuel']}"
        for price in model["prices"]:
            written = price["price"].removeprefix("R$ ").removesuffix(",00").replace(".", "")
            assert int(written) == price["price_brl"]
    month = World().garage.month
    assert answer["brl_per_usd"] == pytest.approx(World().money.rate("USD", "BRL", month), abs=1e-4)
    assert heard.sources == {"garage": "invented", "ecb": "real"}


def test_many_matches_are_bounded_and_counted(ask: Asking) -> None:
    heard = ask("search_brand_model_price", brand_name="Fiat", model_keyword="Flex")
    assert heard.data["matching_models"] > len(heard.data["models"]) == 12
    assert len(heard.text) < 20_000


def test_every_listed_brand_can_be_searched(ask: Asking) -> None:
    for brand in ask("get_car_brands").data["brands"][::10]:
        heard = ask("search_brand_model_price", brand_name=brand["name"], model_keyword="?? no such model")
        assert heard.is_error
        assert f"no model of {brand['name']}" in heard.text


@pytest.mark.parametrize(
    ("brand", "keyword", "words"),
    [
        ("Toyotta", "Corolla", ["Toyota"]),
        ("Toyota", "Corola", ["Corolla"]),
        ("Toyota", "Civic", ["Civic (brand Honda)"]),
        ("", "Civic", ["brand_name"]),
        ("Honda", "  ", ["model_keyword"]),
    ],
)
def test_near_misses(ask: Asking, brand: str, keyword: str, words: list[str]) -> None:
    heard = ask("search_brand_model_price", brand_name=brand, model_keyword=keyword)
    assert heard.is_error
    for word in words:
        assert word in heard.text
