"""Product search and product details."""

from __future__ import annotations

from typing import Annotated, Any

from m3bench.servers.kit import (
    Answer,
    BadArgument,
    NotFound,
    Proof,
    Server,
    about,
    check_choice,
    check_limit,
    check_text,
)
from m3bench_world.servers.context import ToolContext
from m3bench_world.shops import DOMAINS, Product

MOST_RESULTS = 50
MOST_PAGES = 100

server = Server(
    "amazon",
    "A shop: products with prices, ratings and offers.",
    sources=("shops",),
    proof=Proof("search_products", {"keywords": "water bottle", "n": 2}),
)

Domain = Annotated[str, about("Which shop: amazon.com, amazon.co.uk, amazon.de …; it decides the currency.")]


@server.tool
def search_products(
    context: ToolContext,
    keywords: Annotated[
        str, about("What to look for: brand, kind, variant, size, such as 'Lay's Classic chips'.")
    ],
    n: Annotated[int, about("How many products to give, 1 to 50.")] = 1,
    page: Annotated[int, about("Page of the results, from 1; a page has n products.")] = 1,
    amazon_domain: Domain = "amazon.com",
) -> Answer:
    """Search products by keywords. Gives number (ASIN), title, price, rating and link of each, best first."""
    shops, query = context.world.shops, check_text(keywords, "keywords")
    domain = _domain(amazon_domain)
    size, number = check_limit(n, "n", MOST_RESULTS), check_limit(page, "page", MOST_PAGES)
    found = shops.search(query, size, (number - 1) * size)
    if not found and number > 1:
        raise NotFound(f"no page {number} for '{query[:80]}'; ask for an earlier one")
    if not found:
        raise NotFound(f"no product for '{query[:80]}'", shops.near(query))
    return Answer(
        {"keywords": query, "page": number, "products": [_short(context, item, domain) for item in found]}
    )


@server.tool
def get_product(
    context: ToolContext,
    asin: Annotated[
        str, about("The product's ten-character number, such as B0ABCD1234, from search_products.")
    ],
    amazon_domain: Domain = "amazon.com",
) -> Answer:
    """Everything about one product: price, offers of all sellers, stock, features, barcode (GTIN), rating."""
    domain, wanted = _domain(amazon_domain), check_text(asin, "asin")
    if len(wanted) != 10 or not wanted.isalnum():
        raise BadArgument("asin", f"'{wanted[:40]}' is not a product number; it has ten letters and digits")
    product = context.world.shops.by_asin(wanted)
    if product is None:
        raise NotFound(f"no product has the number {wanted}; search_products gives numbers")
    return Answer(_whole(context, product, domain))


def _domain(text: str) -> str:
    return check_choice(text.strip().removeprefix("www."), "amazon_domain", tuple(DOMAINS))


def _short(context: ToolContext, product: Product, domain: str) -> dict[str, Any]:
    amount, currency = context.world.shops.price(product.dollars, domain)
    return {
        "asin": product.asin,
        "title": product.title,
        "brand": product.brand,
        "category": product.category,
        "price": amount,
        "currency": currency,
        "rating": product.rating,
        "reviews": product.reviews,
        "in_stock": product.stock > 0,
        "url": f"https://www.{domain}/dp/{product.asin}",
    }


def _whole(context: ToolContext, product: Product, domain: str) -> dict[str, Any]:
    offers = [
        {
            "seller": offer.seller,
            "price": context.world.shops.price(offer.dollars, domain)[0],
            "condition": offer.condition,
            "delivery_days": offer.days,
        }
        for offer in product.offers
    ]
    return {
        **_short(context, product, domain),
        "variant": product.variant,
        "size": product.size,
        "gtin": product.gtin,
        "stock": product.stock,
        "features": product.features,
        "offers": offers,
    }
