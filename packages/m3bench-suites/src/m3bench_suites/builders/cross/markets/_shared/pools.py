"""Pools of decentralized exchanges in plans and answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from m3bench.checks import Expected
from m3bench.suites import CallResult
from m3bench_suites.builders.cross.markets._shared.numbers import MONEY
from m3bench_suites.builders.fields import code, number
from m3bench_suites.builders.tasks import computed, require, rows, stated

_UNDERLYING = re.compile(r"Its price is that of (\w+)\.")
COLUMNS = (
    code("pool", "the address of the pool"),
    number("listed", "its liquidity in the list", "USD"),
    number("own", "its liquidity by its own details", "USD"),
)
"""The fields of a record about a pool whose liquidity the list states wrongly."""


def outdated(wrong: Iterable[str], listed: Mapping[str, float], own: Mapping[str, float]) -> Expected:
    """Return the expected records about pools whose liquidity the list states wrongly."""
    return rows(
        {"pool": stated(pool), "listed": stated(listed[pool], MONEY), "own": stated(own[pool], MONEY)}
        for pool in wrong
    )


def exact_tokens(search: CallResult, symbol: str) -> list[dict[str, Any]]:
    """Return the tokens of a search whose symbol is exactly the one searched for."""
    known = [token for token in search.data["tokens"] if token["symbol"] == symbol]
    require(known, f"no token has the symbol {symbol}.")
    return known


def pair_of(pool: Mapping[str, Any]) -> Expected:
    """Return the symbols of a pool's tokens as the expected value of a field: `WETH/USDC`."""
    symbols = [token["symbol"] for token in pool["tokens"]]
    return computed("/".join(symbols), symbols)


def swaps(transactions: CallResult, side: str | None = None) -> list[float]:
    """Return the dollar values of swaps: of all, or of those that are a `buy` or a `sell`."""
    known = [
        float(one["volume_usd"])
        for one in transactions.data["transactions"]
        if one["type"] == "swap" and side in (None, one["side"])
    ]
    require(known, "there are no such swaps.")
    return known


def underlying(token: CallResult) -> str:
    """Return the coin whose price a token has, by the token's details."""
    match = _UNDERLYING.search(token.data["description"])
    require(match, "a token has no underlying coin.")
    return match[1] if match else ""
