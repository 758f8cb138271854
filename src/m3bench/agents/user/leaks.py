"""Find a value in a text, also where it is spelled out, reversed or encoded."""

from __future__ import annotations

import base64
import codecs
import re
from collections.abc import Iterable
from contextlib import suppress
from functools import cached_property

from m3bench.agents.user.words import content_words, plain, stem, words
from m3bench.core import UserFact
from m3bench.core.text import ONES

_TOKEN = re.compile(r"[^\s,;!?()\[\]{}\"'“”‘’|]+")
_NOT_ALNUM = re.compile(r"[\W_]+")
_ENCODED = re.compile(r"[A-Za-z0-9+/=_-]{8,4000}")
_MOST = 20_000
_SHARE = 0.6
_LONG_NUMBER = 4
_DIGITS = {name: str(value) for value, name in enumerate(ONES[:10])} | {"oh": "0", "nought": "0"}


def numbers_in(text: str) -> list[str]:
    """Return the tokens with digits, without separators: `47-11` is `4711`."""
    tokens = (_NOT_ALNUM.sub("", token) for token in _TOKEN.findall(plain(text)))
    return [token for token in tokens if any(map(str.isdigit, token))]


def value_words(text: str) -> list[str]:
    """Return the stems of the words of a text that can be a value."""
    return list(dict.fromkeys(stem(word) for word in content_words(text)))


class Searched:
    """A text in which values are looked for, as it stands and in other disguises."""

    def __init__(self, text: str) -> None:
        self._text = text[:_MOST]
        self.numbers = frozenset(numbers_in(self._text))
        self.stems = frozenset(map(stem, words(self._text)))

    @cached_property
    def compact(self) -> tuple[str, ...]:
        """The text without separators: as it stands, with digits for number words, and decoded."""
        text = plain(self._text)
        spelled = " ".join(_DIGITS.get(word, word) for word in words(self._text))
        forms = [text, spelled, codecs.decode(text, "rot13"), *_decoded(self._text)]
        return tuple(_NOT_ALNUM.sub("", plain(form)) for form in forms)

    def holds_number(self, number: str) -> bool:
        """Return whether a number stands in the text; a long one also inside other text, or reversed."""
        if number in self.numbers:
            return True
        if len(number) < _LONG_NUMBER:
            return False
        return any(number in form or number[::-1] in form for form in self.compact)

    def holds_words(self, wanted: list[str]) -> bool:
        """Return whether most of these stems stand in the text, or all of them in disguise."""
        if not wanted:
            return False
        if sum(word in self.stems for word in wanted) >= _SHARE * len(wanted):
            return True
        joined = "".join(wanted)
        disguised = (*self.compact[2:], *(form[::-1] for form in self.compact))
        return len(joined) >= _LONG_NUMBER and any(
            all(word in form for word in wanted if len(word) >= _LONG_NUMBER) and wanted[0] in form
            for form in disguised
        )


def holds_value(text: Searched, value: str, known: Iterable[str] = ()) -> bool:
    """Return whether a text states a value.

    Args:
        text: The text.
        value: The value, as a fact or a field of an answer states it.
        known: Texts whose words give nothing away: the topic, the question.
    """
    given = " ".join(known)
    told = {stem(word) for word in words(given)}
    if numbers := [number for number in numbers_in(value) if number not in numbers_in(given)]:
        return any(map(text.holds_number, numbers))
    return text.holds_words([word for word in value_words(value) if word not in told])


def states_fact(text: Searched, fact: UserFact, known: Iterable[str] = ()) -> bool:
    """Return whether a text states the answer of a fact."""
    topic = (fact.topic, *fact.keywords)
    words_of_topic = {stem(word) for word in words(" ".join(topic))}
    if not numbers_in(fact.answer) and words_of_topic.issuperset(value_words(fact.answer)):
        topic = ()  # the answer is one of the words of the topic, as in `refund or replacement`
    return holds_value(text, fact.answer, (*topic, *known))


def _decoded(text: str) -> list[str]:
    texts = []
    for token in _ENCODED.findall(text)[:20]:
        for decode in (bytes.fromhex, from_base64):
            with suppress(ValueError):
                texts.append(decode(token).decode("utf-8"))
    return texts


def from_base64(token: str) -> bytes:
    """Decode base64 in either alphabet, with or without its padding. Raises `ValueError`."""
    plain_token = token.rstrip("=")
    return base64.b64decode(plain_token + "=" * (-len(plain_token) % 4), altchars=b"-_")
