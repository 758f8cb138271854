"""Decide whether a reply of a model that plays the user may reach the agent.

A reply that is kept back costs little, because the rules reply in its place. So everything is kept back that
is not clearly harmless.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from m3bench.agents.user.leaks import Searched, holds_value, numbers_in, states_fact, value_words
from m3bench.agents.user.prose import digits_in, is_prose
from m3bench.agents.user.protocol import UserReply
from m3bench.agents.user.words import plain, stem, word_set, words
from m3bench.core import ReplyKind, UserFact

_MAX_CHARACTERS = 600
_YES = re.compile(
    r"^\W*(?:yes|yeah|yep|right|correct|exactly|that'?s (?:right|it|correct)|indeed)\b", re.IGNORECASE
)
_NO = re.compile(r"^\W*(?:no|nope|not|wrong|incorrect|sorry, no|i'm afraid not|that'?s not)\b", re.IGNORECASE)
_BARE_NO = re.compile(r"^\W*(?:no|nope|wrong|incorrect)\b(?! (?:idea|clue))", re.IGNORECASE)
_NEARER = re.compile(
    r"\b(?:more|less|higher|lower|larger|bigger|greater|smaller|fewer|above|below|over|under|before|after|earlier"
    r"|later|almost|nearly|close|closer|near|nearer|warm|warmer|hot|cold|colder|too)\b",
    re.IGNORECASE,
)
_NOT_LETTER = re.compile(r"[\W\d_]+")
_SENTENCE = re.compile(r"[.!?\n]+")
_LETTERS = string.ascii_lowercase
_RADIO = word_set(
    """
    alfa alpha bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar
    papa quebec romeo sierra tango uniform victor whiskey xray yankee zulu
    """
)
_LEAST_LETTERS = 5
"""Shorter words stand in any text by chance."""


class Guard:
    """Knows all that could be given away, and what the agent has been told already."""

    def __init__(self, facts: Sequence[UserFact], solution: Iterable[str] = (), request: str = "") -> None:
        self._facts, self._solution, self._request = tuple(facts), tuple(solution), request
        self._told: set[str] = set()

    def told(self, topics: Iterable[str]) -> None:
        self._told.update(topics)

    def permits(self, text: str, question: str, ruled: UserReply) -> bool:
        """Return whether a reply tells what the rules would tell, and nothing else.

        The rules reply `ruled` to the same question.
        """
        if len(text) > _MAX_CHARACTERS:
            return False
        allowed = [fact for fact in self._facts if fact.topic in ruled.topics or fact.topic in self._told]
        topics = [phrase for fact in allowed for phrase in (fact.topic, *fact.keywords)]
        known = (self._request, *(fact.answer for fact in allowed), *topics)
        named = (*known, question)
        judged = ruled.kind in (ReplyKind.CONFIRMED, ReplyKind.DENIED)
        if not is_prose(text, named) or _has_new_numbers(text, named if judged else known):
            return False
        withheld = [fact for fact in self._facts if fact not in allowed]
        if any(self._betrays(text, fact, known) for fact in withheld):
            return False
        searched = Searched(text)
        if any(holds_value(searched, value, known) or _hides(text, plain(value)) for value in self._solution):
            return False
        return self._is_truthful(text, searched, ruled)

    def _betrays(self, text: str, fact: UserFact, known: tuple[str, ...]) -> bool:
        """Return whether a reply has a word of a fact that nobody asked for, or hides one.

        The question does not make a word known: repeating one of many guesses is an answer.
        """
        if states_fact(Searched(text), fact, known):
            return True
        phrases = (phrase for other in self._facts for phrase in (other.topic, *other.keywords))
        common = {stem(word) for given in (*known, *phrases) for word in words(given)}
        telling = [word for word in value_words(fact.answer) if word not in common]
        said = {stem(word) for word in words(text)}
        return any(word in said or _hides(text, word) for word in telling)

    def _is_truthful(self, text: str, searched: Searched, ruled: UserReply) -> bool:
        """Return whether a reply states the facts that were asked for, and judges a guess as the rules do."""
        if ruled.kind is ReplyKind.CONFIRMED:
            return bool(_YES.match(text))
        if ruled.kind is ReplyKind.DENIED:
            return bool(_NO.match(text)) and not _NEARER.search(text)
        asked = [fact for fact in self._facts if fact.topic in ruled.topics]
        if ruled.kind is ReplyKind.AGREED:
            return not _BARE_NO.match(text)
        if not asked and (_YES.match(text) or _BARE_NO.match(text)):
            return False
        return all(_states(searched, fact) for fact in asked)


def _has_new_numbers(text: str, known: Iterable[str]) -> bool:
    """Return whether a reply has digits that stand in none of the known texts."""
    digits = ["".join(digits_in(token)) for given in known for token in given.split()]
    return any(not any(run in digit for digit in digits) for run in digits_in(text))


def _states(searched: Searched, fact: UserFact) -> bool:
    """Return whether a reply states all numbers of a fact, or without any, most of its words."""
    if numbers := numbers_in(fact.answer):
        return all(map(searched.holds_number, numbers))
    stems = value_words(fact.answer)
    return not stems or searched.holds_words(stems)


def _hides(text: str, word: str) -> bool:
    return len(word) >= _LEAST_LETTERS and any(word in form for form in _forms(text))


@lru_cache(8)
def _forms(text: str) -> tuple[str, ...]:
    forms = [_NOT_LETTER.sub("", plain(text)), *_initials(text)]
    shifted = (form.translate(table) for form in forms[:1] for table in _tables())
    forms += shifted
    return (*forms, *(form[::-1] for form in forms))


def _initials(text: str) -> Iterator[str]:
    """Yield the first and last letters of words, lines and sentences, and what a radio alphabet spells."""
    text_words = words(text)
    lines = [words(line) for line in text.splitlines()]
    sentences = [words(sentence) for sentence in _SENTENCE.split(text)]
    for parts in ([[word] for word in text_words], lines, sentences):
        yield "".join(part[0][0] for part in parts if part)
        yield "".join(part[-1][-1] for part in parts if part)
    yield "".join(word[0] for word in text_words if word in _RADIO)


def _tables() -> Iterator[dict[int, int]]:
    yield str.maketrans(_LETTERS, _LETTERS[::-1])
    for shift in range(1, len(_LETTERS)):
        yield str.maketrans(_LETTERS, _LETTERS[shift:] + _LETTERS[:shift])
