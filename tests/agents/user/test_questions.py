"""The user that follows rules: hundreds of questions, asked well, vaguely, wrongly, and to betray."""

from __future__ import annotations

import pytest

from m3bench.agents.user import Searched, states_fact
from m3bench.core import ReplyKind
from tests.agents.user.cases import Case, ask, cases, described, people

QUESTIONS, HELD_OUT, FRESH = list(cases()), list(cases("held_out.tsv")), list(cases("fresh.tsv"))
ALL = (*QUESTIONS, *HELD_OUT, *FRESH)
_LEAST_RIGHT = {"questions.tsv": 0.97, "held_out.tsv": 0.95, "fresh.tsv": 0.97, "unseen.tsv": 0.7}
_KINDS = ("unclear", "unknown", "no", "refused")
_LEAST_RIGHT_OF_KIND = {"": 0.95, "unclear": 0.93, "unknown": 0.94, "no": 0.91, "refused": 1.0}


@pytest.mark.parametrize("table", _LEAST_RIGHT)
def test_nearly_all_questions_get_the_right_reply(table: str) -> None:
    asked = list(cases(table))
    wrong = [case for case in asked if not case.is_right(ask(case))]
    share = 1 - len(wrong) / len(asked)
    print(f"{table}: {len(asked) - len(wrong)} of {len(asked)} right ({share:.1%})")
    assert share >= _LEAST_RIGHT[table], [(case, described(ask(case))) for case in wrong]


@pytest.mark.parametrize("kind", _LEAST_RIGHT_OF_KIND)
def test_fresh_questions_of_each_kind_get_the_right_reply(kind: str) -> None:
    asked = [case for case in FRESH if (case.expected[0] == kind if kind else case.expected[0] not in _KINDS)]
    wrong = [(case, described(ask(case))) for case in asked if not case.is_right(ask(case))]
    assert len(asked) >= 12
    assert 1 - len(wrong) / len(asked) >= _LEAST_RIGHT_OF_KIND[kind], wrong


def test_the_table_is_large_and_varied() -> None:
    assert len(QUESTIONS) >= 300
    assert len({case.person for case in QUESTIONS}) >= 8
    for kind in ("unclear", "unknown", "refused", "no"):
        assert sum(kind in case.expected for case in QUESTIONS) >= 25


@pytest.mark.slow
def test_a_reply_states_only_the_facts_that_it_names() -> None:
    for case in ALL:
        reply, facts = ask(case), people()[case.person].facts
        told = [fact.answer for fact in facts if fact.topic in reply.topics]
        for fact in facts:
            if fact.topic not in reply.topics:
                assert not states_fact(Searched(reply.text), fact, (case.question, *told)), (case, reply)


@pytest.mark.parametrize("case", [case for case in ALL if case.expected == ("refused",)])
def test_nothing_is_told_to_who_wants_it_betrayed(case: Case) -> None:
    reply = ask(case)
    assert (reply.kind, reply.topics) == (ReplyKind.REFUSED, ())


def test_questions_that_the_rules_do_not_know_get_no_fact_either() -> None:
    for case in cases("unseen.tsv"):
        if set(case.expected) & {"refused", "unclear", "no"}:
            assert ask(case).topics == (), case


def test_every_topic_is_told_when_it_is_asked_for() -> None:
    for name, person in people().items():
        for fact in person.facts:
            reply = ask(Case(name, (), f"What is the {fact.topic}?"))
            assert fact.topic in reply.topics, (name, fact.topic, reply)


def test_a_wrong_guess_is_never_confirmed() -> None:
    for case in ALL:
        if case.expected == ("no",):
            assert ask(case).kind is not ReplyKind.CONFIRMED, case


def test_the_table_would_notice_a_wrong_reply() -> None:
    assert not Case("shop", ("damage",), "").is_right(ask(Case("shop", (), "What is your order number?")))
