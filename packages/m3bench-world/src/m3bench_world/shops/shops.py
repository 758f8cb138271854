"""The catalogue: articles by number, by barcode and by keywords."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate

from m3bench.core import near_misses
from m3bench_world.shops.goods import Goods, read_goods
from m3bench_world.shops.medicines import medicines
from m3bench_world.shops.numbers import Scramble, in_base_36
from m3bench_world.shops.product import Offer, Product, check_digit
from m3bench_world.shops.search import Finder
from m3bench_world.world import World

DOMAINS = {
    "amazon.com": "USD", "amazon.co.uk": "GBP", "amazon.de": "EUR", "amazon.fr": "EUR", "amazon.it": "EUR",
    "amazon.es": "EUR", "amazon.nl": "EUR", "amazon.ca": "CAD", "amazon.com.au": "AUD", "amazon.co.jp": "JPY",
    "amazon.in": "INR", "amazon.com.br": "BRL", "amazon.com.mx": "MXN", "amazon.se": "SEK",
    "amazon.pl": "PLN",
}  # fmt: skip
_SELLERS = (
    "Harbour Street Goods", "Northgate Supply", "Bluebird Trading", "Maple & Main", "Cornerstone Direct",
    "Fairwind Outlet", "Old Mill Market", "Lantern Lane", "Tidewater Stores", "Summit Row",
)  # fmt: skip
_MATERIALS = ("recycled packaging", "a one-year guarantee", "free returns for 30 days", "plain instructions")
_ASIN_SPACE, _GTIN_SPACE = 36**8, 10**11


class Shops:
    """All articles, numbered from 0 and created on demand."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._asins = Scramble(world.chance, "asin", _ASIN_SPACE)
        self._gtins = Scramble(world.chance, "gtin", _GTIN_SPACE)

    @cached_property
    def _goods(self) -> list[Goods]:
        return read_goods() + medicines(self._world.pharmacy)

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(goods.count for goods in self._goods))

    @cached_property
    def _finder(self) -> Finder:
        return Finder(self._goods)

    @property
    def count(self) -> int:
        return self._ends[-1]

    def by_asin(self, asin: str) -> Product | None:
        code = asin.strip().upper()
        if len(code) != 10 or not code.startswith("B0") or not (code.isascii() and code.isalnum()):
            return None
        return self._numbered(self._asins.number(int(code[2:], 36)))

    def by_gtin(self, gtin: str) -> Product | None:
        """Return the article with this barcode; None if it does not exist or its check digit is wrong."""
        whole = gtin.isascii() and gtin.isdigit() and len(gtin) == 13 and gtin[0] == "2"
        if not whole or check_digit(gtin[:12]) != gtin[12]:
            return None
        return self._numbered(self._gtins.number(int(gtin[1:12])))

    def search(self, keywords: str, limit: int, start: int = 0) -> list[Product]:
        """Return articles that match the keywords, best first, then the most reviewed."""
        found = self._finder.search(keywords)
        numbered = [(score, self._first(kind) + place) for score, kind, place in found]
        best = max((score for score, _ in numbered), default=0.0)
        # What fits half as well as the best is something else.
        kept = [(score, number) for score, number in numbered if score >= best / 2]
        ranked = sorted(kept, key=lambda pair: (-round(pair[0], 6), -self._reviews(pair[1]), pair[1]))
        return [self._product(number) for _, number in ranked[start : start + limit]]

    def near(self, keywords: str) -> list[str]:
        return near_misses(keywords, sorted({name for goods in self._goods for name in goods.names}))

    def price(self, dollars: float, domain: str) -> tuple[float, str]:
        """Return a price in the currency of a shop's domain, at the day's rate."""
        currency = DOMAINS[domain]
        if currency == "USD":
            return dollars, currency
        money = self._world.money
        amount = money.convert(dollars, "USD", currency, max(self._world.now.date(), money.first_day))
        return round(amount, 0 if currency == "JPY" else 2), currency

    def _first(self, kind: int) -> int:
        return self._ends[kind - 1] if kind else 0

    def _numbered(self, number: int) -> Product | None:
        return self._product(number) if 0 <= number < self.count else None

    def _reviews(self, number: int) -> int:
        return int(4 * 10 ** (4 * self._world.chance.share("reviews", number) ** 1.5))

    def _product(self, number: int) -> Product:
        kind = bisect_right(self._ends, number)
        goods = self._goods[kind]
        brand, variant, size = goods.article(number - self._first(kind))
        offers = self._offers(number, self._dollars(goods, number, brand, size))
        code = f"2{self._gtins.code(number):011d}"
        chance = self._world.chance
        return Product(
            number=number,
            asin="B0" + in_base_36(self._asins.code(number), 8),
            gtin=code + check_digit(code),
            category=goods.category,
            noun=goods.names[0],
            brand=brand,
            variant=variant,
            size=size,
            title=_title(brand, variant, goods.names[0], size),
            dollars=offers[0].dollars,
            rating=round(3.4 + 1.5 * max(chance.share("rating", number, draw) for draw in range(2)), 1),
            reviews=self._reviews(number),
            stock=0 if chance.happens(0.04, "sold out", number) else chance.whole(1, 400, "stock", number),
            features=(
                f"{goods.names[0].capitalize()} by {brand}",
                f"Variant: {variant}",
                f"Size: {size}",
                f"Comes with {chance.pick(_MATERIALS, 'feature', number)}",
            ),
            offers=offers,
        )

    def _dollars(self, goods: Goods, number: int, brand: str, size: str) -> float:
        chance = self._world.chance
        standing = chance.between(0.8, 1.3, "standing", brand)
        amount = (
            goods.dollars * goods.size_factor(size) * standing * chance.between(0.93, 1.08, "price", number)
        )
        return round(max(1.0, round(amount)) - 0.01, 2)

    def _offers(self, number: int, dollars: float) -> tuple[Offer, ...]:
        chance = self._world.chance
        sellers = sorted(_SELLERS, key=lambda seller: chance.bits("seller", number, seller))
        more = [
            Offer(
                seller=seller,
                dollars=round(dollars * chance.between(1.01, 1.25, "offer", number, seller), 2),
                condition="used, very good" if chance.happens(0.2, "used", number, seller) else "new",
                days=chance.whole(1, 9, "days", number, seller),
            )
            for seller in sellers[1 : 1 + chance.whole(1, 3, "offers", number)]
        ]
        first = Offer(sellers[0], dollars, "new", chance.whole(1, 4, "days", number))
        return (first, *sorted(more, key=lambda offer: (offer.dollars, offer.seller)))


def _title(brand: str, variant: str, noun: str, size: str) -> str:
    named = noun if any(letter.isupper() for letter in noun) else noun.title()
    return f"{brand} {variant} {named}, {size}".replace("'S ", "'s ")
