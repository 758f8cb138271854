"""The catalogue: numbers lead back, prices make sense, searches find what is meant."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.shops import DOMAINS
from m3bench_world.shops.product import check_digit

WORLD = World()
SHOPS = WORLD.shops


@given(st.integers(0, SHOPS.count - 1))
def test_asin_and_barcode_lead_back_to_the_article(number: int) -> None:
    product = SHOPS._product(number)
    assert len(product.asin) == 10
    assert SHOPS.by_asin(product.asin) == product
    assert SHOPS.by_asin(product.asin.lower()) == product
    assert len(product.gtin) == 13
    assert SHOPS.by_gtin(product.gtin) == product
    wrong = product.gtin[:12] + str((int(product.gtin[12]) + 1) % 10)
    assert SHOPS.by_gtin(wrong) is None


@given(st.text(max_size=14))
def test_other_numbers_lead_nowhere_or_to_their_own_article(code: str) -> None:
    product = SHOPS.by_asin(code)
    assert product is None or product.asin == code.strip().upper()


def test_the_check_digit_is_that_of_ean_13() -> None:
    assert check_digit("400638133393") == "1"
    assert check_digit("978014071484") == "5"


def test_numbers_are_distinct() -> None:
    products = [SHOPS._product(number) for number in range(0, SHOPS.count, 7)]
    assert len({product.asin for product in products}) == len(products)
    assert len({product.gtin for product in products}) == len(products)


@pytest.mark.parametrize(
    ("keywords", "title"),
    [
        ("Pepsi 20 oz bottle", "Pepsi"),
        ("Lay's Salt & Vinegar potato chips", "Lay's Salt & Vinegar Potato Chips"),
        ("persil ORIGINAL liquid laundry detergent", "Persil Original Liquid Laundry Detergent"),
        ("Dupixent dupilumab injection", "Dupixent"),
        ("fluticasone nasal spray", "Fluticasone"),
        ("folding bicycle 20 inch", "Folding Bicycle, 20 inch"),
        ("keyboards", "Keyboard"),
    ],
)
def test_a_search_finds_what_is_meant(keywords: str, title: str) -> None:
    assert title in SHOPS.search(keywords, 1)[0].title


def test_nonsense_finds_nothing_and_slips_are_near() -> None:
    assert SHOPS.search("zzgrblx", 5) == []
    assert "laptop" in SHOPS.near("lptop")


def test_pages_continue_each_other() -> None:
    whole = SHOPS.search("chair", 10)
    assert SHOPS.search("chair", 5) + SHOPS.search("chair", 5, 5) == whole


def test_the_price_is_the_lowest_new_offer_and_more_costs_more() -> None:
    for number in range(0, SHOPS.count, 97):
        product = SHOPS._product(number)
        assert product.dollars == min(offer.dollars for offer in product.offers) == product.offers[0].dollars
    small, large = (
        SHOPS.search("king arthur all-purpose flour 2 lb", 1),
        SHOPS.search("king arthur all-purpose flour 5 lb", 1),
    )
    assert small[0].size < large[0].size
    assert small[0].dollars < large[0].dollars


@pytest.mark.parametrize("domain", sorted(DOMAINS))
def test_prices_follow_the_exchange_rate(domain: str) -> None:
    amount, currency = SHOPS.price(100.0, domain)
    expected = 100 * WORLD.money.rate("USD", currency, WORLD.now.date())
    assert amount == pytest.approx(expected, abs=1)


def test_a_world_before_the_first_rate_still_has_prices() -> None:
    early = World(now=datetime(2015, 1, 1, tzinfo=UTC))
    assert early.shops.price(10.0, "amazon.de")[1] == "EUR"


def test_another_seed_is_another_shop() -> None:
    one, other = World(1).shops.search("desk", 5), World(2).shops.search("desk", 5)
    assert {product.asin for product in one}.isdisjoint(product.asin for product in other)
