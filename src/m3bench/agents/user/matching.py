"""Match a question with the facts of a user, by the words of topics and keywords."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

import msgspec

from m3bench.agents.user.clauses import clauses, forms, in_context
from m3bench.agents.user.leaks import numbers_in
from m3bench.agents.user.words import (
    ATTRIBUTES,
    NOISE,
    STOP,
    TIME_WORDS,
    attributes,
    groups_of,
    is_content,
    is_question_word,
    plain,
    same,
    stem,
    word_set,
    words,
)
from m3bench.core import UserFact
from m3bench.core.text import ONES, TENS

_ASKED, _NEAR, _WHOLE = 0.5, 0.25, 0.85
_BONUS, _MOST_BONUS = 0.3, 0.6
_ATTRIBUTE_WEIGHT, _HEAD_WEIGHT = 0.6, 1.2
_OF = re.compile(r"\b(?:of|for|on|in|from|at|to)\b")
_ALSO = {"place": "person"}
"""Kinds of values that a fact has besides its own: places have names."""
_POSSESSIVE = re.compile(r"\b(\w+)['’]s\b")
_NOT_OWNERS = word_set(
    "what it that there here who let he she where how when one today"
    " customer client caller owner holder user patient citizen guest tenant traveller member person"
)
_NUMBER_WORDS = {*filter(None, (*ONES, *TENS)), *word_set("dozen hundred thousand couple no none")}


class Matches(msgspec.Struct, frozen=True):
    """The facts that a question asks for, and those that it may mean."""

    asked: tuple[UserFact, ...] = ()
    vague: tuple[UserFact, ...] = ()
    """Facts that share a word with the question, which does not tell them apart."""
    has_content: bool = False
    """Whether the question says what it is about at all."""


class _Score(NamedTuple):
    fact: UserFact
    share: float
    """The share of the words of the topic that the question has."""
    used: frozenset[str]
    """The words of the question that count."""
    is_specific: bool
    """It shares more than the kind of a value, such as `number`."""
    is_exact: bool
    foreign: bool
    """The question has other words, about which there is no fact."""

    @property
    def is_whole(self) -> bool:
        """Whether the question is about the topic and nothing else."""
        return self.share >= _WHOLE and not self.foreign


class Matcher:
    def __init__(self, facts: Sequence[UserFact], request: str = "") -> None:
        """`request` is what agent and user both know: its words in a question are about no other thing."""
        self._facts = tuple(facts)
        self._common = {stem(word) for word in (*NOISE, *words(request))}
        self._weights: dict[str, float] = {}
        self._phrases = [
            list(filter(None, map(_phrase_words, (fact.topic, *fact.keywords)))) for fact in self._facts
        ]
        self._general = {
            stem(word)
            for phrases in self._phrases
            for phrase in phrases
            for word in phrase
            if word not in STOP and not is_content(word)
        }
        """Words that say little in other questions, and are a topic here: `wish`."""
        self._own = [attributes([word for phrase in phrases for word in phrase]) for phrases in self._phrases]
        self._heads = [_head(fact.topic) for fact in self._facts]
        self._vocabulary = {word for phrases in self._phrases for phrase in phrases for word in phrase}
        for fact, phrases in zip(self._facts, self._phrases, strict=True):
            initials = "".join(word[0] for word in words(fact.topic))
            if len(initials) > 1 and is_content(initials):
                phrases.append([initials])

    def match(self, question: str, *, guesses: bool = False) -> Matches:
        """Return what a question asks for. Several facts may be asked for in one question.

        If it `guesses`, it names a value, whose words say nothing about the topic.
        """
        for form in forms(question):
            if (matches := self._match_clauses(form, guesses=guesses)).asked:
                return matches
        if whole := in_context(question):
            return self._match_clause(whole, guesses=guesses)
        return self._match_clauses(question, guesses=guesses)

    def _match_clauses(self, question: str, *, guesses: bool) -> Matches:
        asked: list[UserFact] = []
        vague: list[UserFact] = []
        has_content = False
        for clause in clauses(question):
            matches = self._match_clause(clause, guesses=guesses)
            asked += [fact for fact in matches.asked if fact not in asked]
            vague += [fact for fact in matches.vague if fact not in vague]
            has_content |= matches.has_content
        vague = [fact for fact in vague if fact not in asked]
        return Matches(tuple(asked), tuple(vague), has_content)

    def _match_clause(self, clause: str, *, guesses: bool) -> Matches:
        terms = [
            word for word in dict.fromkeys(words(clause)) if is_content(word) or stem(word) in self._general
        ]
        if terms == ["who"]:  # asks who the person is, not for a fact
            return Matches()
        if guesses:
            terms = [word for word in terms if not is_question_word(word)]
        wanted = attributes([word for word in terms if not guesses or self.is_known(word)])
        scored = [
            score
            for index, fact in enumerate(self._facts)
            if not self._conflicts(index, wanted) and not self._is_of_another(clause, fact)
            if (score := self._score(index, terms, guesses=guesses)) is not None
        ]
        asked = [score for score in scored if score.share > _ASKED and (score.is_specific or score.is_whole)]
        best = max((score.share for score in asked), default=0.0)
        asked = [
            score
            for score in asked
            if score.share > best - _NEAR
            and not any(score.used < other.used and other.share > score.share - _NEAR for other in asked)
            and not any(_says_more(other, score) for other in asked)
        ]
        if asked:
            return Matches(tuple(score.fact for score in asked), has_content=True)
        return self._weak(scored, terms, names_one="which" in words(clause))

    def _weak(self, scored: Sequence[_Score], terms: Sequence[str], *, names_one: bool) -> Matches:
        """Decide on facts that share only some words with a question."""
        near = [score for score in scored if not score.foreign]
        if not near:
            return Matches(has_content=bool(terms))
        most = max(len(score.used) for score in near)
        near = [score for score in near if len(score.used) == most]
        near = [score for score in near if score.is_exact and score.is_specific] or near
        if len(near) > 1 and names_one:  # `which order` asks for its number
            index = self._facts.index
            near = [score for score in near if "identifier" in self._own[index(score.fact)]] or near
        facts = tuple(score.fact for score in near)
        plural = any(word.endswith("s") and not word.endswith("ss") for score in near for word in score.used)
        if len(facts) == 1 or plural:
            return Matches(facts, has_content=True)
        return Matches(vague=facts, has_content=True)

    def _is_of_another(self, clause: str, fact: UserFact) -> bool:
        """Return whether a clause asks for something of another person: `your neighbour's phone number`."""
        known = {stem(word) for phrase in (fact.topic, *fact.keywords) for word in words(phrase)}
        owners = {stem(owner) for owner in _POSSESSIVE.findall(plain(clause)) if owner not in _NOT_OWNERS}
        return any(len(owner) > 1 for owner in owners - known - self._common)

    def _score(self, index: int, terms: Sequence[str], *, guesses: bool) -> _Score | None:
        """Compare the words of a question with the phrases of a fact; None if they share nothing."""
        fact = self._facts[index]
        stems = {stem(word) for word in words(fact.answer)}
        named = [word for word in terms if stem(word) in stems and word not in self._vocabulary]
        best = max(
            (self._coverage(phrase, terms, self._heads[index]) for phrase in self._phrases[index]),
            key=lambda coverage: (coverage[0], coverage[2], len(coverage[1])),
            default=(0.0, frozenset(), False, False),
        )
        share, used, specific, exact = best
        if not share:
            return None
        share += min(_MOST_BONUS, _BONUS * len(named))
        foreign = [
            word
            for word in terms
            if word not in used
            and word not in named
            and stem(word) not in self._common
            and not self.is_known(word)
        ]
        return _Score(fact, share, used, specific or bool(named), exact, bool(foreign) and not guesses)

    def is_known(self, word: str) -> bool:
        return any(same(word, known) for known in self._vocabulary)

    def _coverage(
        self, phrase: Sequence[str], terms: Sequence[str], head: str
    ) -> tuple[float, frozenset[str], bool, bool]:
        """Return which share of a phrase a question covers, with which words, and whether these are specific
        and exact."""
        total = matched = 0.0
        used: set[str] = set()
        specific = is_exact = False
        for word in phrase:
            weight = self._weight(word)
            if word == head and weight == 1:
                weight = _HEAD_WEIGHT
            total += weight
            exact = [term for term in terms if stem(term) == stem(word)]
            similar = exact or [term for term in terms if same(term, word)]
            if similar:
                matched += weight * (1.0 if exact else 0.9)
                used.update(similar)
                is_exact |= bool(exact)
                specific |= not all(map(is_question_word, similar)) and any(
                    not groups_of(term) & groups_of(word) & ATTRIBUTES
                    or bool((groups_of(term) & groups_of(word)) - ATTRIBUTES)
                    for term in similar
                )
        return (matched / total if total else 0.0), frozenset(used), specific, is_exact

    def _weight(self, word: str) -> float:
        """Return how much a word tells: little if facts share it, or if it only names a kind of value."""
        if word in self._weights:
            return self._weights[word]
        holders = sum(
            any(_is_synonym(word, other) for other in chain.from_iterable(phrases))
            for phrases in self._phrases
        )
        weight = _ATTRIBUTE_WEIGHT if groups_of(word) & ATTRIBUTES else 1.0
        self._weights[word] = weight / max(1, holders)
        return self._weights[word]

    def _conflicts(self, index: int, wanted: frozenset[str]) -> bool:
        """Return whether a question asks for another kind of value than a fact holds: when, not how much."""
        if not wanted:
            return False
        if own := self._own[index]:
            return not (own | {_ALSO.get(kind, kind) for kind in own}) & wanted
        return not _plausible(self._facts[index].answer, wanted)


def _says_more(score: _Score, other: _Score) -> bool:
    """Return whether the same word asks for one fact exactly, and for the other only by its kind of value."""
    if score.used == other.used:
        return score.is_exact and not other.is_exact
    return score.is_specific and not other.is_specific and all(map(is_question_word, other.used))


def _phrase_words(phrase: str) -> list[str]:
    """Return the words of a phrase that tell what it is about: also general ones, if the others only name a
    kind of value."""
    phrase_words = words(phrase)
    content = [word for word in phrase_words if is_content(word)]
    if all(groups_of(word) & ATTRIBUTES for word in content):
        content = [word for word in phrase_words if word not in STOP or word in content]
    return content or phrase_words


def _head(topic: str) -> str:
    """Return the word of a topic that says what it is: `room` in `quiet room for the night`."""
    head_words = _phrase_words(_OF.split(topic)[0]) or [""]
    return head_words[-1] if not groups_of(head_words[-1]) & ATTRIBUTES else ""


def _is_synonym(word: str, other: str) -> bool:
    """Return whether two words mean the same thing, not only the same kind of value."""
    return stem(word) == stem(other) or bool((groups_of(word) & groups_of(other)) - ATTRIBUTES)


def _plausible(answer: str, wanted: frozenset[str]) -> bool:
    """Return whether an answer can be a value of one of these kinds."""
    answer_words = words(answer)
    has_number = bool(numbers_in(answer)) or any(word in _NUMBER_WORDS for word in answer_words)
    tests = {
        "moment": has_number or any(stem(word) in map(stem, TIME_WORDS) for word in answer_words),
        "amount": has_number, "budget": has_number, "quantity": has_number, "identifier": has_number,
        "phone": has_number, "email": "@" in answer, "age": has_number, "duration": has_number,
        "distance": has_number, "degree": has_number,
    }  # fmt: skip
    return any(tests.get(kind, True) for kind in wanted)
