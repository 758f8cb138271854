"""Financial statements and owners of a company."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Any

from m3bench.servers.kit import Answer, NotFound, about, check_choice
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.yahoo_finance.server import Ticker, listing, server
from m3bench_world.stock_market import FINANCIAL_TYPES, Listing

HALF_A_YEAR = timedelta(days=182)


@server.tool
def get_financial_statement(
    context: ToolContext,
    ticker: Ticker,
    financial_type: Annotated[str, about(f"One of: {', '.join(FINANCIAL_TYPES)}.")],
) -> Answer:
    """Income statement, balance sheet or cash flow of a company: the last four fiscal years, or with
    'quarterly_' the last five quarters, newest first, line by line in US dollars."""
    found = listing(context, ticker)
    wanted = check_choice(financial_type, "financial_type", FINANCIAL_TYPES)
    quarterly = wanted.startswith("quarterly_")
    periods = context.world.stock_market.statement(
        found, wanted.removeprefix("quarterly_"), quarterly=quarterly
    )
    if not periods:
        raise NotFound(f"no {wanted} of {found.ticker} has been published yet")
    return Answer(
        {
            "ticker": found.ticker,
            "financial_type": wanted,
            "currency": "USD",
            "periods": [
                {"date": period.end.isoformat(), "reported": period.reported.isoformat(), **lines}
                for period, lines in periods
            ],
        }
    )


def _major(context: ToolContext, found: Listing) -> list[dict[str, Any]]:
    holders, company = context.world.stock_market.holders, found.company
    insiders, institutions = holders.insider_percent(company), holders.institution_percent(company)
    return [
        {"holder": "insiders", "percent_held": insiders},
        {"holder": "institutions", "percent_held": institutions},
        {
            "holder": "institutions, of the float",
            "percent_held": round(100 * institutions / (100 - insiders), 2),
        },
        {"holder": "number of institutions", "count": holders.institution_count(company)},
    ]


def _institutional(context: ToolContext, found: Listing) -> list[dict[str, Any]]:
    return [_holder(holder) for holder in context.world.stock_market.holders.institutions(found)]


def _funds(context: ToolContext, found: Listing) -> list[dict[str, Any]]:
    return [_holder(holder) for holder in context.world.stock_market.holders.funds(found)]


def _holder(holder: Any) -> dict[str, Any]:
    return {
        "holder": holder.name,
        "date_reported": holder.reported.isoformat(),
        "shares": holder.shares,
        "percent_held": holder.percent,
        "value": holder.value,
        "percent_change": holder.change_percent,
    }


def _transactions(context: ToolContext, found: Listing) -> list[dict[str, Any]]:
    return [
        {
            "date": deal.day.isoformat(),
            "insider": deal.insider,
            "position": deal.position,
            "transaction": deal.kind,
            "shares": deal.shares,
            "value": deal.value,
        }
        for deal in context.world.stock_market.holders.deals(found)[:40]
    ]


def _purchases(context: ToolContext, found: Listing) -> list[dict[str, Any]]:
    """Return what insiders bought and sold in the last six months."""
    holders = context.world.stock_market.holders
    recent = [
        deal for deal in holders.deals(found) if deal.day >= context.world.stock_market.today - HALF_A_YEAR
    ]
    bought = [deal for deal in recent if deal.kind == "Purchase"]
    sold = [deal for deal in recent if deal.kind == "Sale"]
    purchases, sales = sum(deal.shares for deal in bought), sum(deal.shares for deal in sold)
    total_shares = sum(insider.shares for insider in holders.roster(found))
    return [
        {"last_six_months": "purchases", "shares": purchases, "transactions": len(bought)},
        {"last_six_months": "sales", "shares": sales, "transactions": len(sold)},
        {
            "last_six_months": "net shares purchased (sold)",
            "shares": purchases - sales,
            "transactions": len(bought) + len(sold),
        },
        {"last_six_months": "total insider shares held", "shares": total_shares},
    ]


def _roster(context: ToolContext, found: Listing) -> list[dict[str, Any]]:
    return [
        {
            "name": insider.name,
            "position": insider.position,
            "shares_owned": insider.shares,
            "latest_transaction": insider.latest.kind if insider.latest else None,
            "latest_transaction_date": insider.latest.day.isoformat() if insider.latest else None,
        }
        for insider in context.world.stock_market.holders.roster(found)
    ]


HOLDERS = {
    "major_holders": _major,
    "institutional_holders": _institutional,
    "mutualfund_holders": _funds,
    "insider_transactions": _transactions,
    "insider_purchases": _purchases,
    "insider_roster_holders": _roster,
}


@server.tool
def get_holder_info(
    context: ToolContext,
    ticker: Ticker,
    holder_type: Annotated[str, about(f"One of: {', '.join(HOLDERS)}.")],
) -> Answer:
    """Who owns a company: parts held by insiders and institutions, the ten largest institutions or funds
    (shares, percent, value in dollars), insiders' transactions of the last two years, a summary of their
    purchases in the last six months, or the roster of insiders with their shares."""
    found = listing(context, ticker)
    wanted = check_choice(holder_type, "holder_type", tuple(HOLDERS))
    return Answer({"ticker": found.ticker, "holder_type": wanted, "holders": HOLDERS[wanted](context, found)})
