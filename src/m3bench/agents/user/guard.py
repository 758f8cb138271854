"""Decide whether a reply of a model that plays the user may reach the agent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from m3bench.agents.user.leaks import Searched, holds_value, numbers_in, states_fact, value_words
from m3bench.agents.user.protocol import UserReply
from m3bench.core import ReplyKind, UserFact

_MAX_CHARACTERS = 600
_YES = re.compile(
    r"^\W*(?:yes|yeah|yep|right|correct|exactly|that'?s (?:right|it|correct)|indeed)\b", re.IGNORECASE
)
_NO = re.compile(r"^\W*(?:no|nope|not|wrong|incorrect|sorry, no|i'm afraid not|that'?s not)\b", re.IGNORECASE)


class Guard:
    """Knows all that could be given away, and what the agent has been told already."""

    def __init__(self, facts: Sequence[UserFact], solution: Iterable[str] = (), request: str = "") -> None:
        self._facts, self._solution, self._request = tuple(facts), tuple(solution), request
        self._told: set[str] = set()

    def told(self, topics: Iterable[str]) -> None:
        """Remember that the agent was told these facts."""
        self._told.update(topics)

    def permits(self, text: str, question: str, ruled: UserReply) -> bool:
        """Return whether a reply tells what the rules would tell, and nothing else.

        Args:
            text: The reply of the model.
            question: The question of the agent.
            ruled: The reply of the rules to the same question.
        """
        if len(text) > _MAX_CHARACTERS:
            return False
        searched = Searched(text)
        allowed = [fact for fact in self._facts if fact.topic in ruled.topics or fact.topic in self._told]
        known = (question, self._request, *(fact.answer for fact in allowed))
        if any(states_fact(searched, fact, known) for fact in self._facts if fact not in allowed):
            return False
        if any(holds_value(searched, value, known) for value in self._solution):
            return False
        return self._is_truthful(text, searched, ruled)

    def _is_truthful(self, text: str, searched: Searched, ruled: UserReply) -> bool:
        """Return whether a reply states the facts that were asked for, and judges a guess as the rules do."""
        if ruled.kind is ReplyKind.CONFIRMED:
            return bool(_YES.match(text))
        if ruled.kind is ReplyKind.DENIED:
            return bool(_NO.match(text))
        asked = [fact for fact in self._facts if fact.topic in ruled.topics]
        return all(_states(searched, fact) for fact in asked)


def _states(searched: Searched, fact: UserFact) -> bool:
    """Return whether a reply states all numbers of a fact, or without any, most of its words."""
    if numbers := numbers_in(fact.answer):
        return all(map(searched.holds_number, numbers))
    found = value_words(fact.answer)
    return not found or searched.holds_words(found)
