"""The shop over its tools."""

from __future__ import annotations

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "amazon"


def test_search_gives_products_that_can_be_looked_up(ask: Asking) -> None:
    heard = ask("search_products", keywords="OREO Mega Stuf cookies", n=3)
    products = heard.data["products"]
    assert [product["brand"] for product in products] == ["OREO"] * 3
    assert heard.sources == {"shops": "invented"}
    for found in products:
        product = ask("get_product", asin=found["asin"]).data
        assert {name: product[name] for name in found} == found
        assert product["price"] == min(offer["price"] for offer in product["offers"])
        assert found["url"].endswith(f"/dp/{found['asin']}")


def test_prices_are_in_the_currency_of_the_domain(ask: Asking) -> None:
    dollars = ask("search_products", keywords="tent").data["products"][0]
    pounds = ask("search_products", keywords="tent", amazon_domain="www.amazon.co.uk").data["products"][0]
    rate = World().money.rate("USD", "GBP", World().now.date())
    assert pounds["asin"] == dollars["asin"]
    assert pounds["currency"] == "GBP"
    assert abs(pounds["price"] - dollars["price"] * rate) < 0.01


def test_pages(ask: Asking) -> None:
    first = ask("search_products", keywords="ball", n=4).data["products"]
    second = ask("search_products", keywords="ball", n=4, page=2).data["products"]
    both = ask("search_products", keywords="ball", n=8).data["products"]
    assert first + second == both
    assert "earlier" in ask("search_products", keywords="ball", n=50, page=100).text


def test_what_is_wrong_is_told(ask: Asking) -> None:
    assert "laptop" in ask("search_products", keywords="laptoop").text
    assert ask("search_products", keywords=" ").is_error
    assert "amazon.de" in ask("search_products", keywords="desk", amazon_domain="shop.example").text
    assert "ten letters" in ask("get_product", asin="B0").text
    assert "Not found" in ask("get_product", asin="B000000000").text


def test_these_are_all_tools() -> None:
    assert list(load(SERVER).tools) == ["search_products", "get_product"]
