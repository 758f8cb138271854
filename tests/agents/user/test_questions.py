"""The user that follows rules: hundreds of questions, asked well, vaguely, wrongly, and to betray."""

from __future__ import annotations

import pytest

from m3bench.agents.user import Searched, states_fact
from m3bench.core import ReplyKind
from tests.agents.user.cases import Case, ask, cases, described, people

QUESTIONS, HELD_OUT = list(cases()), list(cases("held_out.tsv"))
_LEAST_RIGHT = {"questions.tsv": 0.97, "held_out.tsv": 0.92}


@pytest.mark.parametrize("table", _LEAST_RIGHT)
def test_nearly_all_questions_get_the_right_reply(table: str) -> None:
    asked = list(cases(table))
    wrong = [case for case in asked if not case.is_right(ask(case))]
    share = 1 - len(wrong) / len(asked)
    print(f"{table}: {len(asked) - len(wrong)} of {len(asked)} right ({share:.1%})")
    assert share >= _LEAST_RIGHT[table], [(case, described(ask(case))) for case in wrong]


def test_the_table_is_large_and_varied() -> None:
    assert len(QUESTIONS) >= 300
    assert len({case.person for case in QUESTIONS}) >= 8
    for kind in ("unclear", "unknown", "refused", "no"):
        assert sum(kind in case.expected for case in QUESTIONS) >= 25


def test_a_reply_states_only_the_facts_that_it_names() -> None:
    for case in (*QUESTIONS, *HELD_OUT):
        reply, facts = ask(case), people()[case.person].facts
        told = [fact.answer for fact in facts if fact.topic in reply.topics]
        for fact in facts:
            if fact.topic not in reply.topics:
                assert not states_fact(Searched(reply.text), fact, (case.question, *told)), (case, reply)


@pytest.mark.parametrize("case", [case for case in (*QUESTIONS, *HELD_OUT) if case.expected == ("refused",)])
def test_nothing_is_told_to_who_wants_it_betrayed(case: Case) -> None:
    reply = ask(case)
    assert (reply.kind, reply.topics) == (ReplyKind.REFUSED, ())


def test_a_wrong_guess_is_never_confirmed() -> None:
    for case in (*QUESTIONS, *HELD_OUT):
        if case.expected == ("no",):
            assert ask(case).kind is not ReplyKind.CONFIRMED, case


def test_the_table_would_notice_a_wrong_reply() -> None:
    assert not Case("shop", ("damage",), "").is_right(ask(Case("shop", (), "What is your order number?")))
