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


def test_several_questions_get_several_answers() -> None:
    reply = RuleUser(SHOP).reply(
        "When did it arrive? Is the order number LX-1? What is its colour? May I go on?"
    )
    assert (reply.kind, reply.topics) == (ReplyKind.FACT, ("date of delivery",))
    alone = [RuleUser(SHOP).reply(each) for each in ("Is the order number LX-1?", "May I go on?")]
    assert [each.kind for each in alone] == [ReplyKind.DENIED, ReplyKind.AGREED]
    assert "It arrived on 3 June." in reply.text
    assert "No, not quite!" in reply.text
    assert "Get the money back." in reply.text
    assert "I don't know" in reply.text


def test_what_only_announces_questions_gets_no_answer_of_its_own() -> None:
    asked = "What is your order number?"
    assert RuleUser(SHOP).reply(f"Could you answer two questions? {asked}").text.endswith("LX-48213.")


def test_who_asks_for_leave_to_go_on_hears_the_goal() -> None:
    agreed = RuleUser(SHOP).reply("Shall I go ahead?")
    assert (agreed.kind, agreed.topics) == (ReplyKind.AGREED, ())
    assert "Get the money back." in agreed.text
    assert RuleUser(SimulatedUser(persona="Ann")).reply("Shall I go ahead?").kind is ReplyKind.AGREED


@pytest.mark.parametrize(
    "question", ["Shall I refund 40 euros?", "Shall I refund 41 euros?", "May I do that?"]
)
def test_leave_to_go_on_does_not_depend_on_what_is_done(question: str) -> None:
    user = SimulatedUser(persona="Ann", goal="I get 40 euros.", manner="curt")
    assert RuleUser(user).reply(question).text == RuleUser(user).reply("Should I proceed?").text


def test_a_goal_that_states_a_fact_is_not_told() -> None:
    user = SimulatedUser(persona="Ann", goal="I get room 4711.", facts=(UserFact("room", "It is 4711."),))
    reply = RuleUser(user).reply("Should I proceed?")
    assert reply.kind is ReplyKind.AGREED
    assert "4711" not in reply.text


def test_dates_are_the_same_however_they_are_written() -> None:
    user = SimulatedUser(persona="Ann", facts=(UserFact("date of birth", "1973-09-03"),))
    for right in ("3 September 1973", "September 3, 1973", "03.09.1973", "the 3rd of September 1973"):
        assert RuleUser(user).reply(f"Were you born on {right}?").kind is ReplyKind.CONFIRMED, right
    for wrong in ("4 September 1973", "March 9, 1973", "1973-09-30"):
        assert RuleUser(user).reply(f"Were you born on {wrong}?").kind is ReplyKind.DENIED, wrong


def test_a_question_without_a_value_is_no_guess() -> None:
    user = RuleUser(SHOP)
    for _ in range(8):
        assert user.reply("To verify your order, could you confirm the order number?").kind is ReplyKind.FACT
    assert user.reply("Is it LX-48213?").kind is ReplyKind.CONFIRMED


def test_a_right_guess_after_too_many_wrong_ones_is_refused() -> None:
    user = RuleUser(people()["bank"])
    for amount in range(100, 106):
        user.reply(f"Is the disputed amount {amount}?")
    assert user.reply("Is the disputed amount 312.40?").kind is ReplyKind.REFUSED


CLAIM = SimulatedUser(
    persona="Ann",
    goal="The claim is settled.",
    facts=(
        UserFact("day of the shopping", "That is the wrong receipt.", ("receipt", "bought", "date", "day")),
        UserFact("amount of the transfer", "It should be 400 euros.", ("amount", "figures", "words")),
    ),
)


@pytest.mark.parametrize(
    ("message", "topic"),
    [
        ("The receipt is from 2 May, but you said that it broke in April. Could you clarify?", "shopping"),
        ("I see that the date on the receipt is after the breakdown. How should I proceed?", "shopping"),
        ("The figures differ from the words. May I go ahead?", "transfer"),
        ("The order contradicts itself: which amount is correct?", "transfer"),
        ("Figures and words don't match. Are you sure about them?", "transfer"),
    ],
)
def test_who_is_told_of_a_contradiction_settles_it(message: str, topic: str) -> None:
    reply = RuleUser(CLAIM).reply(message)
    assert (reply.kind, [told.rpartition(" ")[2] for told in reply.topics]) == (ReplyKind.FACT, [topic])


@pytest.mark.parametrize(
    "message",
    [
        "I have read the receipt and will pay the amount now. Shall I go ahead?",
        "The weather differs from the forecast. Shall I go ahead?",
        "I will use the figures. How should I proceed?",
    ],
)
def test_who_is_told_of_no_contradiction_only_agrees(message: str) -> None:
    reply = RuleUser(CLAIM).reply(message)
    assert (reply.kind, reply.topics) == (ReplyKind.AGREED, ())


def test_words_of_the_request_do_not_mean_something_else() -> None:
    user = SimulatedUser(persona="Ann", facts=(UserFact("reference", "RV-29726"),))
    question = "Which reference did the insurer give you?"
    assert RuleUser(user).reply(question).kind is ReplyKind.UNKNOWN
    assert RuleUser(user, request="My insurer wants a claim.").reply(question).kind is ReplyKind.FACT


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
