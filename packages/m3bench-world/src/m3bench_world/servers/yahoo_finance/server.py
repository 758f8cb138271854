"""The server, and shared helpers."""

from __future__ import annotations

from typing import Annotated

from m3bench.servers.kit import NotFound, Proof, Server, about, check_text
from m3bench_world.servers.context import ToolContext
from m3bench_world.stock_market import Listing, UnknownTicker

server = Server(
    "yahoo-finance",
    "Prices, figures and owners of listed companies.",
    sources=("bourse",),
    proof=Proof("get_stock_info", {"ticker": "AAPL"}),
)

Ticker = Annotated[
    str, about("Ticker of a share listed in New York, such as 'AAPL', 'MSFT' or 'BRK-A', in any case.")
]


def listing(context: ToolContext, ticker: str) -> Listing:
    """Return the listing with this ticker."""
    try:
        found = context.world.stock_market.find(check_text(ticker, "ticker"))
    except UnknownTicker as unknown:
        raise NotFound(str(unknown), unknown.near) from None
    if not context.world.stock_market.has_traded:
        raise NotFound("no prices yet: trading begins on 2015-01-02")
    return found
