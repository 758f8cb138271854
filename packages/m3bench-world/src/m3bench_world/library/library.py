"""A library of invented books with valid ISBNs, created on demand."""

from __future__ import annotations

import calendar
import re
from functools import cache, cached_property
from itertools import islice

import msgspec

from m3bench.core import near_misses, normalize
from m3bench_world.authors import person
from m3bench_world.library.genres import Genre, genres
from m3bench_world.library.isbn import PREFIX, check_digit_10, check_digit_13
from m3bench_world.world import World


class Book(msgspec.Struct, frozen=True):
    isbn13: str
    isbn10: str
    title: str
    authors: tuple[str, ...]
    publisher: str
    publish_date: str
    """Such as `March 2014`."""
    year: int
    pages: int
    subjects: tuple[str, ...]
    language: str
    description: str
    cover_id: int
    edition_key: str
    work_key: str
    binding: str

    @property
    def hyphenated(self) -> str:
        """Return the ISBN-13 with hyphens: prefix, group, registrant, publication, check digit."""
        code = self.isbn13
        return f"{code[:3]}-{code[3:5]}-{code[5:9]}-{code[9:12]}-{code[12]}"


class Words(msgspec.Struct, frozen=True):
    """Words of a book's title and description."""

    genre: Genre
    pattern: int
    quality: str
    other_quality: str
    thing: str
    other_thing: str
    whole: str
    many: int

    @property
    def about(self) -> tuple[str, ...]:
        """Return subjects from the book's words."""
        whole = self.whole.removeprefix("the ")
        return (self.thing.capitalize(), whole[:1].upper() + whole[1:])


def choose(genre: Genre, bits: int) -> Words:
    """Choose words by random bits."""
    bits, pattern = divmod(bits, len(genre.titles))
    bits, quality = divmod(bits, len(genre.qualities))
    bits, thing = divmod(bits, len(genre.things))
    bits, other = divmod(bits, len(genre.things))
    bits, whole = divmod(bits, len(genre.wholes))
    return Words(
        genre=genre,
        pattern=pattern,
        quality=genre.qualities[quality],
        other_quality=genre.qualities[(quality + 7) % len(genre.qualities)],
        thing=genre.things[thing],
        other_thing=genre.things[other if other != thing else (other + 1) % len(genre.things)],
        whole=genre.wholes[whole],
        many=40 + bits % 37 * 5,
    )


def title_of(words: Words, hero: str) -> str:
    forms = words.genre.forms
    title = words.genre.titles[words.pattern].format(
        a=forms[words.quality],
        a2=forms[words.other_quality],
        n=forms[words.thing],
        n2=forms[words.other_thing],
        b=words.whole,
        hero=hero,
        many=words.many,
    )
    return title[0].upper() + title[1:].replace("The the ", "The ")


def description_of(words: Words, hero: str, bits: int) -> str:
    texts = words.genre.texts
    slots = {"a": words.quality, "n": words.thing, "b": words.whole, "hero": hero, "many": str(words.many)}
    text = texts[bits % len(texts)].format_map(slots)
    text = re.sub(r"\b([Aa]) (?=[aeiou](?!ni))", r"\1n ", text)
    return re.sub(r"(?<=[^aeiou\s])ys\b", "ies", text)


BOOKS = 20_000
PUBLISHERS = 40
LIST_LENGTH = BOOKS // PUBLISHERS
AUTHORS = 120
"""Authors of each genre."""
MOST_WORDS = 20
"""Maximum query words; further ones are ignored."""
_FIELD = 997
"""A prime below 1,000, to scatter a publisher's books over its three digits."""
_FIRST = ("Alder", "Amber", "Anchor", "Bellweather", "Birch", "Bright", "Cobalt", "Copper", "Corner", "Crane")
_SECOND = ("Press", "House", "Books", "& Daughters")
_LANGUAGES = (("English",) * 14) + ("French", "German", "Spanish", "Italian", "Portuguese", "Dutch")
_BINDINGS = ("Paperback", "Paperback", "Hardcover", "Library binding")


class _Entry(msgspec.Struct, frozen=True):
    """Catalogue entry of a book: its title and normalized authors."""

    number: int
    title: str
    authors: str


