"""A user that follows rules: facts are matched with questions, without a model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from m3bench.agents.user.clauses import is_single_question, questions, sentences
from m3bench.agents.user.forms import (
    asks_whether_any,
    is_choice,
    is_comparison,
    is_consent,
    is_polar,
    names_no_subject,
    tells_contradiction,
)
from m3bench.agents.user.guesses import (
    Guess,
    alternatives,
    is_bulk,
    names_values,
    read_guess,
    states_value,
    topic_words,
)
from m3bench.agents.user.leaks import Searched, states_fact
from m3bench.agents.user.manners import Voice
from m3bench.agents.user.matching import Matcher, Matches
from m3bench.agents.user.protocol import UserReply
from m3bench.agents.user.tricks import asks_for_solution, is_trick
from m3bench.agents.user.values import values
from m3bench.agents.user.words import content_words, plain, same, stem, words
from m3bench.core import ReplyKind, SimulatedUser, UserFact

MAX_QUESTIONS = 30
_MAX_CHARACTERS, _MAX_WORDS = 1_000, 150
_MAX_FACTS = 6
"""Facts that one question may ask for."""
_MAX_WRONG_GUESSES = 4
_MAX_GUESSES_AT_ONCE = 2
_MIN_LATIN = 0.5


_FOREMOST = (
    ReplyKind.FACT, ReplyKind.CONFIRMED, ReplyKind.DENIED, ReplyKind.REFUSED, ReplyKind.AGREED,
    ReplyKind.UNKNOWN, ReplyKind.UNCLEAR,
)  # fmt: skip
"""The kind of a reply to several questions is the first of these that one of them gets."""


_WITHOUT_TOPIC = {ReplyKind.AGREED, ReplyKind.UNKNOWN, ReplyKind.UNCLEAR}
"""The kinds of answers to questions that ask for no fact."""


class _Part(msgspec.Struct, frozen=True):
    """The answer to one question of a message."""

    kind: ReplyKind
    facts: tuple[UserFact, ...] = ()
    """The facts that it states or confirms."""
    guessed: str = ""
    """The topic on which the question states a value."""
    which: str = ""
    """The word for one of several facts, of which it is not clear which is meant."""


class RuleUser:
    """Answers what is asked with the facts of the task, and nothing else. Deterministic."""

    name = "rules"

    def __init__(
        self, user: SimulatedUser, seed: str = "", *, request: str = "", max_questions: int = MAX_QUESTIONS
    ) -> None:
        """Set up the user of one attempt.

        Args:
            user: The user.
            seed: The id of the task, which decides between wordings.
            request: The request of the task. Its words in a question do not say that something else is meant.
            max_questions: The most questions that are answered.
        """
        self._facts, self._goal = user.facts, _goal(user)
        self._matcher, self._voice = Matcher(user.facts, request), Voice(user.manner, seed)
        self._topics = {word for fact in user.facts for word in topic_words(fact)}
        self._left = max_questions
        self._last: tuple[UserFact, ...] = ()
        self._wrong: Counter[str] = Counter()

    async def answer(self, question: str) -> UserReply:
        return self.reply(question)

    def reply(self, message: str) -> UserReply:
        """Reply to the questions of a message."""
        if self._left <= 0:
            return self._said(ReplyKind.LIMIT, message)
        self._left -= 1
        message = message.strip()
        if is_too_long(message):
            return self._said(ReplyKind.UNCLEAR, message[:_MAX_CHARACTERS])
        asked = questions(message)
        others = [question for question in asked if not is_consent(question, in_general=True)]
        guessed = message if len(others) == len(asked) else "\n".join(others)
        if is_trick(message) or is_bulk(guessed, self._is_topic):
            return self._said(ReplyKind.REFUSED, message)
        parts = [self._answer(question) for question in asked]
        if settled := self._settled(message, parts):
            return self._joined([settled], message)
        if refused := _too_much(parts):
            return self._said(refused, message)
        return self._joined(_worth_saying(asked, parts), message)

    def _settled(self, message: str, parts: Sequence[_Part]) -> _Part | None:
        """Answer with the fact that settles a contradiction, where the questions themselves name no topic.

        `The receipt is from May, but you moved in March. How should I proceed?` asks about the day.
        """
        if {part.kind for part in parts} - _WITHOUT_TOPIC or not tells_contradiction(message):
            return None
        matches = [self._matcher.match(sentence) for sentence in sentences(message)]
        facts = tuple(dict.fromkeys(fact for match in matches for fact in match.asked))
        if not facts:
            return None
        self._last = facts
        return _Part(ReplyKind.FACT, facts)

    def _answer(self, question: str) -> _Part:
        """Answer one question."""
        if is_consent(question, in_general=True):
            return _Part(ReplyKind.AGREED)
        matches = self._matcher.match(question)
        if is_polar(question):
            named = matches if matches.asked else self._matcher.match(question, guesses=True)
            if (judged := self._judge_guess(question, named)) is not None:
                return judged
        if facts := matches.asked or self._meant(question):
            self._last = facts
            return _Part(ReplyKind.FACT, facts)
        return self._without_fact(question, matches)

    def _without_fact(self, question: str, matches: Matches) -> _Part:
        if asks_for_solution(question):
            return _Part(ReplyKind.REFUSED)
        if is_consent(question, in_general=False):
            return _Part(ReplyKind.AGREED)
        if matches.vague:
            return _Part(ReplyKind.UNCLEAR, which=_shared_word(question, matches.vague))
        is_clear = matches.has_content and not _is_foreign(question)
        return _Part(ReplyKind.UNKNOWN if is_clear else ReplyKind.UNCLEAR)

    def _joined(self, parts: Sequence[_Part], message: str) -> UserReply:
        """Say all answers, in the order of the questions, as one reply."""
        kinds = {part.kind for part in parts}
        facts = tuple(dict.fromkeys(fact for part in parts for fact in part.facts))
        texts = dict.fromkeys(
            self._text([part for part in parts if part.kind is kind], message)
            for kind in dict.fromkeys(part.kind for part in parts)
        )
        kind = next(kind for kind in _FOREMOST if kind in kinds)
        return UserReply(" ".join(texts), kind, tuple(fact.topic for fact in facts))

    def _text(self, parts: Sequence[_Part], message: str) -> str:
        """Return what is said to questions that get the same kind of answer."""
        kind = parts[0].kind
        if kind is ReplyKind.FACT:
            answers = dict.fromkeys(fact.answer for part in parts for fact in part.facts)
            return self._voice.facts(list(answers), message)
        if kind is ReplyKind.AGREED:
            return self._voice.agree(self._goal, message)
        if kind is ReplyKind.UNCLEAR and parts[0].which:
            return self._voice.which(parts[0].which)
        return self._voice.say(kind, message)

    def _meant(self, question: str) -> tuple[UserFact, ...]:
        """Return the fact whose answer is one of the alternatives that a question names."""
        options = alternatives(question)
        stems = {fact.topic: {stem(word) for word in words(fact.answer)} for fact in self._facts}
        facts = tuple(
            fact
            for fact in self._facts
            if any(option and set(option) <= stems[fact.topic] for option in options)
        )
        return facts if len(facts) == 1 else ()

    def _judge_guess(self, question: str, matches: Matches) -> _Part | None:
        """Confirm or deny a value that the question states; None if it states none."""
        about = matches.asked
        if not about and names_no_subject(question):
            about = self._last or self._facts
        several = is_choice(question) or (len(matches.asked) > 1 and not values(question))
        if about and self._wrong[about[0].topic] > _MAX_WRONG_GUESSES:
            return _Part(ReplyKind.REFUSED)
        if not about or several or is_comparison(question) or asks_whether_any(question):
            return self._judge_choice(question, about) if is_choice(question) else None
        known = bool(matches.asked or self._last)
        is_last = not matches.asked and about == self._last
        judged = [
            (
                fact,
                states_value(question, fact)
                or self._fits(self._guess(question, fact if known else None, is_last), fact),
            )
            for fact in about
        ]
        if right := [fact for fact, fits in judged if fits]:
            return self._confirm(right[0], question)
        undecided = any(fits is None for _, fits in judged) and (matches.asked or not values(question))
        if undecided or all(fits is None for _, fits in judged):
            return None
        return self._deny(about if known else ())

    def _guess(self, question: str, fact: UserFact | None, is_last: bool) -> Guess:
        """Read a guess. `Is it risotto?` is about what was talked about last."""
        guess = read_guess(question, fact, self._is_topic)
        return msgspec.structs.replace(guess, has_subject=guess.has_subject or is_last)

    def _is_topic(self, word: str) -> bool:
        return any(same(word, known) for known in self._topics)

    def _judge_choice(self, question: str, about: Sequence[UserFact]) -> _Part | None:
        """Deny alternatives that are names, if none of them is right."""
        if not about or not names_values(question):
            return None
        answer = {stem(word) for fact in about for word in words(fact.answer)}
        if any(set(option) & answer for option in alternatives(question)):
            return None
        return self._deny(about)

    def _fits(self, guess: Guess, fact: UserFact) -> bool | None:
        if guess.options:
            return any(set(option) <= set(values(fact.answer)) for option in guess.options)
        return guess.fits(fact)

    def _confirm(self, fact: UserFact, question: str) -> _Part:
        self._last = (fact,)
        is_one_of = len([part for part in plain(question).split(" or ") if values(part)]) > 1
        return _Part(ReplyKind.FACT if is_one_of else ReplyKind.CONFIRMED, (fact,), guessed=fact.topic)

    def _deny(self, about: Sequence[UserFact]) -> _Part:
        topic = about[0].topic if about else ""
        self._last = tuple(about[:1]) or self._last
        self._wrong[topic] += 1
        is_enough = self._wrong[topic] > _MAX_WRONG_GUESSES
        return _Part(ReplyKind.REFUSED if is_enough else ReplyKind.DENIED, guessed=topic or "?")

    def _said(self, kind: ReplyKind, message: str) -> UserReply:
        return UserReply(self._voice.say(kind, message), kind)


def _too_much(parts: Sequence[_Part]) -> ReplyKind | None:
    """Return what is said to a message that asks for too many facts, or guesses one too often."""
    if len({fact for part in parts for fact in part.facts}) > _MAX_FACTS:
        return ReplyKind.UNCLEAR
    guesses = Counter(part.guessed for part in parts if part.guessed)
    return ReplyKind.REFUSED if guesses and max(guesses.values()) > _MAX_GUESSES_AT_ONCE else None


def _worth_saying(asked: Sequence[str], parts: Sequence[_Part]) -> list[_Part]:
    """Leave out what is no question beside others: `I need two things from you`."""
    said = [part for part in parts if part.kind is not ReplyKind.UNCLEAR] or list(parts)
    answered = [
        part
        for question, part in zip(asked, parts, strict=True)
        if part in said and (part.kind is not ReplyKind.UNKNOWN or is_single_question(question))
    ]
    return answered or said


def _shared_word(question: str, facts: Sequence[UserFact]) -> str:
    """Return the word of a question that is the topic of several facts; empty if there is no good one."""
    topics = [word for fact in facts for phrase in (fact.topic, *fact.keywords) for word in words(phrase)]
    shared = [
        word
        for word in content_words(question)
        if word.isalpha() and any(same(word, topic) for topic in topics)
    ]
    return "" if not shared or shared[0].startswith(("how", "wh")) else shared[0]


def _goal(user: SimulatedUser) -> str:
    """Return the goal of a user; nothing if it states a fact, which has to be asked for."""
    goal = user.goal or ""
    searched = Searched(goal)
    return "" if any(states_fact(searched, fact) for fact in user.facts) else goal


def is_too_long(question: str) -> bool:
    """Return whether nobody would read a question to its end."""
    return len(question) > _MAX_CHARACTERS or len(question.split()) > _MAX_WORDS


def _is_foreign(question: str) -> bool:
    """Return whether a question is written in another alphabet."""
    letters = list(filter(str.isalpha, question))
    return bool(letters) and sum(letter.isascii() for letter in letters) < _MIN_LATIN * len(letters)
