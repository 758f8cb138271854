"""Pools of decentralized exchanges in plans and answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from m3bench.checks import Expected
from m3bench.suites import CallResult, call
from m3bench_suites.builders.cross.markets._shared.numbers import MONEY, change, differing
from m3bench_suites.builders.tasks import Steps, computed, require, require_lead, rows, stated, validation

POOL, PRICE = "DEX Paprika/getPoolDetails", "OKX Exchange/get_price"
_UNDERLYING = re.compile(r"Its price is that of (\w+)\.")


def outdated(wrong: Iterable[str], listed: Mapping[str, float], own: Mapping[str, float]) -> Expected:
    """Return the expected records about pools whose liquidity the list states wrongly."""
    return rows(
        {"pool": stated(pool), "listed": stated(listed[pool], MONEY), "own": stated(own[pool], MONEY)}
        for pool in wrong
    )


class Liquidities(msgspec.Struct, frozen=True):
    """The liquidity of pools, as a list states it and as their own pages do."""

    listed: Mapping[str, float]
    own: Mapping[str, float]
    wrong: list[str]
    check: dict[str, Any]
    """The validation of the task."""

    @property
    def outdated(self) -> Expected:
        """The expected records about pools whose liquidity the list states wrongly."""
        return outdated(self.wrong, self.listed, self.own)

    @property
    def off(self) -> dict[str, float]:
        """How far the list is off, in percent, for the pools where it is."""
        return {pool: abs(change(self.own[pool], self.listed[pool])) for pool in self.wrong}


def liquidities(
    pools: Iterable[Mapping[str, Any]], details: Iterable[CallResult], list_tool: str
) -> Liquidities:
    """Compare the liquidity of pools on a list with that on their own pages."""
    listed = {pool["id"]: float(pool["liquidity_usd"]) for pool in pools}
    own = {detail.data["id"]: float(detail.data["liquidity_usd"]) for detail in details}
    wrong = differing(listed, own)
    check = validation("the liquidity of a pool", (list_tool, POOL), listed, wrong)
    return Liquidities(listed, own, wrong, check)


def busiest_pool(holding: CallResult, network: str) -> Steps[dict[str, Expected]]:
    """Look at the first pool of a list by transactions: its pair, and the dollars of buys in six hours."""
    pools = holding.data["pools"]
    require_lead([pool["transactions"] for pool in pools], 1)
    (inside,) = yield [call(POOL, holding, network=network, poolAddress=pools[0]["id"])]
    return {
        "busiest_pair": pair_of(pools[0]),
        "busiest_bought": stated(inside.data["6h"]["buy_usd"], MONEY),
    }


def coin_prices(coins: Mapping[str, str], tokens: Mapping[str, CallResult]) -> Steps[dict[str, CallResult]]:
    """Ask the centralized exchange for the prices of the coins that underlie tokens.

    Args:
        coins: The coin of each token.
        tokens: The details that name the coin.
    """
    names = list(dict.fromkeys(coins.values()))
    prices = yield [
        call(
            PRICE,
            *(tokens[token] for token, coin in coins.items() if coin == name),
            instrument=f"{name}-USDT",
        )
        for name in names
    ]
    return dict(zip(names, prices, strict=True))


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
        float(transaction["volume_usd"])
        for transaction in transactions.data["transactions"]
        if transaction["type"] == "swap" and side in (None, transaction["side"])
    ]
    require(known, "there are no such swaps.")
    return known


def underlying(token: CallResult) -> str:
    """Return the coin whose price a token has, by the token's details."""
    match = _UNDERLYING.search(token.data["description"])
    require(match, "a token has no underlying coin.")
    return match[1] if match else ""
