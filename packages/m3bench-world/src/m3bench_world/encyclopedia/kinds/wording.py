"""Helpers for sentences."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from m3bench_world.encyclopedia.compiled import read_text
from m3bench_world.text import join_names as in_a_sentence

_PLURAL_COUNTRIES = ("United ", "Netherlands", "Philippines", "Bahamas", "Maldives", "Seychelles", "Comoros")


@cache
def _proper_words() -> frozenset[str]:
    return frozenset(read_text("proper.txt").split())


def lowercase_title(name: str) -> str:
    """Return a title for use inside a sentence: `Bald eagle` → `bald eagle`, but `American eel`."""
    first = name.split(" ", 1)[0]
    return name if first in _proper_words() or first.isupper() else name[:1].lower() + name[1:]


def join_names(names: Sequence[str], most: int = 6) -> str:
    """Return `a, b and c`, limited to the first `most` names."""
    return in_a_sentence(names[:most])


def article_for(noun: str) -> str:
    return f"an {noun}" if noun[:1].lower() in "aeiou" else f"a {noun}"


def sentence(text: str) -> str:
    """Return a text with an initial capital and a full stop."""
    return f"{text[:1].upper()}{text[1:].rstrip('.')}."


def with_the(country: str) -> str:
    """Return `the United States`, but `France`."""
    plural = country.startswith(_PLURAL_COUNTRIES)
    return f"the {country}" if plural or country.endswith((" Islands", " Republic")) else country
