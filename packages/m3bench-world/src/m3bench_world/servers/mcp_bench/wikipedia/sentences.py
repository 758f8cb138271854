"""Sentences of an article, and those that are about something."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from m3bench_world.encyclopedia import Article, stems

_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z0-9“\"(])|\n+")
_ABBREVIATION = re.compile(r"(?<!\S)(?:[A-Z]|e\.g|i\.e|approx|St|Dr|vs|No)\.$")


class Sentence(msgspec.Struct, frozen=True):
    text: str
    section: str
    """Heading of its section; empty in the summary."""
    place: int


def split_sentences(text: str) -> list[str]:
    """Split a text into sentences. A single capital letter or a common abbreviation ends none."""
    parts: list[str] = []
    for part in _END.split(text):
        if parts and _ABBREVIATION.search(parts[-1]):
            parts[-1] = f"{parts[-1]} {part}"
        elif part.strip():
            parts.append(part.strip())
    return parts


def sentences_of(article: Article) -> list[Sentence]:
    """Return all sentences of an article, in order."""
    texts = [("", article.summary), *((section.heading, section.text) for section in article.sections)]
    found = [(heading, sentence) for heading, text in texts for sentence in split_sentences(text)]
    return [Sentence(sentence, heading, index) for index, (heading, sentence) in enumerate(found)]


def about_topic(sentences: Iterable[Sentence], topic: str) -> list[Sentence]:
    """Return the sentences that have words of a topic, those with most of them first.

    A sentence under a heading with words of the topic has them as well, but counts less.
    """
    wanted = set(stems(topic))

    def score(sentence: Sentence) -> float:
        own = wanted & set(stems(sentence.text))
        return len(own) + 0.6 * len((wanted & set(stems(sentence.section))) - own)

    scored = [(score(sentence), sentence) for sentence in sentences]
    ranked = sorted(scored, key=lambda pair: (-pair[0], pair[1].place))
    return [sentence for points, sentence in ranked if points > 0]


def fill(sentences: Iterable[Sentence], longest: int) -> str:
    """Return as many sentences as fit, in the order of the article; the first is cut if it alone is too
    long."""
    chosen: list[Sentence] = []
    left = longest
    for sentence in sentences:
        if len(sentence.text) + bool(chosen) <= left:
            chosen.append(sentence)
            left -= len(sentence.text) + bool(len(chosen) > 1)
        elif not chosen:
            return shorten(sentence.text, longest)
    return " ".join(one.text for one in sorted(chosen, key=lambda one: one.place))


def shorten(text: str, longest: int) -> str:
    """Return a text of at most so many characters, cut between words."""
    if len(text) <= longest:
        return text
    return text[: max(0, longest - 1)].rsplit(" ", 1)[0].rstrip(" ,;:") + "…"
