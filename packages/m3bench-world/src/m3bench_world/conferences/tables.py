"""Fields of research, and cities that hold conferences."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache
from importlib.resources import files

import msgspec

from m3bench.core import normalize

_WORD = re.compile(r"[a-z0-9]+")
_CAPITALS = {
    word.lower(): word
    for word in (
        "AI",
        "CRISPR",
        "RNA",
        "DNA",
        "SLAM",
        "EEG",
        "NFT",
        "5G",
        "6G",
        "HIV",
        "COVID",
        "QCD",
        "3D",
        "SQL",
    )
} | {"and": "and", "of": "of", "to": "to", "in": "in", "nft": "NFT"}


class Field(msgspec.Struct, frozen=True):
    title: str
    series: int
    """Conferences a year."""
    topics: tuple[str, ...]

    @property
    def words(self) -> frozenset[str]:
        return frozenset(word for text in (self.title, *self.topics) for word in words_of(text))


class City(msgspec.Struct, frozen=True):
    id: int
    """GeoNames id, by which the atlas knows it."""
    name: str
    country: str
    continent: str


@lru_cache(maxsize=8_192)
def words_of(text: str) -> tuple[str, ...]:
    """Return the words of a text as they are compared: no case, no accents, no plural."""
    return tuple(_singular(word) for word in _WORD.findall(normalize(text)))


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return (
        word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")) else word
    )


def titled(text: str) -> str:
    """Return a topic as part of a title: `ai agent` → `AI Agent`."""
    return " ".join("-".join(_capital(part) for part in word.split("-")) for word in text.split())


def _capital(word: str) -> str:
    return _CAPITALS.get(word.lower(), word[:1].upper() + word[1:])


@cache
def fields() -> tuple[Field, ...]:
    lines = (files(__package__) / "fields.txt").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("|") for line in lines)
    return tuple(Field(title, int(series), tuple(topics.split("; "))) for title, series, topics in rows)


@cache
def shared_topics() -> frozenset[str]:
    """Return topics of several fields, and those that are fields themselves."""
    counts = Counter(topic for field in fields() for topic in field.topics)
    titles = {field.title.lower() for field in fields()}
    return frozenset(topic for topic, count in counts.items() if count > 1 or topic in titles)


@cache
def field_words() -> tuple[frozenset[str], ...]:
    return tuple(field.words for field in fields())


@cache
def cities() -> tuple[City, ...]:
    lines = (files(__package__) / "cities.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = (line.split("\t") for line in lines)
    return tuple(City(int(number), *rest) for number, *rest in rows)
