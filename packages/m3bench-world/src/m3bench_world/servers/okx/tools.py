"""The two tools of the exchange."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from m3bench.servers.kit import Answer, BadArgument, NotFound, Proof, Server, about, check_limit, check_text
from m3bench_world.exchange import BARS, Candle, Instrument, UnknownInstrument
from m3bench_world.servers.context import ToolContext

MOST_CANDLES = 300
CASE_MATTERS = ("m", "M")

server = Server(
    "okx",
    "Prices and candles of crypto instruments.",
    sources=("exchange", "ecb"),
    proof=Proof("get_price", {"instrument": "BTC-USDT"}),
)

InstrumentName = Annotated[
    str,
    about(
        "Instrument as BASE-QUOTE, such as 'BTC-USDT', 'ETH-BTC' or 'USDT-BRL', in any case. Quotes are "
        "USDT, for the large coins also USDC, BTC and EUR, BRL, TRY, AUD, SGD, USD."
    ),
]


def _instrument(context: ToolContext, name: str) -> Instrument:
    try:
        return context.world.exchange.find(check_text(name, "instrument"))
    except UnknownInstrument as unknown:
        raise NotFound(str(unknown), unknown.near) from None


def _bar(text: str) -> str:
    """Parse a bar length. '1m' is a minute and '1M' a month; otherwise case and a trailing 'utc' do not
    matter."""
    wanted = text.strip()[:12]
    wanted = wanted[:-3] if wanted.lower().endswith("utc") else wanted
    if not wanted.endswith(CASE_MATTERS):
        wanted = wanted.upper()
    if wanted not in BARS:
        raise BadArgument("bar", f"'{text[:20]}' is not one of: {', '.join(BARS)} (m: minutes, M: months)")
    return wanted


def _time(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


@server.tool
def get_price(context: ToolContext, instrument: InstrumentName) -> Answer:
    """The latest price of a crypto instrument, with bid and ask, and open, high, low and volume of the last
    24 hours. Prices are in the quote currency, the volume in the base currency. Pairs exist in one direction
    only: for BRL in USDT, take the inverse of 'USDT-BRL'."""
    found = _instrument(context, instrument)
    ticker = context.world.exchange.ticker(found)
    return Answer(
        {
            "instrument": found.name,
            "base": found.base,
            "base_name": context.world.exchange.coin_name(found.base),
            "quote": found.quote,
            "last_price": ticker.last,
            "bid": ticker.bid,
            "ask": ticker.ask,
            "open_24h": ticker.open_24h,
            "high_24h": ticker.high_24h,
            "low_24h": ticker.low_24h,
            "change_24h_percent": round(100 * (ticker.last / ticker.open_24h - 1), 3),
            "volume_24h": ticker.volume_24h,
            "timestamp": _time(ticker.time),
        }
    )


@server.tool
def get_candlesticks(
    context: ToolContext,
    instrument: InstrumentName,
    bar: Annotated[
        str,
        about(
            "Length of a candle: 1m, 3m, 5m, 15m, 30m, 1H, 2H, 4H, 6H, 12H, 1D, 1W or 1M. '1m' is one "
            "minute, '1M' one month."
        ),
    ] = "1m",
    limit: Annotated[float, about("How many candles, 1 to 300; more gives 300.")] = 100,
) -> Answer:
    """The latest candles (open, high, low, close, volume) of a crypto instrument, newest first, up to
    now. Times are the beginnings of candles in UTC; weeks begin on Monday. The newest candle may still be
    under way (complete: false). For the last day ask for bar '1H' and limit 24. Volumes are in the base
    currency."""
    found = _instrument(context, instrument)
    length = _bar(bar)
    candles = context.world.exchange.candles(found, length, check_limit(limit, "limit", MOST_CANDLES))
    return Answer(
        {
            "instrument": found.name,
            "bar": length,
            "count": len(candles),
            "candles": [_candle(candle) for candle in candles],
        }
    )


def _candle(candle: Candle) -> dict[str, Any]:
    return {
        "time": _time(candle.time),
        "open": candle.open,
        "high": candle.high,
        "low": candle.low,
        "close": candle.close,
        "volume": candle.volume,
        "complete": candle.complete,
    }
