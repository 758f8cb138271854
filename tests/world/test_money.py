"""Exchange rates are those of the table, crossed by the euro."""

from __future__ import annotations

from datetime import UTC, date, datetime
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.money import NoRateYet, UnknownCurrency

MONEY = World().money
CURRENCIES = st.sampled_from(MONEY.currencies())
DAYS = st.dates(date(2022, 1, 3), date(2030, 1, 1))


def test_a_published_rate() -> None:
    assert MONEY.rate("EUR", "USD", date(2022, 1, 3)) == 1.1355
    assert MONEY.rate("eur", "jpy", date(2022, 1, 3)) == 130.56


def test_a_weekend_has_the_rate_of_friday() -> None:
    assert MONEY.rate("EUR", "BRL", date(2024, 3, 3)) == MONEY.rate("EUR", "BRL", date(2024, 3, 1))


def test_after_the_table_the_last_rate_holds() -> None:
    assert MONEY.rate("EUR", "USD", date(2040, 1, 1)) == 1.1551


def test_without_a_day_it_is_the_worlds_own() -> None:
    money = World(now=datetime(2023, 5, 10, 12, tzinfo=UTC)).money
    assert money.rate("USD", "BRL") == money.rate("USD", "BRL", date(2023, 5, 10))


@given(CURRENCIES, CURRENCIES, CURRENCIES, DAYS)
def test_rates_cross(first: str, second: str, third: str, day: date) -> None:
    around = MONEY.rate(first, second, day) * MONEY.rate(second, third, day)
    assert isclose(around, MONEY.rate(first, third, day), rel_tol=1e-12)
    assert isclose(MONEY.convert(MONEY.convert(250, first, second, day), second, first, day), 250)


def test_what_there_is_not() -> None:
    with pytest.raises(UnknownCurrency, match="XYZ"):
        MONEY.rate("XYZ", "EUR")
    with pytest.raises(UnknownCurrency) as missed:
        MONEY.rate("EUR", "USDD")
    assert missed.value.near[0] == "USD"
    with pytest.raises(NoRateYet, match="2022-01-03"):
        MONEY.rate("EUR", "USD", date(2021, 12, 31))
