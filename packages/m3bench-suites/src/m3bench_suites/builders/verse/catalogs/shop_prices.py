"""Shop prices: offers of products, prices in shops of several countries, and what a basket costs."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench_suites.builders.tasks import Family, Lookups, Value, apart, ask, use
from m3bench_suites.builders.verse.catalogs._shared.goods import PRODUCT, SEARCH, keywords, shop
from m3bench_suites.builders.verse.catalogs._shared.market import PRICE, coins, divided, times, total
from m3bench_suites.builders.verse.catalogs._shared.tolerances import CENTS, ROUNDED
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_world.shops import Product

_FIRST = 3
_SHOWN = 10
_LEAST_RATING = 4.5


def _first_hits(draw: TaskDraw) -> Lookups:
    (word,) = keywords(draw, 1, _FIRST)
    return Lookups(
        level="L1",
        words={"word": word},
        calls=(ask(SEARCH, keywords=word, n=_FIRST),),
        values={
            "products": Value("[0].products[*].{title: title, price: price}", CENTS),
            "reviews": "max([0].products[*].reviews)",
        },
        answer="The first hits are {products}; the most reviewed one has {reviews} reviews.",
        live=None,
    )


def _abroad(draw: TaskDraw) -> Lookups:
    (word,) = keywords(draw, 1)
    domain, country, currency = shop(draw)
    return Lookups(
        level="L1",
        words={"word": word, "country": country, "domain": domain, "currency": currency},
        calls=(ask(SEARCH, keywords=word, n=1, amazon_domain=domain),),
        values={
            "title": "[0].products[0].title",
            "price": Value("[0].products[0].price", CENTS),
            "number": "[0].products[0].asin",
        },
        answer=f"{{title}} ({{number}}) costs {{price}} {currency}.",
        live="all",
    )


def _offers(draw: TaskDraw) -> Lookups:
    days = draw.whole(4, 7, "days")
    (word,) = keywords(draw, 1, suits=lambda products: _has_quick_offers(products[0], days))
    quick = f"min_by([1].offers[?delivery_days <= `{days}` && condition == 'new'], &price)"
    return Lookups(
        level="L2",
        words={"word": word, "days": days},
        calls=(
            ask(SEARCH, keywords=word, n=1),
            ask(PRODUCT, asin=use("[0].products[0].asin")),
            ask("math/mean", numbers=use("[1].offers[*].price")),
        ),
        values={
            "title": "[1].title",
            "seller": f"{quick}.seller",
            "price": Value(f"{quick}.price", CENTS),
            "average": Value("[2]", CENTS, grounds="[1].offers[*].price"),
            "barcode": "[1].gtin",
        },
        answer="{title}: {seller} sells it for {price} dollars, {average} on average; barcode {barcode}.",
        live=None,
    )


def _has_quick_offers(product: Product, days: int) -> bool:
    """Return whether several offers are quick, one of them is the cheapest, and others are slow."""
    quick = sorted(
        offer.dollars for offer in product.offers if offer.days <= days and offer.condition == "new"
    )
    slow = len(product.offers) > len(quick)
    return slow and len(quick) > 1 and quick[0] < quick[1]


def _basket(draw: TaskDraw) -> Lookups:
    words = keywords(draw, 4)
    domain, country, currency = shop(draw)
    return Lookups(
        level="L2",
        words={
            "basket": join([f'"{word}"' for word in words]),
            "country": country,
            "domain": domain,
            "currency": currency,
        },
        calls=(
            *(ask(SEARCH, keywords=word, n=1, amazon_domain=domain) for word in words),
            ask("math/sum", numbers=use("[0:4].products[0].price")),
        ),
        values={
            "total": Value("[4]", ROUNDED, grounds="[0:4].products[0].price"),
            "dearest": "max_by([0:4].products[0], &price).title",
            "price": Value("max([0:4].products[0].price)", CENTS),
        },
        guards=(apart("[0:4].products[0].price"),),
        answer=f"{{total}} {currency} in all; the dearest is {{dearest}} for {{price}}.",
        live="all",
    )


def _best_value(draw: TaskDraw) -> Lookups:
    (word,) = keywords(draw, 1, _SHOWN, _has_one_cheapest)
    good = f"[0].products[?rating >= `{_LEAST_RATING}` && in_stock]"
    best = f"min_by({good}, &price)"
    return Lookups(
        level="L2",
        words={"word": word, "rating": _LEAST_RATING},
        calls=(
            ask(SEARCH, keywords=word, n=_SHOWN),
            ask(PRODUCT, asin=use(f"{best}.asin")),
            ask("math/mean", numbers=use("[0].products[*].price")),
        ),
        steps=(1, 1, 1),
        values={
            "title": "[1].title",
            "price": Value("[1].price", CENTS),
            "stock": "[1].stock",
            "average": Value("[2]", CENTS, grounds="[0].products[*].price"),
        },
        guards=(apart(f"{good}.price", lowest=True),),
        answer="{title} at {price} dollars, {stock} in stock; the ten cost {average} on average.",
        live=None,
    )


def _has_one_cheapest(products: Sequence[Product]) -> bool:
    good = sorted(
        product.dollars for product in products if product.rating >= _LEAST_RATING and product.stock > 0
    )
    cheapest = min(product.dollars for product in products)
    return len(good) > 1 and good[0] < good[1] and cheapest < good[0]


def _paid_in_coins(draw: TaskDraw) -> Lookups:
    words = keywords(draw, 3)
    counts = draw.sample((1, 2, 3, 5), 3, "count")
    (coin,) = coins(draw, 1, cheapest=5.0)
    prices = "[0:3].products[0].price"
    return Lookups(
        level="L3",
        words={
            "basket": join([f'{n} × "{word}"' for n, word in zip(counts, words, strict=True)]),
            "coin": coin,
        },
        calls=(
            *(ask(SEARCH, keywords=word, n=1) for word in words),
            ask(PRICE, instrument=f"{coin}-USDT"),
            *(ask(PRODUCT, asin=use(f"[{index}].products[0].asin")) for index in range(3)),
            *(times(f"[{index}].products[0].price", count) for index, count in enumerate(counts)),
            total(("[7]", "[8]", "[9]")),
            divided("[10]", "[3].bid"),
        ),
        uses={11: (10, 3)},
        values={
            "total": Value("[10]", ROUNDED, grounds=prices),
            "bid": "[3].bid",
            "coins": Value("[11]", Tolerance(relative=1e-4), grounds=f"[[3].bid, {prices} | [0]]"),
            "scarcest": "min_by([4:7], &stock).title",
            "stock": "min([4:7].stock)",
        },
        guards=(apart("[4:7].stock", lowest=True),),
        answer=f"The basket costs {{total}} dollars, that is {{coins}} {coin} at {{bid}}. Only {{stock}} are "
        "left of {scarcest}.",
        live="all",
    )


FAMILY = Family(
    number=22,
    name="shop_prices",
    title="Shop prices",
    goal="Compare products and offers of a shop, at home and abroad, and add up baskets.",
    tasks=(_first_hits, _abroad, _offers, _basket, _best_value, _paid_in_coins),
    kind="retrieval",
    modalities=("text",),
)