class Library:
    """20,000 books. `book` looks one up, `search` finds by words, `sample` takes some for a scene."""

    def __init__(self, world: World) -> None:
        self._chance = world.chance
        self._this_year = world.now.year
        self._shelf = cache(self._entries)

    def book(self, isbn13: str) -> Book | None:
        """Return the book with an ISBN-13 without hyphens; see `isbn.read_isbn`."""
        number = self._number(isbn13)
        return None if number is None else self._book(number)

    def numbered(self, number: int) -> Book:
        """Books are numbered from 0 to 19,999."""
        return self._book(number % BOOKS)

    def sample(self, n: int, *name: object) -> list[Book]:
        """Return different books, the same for the same name."""
        first = self._chance.whole(0, BOOKS - 1, "sample of books", *name)
        # 7,919 has no divisor in common with the number of books, so that no book comes twice.
        return [self._book((first + 7_919 * step) % BOOKS) for step in range(min(n, BOOKS))]

    def search(self, title: str | None = None, author: str | None = None, limit: int = 10) -> list[Book]:
        """Return books whose title and author contain the words, best first."""
        titles, authors = (_shorten(normalize(text or "")) for text in (title, author))
        scored = []
        for index, genre in enumerate(genres()):
            possible = "{hero}" in genre.vocabulary or _likeness(titles, genre.vocabulary)
            if possible and self._has_author(index, authors):
                for entry in self._shelf(index):
                    score = _likeness(titles, entry.title.lower()) * _same_person(authors, entry.authors)
                    if score > 0:
                        scored.append((-score, entry.number))
        return [self._book(number) for _, number in sorted(scored)[:limit]]

    def _has_author(self, place: int, author: str) -> bool:
        return not author or any(_same_person(author, name) for name in self._plain_authors[place])

    def near(self, title: str | None, author: str | None, limit: int = 5) -> list[str]:
        """Return titles or authors similar to unknown ones."""
        if title:
            starts = [word[:3] for word in normalize(title).split()[:MOST_WORDS] if len(word) > 3]
            entries = (entry.title for index in range(len(genres())) for entry in self._shelf(index))
            alike = (known for known in entries if any(start in known.lower() for start in starts))
            return near_misses(title, dict.fromkeys(islice(alike, 3_000)), limit)
        names = dict.fromkeys(name for people in self._authors for name in people)
        return near_misses(author or "", names, limit)

    @cached_property
    def publishers(self) -> tuple[str, ...]:
        """Return the publishers. Each has 500 books."""
        return tuple(f"{first} {second}" for second in _SECOND for first in _FIRST)

    @cached_property
    def _registrants(self) -> dict[str, int]:
        """Map registrant digits to publishers."""
        stride, shift = (
            2 * self._chance.whole(100, 4_000, "registrant") + 1,
            self._chance.whole(0, 9_999, "first"),
        )
        stride += 2 * (stride % 5 == 0)
        return {f"{(publisher * stride + shift) % 10_000:04d}": publisher for publisher in range(PUBLISHERS)}

    @cached_property
    def _registrant_of(self) -> tuple[str, ...]:
        return tuple(self._registrants)

    def _scatter(self, publisher: int) -> tuple[int, int]:
        return (
            self._chance.whole(2, _FIELD - 1, "book stride", publisher),
            self._chance.whole(0, _FIELD - 1, "book shift", publisher),
        )

    def _isbn(self, number: int) -> str:
        publisher, slot = divmod(number, LIST_LENGTH)
        stride, shift = self._scatter(publisher)
        body = f"{PREFIX}{self._registrant_of[publisher]}{(slot * stride + shift) % _FIELD:03d}"
        return body + check_digit_13(body)

    def _number(self, isbn13: str) -> int | None:
        publisher = self._registrants.get(isbn13[5:9])
        if not isbn13.startswith(PREFIX) or publisher is None:
            return None
        stride, shift = self._scatter(publisher)
        slot = (int(isbn13[9:12]) - shift) * pow(stride, -1, _FIELD) % _FIELD
        number = publisher * LIST_LENGTH + slot
        return number if slot < LIST_LENGTH and self._isbn(number) == isbn13 else None

    @cached_property
    def _numbers(self) -> tuple[list[int], ...]:
        """Return book numbers by genre."""
        places: tuple[list[int], ...] = tuple([] for _ in genres())
        for number in range(BOOKS):
            places[self._bits(number) % len(places)].append(number)
        return places

    def _entries(self, place: int) -> list[_Entry]:
        folded = dict(zip(self._authors[place], self._plain_authors[place], strict=True))
        entries = []
        for number in self._numbers[place]:
            words, authors, hero = self._words(number)
            names = folded[authors[0]] if len(authors) == 1 else " ; ".join(folded[name] for name in authors)
            entries.append(_Entry(number, title_of(words, hero), names))
        return entries

    @cached_property
    def _plain_authors(self) -> tuple[tuple[str, ...], ...]:
        return tuple(tuple(normalize(name) for name in people) for people in self._authors)

    def _bits(self, number: int) -> int:
        return self._chance.bits("book", number)

    @cached_property
    def _authors(self) -> tuple[tuple[str, ...], ...]:
        return tuple(
            tuple(person(self._chance, "book", genre.key, number) for number in range(AUTHORS))
            for genre in genres()
        )

    def _words(self, number: int) -> tuple[Words, tuple[str, ...], str]:
        """Return a book's words, its authors, and its possible subject person."""
        bits, place = divmod(self._bits(number), len(genres()))
        people = self._authors[place]
        bits, first = divmod(bits, AUTHORS)
        bits, second = divmod(bits, AUTHORS * 4)
        authors = (
            (people[first],) if second >= AUTHORS or second == first else (people[first], people[second])
        )
        return choose(genres()[place], bits), authors, people[(first + 1) % AUTHORS]

    def _book(self, number: int) -> Book:
        words, authors, hero = self._words(number)
        draws = self._chance.bits("book details", number)
        year = self._this_year - int((draws % 1_000) ** 1.35 / 1_000**1.35 * 70)
        month = calendar.month_name[draws // 1_000 % 12 + 1]
        isbn = self._isbn(number)
        return Book(
            isbn13=isbn,
            isbn10=isbn[3:12] + check_digit_10(isbn[3:12]),
            title=title_of(words, hero),
            authors=authors,
            publisher=self.publishers[number // LIST_LENGTH],
            publish_date=f"{month} {year}" if year < self._this_year else str(year),
            year=year,
            pages=_pages(words.genre.key, draws >> 20),
            subjects=words.genre.subjects + words.about,
            language=_LANGUAGES[(draws >> 30) % len(_LANGUAGES)],
            description=description_of(words, hero, draws >> 36),
            cover_id=9_000_000 + number,
            edition_key=f"OL{70_000_000 + number}M",
            work_key=f"OL{40_000_000 + number}W",
            binding=_BINDINGS[(draws >> 40) % len(_BINDINGS)],
        )


def _shorten(text: str) -> str:
    return " ".join(text.split()[:MOST_WORDS])


def _pages(genre: str, bits: int) -> int:
    low, high = {"children": (24, 64), "poetry": (64, 140), "textbook": (320, 980)}.get(genre, (140, 520))
    return (low + bits % (high - low)) // 4 * 4


def _same_person(wanted: str, known: str) -> float:
    """Score authors: 1 without a query, more for a full name, 0 unless one author matches all words."""
    if not wanted:
        return 1.0
    for name in known.split(" ; "):
        if name == wanted:
            return 2.0
        parts = name.replace(".", "").split()
        if all(any(part.startswith(word) for part in parts) for word in wanted.replace(".", " ").split()):
            return 1.5
    return 0.0


def _likeness(wanted: str, known: str) -> float:
    """Score a title: 1 without a query, else the share of words present, 0 below two thirds."""
    if not wanted:
        return 1.0
    if wanted == known:
        return 3.0
    if wanted in known:
        return 1.5 + len(wanted) / len(known)
    words = re.findall(r"\w+", wanted)
    if not words:
        return 0.0
    share = sum(word in known for word in words) / len(words)
    return share if share > 0.66 else 0.0
