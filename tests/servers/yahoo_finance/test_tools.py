"""Shares: what one tool says agrees with what the others say."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from m3bench.servers import load
from tests.servers.asking import Asking

SERVER = "yahoo-finance"
TODAY = date(2025, 11, 5)
TOOLS = {
    *("get_historical_stock_prices", "get_stock_info", "get_yahoo_finance_news", "get_stock_actions"),
    *("get_financial_statement", "get_holder_info", "get_option_expiration_dates", "get_option_chain"),
    "get_recommendations",
}


def test_every_tool_is_tested() -> None:
    assert set(load(SERVER).tools) == TOOLS


def prices(ask: Asking, ticker: str, first: str, end: str, interval: str = "1d") -> list[dict[str, Any]]:
    answer = ask(
        "get_historical_stock_prices", ticker=ticker, start_date=first, end_date=end, interval=interval
    ).data
    assert answer["count"] == len(answer["prices"])
    rows: list[dict[str, Any]] = answer["prices"]
    return rows


@pytest.mark.parametrize("ticker", ["TSLA", "META", "V", "BRK-A", "goog", "brk.b"])
def test_two_days_end_exclusive(ask: Asking, ticker: str) -> None:
    rows = prices(ask, ticker, "2024-10-01", "2024-10-03")
    assert [row["date"] for row in rows] == ["2024-10-01", "2024-10-02"]
    for row in rows:
        assert (
            0 < row["low"] <= min(row["open"], row["close"]) <= max(row["open"], row["close"]) <= row["high"]
        )
        assert row["volume"] > 0


def test_weeks_and_hours_add_up(ask: Asking) -> None:
    days = prices(ask, "AAPL", "2025-10-06", "2025-10-11")
    week = prices(ask, "AAPL", "2025-10-06", "2025-10-11", "1wk")
    hours = prices(ask, "AAPL", "2025-10-06", "2025-10-11", "1h")
    assert len(week) == 1
    assert len(hours) == 35
    assert hours[0]["date"] == "2025-10-06T09:30:00-04:00"
    for rows in (days, hours):
        assert week[0]["open"] == rows[0]["open"]
        assert week[0]["close"] == rows[-1]["close"]
        assert week[0]["high"] == max(row["high"] for row in rows)
        assert week[0]["volume"] == sum(row["volume"] for row in rows)


def test_long_histories_are_bounded_and_say_so(ask: Asking) -> None:
    heard = ask("get_historical_stock_prices", ticker="IBM", start_date="2015-01-01", end_date="2025-11-06")
    assert heard.data["count"] == 400
    assert "longer interval" in heard.data["note"]
    assert len(heard.text) < 100_000
    months = prices(ask, "IBM", "2015-01-01", "2025-11-06", "1mo")
    assert len(months) == 131


def test_days_without_trading_say_so(ask: Asking) -> None:
    weekend = {"ticker": "IBM", "start_date": "2025-11-01", "end_date": "2025-11-03"}
    assert "weekends" in ask("get_historical_stock_prices", **weekend).data["note"]


@pytest.mark.parametrize("ticker", ["AAPL", "JPM", "DIS", "BABA", "BRK-B"])
def test_figures_follow_from_prices_and_statements(ask: Asking, ticker: str) -> None:
    heard = ask("get_stock_info", ticker=ticker)
    info = heard.data
    assert info["symbol"] == ticker
    year = prices(ask, ticker, "2024-11-05", "2025-11-06")
    assert info["currentPrice"] == year[-1]["close"]
    assert info["previousClose"] == year[-2]["close"]
    assert info["marketCap"] == round(info["currentPrice"] * info["sharesOutstanding"])
    quarters = statement(ask, ticker, "quarterly_income_stmt")[:4]
    assert info["totalRevenue"] == sum(quarter["Total Revenue"] for quarter in quarters)
    earnings = sum(quarter["Net Income"] for quarter in quarters)
    assert info["trailingEps"] == pytest.approx(earnings / info["sharesOutstanding"], abs=1e-4)
    assert info["trailingPE"] == pytest.approx(info["currentPrice"] / info["trailingEps"], rel=1e-3)
    sheet = statement(ask, ticker, "quarterly_balance_sheet")[0]
    assert info["priceToBook"] == pytest.approx(info["marketCap"] / sheet["Stockholders Equity"], rel=1e-3)
    assert info["totalDebt"] == sheet["Total Debt"]
    assert info["mostRecentQuarter"] == sheet["date"]
    assert heard.sources == {"bourse": "invented"}


def statement(ask: Asking, ticker: str, kind: str) -> list[dict[str, Any]]:
    answer = ask("get_financial_statement", ticker=ticker, financial_type=kind).data
    assert answer["financial_type"] == kind
    periods: list[dict[str, Any]] = answer["periods"]
    return periods


def test_statements_balance_and_agree(ask: Asking) -> None:
    for kind in ("balance_sheet", "quarterly_balance_sheet"):
        for sheet in statement(ask, "MSFT", kind):
            owed = sheet["Total Liabilities Net Minority Interest"] + sheet["Stockholders Equity"]
            assert sheet["Total Assets"] == owed
    income = {period["date"]: period for period in statement(ask, "MSFT", "income_stmt")}
    flows = {period["date"]: period for period in statement(ask, "MSFT", "cashflow")}
    sheets = {period["date"]: period for period in statement(ask, "MSFT", "balance_sheet")}
    assert (
        list(income) == list(flows) == list(sheets) == [f"{year}-12-31" for year in (2024, 2023, 2022, 2021)]
    )
    for day, flow in flows.items():
        assert flow["Net Income"] == income[day]["Net Income"]
        assert flow["End Cash Position"] == sheets[day]["Cash And Cash Equivalents"]
        parts = ("Operating Cash Flow", "Investing Cash Flow", "Financing Cash Flow")
        assert flow["Changes In Cash"] == sum(flow[part] for part in parts)
        assert income[day]["Gross Profit"] == income[day]["Total Revenue"] - income[day]["Cost Of Revenue"]
    changes = flows["2024-12-31"]["Changes In Cash"]
    assert changes == flows["2024-12-31"]["End Cash Position"] - flows["2023-12-31"]["End Cash Position"]


def test_quarterly_flows_are_there(ask: Asking) -> None:
    flows = statement(ask, "KO", "quarterly_cashflow")
    assert [flow["date"] for flow in flows][:2] == ["2025-09-30", "2025-06-30"]
    assert len(flows) == 5


def test_actions_agree_with_the_history(ask: Asking) -> None:
    actions = ask("get_stock_actions", ticker="KO").data["actions"]
    days = {action["date"]: action["dividends"] for action in actions if action["date"] >= "2025"}
    rows = prices(ask, "KO", "2025-01-01", "2025-11-06")
    assert days == {row["date"]: row["dividends"] for row in rows if row["dividends"]}
    assert ask("get_stock_info", ticker="KO").data["lastDividendValue"] == actions[-1]["dividends"]


def test_news_tell_what_happened(ask: Asking) -> None:
    answer = ask("get_yahoo_finance_news", ticker="AMD").data
    assert answer["count"] == len(answer["news"]) > 2
    times = [item["published"] for item in answer["news"]]
    assert times == sorted(times, reverse=True)
    assert times[0] < "2025-11-05T15:00:00Z"
    for item in answer["news"]:
        assert ".example." in item["link"]
    ratings = ask("get_recommendations", ticker="AMD", recommendation_type="upgrades_downgrades").data["rows"]
    titles = {f"{row['firm']} {'raises' if row['action'] == 'up' else 'lowers'}" for row in ratings}
    told = [
        item["title"] for item in answer["news"] if " raises " in item["title"] or " lowers " in item["title"]
    ]
    assert all(any(title.startswith(start) for start in titles) for title in told)


def holders(ask: Asking, kind: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = ask("get_holder_info", ticker="ORCL", holder_type=kind).data["holders"]
    return rows


def test_holders_agree(ask: Asking) -> None:
    shares = ask("get_stock_info", ticker="ORCL").data["sharesOutstanding"]
    major = {row["holder"]: row for row in holders(ask, "major_holders")}
    for kind in ("institutional_holders", "mutualfund_holders"):
        rows = holders(ask, kind)
        assert len({row["holder"] for row in rows}) == 10
        assert sum(row["percent_held"] for row in rows) < major["institutions"]["percent_held"]
        closing = prices(ask, "ORCL", "2025-06-30", "2025-07-01")[0]["close"]
        for row in rows:
            assert row["percent_held"] == pytest.approx(100 * row["shares"] / shares, abs=1e-3)
            assert row["value"] == pytest.approx(row["shares"] * closing)
            assert row["date_reported"] == "2025-06-30"


def test_insiders_agree(ask: Asking) -> None:
    roster = {row["name"]: row for row in holders(ask, "insider_roster_holders")}
    deals = holders(ask, "insider_transactions")
    latest: dict[str, str] = {}
    for deal in deals:
        latest.setdefault(deal["insider"], deal["date"])
        assert deal["position"] == roster[deal["insider"]]["position"]
        if deal["transaction"] == "Sale":
            following = (date.fromisoformat(deal["date"]) + timedelta(days=1)).isoformat()
            close = prices(ask, "ORCL", deal["date"], following)[0]["close"]
            assert deal["value"] == pytest.approx(deal["shares"] * close)
    assert all(row["latest_transaction_date"] == latest.get(name) for name, row in roster.items())
    summary = {row["last_six_months"]: row for row in holders(ask, "insider_purchases")}
    first = (TODAY - timedelta(days=182)).isoformat()
    sold = sum(deal["shares"] for deal in deals if deal["transaction"] == "Sale" and deal["date"] >= first)
    assert summary["sales"]["shares"] == sold
    assert summary["total insider shares held"]["shares"] == sum(
        row["shares_owned"] for row in roster.values()
    )


def test_option_chains(ask: Asking) -> None:
    days = ask("get_option_expiration_dates", ticker="NVDA").data["expiration_dates"]
    assert days == sorted(days)
    assert days[0] == "2025-11-07"
    price = ask("get_stock_info", ticker="NVDA").data["currentPrice"]
    chains = {
        kind: ask("get_option_chain", ticker="NVDA", expiration_date=days[5], option_type=kind).data
        for kind in ("calls", "puts")
    }
    for call, put in zip(chains["calls"]["options"], chains["puts"]["options"], strict=True):
        assert call["strike"] == put["strike"]
        years = (date.fromisoformat(days[5]) - TODAY).days / 365
        parity = price - call["strike"] * (1 - 0.041 * years)
        assert call["last_price"] - put["last_price"] == pytest.approx(parity, abs=0.01 * price)
        assert call["in_the_money"] == (call["strike"] < price)
        assert put["in_the_money"] == (put["strike"] > price)
        assert call["contract"].startswith("NVDA2512")
    assert chains["calls"]["underlying_price"] == price


def test_recommendations_count_the_ratings(ask: Asking) -> None:
    counts = ask("get_recommendations", ticker="META", recommendation_type="recommendations").data["rows"]
    assert [row["period"] for row in counts] == ["0m", "-1m", "-2m", "-3m"]
    info = ask("get_stock_info", ticker="META").data
    now = {grade: count for grade, count in counts[0].items() if grade != "period"}
    assert sum(now.values()) == info["numberOfAnalystOpinions"]
    rows = ask(
        "get_recommendations", ticker="META", recommendation_type="upgrades_downgrades", months_back=6
    ).data["rows"]
    assert rows == sorted(rows, key=lambda row: (row["date"], row["firm"]), reverse=True)
    assert all("2025-05-05" <= row["date"] <= "2025-11-05" for row in rows)
    latest = {row["firm"]: row["to_grade"].lower().replace(" ", "_") for row in reversed(rows)}
    assert all(list(latest.values()).count(grade) <= count for grade, count in now.items())


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("get_stock_info", {"ticker": "Microsoft"}, ["Not found", "MSFT (Microsoft Corporation)"]),
        ("get_stock_info", {"ticker": "APPL"}, ["AAPL"]),
        ("get_stock_info", {"ticker": ""}, ["ticker"]),
        ("get_financial_statement", {"financial_type": "profits"}, ["income_stmt", "quarterly_cashflow"]),
        ("get_holder_info", {"holder_type": "owners"}, ["insider_roster_holders"]),
        ("get_recommendations", {"recommendation_type": "x"}, ["upgrades_downgrades"]),
        (
            "get_recommendations",
            {"recommendation_type": "recommendations", "months_back": 0},
            ["months_back"],
        ),
        ("get_option_chain", {"expiration_date": "2025-11-08", "option_type": "calls"}, ["2025-11-07"]),
        ("get_option_chain", {"expiration_date": "soon", "option_type": "puts"}, ["YYYY-MM-DD"]),
        ("get_option_chain", {"expiration_date": "2025-11-07", "option_type": "both"}, ["calls, puts"]),
        ("get_historical_stock_prices", {"start_date": "2024-10-03", "end_date": "2024-10-03"}, ["end_date"]),
        (
            "get_historical_stock_prices",
            {"start_date": "2026-01-01", "end_date": "2026-02-01"},
            ["2025-11-05"],
        ),
        ("get_historical_stock_prices", {"start_date": "2010-01-01", "end_date": "2011-01-01"}, ["2015"]),
        (
            "get_historical_stock_prices",
            {"start_date": "2024-10-01", "end_date": "2024-10-03", "interval": "1m"},
            ["2025-10-28", "longer interval"],
        ),
        (
            "get_historical_stock_prices",
            {"start_date": "2024-10-01", "end_date": "2024-10-03", "interval": "2d"},
            ["interval", "1wk"],
        ),
    ],
)
def test_what_cannot_be_answered(
    ask: Asking, tool: str, arguments: dict[str, object], words: list[str]
) -> None:
    heard = ask(tool, **({"ticker": "AAPL"} | arguments))
    assert heard.is_error
    for word in words:
        assert word in heard.text
