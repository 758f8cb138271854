"""(23) Crypto Purchase Estimation: what the wildest of some coins buys of the main product in a picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import AnswerNames, AnswerNumber, Called, Claim, Claims
from m3bench.suites.m3._shared.claiming import dollars, measured
from m3bench.suites.m3._shared.finding import fitting, listed, seen, sure, true_area
from m3bench.suites.m3.family import Family, Lot, Pictured
from m3bench.suites.planning import Blueprint, Found, Plan, PlanError, Solution, want

if TYPE_CHECKING:
    from m3bench.world.scenes import Scene

_CLEAR = 1.25
"""How many times larger than anything else the main product is."""
_AHEAD = 1.06
"""How many times more than the next coin the wildest one moves."""
_CALM = ("DAI", "USDC")
_AMOUNTS = (10, 20, 25, 40, 50, 80, 100, 100, 150, 200, 300, 500, 800)
_CHEAPEST = 4.0
"""Coins below this many dollars buy next to nothing."""
_MEASURES = ("day", "hours")
_DRAWS = 12
_LEAST_PIECES = 3
_SETTINGS = ("room", "desk", "kitchen")


class Ask(msgspec.Struct, frozen=True):
    picture: Pictured
    product: str
    coins: tuple[str, ...]
    amount: int
    hours: int
    measure: str
    """Whether the span of the whole time counts (day), or that of the single hours on average (hours)."""


def make(lot: Lot) -> Blueprint:
    setting = lot.pick(_SETTINGS, "setting")
    photo = fitting(lot, "photo.png", "still_life", lambda scene: _suits(lot, scene, setting))
    hours, measure = lot.pick((12, 24, 24, 24, 48), "hours"), lot.pick(_MEASURES, "measure")
    product = _largest(photo.scene)
    coins, wildest = _coins(lot, hours, measure)
    price = lot.world.shops.search(product, 1)[0].dollars
    ask = Ask(photo, product, coins, _amount(lot, wildest, price), hours, measure)
    return Blueprint(
        id=lot.id,
        family="Crypto Purchase Estimation",
        request=_request(lot, ask),
        fuzzy_request=_fuzzy(lot, ask),
        servers=("dinox-mcp", "amazon", "okx"),
        plans=(lambda: _plan(ask, look=True), lambda: _plan(ask, look=False)),
        pictures=(photo.picture,),
        level="L2" if len(ask.coins) < 4 else "L3",
        extra={"modalities": ["text", "image"]},
        key_facts=(product,),
    )


def _largest(scene: Scene) -> str:
    return max(scene.things, key=lambda thing: true_area(thing.box)).label


def _suits(lot: Lot, scene: Scene, setting: str) -> bool:
    """One thing is clearly the largest, and the shop has it."""
    if scene.facts["setting"] != setting:
        return False
    areas = sorted((true_area(thing.box) for thing in scene.things), reverse=True)
    if len(areas) < 2 or areas[0] < areas[1] * _CLEAR:
        return False
    label = _largest(scene)
    found = lot.world.shops.search(label, 1)
    return bool(found) and label.rpartition(" ")[2] in found[0].title.casefold()


def _coins(lot: Lot, hours: int, measure: str) -> tuple[tuple[str, ...], str]:
    """Some worth more than a few dollars, at times with a stable one, and the one that moves by far most."""
    exchange = lot.world.exchange
    against = {one.base: one for one in exchange.instruments() if one.quote == "USDT"}
    dear = [base for base, one in against.items() if exchange.ticker(one).last >= _CHEAPEST]
    for draw in range(_DRAWS):
        chosen = lot.sample(dear, lot.whole(2, 4, "coins"), "coin", draw)
        if len(chosen) < 3 or lot.whole(0, 1, "calm"):
            chosen.insert(lot.whole(0, len(chosen), "place"), lot.pick(_CALM, "stable"))
        candles = {coin: exchange.candles(against[coin], "1H", hours) for coin in chosen}
        spans = {coin: [(one.low, one.high) for one in each] for coin, each in candles.items()}
        wildness = {coin: _wild(measure, each) for coin, each in spans.items()}
        wildest, second = sorted(chosen, key=lambda coin: -wildness[coin])[:2]
        if wildness[wildest] > wildness[second] * _AHEAD:
            return tuple(chosen), wildest
    raise PlanError(f"{lot.id}: no coins were found of which one is clearly the wildest.")


def _amount(lot: Lot, coin: str, price: float) -> int:
    """How many units to sell, so that they buy something and rounding does not matter."""
    last = lot.world.exchange.ticker(lot.world.exchange.find(f"{coin}-USDT")).last
    fine = [amount for amount in _AMOUNTS if _clear(amount * last / price)]
    sure(fine, f"no amount of {coin} buys a clear number of pieces")
    return lot.pick(fine, "amount")


def _clear(pieces: float) -> bool:
    return pieces >= _LEAST_PIECES and 0.02 < pieces % 1 < 0.98


def _rule(ask: Ask) -> str:
    if ask.measure == "day":
        return (
            f"the one with the largest span between its highest high and its lowest low of the last "
            f"{ask.hours} hourly candles, measured against that low"
        )
    return (
        f"the one whose last {ask.hours} hourly candles have the largest span on average (high minus low, "
        f"as a share of the low)"
    )


def _request(lot: Lot, ask: Ask) -> str:
    return lot.phrased(
        "Take the largest object in photo.png as the product, and the first hit of the shop for it as its "
        "price. Of {coins} (all against USDT), find the most volatile: {rule}. If I sold {amount} units of "
        "that coin at the latest price, how many whole pieces of the product could I buy (1 USDT = 1 USD)? "
        "Name the product, its price, the coin, how volatile it was in percent, its latest price, its "
        "24-hour volume and the number of pieces.",
        "How many of the main product in photo.png, the thing that fills the most space, would {amount} "
        "units of the wildest coin buy? The coins are {coins}, each against USDT; the wildest is {rule}. "
        "Use Amazon's first result for the product and count a USDT as a dollar. Report product and price, "
        "coin, volatility in percent, latest price, 24-hour volume and the whole number of pieces.",
        "I hold {coins} on OKX (pairs with USDT). Work out which of them is the most volatile, that is "
        "{rule}, and what {amount} units of it are worth at the latest price. Then tell me how many whole "
        "pieces of the largest thing in photo.png that would pay for, going by the first offer on Amazon "
        "and 1 USDT = 1 USD. I want product, price, coin, volatility in percent, latest price, volume over "
        "24 hours and pieces.",
        coins=listed(list(ask.coins)),
        rule=_rule(ask),
        amount=ask.amount,
    )


def _fuzzy(lot: Lot, ask: Ask) -> str:
    span = (
        f"span between top and bottom over the last {ask.hours} hourly candles, against the bottom"
        if ask.measure == "day"
        else f"average span of its last {ask.hours} hourly candles, high to low against the low"
    )
    return lot.phrased(
        "If I cashed in {amount} of whichever jumps about most, {coins} (in USDT; {span}), how many of the "
        "biggest thing in photo.png could I get, at the first price Amazon shows? Tell me the figures behind "
        "it: price, coin, how wild in percent, its price now and its volume over the day.",
        "Thinking of swapping crypto for the big item in photo.png. Take the jumpiest of {coins} against "
        "USDT ({span}): how many would {amount} of those buy, at Amazon's first price? Give the numbers you "
        "used, volatility in percent, coin price and day's volume included.",
        "{amount} units of my most nervous coin, out of {coins} ({span}, USDT pairs), turned into whatever "
        "is largest in photo.png: how many pieces? First Amazon offer counts. Price, coin, percent, latest "
        "price and 24h volume, please.",
        coins=listed(list(ask.coins)),
        span=span,
        amount=ask.amount,
    )


def _plan(ask: Ask, *, look: bool) -> Plan:
    looked: list[Found] = []
    if look:
        looked = list(
            (
                yield [
                    want(
                        "dinox-mcp/detect-all-objects",
                        imageFileUri=ask.picture.name,
                        includeDescription=False,
                    )
                ]
            )
        )
        things = sorted(seen(looked[0]), key=lambda thing: -thing.area)
        sure(things and things[0].name == ask.product, "the detector takes something else for the largest")
    shop, *candles = yield [
        want("amazon/search_products", *looked, keywords=ask.product),
        *(
            want("okx/get_candlesticks", instrument=f"{coin}-USDT", bar="1H", limit=ask.hours)
            for coin in ask.coins
        ),
    ]
    wildness = {
        coin: _wild(ask.measure, [(one["low"], one["high"]) for one in each.data["candles"]])
        for coin, each in zip(ask.coins, candles, strict=True)
    }
    first, second = sorted(wildness.values(), reverse=True)[:2]
    sure(first > second * _AHEAD, "two coins are about as wild")
    coin = max(wildness, key=lambda each: wildness[each])
    (price,) = yield [want("okx/get_price", *candles, instrument=f"{coin}-USDT")]
    return _solution(ask, shop.data["products"][0], coin, wildness[coin] * 100, price.data)


def _wild(measure: str, spans: Sequence[tuple[float, float]]) -> float:
    """How volatile a coin was, by the lows and highs of its candles."""
    if measure == "day":
        low = min(each for each, _ in spans)
        return (max(each for _, each in spans) - low) / low
    return math.fsum((high - low) / low for low, high in spans) / len(spans)


def _solution(
    ask: Ask, product: dict[str, Any], coin: str, percent: float, price: dict[str, Any]
) -> Solution:
    worth = ask.amount * price["last_price"]
    pieces = math.floor(worth / product["price"])
    sure(_clear(worth / product["price"]), "the number of pieces hangs on rounding")
    answer = (
        f"The main product is the {ask.product}: {product['title']} at ${product['price']:.2f}. The most "
        f"volatile coin is {coin} with {percent:.3f} percent. Its latest price is {price['last_price']} "
        f"USDT, its 24-hour volume {price['volume_24h']} {coin}. {ask.amount} {coin} are worth "
        f"${worth:,.2f}, which buys {pieces} pieces."
    )
    claims = (
        Claim("the product", all_of=(product["title"],)),
        dollars("its price", product["price"]),
        measured("how volatile the coin was", percent, absolute=0.006, relative=0.01),
        measured("its latest price", price["last_price"], relative=0.001),
        measured("its volume", price["volume_24h"], relative=0.005),
        measured("how many pieces", pieces, _bought(ask)),
    )
    return Solution(
        answer=answer,
        checks=(
            AnswerNumber(value=pieces, near=(_bought(ask),)),
            AnswerNames(all_of=(coin,)),
            Claims(claims),
            Called("amazon/search_products", {"keywords": {"$contains": ask.product}}),
        ),
    )


def _bought(ask: Ask) -> str:
    """Words beside the number of pieces."""
    return f"piece|item|buy|purchase|afford|get|{ask.product}"


FAMILY = Family(
    number=23,
    name="crypto_purchase_estimation",
    title="Crypto Purchase Estimation",
    goal="Estimate how many of the main product in a picture the most volatile of some coins can buy.",
    make=make,
)
