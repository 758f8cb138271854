"""What an answer in prose commits itself to."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.checks import AnswerNames, AnswerNumber, Check, Claim, Claims, Quantity
from m3bench.checks.reading.commitment import MAX_ANSWER, committed
from tests.checks.outcomes import evidence_of

NOWHERE = Path("/nowhere")
CITY = Claims((Claim("the city", all_of=("Lisbon",)),))
TOTAL = AnswerNumber(8.7, near=("total",))
FREE = AnswerNumber(8.7)
NOBODY = Claims((Claim("nobody is there", any_of=("no people", "nobody")),))
THREE = AnswerNames(all_of=("Fuji", "Gala", "Elstar", "Braeburn", "Jonagold"))


def holds(check: Check, answer: str) -> bool:
    return check.evaluate(evidence_of(NOWHERE, answer)).passed


@pytest.mark.parametrize(
    ("check", "answer"),
    [
        (CITY, "It is Lisbon."),
        (CITY, "The photo shows Lisbon, not Porto."),
        (CITY, "It is not Porto but Lisbon."),
        (CITY, "Lisbon, the capital of Portugal, lies on the Tagus and has seven hills."),
        (CITY, "Bring a coat or an umbrella: this is Lisbon."),
        (TOTAL, "The total is 8.70."),
        (TOTAL, "3 apples at 1.25 and 5 at 0.99 make a total of 8.70."),
        (TOTAL, "The total is not 9 but 8.70 in total."),
        (FREE, "That makes 8.7 or so."),
        (NOBODY, "There are no people in the picture."),
        (NOBODY, "Nobody is in it."),
        (THREE, "Fuji, Gala, Elstar, Braeburn and Jonagold"),
        (THREE, "- Fuji\n- Gala\n- Elstar\n- Braeburn\n- Jonagold"),
        (
            Claims((Claim("count", number=Quantity(3, near=("Fuji",))),)),
            "Fuji: 3, Gala: 5, Elstar: 7, Braeburn: 9",
        ),
    ],
)
def test_a_plain_statement_counts(check: Check, answer: str) -> None:
    assert holds(check, answer)


@pytest.mark.parametrize(
    ("check", "answer"),
    [
        (CITY, "It is not Lisbon."),
        (CITY, "It isn't Lisbon."),
        (CITY, "Lisbon or Porto."),
        (CITY, "It is either Porto or Lisbon."),
        (CITY, "Maybe Lisbon."),
        (CITY, "Is it Lisbon?"),
        (CITY, "Porto, Faro, Lisbon, Braga, Coimbra"),
        (CITY, "- Porto\n- Faro\n- Lisbon\n- Braga\n- Coimbra"),
        (CITY, "I am sorry, I cannot say whether it is Lisbon."),
        (CITY, "Lisbon. " + "And much more that was read somewhere. " * 400),
        (TOTAL, "The total is not 8.70."),
        (TOTAL, "It is not true that the total is 8.70."),
        (TOTAL, "The total is 8.70 or 9.10."),
        (TOTAL, "The total is 8 to 9, maybe 8.70."),
        (TOTAL, "The total is 7. The total is 8.7. The total is 9."),
        (FREE, "7, 8.7, 9, 10, 11"),
        (FREE, "It could be 8.7."),
        (THREE, "Fuji, Gala, Elstar and Braeburn"),
    ],
)
def test_a_denial_a_hedge_a_list_and_a_dump_do_not(check: Check, answer: str) -> None:
    assert not holds(check, answer)


def test_an_answer_may_be_long_but_not_endless() -> None:
    padding = "It was a long way there. " * 40
    assert holds(CITY, f"It is Lisbon. {padding}")
    assert len(padding) < MAX_ANSWER
    verdict = CITY.evaluate(evidence_of(NOWHERE, f"It is Lisbon. {padding * 20}"))
    assert not verdict.passed
    assert verdict.share == 0.0
    assert "characters" in verdict.reason


@given(st.text(max_size=300))
def test_blanking_keeps_positions(text: str) -> None:
    kept = committed(text)
    assert len(kept) == len(text)
    assert all(one == other or one == " " for one, other in zip(kept, text, strict=True))
