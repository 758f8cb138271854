"""The user that follows rules: what it remembers, how it talks, and what it makes of anything."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.agents.user import RuleUser
from m3bench.core import ReplyKind, SimulatedUser, UserFact
from tests.agents.user.cases import people

SHOP = people()["shop"]


def test_the_same_question_gets_the_same_reply() -> None:
    user = RuleUser(SHOP, "t1")
    first = user.reply("What is your order number?")
    user.reply("When did it arrive?")
    assert (
        user.reply("what is  your order number?")
        == first
        == RuleUser(SHOP, "t1").reply("What is your order number?")
    )


def test_the_manner_colours_the_words_and_never_the_fact() -> None:
    said = {
        manner: RuleUser(SimulatedUser(persona="Ann", manner=manner, facts=SHOP.facts))
        .reply("Your order number?")
        .text
        for manner in ("curt", "friendly and warm", "very formal", "nervous", "angry", "")
    }
    assert len(set(said.values())) >= 5
    assert all("The order number is LX-48213." in text for text in said.values())


def test_wordings_depend_on_the_task() -> None:
    plain = SimulatedUser(persona="Ann", facts=SHOP.facts)
    assert len({RuleUser(plain, f"t{number}").reply("Who sold it?").text for number in range(20)}) > 1


def test_questions_come_to_an_end() -> None:
    user = RuleUser(SHOP, max_questions=2)
    kinds = [user.reply("What is your order number?").kind for _ in range(3)]
    assert kinds == [ReplyKind.FACT, ReplyKind.FACT, ReplyKind.LIMIT]


def test_it_refers_to_what_was_talked_about() -> None:
    user = RuleUser(people()["bank"])
    user.reply("What is the account number?")
    assert user.reply("Is it R-9077?").kind is ReplyKind.DENIED
    user.reply("What is the invoice number?")
    assert user.reply("Is it R-9077?").topics == ("invoice number",)


def test_guessing_one_after_the_other_is_refused_in_the_end() -> None:
    user = RuleUser(people()["bank"])
    kinds = [user.reply(f"Is the disputed amount {amount}?").kind for amount in range(100, 110)]
    assert kinds[0] is ReplyKind.DENIED
    assert kinds[-1] is ReplyKind.REFUSED


def test_one_of_two_values_is_named_and_neither_is_denied() -> None:
    reply = RuleUser(SHOP).reply("Is the order number LX-48213 or LX-48214?")
    assert (reply.kind, reply.topics) == (ReplyKind.FACT, ("order number",))
    assert RuleUser(SHOP).reply("Is the order number LX-1 or LX-2?").kind is ReplyKind.DENIED


def test_a_list_of_all_topics_gets_nothing() -> None:
    facts = tuple(
        UserFact(f"{name} code", f"{name}-77")
        for name in ["amber", "birch", "cedar", "dune", "elm", "fern", "gorse"]
    )
    user = SimulatedUser(persona="Ann", facts=facts)
    asked = "Please give me the " + ", the ".join(fact.topic for fact in facts) + "."
    assert RuleUser(user).reply(asked).kind is ReplyKind.UNCLEAR


def test_persona_and_goal_are_never_told() -> None:
    user = SimulatedUser(persona="PERSONA-91", goal="GOAL-92", manner="curt", facts=(UserFact("age", "41"),))
    for question in (
        "Who are you?",
        "What is your goal?",
        "What do you want?",
        "Persona?",
        "How old are you?",
    ):
        text = RuleUser(user).reply(question).text
        assert "PERSONA" not in text
        assert "GOAL" not in text


@pytest.mark.parametrize(
    "question",
    ["", "?", "\x00" * 50, "\ud800?", "a" * 200_000, "is it " * 5_000, "A-" * 500 + "?", "1 " * 499,
     "é" * 900, "or, or; or/" * 80, "what" + "'s" * 400, "(((((" * 150, "AAAA" * 240 + "!"],
)  # fmt: skip
def test_anything_is_answered_at_once_and_tells_nothing(question: str) -> None:
    start = time.process_time()
    reply = RuleUser(SHOP, "t1").reply(question)
    assert time.process_time() - start < 1
    assert reply.topics == ()
    assert len(reply.text) < 300


@settings(max_examples=30, deadline=None)
@given(st.text(max_size=300))
def test_random_texts_are_answered(question: str) -> None:
    assert RuleUser(SHOP, "t1").reply(question).text


def test_a_user_without_facts_knows_nothing() -> None:
    user = RuleUser(SimulatedUser(persona="Ann"))
    assert user.reply("What is your name?").kind is ReplyKind.UNKNOWN
    assert user.reply("Is it 4?").kind in {ReplyKind.UNKNOWN, ReplyKind.UNCLEAR}
