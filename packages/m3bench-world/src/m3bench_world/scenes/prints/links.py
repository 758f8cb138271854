"""Content of QR codes: URLs and numbers of books, goods, parks, packages and films."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from m3bench_world.scenes.painting import Dice
from m3bench_world.scenes.prints.goods import themed_articles
from m3bench_world.scenes.prints.listings import known_films
from m3bench_world.scenes.prints.typeset import is_writable
from m3bench_world.world import World


class Link(NamedTuple):
    text: str
    caption: str
    kind: str
    key: str
    """Its key: an ISBN, an ASIN, a code."""

    def facts(self) -> dict[str, str]:
        return {"text": self.text, "caption": self.caption, "kind": self.kind, "key": self.key}


def _book(world: World, dice: Dice) -> Link:
    book = world.library.numbered(dice.whole(0, 19_999))
    text = f"https://openlibrary.org/isbn/{book.isbn13}" if dice.happens(0.7) else f"ISBN:{book.isbn13}"
    return Link(text, book.title, "book", book.isbn13)


def _product(world: World, dice: Dice) -> Link:
    product = themed_articles(world, dice, 6)[1][0].product
    text = f"https://www.amazon.com/dp/{product.asin}" if dice.happens(0.7) else product.asin
    return Link(text, f"{product.brand} {product.variant}", "product", product.asin)


def _park(world: World, dice: Dice) -> Link:
    park = dice.pick(world.parks.all())
    return Link(f"https://www.nps.gov/{park.code}/index.htm", park.name, "park", park.code)


def _package(world: World, dice: Dice) -> Link:
    entry = dice.pick([entry for entry in world.nix.packages() if "." not in entry.name])
    return Link(f"nix-shell -p {entry.name}", entry.name, "package", entry.name)


def _film(world: World, dice: Dice) -> Link:
    film = dice.pick(known_films(world.films))
    return Link(f"https://www.imdb.com/title/{film.imdb}/", film.title, "film", film.imdb)


_MAKERS: dict[str, Callable[[World, Dice], Link]] = {
    "book": _book,
    "product": _product,
    "park": _park,
    "package": _package,
    "film": _film,
}
_LONGEST = 30


def some_links(world: World, dice: Dice, count: int, *kinds: str) -> list[Link]:
    """Return different links of some or all kinds, with short captions."""
    found: dict[str, Link] = {}
    while len(found) < count:
        link = _MAKERS[dice.pick(kinds or tuple(_MAKERS))](world, dice)
        if is_writable(link.text, link.caption) and len(link.caption) <= _LONGEST:
            found[link.text] = link
    return list(found.values())
