"""The bourse: prices add up, books balance, and figures follow from both."""

from __future__ import annotations

import math
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench_world import World
from m3bench_world.stock_market import (
    INTERVALS,
    Row,
    StockMarket,
    UnknownTicker,
    calendar,
    clock,
    is_trading_day,
)
from m3bench_world.stock_market.accounts import Stocks

WORLD = World()
BOURSE = WORLD.stock_market
SOME = ("AAPL", "BRK-A", "BRK-B", "GOOGL", "JPM", "BYND", "T", "BKNG")


def rows(ticker: str, interval: str, first: date, end: date, stock_market: StockMarket = BOURSE) -> list[Row]:
    return stock_market.history(stock_market.find(ticker), interval, first, end, 10**6)[0]


def summary(bars: list[Row]) -> tuple[float, float, float, float, int]:
    quotes = [bar.quote for bar in bars]
    return (
        quotes[0].open,
        max(quote.high for quote in quotes),
        min(quote.low for quote in quotes),
        quotes[-1].close,
        sum(quote.volume for quote in quotes),
    )


@pytest.mark.parametrize(
    "closed",
    [
        *("2025-01-01", "2025-01-20", "2025-02-17", "2025-04-18", "2025-05-26", "2025-06-19", "2025-07-04"),
        *("2025-09-01", "2025-11-27", "2025-12-25", "2022-12-26", "2021-07-05", "2024-03-29", "2025-11-08"),
    ],
)
def test_holidays_and_weekends(closed: str) -> None:
    assert not is_trading_day(date.fromisoformat(closed))


def test_other_days_are_traded() -> None:
    for day in ("2021-12-31", "2021-06-18", "2025-10-13", "2025-11-11", "2024-12-24"):
        assert is_trading_day(date.fromisoformat(day))
    assert sum(is_trading_day(date(2024, 1, 1) + timedelta(days=day)) for day in range(366)) == 252


@given(st.dates(date(2015, 1, 1), date(2060, 12, 31)))
def test_days_are_numbered_without_gaps(day: date) -> None:
    number = calendar.number_of(day)
    assert calendar.day_of(number) >= day
    assert calendar.number_of(calendar.day_of(number)) == number
    if number:
        assert calendar.day_of(number - 1) < day


def test_the_session_is_that_of_new_york() -> None:
    for moment, minutes in (("2025-11-05T14:29", 0), ("2025-11-05T15:00", 30), ("2025-07-07T15:00", 90)):
        now = datetime.fromisoformat(moment).replace(tzinfo=UTC)
        assert calendar.trading_minute(now) % calendar.SESSION == minutes
    assert clock(BOURSE.prices.now).isoformat() == "2025-11-05T10:00:00-05:00"


@pytest.mark.parametrize("ticker", SOME)
@pytest.mark.parametrize("interval", ["5d", "1wk", "1mo", "3mo"])
def test_long_bars_are_made_of_days(ticker: str, interval: str) -> None:
    first, end = date(2024, 3, 4), date(2025, 11, 30)
    days = rows(ticker, "1d", first, end)
    starts = [bar.start for bar in rows(ticker, interval, first, end)]
    for bar, after in zip(rows(ticker, interval, first, end), [*starts[1:], 10**9], strict=True):
        inside = [day for day in days if bar.start <= day.start < after]
        assert summary(inside) == summary([bar])
        assert bar.dividend == pytest.approx(sum(day.dividend for day in inside))


@pytest.mark.parametrize("ticker", SOME)
@pytest.mark.parametrize("interval", ["1m", "2m", "5m", "15m", "30m", "60m", "90m", "1h"])
def test_bars_within_the_day_make_the_day(ticker: str, interval: str) -> None:
    for day in (date(2025, 11, 3), date(2025, 11, 4), date(2025, 11, 5)):
        end = day + timedelta(days=1)
        inside = rows(ticker, interval, day, end)
        assert summary(inside) == summary(rows(ticker, "1d", day, end))
        for earlier, later in pairwise(inside):
            assert earlier.quote.close == later.quote.open


def test_all_intervals_are_tested() -> None:
    assert set(INTERVALS) == {
        "5d",
        "1wk",
        "1mo",
        "3mo",
        "1d",
        "1m",
        "2m",
        "5m",
        "15m",
        "30m",
        "60m",
        "90m",
        "1h",
    }


def test_the_end_is_not_included_and_nothing_comes_after_now() -> None:
    assert [
        clock(row.start).date().day for row in rows("TSLA", "1d", date(2024, 10, 1), date(2024, 10, 3))
    ] == [1, 2]
    assert clock(rows("TSLA", "1d", date(2025, 10, 30), date(2026, 2, 1))[-1].start).date() == date(
        2025, 11, 5
    )
    assert clock(rows("TSLA", "1d", date(2010, 1, 1), date(2015, 1, 6))[0].start).date() == date(2015, 1, 2)


@pytest.mark.parametrize("ticker", sorted({*SOME, *BOURSE.tickers()[::9]}))
def test_books_balance_and_figures_follow(ticker: str) -> None:
    listing = BOURSE.find(ticker)
    quarters = BOURSE.accounts.quarters(listing.company)
    for before, after in pairwise(quarters):
        assert after.stocks.assets == after.stocks.liabilities + after.stocks.equity
        assert after.stocks.cash - before.stocks.cash == after.flows.change_in_cash
    assert all(getattr(quarters[-1].stocks, field) >= 0 for field in Stocks.__struct_fields__)
    figures = BOURSE.figures(listing)
    price = figures["currentPrice"]
    assert price == rows(ticker, "1d", date(2025, 11, 5), date(2025, 11, 6))[0].quote.close
    assert figures["marketCap"] == round(price * figures["sharesOutstanding"])
    if figures["trailingPE"] is not None:
        assert figures["trailingPE"] == pytest.approx(price / figures["trailingEps"], rel=1e-3)
        assert 3 < figures["trailingPE"] < 120
    assert figures["fiftyTwoWeekLow"] <= price <= figures["fiftyTwoWeekHigh"]


