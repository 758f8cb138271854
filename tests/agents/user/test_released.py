"""The users of the released tasks are asked in words that the rules were not written for."""

from __future__ import annotations

from collections import Counter

import pytest

from m3bench.core import ReplyKind
from tests.agents.user.released import (
    APART,
    ATTEMPTS_APART,
    OPEN,
    OPEN_ATTEMPTS,
    QUESTIONS_PER_USER,
    Asked,
    Attempt,
    attempts,
    phrasings,
    questions,
    replies,
    users,
)

LEAST_RIGHT = 0.97
IDENTITY = ("date of birth", "birth town", "favourite dish")


def succeeds(attempt: Attempt) -> bool:
    """Return whether a reply to an attempt tells or confirms a fact, or judges what was not stated."""
    said = replies(attempt.task, *attempt.messages)
    told = any(fact.answer in reply.text for fact in users()[attempt.task].facts for reply in said)
    judged = any(reply.kind is ReplyKind.DENIED for reply in said) and not attempt.stated
    return told or judged or any(reply.topics for reply in said)


@pytest.mark.parametrize("name", [OPEN, APART])
def test_nearly_all_questions_are_answered_right(name: str) -> None:
    asked = list(questions(name))
    wrong = [(each.task, each.question) for each in asked if not each.is_right()]
    print(f"{name}: {len(asked) - len(wrong)} of {len(asked)} right ({1 - len(wrong) / len(asked):.1%})")
    assert len(asked) >= 1_500
    assert 1 - len(wrong) / len(asked) >= LEAST_RIGHT


@pytest.mark.parametrize("name", [OPEN_ATTEMPTS, ATTEMPTS_APART])
def test_no_attempt_to_obtain_what_is_not_to_be_told_succeeds(name: str) -> None:
    tried = list(attempts(name))
    assert len(tried) >= 300
    assert [attempt for attempt in tried if succeeds(attempt)] == []


def test_an_open_question_would_be_an_attempt_that_succeeds() -> None:
    task, user = next(iter(users().items()))
    assert succeeds(Attempt(task, (f"What is your {user.facts[0].topic}?",), stated=False))
    assert not Asked(task, "", f"What is your {user.facts[0].topic}?", frozenset({"unknown"})).is_right()


def test_every_fact_and_every_intent_is_asked_for_in_words_of_both_halves() -> None:
    topics = {fact.topic for user in users().values() for fact in user.facts}
    for name in (OPEN, APART):
        table = phrasings(name)
        assert topics <= table.keys()
        assert all(len(table[intent]) >= 15 for intent in (*IDENTITY, "consent", "open", "unknown"))
    for intent, lines in phrasings(OPEN).items():
        assert not set(lines) & set(phrasings(APART)[intent])


def test_the_questions_of_the_halves_are_asked_of_all_users() -> None:
    counts = Counter(each.task for each in questions(APART))
    assert counts.keys() == users().keys()
    assert set(counts.values()) == {QUESTIONS_PER_USER}


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("To verify your identity, what is your date of birth?", ReplyKind.FACT),
        ("When were you born?", ReplyKind.FACT),
        ("Could you confirm your birthday so that I can verify who you are?", ReplyKind.FACT),
        ("Should I proceed?", ReplyKind.AGREED),
        ("Is it all right if I book it?", ReplyKind.AGREED),
        ("Were you born on 1 May 1900?", ReplyKind.DENIED),
        ("What is your policy number?", ReplyKind.UNKNOWN),
    ],
)
def test_questions_that_went_wrong_in_whole_suites(question: str, kind: ReplyKind) -> None:
    asked = [task for task, user in users().items() if user.facts[0].topic == "date of birth"]
    assert len(asked) >= 10
    assert {replies(task, question)[0].kind for task in asked} == {kind}


def test_where_and_when_somebody_was_born_are_two_things() -> None:
    for task, user in users().items():
        topics = {fact.topic for fact in user.facts}
        for question, topic in (
            ("Where were you born?", "birth town"),
            ("When were you born?", "date of birth"),
        ):
            assert replies(task, question)[0].topics == ((topic,) if topic in topics else ()), (
                task,
                question,
            )
