"""Text prompts: phrases separated by dots and commas, each mapped to classes of the detector."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec

from m3bench_world.data import written

MOST_PHRASES = 60
LONGEST_PHRASE = 60
FAMILIES = written("servers/dinox", "families", dict[str, tuple[str, ...]])
"""Words that stand for several classes."""


class Phrase(msgspec.Struct, frozen=True):
    """One phrase of a prompt and its classes, which are empty if the detector has none for it."""

    text: str
    labels: tuple[str, ...]


def phrases(prompt: str, known: tuple[str, ...]) -> list[Phrase]:
    """Return the phrases of a prompt in order, without duplicates."""
    texts = dict.fromkeys(_strip(piece) for piece in re.split(r"[.,;|\n]+", prompt[:4_000]))
    wanted = [text[:LONGEST_PHRASE] for text in texts if text][:MOST_PHRASES]
    return [Phrase(text, labels_for(text, known)) for text in wanted]


def labels_for(phrase: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """Return the classes that a phrase names, directly, by a synonym or by a word for a group."""
    by_key = {_key(label): label for label in known}
    own = [by_key[key] for key in (_key(phrase), _key(_singular(phrase))) if key in by_key]
    # A class that bears the very name is meant, and not its neighbours.
    found = own or [by_key[key] for key in _candidates(phrase) if key in by_key]
    family = FAMILIES.get(_singular(phrase)) or FAMILIES.get(phrase.removesuffix("s"))
    found += [by_key[_key(label)] for label in family or () if _key(label) in by_key]
    return tuple(dict.fromkeys(found))


def _candidates(phrase: str) -> list[str]:
    """Return possible keys of a class, the most likely first."""
    forms = [phrase, _singular(phrase)]
    last = phrase.rsplit(" ", maxsplit=1)[-1]
    keys = [_key(form) for form in forms]
    keys += [target for form in forms for target in _synonyms().get(_key(form), ())]
    if last != phrase and not any(key in _synonyms() for key in keys):
        keys += [_key(last), _key(_singular(last)), *_synonyms().get(_key(_singular(last)), ())]
    return keys


@cache
def _synonyms() -> dict[str, tuple[str, ...]]:
    """Map the key of a word to the keys of classes it may stand for."""
    text = (files("m3bench_world.servers.dinox") / "synonyms.txt").read_text(encoding="utf-8")
    table: dict[str, tuple[str, ...]] = {}
    for line in text.splitlines():
        label, words = line.split("\t")
        group = [label, *(word.replace("-", " ") for word in words.split())]
        keys = tuple(dict.fromkeys(_key(word) for word in group))
        for key in keys:
            table[key] = tuple(dict.fromkeys((*table.get(key, ()), *keys)))
    return table


def _strip(text: str) -> str:
    return re.sub(r"[\s_]+", " ", text.casefold()).strip(" -'\"")


def _key(text: str) -> str:
    return re.sub(r"[\s\-_]+", "", text.casefold())


def _singular(text: str) -> str:
    for ending, single in (("ies", "y"), ("oes", "o"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")):
        if text.endswith(ending) and len(text) > len(ending) + 1:
            return text.removesuffix(ending) + single
    plural = text.endswith("s") and not text.endswith(("ss", "us", "is")) and len(text) > 3
    return text[:-1] if plural else text