def test_years_are_four_quarters() -> None:
    company = BOURSE.find("MSFT").company
    quarters, years = BOURSE.accounts.quarters(company), BOURSE.accounts.years(company)
    assert [year.end for year in years] == [date(year, 12, 31) for year in range(2015, 2025)]
    for number, year in enumerate(years):
        parts = quarters[4 * number : 4 * number + 4]
        assert year.flows.revenue == sum(part.flows.revenue for part in parts)
        assert year.flows.net_income == sum(part.flows.net_income for part in parts)
        assert year.stocks == parts[-1].stocks
    assert all(quarter.reported <= WORLD.now.date() for quarter in quarters)
    assert all(is_trading_day(quarter.reported) for quarter in quarters)
    assert BOURSE.accounts.next_report(company) > WORLD.now.date()


def test_dividends_in_prices_actions_and_books_agree() -> None:
    listing = BOURSE.find("KO")
    days = rows("KO", "1d", date(2024, 1, 1), date(2025, 1, 1))
    paid = {clock(day.start).date(): day.dividend for day in days if day.dividend}
    actions = [action for action in BOURSE.actions_of(listing, date(2024, 1, 1)) if action.day.year == 2024]
    assert paid == {action.day: action.dividend for action in actions}
    assert len(paid) == 4
    year = BOURSE.accounts.years(listing.company)[-1]
    assert year.flows.dividends == pytest.approx(sum(paid.values()) * listing.company.share_count, rel=1e-6)


def split_ticker() -> tuple[str, date, int]:
    for ticker in BOURSE.tickers():
        for action in BOURSE.actions.splits(BOURSE.find(ticker).company):
            return ticker, action.day, action.split
    raise AssertionError("no company splits its shares")


def test_before_a_split_shares_are_fewer_and_dearer() -> None:
    ticker, day, ratio = split_ticker()
    earlier = World(now=datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(days=3)).stock_market
    first, end = day - timedelta(days=20), day - timedelta(days=10)
    now, then = rows(ticker, "1d", first, end), rows(ticker, "1d", first, end, earlier)
    for new, old in zip(now, then, strict=True):
        assert old.quote.close == pytest.approx(new.quote.close * ratio, rel=1e-3)
    listing = BOURSE.find(ticker)
    assert BOURSE.shares(listing) == pytest.approx(earlier.shares(listing) * ratio, rel=1e-6)
    effective = rows(ticker, "1d", day, day + timedelta(days=1))
    assert effective[0].split == ratio


def test_classes_of_shares_are_one_company() -> None:
    a, b = BOURSE.find("BRK-A"), BOURSE.find("brk.b")
    assert b.company == a.company
    assert BOURSE.prices.last(b) == pytest.approx(BOURSE.prices.last(a) / 1500, rel=1e-4)
    assert BOURSE.figures(a)["marketCap"] == pytest.approx(BOURSE.figures(b)["marketCap"], rel=1e-4)


def test_options_keep_parity() -> None:
    listing = BOURSE.find("V")
    spot = BOURSE.prices.last(listing)
    paid = [action.dividend for action in BOURSE.actions_of(listing, BOURSE.year_ago)]
    for expires in BOURSE.expirations():
        years = (expires - WORLD.now.date()).days / 365
        calls, puts = (BOURSE.chain(listing, expires, call=call) for call in (True, False))
        for call, put in zip(calls, puts, strict=True):
            assert call.strike == put.strike
            held = spot * math.exp(-4 * paid[-1] / spot * years) - call.strike * math.exp(-0.041 * years)
            assert call.last - put.last == pytest.approx(held, abs=0.025)
            assert call.bid <= call.last <= call.ask
        assert [call.last for call in calls] == sorted((call.last for call in calls), reverse=True)


def test_options_end_on_trading_days_ahead() -> None:
    days = BOURSE.expirations()
    assert list(days) == sorted(set(days))
    assert all(is_trading_day(day) and day > WORLD.now.date() for day in days)


def test_grades_are_those_of_the_ratings() -> None:
    listing = BOURSE.find("META")
    current: dict[str, str] = {}
    for rating in reversed(BOURSE.ratings.since(listing, date(2000, 1, 1))):
        assert rating.before == current.get(rating.firm, "")
        current[rating.firm] = rating.grade
    counts = BOURSE.ratings.counts(listing, BOURSE.today)
    assert counts == {grade: list(current.values()).count(grade) for grade in counts}


def test_unknown_tickers_have_near_misses_by_ticker_and_name() -> None:
    with pytest.raises(UnknownTicker) as missed:
        BOURSE.find("Microsoft")
    assert missed.value.near[0] == "MSFT (Microsoft Corporation)"
    with pytest.raises(UnknownTicker) as missed:
        BOURSE.find("APPL")
    assert any(name.startswith("AAPL") for name in missed.value.near)


def test_one_seed_one_bourse() -> None:
    def told(seed: int) -> str:
        stock_market = World(seed).stock_market
        listing = stock_market.find("IBM")
        return repr(
            (stock_market.figures(listing), stock_market.news(listing), stock_market.holders.deals(listing))
        )

    assert told(2) == told(2)
    assert told(2) != told(5)


def test_the_past_does_not_change_with_the_clock() -> None:
    later = World(now=datetime(2026, 3, 1, tzinfo=UTC)).stock_market
    first, end = date(2025, 6, 2), date(2025, 11, 1)
    assert rows("AMD", "1d", first, end, later) == rows("AMD", "1d", first, end)
