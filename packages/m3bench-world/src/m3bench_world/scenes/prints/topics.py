"""Topics of slides: facts of the world with numbers."""

from __future__ import annotations

from typing import NamedTuple

from m3bench_world.scenes.painting import Dice
from m3bench_world.scenes.prints.goods import themed_articles
from m3bench_world.scenes.prints.listings import known_films
from m3bench_world.scenes.prints.typeset import is_writable
from m3bench_world.world import World

_LONGEST = 24


class Row(NamedTuple):
    name: str
    value: float
    shown: str
    key: str = ""
    """Key in the world."""


class Topic(NamedTuple):
    title: str
    subtitle: str
    columns: tuple[str, str]
    rows: tuple[Row, ...]
    adds_up: bool = False
    """Whether the sum of the numbers is meaningful."""

    @property
    def largest(self) -> Row:
        return max(self.rows, key=lambda row: row.value)

    @property
    def smallest(self) -> Row:
        return min(self.rows, key=lambda row: row.value)


def topic(world: World, dice: Dice) -> Topic:
    return dice.pick((_films, _books, _prices, _rates))(world, dice)


def _films(world: World, dice: Dice) -> Topic:
    known = [film for film in known_films(world.films) if film.runtime and len(film.title) <= _LONGEST]
    rows = [
        Row(film.title, film.runtime or 0, f"{film.runtime} min", film.imdb)
        for film in dice.some(known, dice.whole(3, 5))
    ]
    title = dice.pick(("How long is a film?", "Films and how long they run"))
    return Topic(title, "Running times in minutes", ("Film", "Minutes"), tuple(rows))


def _books(world: World, dice: Dice) -> Topic:
    books = [world.library.numbered(dice.whole(0, 19_999)) for _ in range(40)]
    fitting = [book for book in books if is_writable(book.title) and len(book.title) <= _LONGEST][
        : dice.whole(3, 5)
    ]
    rows = [Row(book.title, book.pages, f"{book.pages}", book.isbn13) for book in fitting]
    title = dice.pick(("What is new on our shelves?", "New on our shelves"))
    return Topic(title, "Pages of each book", ("Book", "Pages"), tuple(rows), True)


def _prices(world: World, dice: Dice) -> Topic:
    theme, articles = themed_articles(world, dice, 12)
    named = {f"{article.product.brand} {article.product.variant}": article.product for article in articles}
    short = [(name, product) for name, product in named.items() if len(name) <= _LONGEST][: dice.whole(3, 5)]
    rows = [Row(name, product.dollars, f"${product.dollars:.2f}", product.asin) for name, product in short]
    return Topic(f"Price check: {theme}", "US dollars for one piece", ("Article", "Price"), tuple(rows), True)


def _rates(world: World, dice: Dice) -> Topic:
    day = max(world.now.date(), world.money.first_day)
    codes = dice.some(
        ("USD", "GBP", "CHF", "CAD", "AUD", "PLN", "SEK", "NOK", "DKK", "BRL"), dice.whole(3, 5)
    )
    rates = [(code, round(world.money.convert(1.0, "EUR", code, day), 2)) for code in codes]
    rows = [Row(code, rate, f"{rate:.2f}", code) for code, rate in rates]
    title = dice.pick(("What does a euro buy?", "What a euro buys"))
    return Topic(title, f"Rates of {day.isoformat()}", ("Currency", "For 1 EUR"), tuple(rows))
