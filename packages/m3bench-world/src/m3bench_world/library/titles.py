"""Titles and descriptions of books: the same words in both."""

from __future__ import annotations

import re

import msgspec

from m3bench_world.library.genres import Genre


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
