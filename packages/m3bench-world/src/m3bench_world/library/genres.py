"""Genres, with the subjects and title words of their books."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

_SMALL = frozenset(("a", "an", "and", "the", "of", "in", "for", "to", "at", "from", "on", "with"))


class Form(msgspec.Struct, frozen=True):
    """Forms of a word in titles."""

    title: str
    plural: str
    some: str
    """With its article: `an Orchard`."""
    Some: str


class Genre(msgspec.Struct, frozen=True):
    key: str
    subjects: tuple[str, ...]
    qualities: tuple[str, ...]
    things: tuple[str, ...]
    wholes: tuple[str, ...]
    titles: tuple[str, ...]
    """Patterns with slots such as `{n.plural}`."""
    forms: dict[str, Form]
    texts: tuple[str, ...]
    vocabulary: str
    """All possible title words, for a quick test before titles are written."""


@cache
def genres() -> tuple[Genre, ...]:
    text = (files(__package__) / "genres.txt").read_text(encoding="utf-8")
    return tuple(_genre(block) for block in text.split("\n[")[1:])


def _genre(block: str) -> Genre:
    head, *lines = block.strip().splitlines()
    key, _, subjects = head.partition("] ")
    rows: dict[str, list[str]] = {}
    for line in lines:
        name, _, words = line.partition(": ")
        rows.setdefault(name, []).append(words)
    lists = {name: tuple(row[0].split("; ")) for name, row in rows.items()}
    return Genre(
        key=key,
        subjects=tuple(subjects.split("; ")),
        qualities=lists["a"],
        things=lists["n"],
        wholes=lists["b"],
        titles=tuple(_prepare(title) for title in lists["title"]),
        forms={word: _form(word) for name in "anb" for word in lists[name]},
        texts=tuple(rows["text"]),
        vocabulary=_vocabulary(lists),
    )


def _vocabulary(lists: dict[str, tuple[str, ...]]) -> str:
    many = map(str, range(40, 225, 5))
    plurals = map(plural, lists["n"])
    return " ".join((*lists["a"], *lists["n"], *plurals, *lists["b"], *lists["title"], "an", *many)).lower()


def _prepare(pattern: str) -> str:
    """Move articles and plural endings into the slots, where they are adapted to the word."""
    pattern = re.sub(r"\bA \{([an])\}", r"{\1.Some}", pattern)
    pattern = re.sub(r"\ba \{([an])\}", r"{\1.some}", pattern)
    pattern = re.sub(r"\{(n2?)\}s\b", r"{\1.plural}", pattern)
    return re.sub(r"\{([an]2?)\}", r"{\1.title}", pattern)


def _form(word: str) -> Form:
    title = " ".join(part if part in _SMALL else part[:1].upper() + part[1:] for part in word.split())
    article = "an" if word[0] in "aeiou" and not word.startswith(("uni", "use", "eu", "one")) else "a"
    return Form(title, plural(title), f"{article} {title}", f"{article.capitalize()} {title}")


def plural(word: str) -> str:
    if word.endswith(("Wolf", "wolf")):
        return f"{word[:-1]}ves"
    if word.endswith(("Mouse", "mouse")):
        return f"{word[:-5]}{word[-5]}ice"
    if word.endswith(("ch", "sh", "ss", "x")):
        return f"{word}es"
    if word.endswith("y") and word[-2] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}s"
