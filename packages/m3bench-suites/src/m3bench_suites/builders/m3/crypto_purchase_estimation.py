"""(23) Crypto Purchase Estimation: how much of the pictured product the most volatile coin buys."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from m3bench.checks import Expected, Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlanError, Solution, call
from m3bench_suites.builders.m3._shared.pictures import find_picture, scene_numbers
from m3bench_suites.builders.m3._shared.results import detections, true_area
from m3bench_suites.builders.m3.family import ScenePicture, TaskDraw, Turn, m3_family
from m3bench_suites.builders.tasks import TaskSpec, require

if TYPE_CHECKING:
    from m3bench_world.scenes import Scene

_CLEAR = 1.5
"""Minimum ratio between the areas of the main product and of anything else."""
_PLAIN = ("bicycle", "laptop", "basket", "chair", "umbrella", "keyboard", "kettle", "suitcase", "guitar")
"""Items with one common name, so that everybody finds the same offer."""
_AHEAD = 1.06
"""Minimum ratio between the volatilities of the first and the second coin."""
_CALM = ("DAI", "USDC")
_AMOUNTS = (10, 20, 25, 40, 50, 80, 100, 100, 150, 200, 300, 500, 800)
_CHEAPEST = 4.0
"""Minimum price of a coin in dollars."""
_MEASURES = ("day", "hours")
_DRAWS = 12
_LEAST_PIECES = 3
_SETTINGS = ("room", "desk", "kitchen")
_STOP = Turn(6, of=7)
"""In this task, no coin was volatile enough to be sold."""


class Case(msgspec.Struct, frozen=True):
    picture: ScenePicture
    product: str
    coins: tuple[str, ...]
    amount: int
    hours: int
    measure: str
    """`day` for the span of the whole time, `hours` for the average span of the hourly candles."""
    least: float = 0.0
    """Minimum volatility in percent for the sale, 0 for none."""


def crypto_purchase_estimation(draw: TaskDraw) -> TaskSpec:
    setting = draw.pick(_SETTINGS, "setting")
    photo = find_picture(
        draw,
        draw.photo_name(),
        "still_life",
        lambda scene: _suits(draw, scene, setting),
        numbers=scene_numbers(draw),
    )
    hours, measure = draw.pick((12, 24, 24, 24, 48), "hours"), draw.pick(_MEASURES, "measure")
    product = _largest(photo.scene)
    coins, most_volatile, percent = _coins(draw, hours, measure)
    price = draw.world.shops.search(product, 1)[0].dollars
    amount = _amount(draw, most_volatile, price)
    case = Case(photo, product, coins, amount, hours, measure, _least(draw, percent))
    return TaskSpec(
        words={
            "photo": photo.name,
            "coins": join(coins),
            **dict.fromkeys(("rule", "gauge", "span", "swing"), measure),
            "hours": hours,
            "amount": amount,
            "condition": case.least or None,
        },
        plans=(partial(_plan, case, detects=True), partial(_plan, case, detects=False)),
        pictures=(photo.picture,),
        level="L2" if len(coins) < 4 else "L3",
        extra={"solvable": not draw.is_turn(_STOP)},
        key_facts=(product,),
    )


def _least(draw: TaskDraw, percent: float) -> float:
    """Return a minimum volatility: out of reach if the task should stop, else met, or 0."""
    if draw.is_turn(_STOP):
        return round(percent * 1.3, 2)
    return round(percent * 0.7, 2) if draw.whole(0, 1, "condition") else 0.0


def _largest(scene: Scene) -> str:
    return max(scene.things, key=lambda thing: true_area(thing.box)).label


def _suits(draw: TaskDraw, scene: Scene, setting: str) -> bool:
    """Return whether one object is clearly the largest, and the shop has it."""
    if scene.facts["setting"] != setting:
        return False
    label = _largest(scene)
    areas = {own: [true_area(thing.box) for thing in scene.things if (thing.label == label) is own]
             for own in (True, False)}  # fmt: skip
    if label not in _PLAIN or not areas[False] or max(areas[True]) < max(areas[False]) * _CLEAR:
        return False
    offers = draw.world.shops.search(label, 1)
    return bool(offers) and label.rpartition(" ")[2] in offers[0].title.casefold()


def _coins(draw: TaskDraw, hours: int, measure: str) -> tuple[tuple[str, ...], str, float]:
    """Draw coins, and return them with the clearly most volatile one and its volatility in percent."""
    exchange = draw.world.exchange
    against = {
        instrument.base: instrument for instrument in exchange.instruments() if instrument.quote == "USDT"
    }
    dear = [base for base, one in against.items() if exchange.ticker(one).last >= _CHEAPEST]
    for number in range(_DRAWS):
        chosen = draw.sample(dear, draw.whole(2, 4, "coins"), "coin", number)
        if len(chosen) < 3 or draw.whole(0, 1, "calm"):
            chosen.insert(draw.whole(0, len(chosen), "place"), draw.pick(_CALM, "stable"))
        candles = {coin: exchange.candles(against[coin], "1H", hours) for coin in chosen}
        spans = {coin: [(candle.low, candle.high) for candle in hourly] for coin, hourly in candles.items()}
        volatilities = {coin: _volatility(measure, span) for coin, span in spans.items()}
        most_volatile, second = sorted(chosen, key=lambda coin: -volatilities[coin])[:2]
        if volatilities[most_volatile] > volatilities[second] * _AHEAD:
            return tuple(chosen), most_volatile, volatilities[most_volatile] * 100
    raise PlanError(f"{draw.id}: no draw has one clearly most volatile coin.")


def _amount(draw: TaskDraw, coin: str, price: float) -> int:
    """Draw a number of units whose value clearly buys a whole number of pieces."""
    last = draw.world.exchange.ticker(draw.world.exchange.find(f"{coin}-USDT")).last
    fine = [amount for amount in _AMOUNTS if _is_clear(amount * last / price)]
    require(fine, f"no amount of {coin} buys a clear number of pieces.")
    return draw.pick(fine, "amount")


def _is_clear(pieces: float) -> bool:
    return pieces >= _LEAST_PIECES and 0.02 < pieces % 1 < 0.98


def _plan(case: Case, *, detects: bool) -> Plan:
    detected: list[CallResult] = []
    if detects:
        detect = call(
            "dinox-mcp/detect-all-objects", imageFileUri=case.picture.name, includeDescription=False
        )
        detected = list((yield [detect]))
        things = sorted(detections(detected[0]), key=lambda thing: -thing.area)
        require(things and things[0].name == case.product, "the detector found another largest object.")
    shop, *candles = yield [
        call("amazon/search_products", *detected, keywords=case.product),
        *(
            call("okx/get_candlesticks", instrument=f"{coin}-USDT", bar="1H", limit=case.hours)
            for coin in case.coins
        ),
    ]
    volatilities = {
        coin: _volatility(
            case.measure, [(candle["low"], candle["high"]) for candle in result.data["candles"]]
        )
        for coin, result in zip(case.coins, candles, strict=True)
    }
    first, second = sorted(volatilities.values(), reverse=True)[:2]
    require(first > second * _AHEAD, "two coins are about equally volatile.")
    coin = max(volatilities, key=lambda each: volatilities[each])
    (price,) = yield [call("okx/get_price", *candles, instrument=f"{coin}-USDT")]
    newest = candles[case.coins.index(coin)].data["candles"][0]
    volatility = Expected(
        round(volatilities[coin] * 100, 4),
        tolerance=Tolerance(absolute=0.006, relative=0.01),
        grounds=(newest["low"], newest["high"]),
    )
    return _solution(case, shop.data["products"][0], volatility, price.data)


def _volatility(measure: str, spans: Sequence[tuple[float, float]]) -> float:
    """Return the volatility of a coin, given the lows and highs of its candles."""
    if measure == "day":
        low = min(price for price, _ in spans)
        return (max(price for _, price in spans) - low) / low
    return math.fsum((high - low) / low for low, high in spans) / len(spans)


def _solution(case: Case, product: dict[str, Any], volatility: Expected, price: dict[str, Any]) -> Solution:
    coin, percent = price["base"], float(volatility.value or 0)
    worth = case.amount * price["last_price"]
    pieces = math.floor(worth / product["price"])
    require(_is_clear(worth / product["price"]), "the number of pieces depends on rounding.")
    sells = percent >= case.least
    answer = (
        f"The main product is the {case.product}: {product['title']} at ${product['price']:.2f}. The most "
        f"volatile coin is {coin} with {percent:.3f} percent. Its latest price is {price['last_price']} "
        f"USDT, its 24-hour volume {price['volume_24h']} {coin}."
    )
    if sells:
        answer += f" {case.amount} {coin} are worth ${worth:,.2f}, which buys {pieces} pieces."
    else:
        answer += f" That is less than {case.least:g} percent, so nothing is sold and nothing bought."
    bought = Expected(pieces, grounds=(product["price"], price["last_price"])) if sells else Expected()
    return Solution(
        answer=answer,
        fields={
            "product": Expected(case.product, also=_ALSO.get(case.product, ())),
            "offer": Expected(product["title"]),
            "price": Expected(product["price"], tolerance=Tolerance(absolute=0.006)),
            "coin": Expected(coin, also=(price["base_name"], price["instrument"])),
            "volatility": volatility,
            "coin_price": Expected(price["last_price"], tolerance=Tolerance(relative=0.001)),
            "volume": Expected(price["volume_24h"], tolerance=Tolerance(relative=0.005)),
            "pieces": bought,
        },
    )


_ALSO = {
    "bicycle": ("bike",),
    "laptop": ("laptop computer", "notebook", "notebook computer"),
    "basket": ("wicker basket",),
    "keyboard": ("computer keyboard",),
    "kettle": ("tea kettle", "teakettle"),
    "chair": ("wooden chair",),
}


FAMILY = m3_family(
    number=23,
    name="crypto_purchase_estimation",
    title="Crypto Purchase Estimation",
    goal="Estimate how many of the main product in a picture the most volatile of some coins can buy.",
    servers=("dinox-mcp", "amazon", "okx"),
    tasks=(crypto_purchase_estimation,),
)
