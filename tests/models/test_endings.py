from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.models import Reply, is_cut, repeats_itself

PASSAGE = "The tool returned nothing, so I will call it again with the same arguments. "


@pytest.mark.parametrize(
    ("finish", "cut"), [("length", True), ("stop", False), ("tool_call", False), (None, False)]
)
def test_replies_end_by_themselves_or_at_a_limit(finish: str | None, cut: bool) -> None:
    assert is_cut(Reply("…", finish_reason=finish)) is cut


@pytest.mark.parametrize(
    "text",
    [
        PASSAGE * 20,
        "I will look it up.\n" + PASSAGE * 5 + PASSAGE[:30],
        "\n".join(f"{number}. call the tool and wait for it" for number in range(200)),
        "a" * 500,
        "tick " * 100,
    ],
)
def test_the_same_passage_over_and_over_is_found(text: str) -> None:
    assert repeats_itself(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tick tick tick",
        PASSAGE * 3,
        PASSAGE * 20 + "So the answer is 42, as the last result of the search has shown; I am done with it.",
        " ".join(f"word{'abcdefghij'[n % 10]}{'klmnopqrstuv'[n % 12]}" for n in range(40)),
    ],
)
def test_other_texts_do_not_repeat_themselves(text: str) -> None:
    assert not repeats_itself(text)


@given(st.text(max_size=400))
def test_any_text_can_be_searched(text: str) -> None:
    assert repeats_itself(text + PASSAGE * 30)
    repeats_itself(text)
