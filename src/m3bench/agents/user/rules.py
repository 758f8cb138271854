"""A user that follows rules: facts are matched with questions, without a model."""

from __future__ import annotations

from collections import Counter

from m3bench.agents.user.guesses import (
    Guess,
    alternatives,
    asks_whether_any,
    is_bulk,
    is_choice,
    is_comparison,
    is_polar,
    names_no_subject,
    read_guess,
    values,
)
from m3bench.agents.user.manners import Voice
from m3bench.agents.user.matching import Matcher, Matches
from m3bench.agents.user.protocol import UserReply
from m3bench.agents.user.tricks import asks_for_solution, is_trick
from m3bench.agents.user.words import content_words, plain, same, stem, words
from m3bench.core import ReplyKind, SimulatedUser, UserFact

MAX_QUESTIONS = 30
_MAX_CHARACTERS, _MAX_WORDS = 1_000, 150
_MAX_FACTS = 6
"""Facts that one question may ask for."""
_MAX_WRONG_GUESSES = 5
_MIN_LATIN = 0.5


class RuleUser:
    """Answers what is asked with the facts of the task, and nothing else. Deterministic."""

    name = "rules"

    def __init__(self, user: SimulatedUser, seed: str = "", *, max_questions: int = MAX_QUESTIONS) -> None:
        """`seed` decides between wordings: the id of the task."""
        self._facts = user.facts
        self._matcher, self._voice = Matcher(user.facts), Voice(user.manner, seed)
        self._left = max_questions
        self._last: tuple[UserFact, ...] = ()
        self._wrong: Counter[str] = Counter()

    async def answer(self, question: str) -> UserReply:
        return self.reply(question)

    def reply(self, question: str) -> UserReply:
        """Reply to a question."""
        if self._left <= 0:
            return self._say(ReplyKind.LIMIT, question)
        self._left -= 1
        question = question.strip()
        if is_too_long(question):
            return self._say(ReplyKind.UNCLEAR, question[:_MAX_CHARACTERS])
        if is_trick(question) or is_bulk(question):
            return self._say(ReplyKind.REFUSED, question)
        matches = self._matcher.match(question)
        if is_polar(question):
            named = matches if matches.asked else self._matcher.match(question, guesses=True)
            if (reply := self._judge_guess(question, named)) is not None:
                return reply
        return self._answer(question, matches)

    def _answer(self, question: str, matches: Matches) -> UserReply:
        if len(matches.asked) > _MAX_FACTS:
            return self._say(ReplyKind.UNCLEAR, question)
        if facts := matches.asked or self._meant(question):
            return self._tell(facts, question)
        if asks_for_solution(question):
            return self._say(ReplyKind.REFUSED, question)
        if matches.vague:
            return self._ask_which(question, matches.vague)
        if not matches.has_content or _is_foreign(question):
            return self._say(ReplyKind.UNCLEAR, question)
        return self._say(ReplyKind.UNKNOWN, question)

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

    def _judge_guess(self, question: str, matches: Matches) -> UserReply | None:
        """Confirm or deny a value that the question names; None if it names none."""
        about = matches.asked
        if not about and names_no_subject(question):
            about = self._last or self._facts
        several = is_choice(question) or (len(matches.asked) > 1 and not values(question))
        if not about or several or is_comparison(question) or asks_whether_any(question):
            return None
        known = bool(matches.asked or self._last)
        judged = [
            (fact, self._fits(read_guess(question, fact if known else None, self._matcher.is_known), fact))
            for fact in about
        ]
        if right := [fact for fact, fits in judged if fits]:
            return self._confirm(right[0], question)
        undecided = any(fits is None for _, fits in judged) and (matches.asked or not values(question))
        if undecided or all(fits is None for _, fits in judged):
            return None
        return self._deny(about[0].topic if known else "", question)

    def _fits(self, guess: Guess, fact: UserFact) -> bool | None:
        if guess.options:
            return any(set(option) <= set(values(fact.answer)) for option in guess.options)
        return guess.fits(fact)

    def _confirm(self, fact: UserFact, question: str) -> UserReply:
        self._last = (fact,)
        if len([part for part in plain(question).split(" or ") if values(part)]) > 1:
            return self._tell((fact,), question)
        return UserReply(self._voice.say(ReplyKind.CONFIRMED, question), ReplyKind.CONFIRMED, (fact.topic,))

    def _deny(self, topic: str, question: str) -> UserReply:
        self._wrong[topic] += 1
        if self._wrong[topic] > _MAX_WRONG_GUESSES:
            return self._say(ReplyKind.REFUSED, question)
        return self._say(ReplyKind.DENIED, question)

    def _tell(self, facts: tuple[UserFact, ...], question: str) -> UserReply:
        self._last = facts
        text = self._voice.facts(list(dict.fromkeys(fact.answer for fact in facts)), question)
        return UserReply(text, ReplyKind.FACT, tuple(fact.topic for fact in facts))

    def _ask_which(self, question: str, facts: tuple[UserFact, ...]) -> UserReply:
        """Ask which of several facts is meant, with the word of the question."""
        topics = [word for fact in facts for phrase in (fact.topic, *fact.keywords) for word in words(phrase)]
        shared = [
            word
            for word in content_words(question)
            if word.isalpha() and any(same(word, topic) for topic in topics)
        ]
        if not shared or shared[0].startswith(("how", "wh")):
            return self._say(ReplyKind.UNCLEAR, question)
        return UserReply(self._voice.which(shared[0]), ReplyKind.UNCLEAR)

    def _say(self, kind: ReplyKind, question: str) -> UserReply:
        return UserReply(self._voice.say(kind, question), kind)


def is_too_long(question: str) -> bool:
    """Return whether nobody would read a question to its end."""
    return len(question) > _MAX_CHARACTERS or len(question.split()) > _MAX_WORDS


def _is_foreign(question: str) -> bool:
    """Return whether a question is written in another alphabet."""
    letters = list(filter(str.isalpha, question))
    return bool(letters) and sum(letter.isascii() for letter in letters) < _MIN_LATIN * len(letters)
