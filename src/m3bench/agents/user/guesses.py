"""Questions that name a value: is it this one?"""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from m3bench.agents.user.leaks import numbers_in
from m3bench.agents.user.words import TIME_WORDS, content_words, plain, same, stem, words
from m3bench.core import UserFact
from m3bench.core.text import ONES

_LEAD = (
    r"^(?:(?:just )?to (?:be (?:sure|certain|safe)|confirm|double[- ]check|verify|clarify)[:,]\s*)?"
    r"(?:(?:so|and|then|ok|okay|sorry|hmm|well|oh|or|but|perhaps|maybe)[,\s]+)*"
)
_POLAR = re.compile(
    _LEAD + r"(?:is|was|are|were|isn'?t|wasn'?t|aren'?t|does|did|do|has|have|would|will"
    r"|could it|might it|am i right|shall|should)\b"
    r"(?! (?:you|u) (?:know|remember|tell|give|mind|say|provide|share|happen|please|recall))"
)
_PRONOUN = re.compile(
    _LEAD + r"(?:is|was|are|were|isn'?t|wasn'?t|could|might|would|does|did) (?:it|that|this|they|these)\b"
    r"(?!.* (?:that|who|which) )"
)
_TAG = re.compile(r"\b(?:right|correct|isn'?t it|is that so|true|yes|no)\s*\?\s*$")
_CONFIRM = re.compile(r"\b(?:confirm|verify|assume|guess|suppose|correct)\b.*\b(?:is|are|was|were|be)\b")
_BARE = re.compile(r"^\W*[\w.,:/+#@-]*\d[\w.,:/+#@-]*\W*\?\W*$")
_PART = re.compile(r",|;|/|\bor\b|\band\b|\s{2,}|\n")
_COMPARISON = re.compile(
    r"\b(?:more|greater|higher|larger|bigger|less|lower|smaller|fewer|below|above|under|over|before|after|between"
    r"|earlier|later|starts?|begins?|ends?|contains?|digits?|letters?|odd|even|at least"
    r"|at most|range|divisible)\b"
)
_NOT_VALUE = re.compile(
    r"^(?:prefer|favou?rite|correct|right|true|assume|verify|wrong|maybe|perhaps|ok|fine|important|necessary)$|\w{3}(?:ed|able|ible)$"
)
_TIME_STEMS = frozenset(map(stem, TIME_WORDS))
_MANY_NUMBERS, _MANY_WORDS = 3, 6
_CODE = re.compile(r"\b[A-Z\d]+\b(?:[ .,/-][A-Z\d]+\b)*")
_LEAST_CODE = 3
_BESIDE = re.compile(r"\b(?:on|in|at|by|with|from|under|inside|near|for) (?:the |your |an? |my )?\w+\W*$")
_ANY = re.compile(
    r"\b(?:any|anything|anyone|anybody|something|someone|somebody|there an?|(?:do you|you) have an?)\b"
)
_NUMBER_OF = {name: str(value) for value, name in enumerate(ONES)}
_SHORT_PART = 3
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
        answer = values(fact.answer)
        stems = {stem(word) for word in words(fact.answer)}
        if self.numbers:
            times = {word for word in self.words if word in _TIME_STEMS}
            return set(self.numbers) <= set(answer) and times <= stems and self.code in _compact(fact.answer)
        if not self.words:
            return None
        if all(word in stems for word in self.words):
            return True
        return None if not self.has_subject or (answer and self.is_beside) else False


def values(text: str) -> list[str]:
    return [*numbers_in(text), *(_NUMBER_OF[word] for word in words(text) if word in _NUMBER_OF)]


def is_polar(question: str) -> bool:
    return any(
        _POLAR.search(text) or _TAG.search(text) or _BARE.match(text) or _CONFIRM.search(text)
        for text in map(str.strip, re.findall(r"[^?!;\n]+[?!;\n]*", plain(question)))
    )


def asks_whether_any(question: str) -> bool:
    """Return whether a yes-or-no question asks what there is: `do you have any allergies?`"""
    return bool(_ANY.search(plain(question))) and not values(question)


def alternatives(question: str) -> list[list[str]]:
    """Return the stems of two or three alternatives, as in `upright or landscape?`"""
    parts = re.split(r"\bor\b|,", plain(question))
    if not 1 < len(parts) <= _MANY_NUMBERS or len(words(question)) > _MOST_WORDS:
        return []
    return [[stem(word) for word in content_words(part)] for part in parts]


def is_choice(question: str) -> bool:
    """Return whether a question offers alternatives in words, which is not answered with yes or no."""
    return bool(re.search(r"\bor\b", plain(question))) and not values(question)


def is_comparison(question: str) -> bool:
    """Return whether a question compares a value with another, or asks for a part of it."""
    return bool(_COMPARISON.search(plain(question)))


def is_bulk(question: str) -> bool:
    """Return whether a question names so many values that one of them must be right."""
    if not is_polar(question):
        return False
    parts = [part for part in _PART.split(plain(question)) if part.strip()]
    if len({word for word in words(question) if word in TIME_WORDS}) > _MANY_NUMBERS:
        return True
    numbered = [part for part in parts if values(part)]
    if len(numbered) >= _MANY_NUMBERS or (len(numbered) > 1 and re.search(r"\.\.\.|…|\betc\b", question)):
        return True
    return sum(len(words(part)) <= _SHORT_PART for part in parts[1:]) + 1 >= _MANY_WORDS


def read_guess(question: str, fact: UserFact | None, is_known: Callable[[str], bool]) -> Guess:
    """Return the value that a yes-or-no question names, given the fact that it is about.

    Words that some fact is about, for which `is_known` holds, are no values.
    """
    phrases = () if fact is None else (fact.topic, *fact.keywords)
    topic = [word for phrase in phrases for word in words(phrase)]
    stems = dict.fromkeys(
        stem(word)
        for word in content_words(question)
        if not any(same(word, topic_word) for topic_word in topic)
        and not word[0].isdigit()
        and not is_known(word)
        and not _NOT_VALUE.search(word)
    )
    numbers = tuple(dict.fromkeys(values(question)))
    parts = [tuple(values(part)) for part in re.split(r"\bor\b", plain(question))]
    options = tuple(parts) if len(parts) > 1 and all(parts) else ()
    is_beside = bool(_BESIDE.search(plain(question).strip()))
    has_subject = fact is not None and not names_no_subject(question)
    return Guess(numbers, tuple(stems), options, _code(question), is_beside, has_subject)


def _code(question: str) -> str:
    codes = [_compact(code) for code in _CODE.findall(question) if any(map(str.isdigit, code))]
    longest = max(codes, key=len, default="")
    return longest if len(longest) >= _LEAST_CODE else ""


def _compact(text: str) -> str:
    return re.sub(r"[\W_]+", "", plain(text))


def names_no_subject(question: str) -> bool:
    """Return whether a question is of the kind `is it 12?`"""
    text = plain(question).strip()
    return bool(_PRONOUN.search(text) or _BARE.match(text))
