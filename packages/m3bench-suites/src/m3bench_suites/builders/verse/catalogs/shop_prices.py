"""Shop prices: offers of products, prices in shops of several countries, and what a basket costs."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench.suites import Blueprint
from m3bench_suites.builders.fields import code, named, number, records
from m3bench_suites.builders.verse.catalogs._shared.goods import PRODUCT, SEARCH, keywords, shop
from m3bench_suites.builders.verse.catalogs._shared.market import PRICE, coins, divided, times, total
from m3bench_suites.builders.verse.catalogs._shared.steps import (
    CENTS,
    ROUNDED,
    Apart,
    Steps,
    Value,
    ask,
    taken,
)
from m3bench_suites.builders.verse.catalogs._shared.tasks import by_number, task
from m3bench_suites.builders.verse.catalogs._shared.wordings import shop_prices as wordings
from m3bench_suites.builders.verse.family import TaskDraw, VerseFamily
from m3bench_world.shops import Product

_FIRST = 3
_SHOWN = 10
_LEAST_RATING = 4.5


def _first_hits(draw: TaskDraw) -> Blueprint:
    (word,) = keywords(draw, 1, _FIRST)
    steps = Steps(
        calls=((ask(SEARCH, keywords=word, n=_FIRST),),),
        values={
            "products": Value("[0].products[*].{title: title, price: price}", CENTS),
            "reviews": Value("max([0].products[*].reviews)"),
        },
        answer="The first hits are {products}; the most reviewed one has {reviews} reviews.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            records(
                "products",
                "the products, in the shop's order",
                named("title", "the title of the product"),
                number("price", "what it costs", "USD"),
                ordered=True,
            ),
            number("reviews", "how many reviews the most reviewed of them has"),
        ),
        wording=wordings.FIRST_HITS,
        words={"word": word},
    )


def _abroad(draw: TaskDraw) -> Blueprint:
    (word,) = keywords(draw, 1)
    domain, country, currency = shop(draw)
    steps = Steps(
        calls=((ask(SEARCH, keywords=word, n=1, amazon_domain=domain),),),
        values={
            "title": Value("[0].products[0].title"),
            "price": Value("[0].products[0].price", CENTS),
            "number": Value("[0].products[0].asin"),
        },
        answer=f"{{title}} ({{number}}) costs {{price}} {currency}.",
    )
    return task(
        draw,
        "L1",
        steps,
        (
            named("title", "the title of the product"),
            number("price", f"what it costs there today, in {currency}"),
            code("number", "the product number (ASIN)"),
        ),
        wording=wordings.ABROAD,
        words={"word": word, "country": country, "domain": domain, "currency": currency},
        time_sensitive=True,
    )


def _offers(draw: TaskDraw) -> Blueprint:
    days = draw.whole(4, 7, "days")
    (word,) = keywords(draw, 1, suits=lambda products: _has_quick_offers(products[0], days))
    quick = f"min_by([1].offers[?delivery_days <= `{days}` && condition == 'new'], &price)"
    steps = Steps(
        calls=(
            (ask(SEARCH, keywords=word, n=1),),
            (ask(PRODUCT, asin=taken("[0].products[0].asin")),),
            (ask("math/mean", numbers=taken("[1].offers[*].price")),),
        ),
        values={
            "title": Value("[1].title"),
            "seller": Value(f"{quick}.seller"),
            "price": Value(f"{quick}.price", CENTS),
            "average": Value("[2]", CENTS, grounds="[1].offers[*].price"),
            "barcode": Value("[1].gtin"),
        },
        answer="{title}: {seller} sells it for {price} dollars, {average} on average; barcode {barcode}.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            named("title", "the title of the product"),
            named("seller", "who makes that offer"),
            number("price", "the price of that offer", "USD"),
            number("average", "the average price of all its offers", "USD"),
            code("barcode", "the number of its barcode (GTIN)"),
        ),
        wording=wordings.OFFERS,
        words={"word": word, "days": days},
    )


def _has_quick_offers(product: Product, days: int) -> bool:
    """Return whether several offers are quick, one of them is the cheapest, and others are slow."""
    quick = sorted(each.dollars for each in product.offers if each.days <= days and each.condition == "new")
    slow = len(product.offers) > len(quick)
    return slow and len(quick) > 1 and quick[0] < quick[1]


def _basket(draw: TaskDraw) -> Blueprint:
    words = keywords(draw, 4)
    domain, country, currency = shop(draw)
    steps = Steps(
        calls=(
            tuple(ask(SEARCH, keywords=word, n=1, amazon_domain=domain) for word in words),
            (ask("math/sum", numbers=taken("[0:4].products[0].price")),),
        ),
        values={
            "total": Value("[4]", ROUNDED, grounds="[0:4].products[0].price"),
            "dearest": Value("max_by([0:4].products[0], &price).title"),
            "price": Value("max([0:4].products[0].price)", CENTS),
        },
        apart=(Apart("[0:4].products[0].price", 0.0),),
        answer=f"{{total}} {currency} in all; the dearest is {{dearest}} for {{price}}.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            number("total", f"what the four cost together today, in {currency}"),
            named("dearest", "the title of the most expensive of them"),
            number("price", f"what that one costs, in {currency}"),
        ),
        wording=wordings.BASKET,
        words={
            "basket": join([f'"{word}"' for word in words]),
            "country": country,
            "domain": domain,
            "currency": currency,
        },
        time_sensitive=True,
    )


def _best_value(draw: TaskDraw) -> Blueprint:
    (word,) = keywords(draw, 1, _SHOWN, _has_one_cheapest)
    good = f"[0].products[?rating >= `{_LEAST_RATING}` && in_stock]"
    best = f"min_by({good}, &price)"
    steps = Steps(
        calls=(
            (ask(SEARCH, keywords=word, n=_SHOWN),),
            (ask(PRODUCT, asin=taken(f"{best}.asin")),),
            (ask("math/mean", numbers=taken("[0].products[*].price")),),
        ),
        values={
            "title": Value("[1].title"),
            "price": Value("[1].price", CENTS),
            "stock": Value("[1].stock"),
            "average": Value("[2]", CENTS, grounds="[0].products[*].price"),
        },
        apart=(Apart(f"{good}.price", 0.0, smallest=True),),
        answer="{title} at {price} dollars, {stock} in stock; the ten cost {average} on average.",
    )
    return task(
        draw,
        "L2",
        steps,
        (
            named("title", "the title of the product"),
            number("price", "what it costs", "USD"),
            number("stock", "how many pieces are in stock"),
            number("average", "the average price of the ten products", "USD"),
        ),
        wording=wordings.BEST_VALUE,
        words={"word": word, "rating": _LEAST_RATING},
    )


def _has_one_cheapest(products: Sequence[Product]) -> bool:
    good = sorted(each.dollars for each in products if each.rating >= _LEAST_RATING and each.stock > 0)
    cheapest = min(each.dollars for each in products)
    return len(good) > 1 and good[0] < good[1] and cheapest < good[0]


def _paid_in_coins(draw: TaskDraw) -> Blueprint:
    words = keywords(draw, 3)
    counts = draw.sample((1, 2, 3, 5), 3, "count")
    (coin,) = coins(draw, 1, cheapest=5.0)
    prices = "[0:3].products[0].price"
    steps = Steps(
        calls=(
            (*(ask(SEARCH, keywords=word, n=1) for word in words), ask(PRICE, instrument=f"{coin}-USDT")),
            (
                *(ask(PRODUCT, asin=taken(f"[{place}].products[0].asin")) for place in range(3)),
                *(times(f"[{place}].products[0].price", count) for place, count in enumerate(counts)),
            ),
            (total(("[7]", "[8]", "[9]")),),
            (divided("[10]", "[3].bid"),),
        ),
        values={
            "total": Value("[10]", ROUNDED, grounds=prices),
            "bid": Value("[3].bid"),
            "coins": Value("[11]", Tolerance(relative=1e-4), grounds=f"[[3].bid, {prices} | [0]]"),
            "scarcest": Value("min_by([4:7], &stock).title"),
            "stock": Value("min([4:7].stock)"),
        },
        apart=(Apart("[4:7].stock", 0.0, smallest=True),),
        answer=f"The basket costs {{total}} dollars, that is {{coins}} {coin} at {{bid}}. Only {{stock}} are "
        "left of {scarcest}.",
    )
    return task(
        draw,
        "L3",
        steps,
        (
            number("total", "what the basket costs", "USD"),
            number("bid", f"the current bid for one {coin}, in USDT"),
            number("coins", f"how many {coin} must be sold, to at least four significant digits"),
            named("scarcest", "the title of the product with the fewest pieces in stock"),
            number("stock", "how many of that are in stock"),
        ),
        wording=wordings.PAID_IN_COINS,
        words={
            "basket": join([f'{n} × "{word}"' for n, word in zip(counts, words, strict=True)]),
            "coin": coin,
        },
        time_sensitive=True,
    )


FAMILY = VerseFamily(
    number=22,
    name="shop_prices",
    title="Shop prices",
    goal="Compare products and offers of a shop, at home and abroad, and add up baskets.",
    make=by_number(_first_hits, _abroad, _offers, _basket, _best_value, _paid_in_coins),
)
