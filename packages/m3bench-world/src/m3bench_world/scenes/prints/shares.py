"""Shares whose names and tickers can be written, at usual prices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench_world.scenes.prints.typeset import is_writable

if TYPE_CHECKING:
    from m3bench_world.stock_market import Company
    from m3bench_world.world import World

_CHEAPEST, _DEAREST = 15, 900
_LETTERS = (3, 4)


def known_shares(world: World) -> list[Company]:
    from m3bench_world.stock_market import companies  # noqa: PLC0415 - only when one is drawn

    listed = [world.stock_market.find(ticker).company for ticker in companies()]
    return [
        company
        for company in listed
        if len(company.ticker) in _LETTERS
        and company.ticker.isalpha()
        and _CHEAPEST <= company.price <= _DEAREST
        and is_writable(company.name)
    ]
