"""Questions that name a value: is it this one?"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from m3bench.agents.user.forms import is_polar, names_no_subject
from m3bench.agents.user.values import values, with_plain_dates
from m3bench.agents.user.words import (
    NOISE,
    TIME_WORDS,
    content_words,
    is_question_word,
    plain,
    same,
    stem,
    words,
)
from m3bench.core import UserFact

_PART = re.compile(r",|;|/|\bor\b|\band\b|\s{2,}|\n")
_NOT_VALUE = re.compile(r"\w{3}(?:ed|able|ible)$")
_TIME_STEMS, _NOISE = frozenset(map(stem, TIME_WORDS)), frozenset(map(stem, NOISE))
_MANY = 3
_OFFERED = re.compile(
    r"\b(?:either|(?:which|one|any|some) (?:one|of)|the right (?:one|value)|guess|confirm one|am i right"
    r"|come to|pick|choose|select|tick|nod|correct me|maybe|perhaps)\b|\||="
)
_OPTION = re.compile(r",|[;/|?:\n]|\b(?:or|and)\b|\(\w\)|\[ ?\]|\b\d\. |\bif not\b|\bmaybe\b|\. ")
_OTHERWISE = re.compile(
    r"[;/|\n]|\bor\b|\(\w\)|\[ ?\]|\b\d\. |\bif not\b|\b(?:one|any|all|which) of\b"
    r"|\?.+\?.+\?|: *.+,.+,"
)
"""What stands between values of which only one can be right."""
_FOUND = re.compile(
    r"\b(?:i (?:can |could |do )?(?:see|found|find|have)|there are|you have)\b[^?!]*?[.:](?=\s+which\b)"
)
"""What an agent has found, which it asks to choose from."""
_QUOTED = re.compile(r"[“\"]([^”\"]+)[”\"]")
_NAME = re.compile(r"(?:(?<=[^\s.?!:] )|^ )[A-Z]\w+")
_CODE = re.compile(r"\b[A-Z\d]+\b(?:[ .,/-][A-Z\d]+\b)*")
_LEAST_CODE = 3
_BESIDE = re.compile(r"\b(?:on|in|at|by|with|from|under|inside|near|for) (?:the |your |an? |my )?\w+\W*$")
_MOST_WORDS = 12


class Guess(msgspec.Struct, frozen=True):
    numbers: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """Stems of all other words that are not of the topic."""
    options: tuple[tuple[str, ...], ...] = ()
    """The numbers of each alternative, if there are several."""
    code: str = ""
    """Capital letters and digits that stand together, without separators."""
    is_beside: bool = False
    """The last word follows a preposition: `is the number on the receipt?`"""
    has_subject: bool = True
    """Whether the question names what the value is; not so in `is it 12?`"""

    def fits(self, fact: UserFact) -> bool | None:
        """Return whether the value is that of the fact; None if it is no such value."""
        answer, text = values(fact.answer), with_plain_dates(fact.answer)
        stems = {stem(word) for word in words(text)}
        if self.numbers:
            times = {word for word in self.words if word in _TIME_STEMS}
            return set(self.numbers) <= set(answer) and times <= stems and self.code in _compact(text)
        if not self.words:
            return None
        if all(word in stems for word in self.words):
            return True
        return None if not self.has_subject or (answer and self.is_beside) else False


def alternatives(question: str) -> list[list[str]]:
    """Return the stems of two or three alternatives, as in `upright or landscape?`"""
    parts = re.split(r"\bor\b|,", plain(question))
    if not 1 < len(parts) <= _MANY or len(words(question)) > _MOST_WORDS:
        return []
    return [[stem(word) for word in content_words(part)] for part in parts]


def is_bulk(question: str, is_known: Callable[[str], bool]) -> bool:
    """Return whether a message names so many values that one of them must be right."""
    text = _FOUND.sub("", plain(question))
    if not (is_polar(question) or _OFFERED.search(text)):
        return False
    if len({word for word in words(question) if word in TIME_WORDS}) > _MANY:
        return True
    numbered = [part for part in _PART.split(with_plain_dates(text)) if values(part)]
    if len(numbered) >= _MANY or (len(numbered) > 1 and re.search(r"\.\.\.|…|\betc\b", text)):
        return True
    parts = _OPTION.split(with_plain_dates(text))
    stated = [part for part in parts if any(map(str.isdigit, part)) or _stated(part, is_known)]
    return len(stated) >= _MANY and bool(_OTHERWISE.search(text))


def _stated(part: str, is_known: Callable[[str], bool]) -> bool:
    """Return whether a part of a question has words that can be a value."""
    return any(_can_be_value(word) and not is_known(word) for word in content_words(part))


def _can_be_value(word: str) -> bool:
    return stem(word) not in _NOISE and not _NOT_VALUE.search(word)


def topic_words(fact: UserFact) -> list[str]:
    """Return the words that a fact is about. Those of `single or double` are values."""
    is_definite = "not" not in words(fact.answer)
    phrases = (fact.topic, *fact.keywords)
    return [word for phrase in phrases if not (is_definite and " or " in phrase) for word in words(phrase)]


def states_value(question: str, fact: UserFact) -> bool:
    """Return whether a question has all words of an answer that has no numbers."""
    quoted = _QUOTED.search(fact.answer)
    value = quoted[1] if quoted else fact.answer
    topic = set(map(stem, topic_words(fact)))
    wanted = {stem(word) for word in content_words(value)} - topic
    said = {stem(word) for word in words(question)}
    return bool(wanted) and not values(value) and wanted <= said and "not" not in said


def names_values(question: str) -> bool:
    """Return whether all alternatives of a question are numbers or names."""
    parts = re.split(r"\bor\b", question)
    return len(parts) > 1 and all(values(part) or _NAME.search(part) for part in parts)


def read_guess(question: str, fact: UserFact | None, is_known: Callable[[str], bool]) -> Guess:
    """Return the value that a yes-or-no question names, given the fact that it is about.

    Words that some fact is about, for which `is_known` holds, are no values.
    """
    question = with_plain_dates(question)
    topic = [] if fact is None else topic_words(fact)
    stems = dict.fromkeys(
        stem(word)
        for word in content_words(question)
        if not any(same(word, topic_word) for topic_word in topic)
        and not word[0].isdigit()
        and not is_question_word(word)
        and not is_known(word)
        and _can_be_value(word)
    )
    numbers = tuple(dict.fromkeys(values(question)))
    parts = [tuple(values(part)) for part in re.split(r"\bor\b", plain(question))]
    options = tuple(parts) if len(parts) > 1 and all(parts) else ()
    is_beside = bool(_BESIDE.search(plain(question).strip()))
    has_subject = fact is not None and bool(not names_no_subject(question) or _NAME.search(question))
    return Guess(numbers, tuple(stems), options, _code(question), is_beside, has_subject)


def _code(question: str) -> str:
    codes = [_compact(code) for code in _CODE.findall(question) if any(map(str.isdigit, code))]
    longest = max(codes, key=len, default="")
    return longest if len(longest) >= _LEAST_CODE else ""


def _compact(text: str) -> str:
    return re.sub(r"[\W_]+", "", plain(text))
