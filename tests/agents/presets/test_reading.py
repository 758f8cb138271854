"""What programs print, read as an outcome."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.agents.presets import PRESETS, Fault, Outcome, fault_of
from tests.agents.presets.fakes import ANSWER, NAMES, not_logged_in, refused, said

names = pytest.mark.parametrize("name", NAMES)


@names
def test_the_last_text_is_the_answer(name: str) -> None:
    outcome = PRESETS[name].read(said(name), "", 0)
    assert (outcome.answer, outcome.problem) == (ANSWER, None)
    if name == "goose":  # does not tell
        return
    assert outcome.usage is not None
    assert (outcome.usage.input_tokens, outcome.usage.output_tokens) == (111, 50)


def test_pieces_of_one_message_are_joined() -> None:
    pieces = [("m1", "Let me"), ("m1", " see."), ("m2", "It is"), ("m2", " 5.")]
    events = [
        {"type": "message", "message": {"id": number, "role": "assistant", "content": [{"text": text}]}}
        for number, text in pieces
    ]
    assert PRESETS["goose"].read(events, "", 0).answer == "It is 5."


@names
def test_an_error_of_the_provider_is_not_the_agents(name: str) -> None:
    outcome = PRESETS[name].read(refused(name), "", 1)
    assert (outcome.answer, outcome.fault) == (None, Fault.PROVIDER)
    assert "Overloaded" in str(outcome.problem)


@pytest.mark.parametrize(
    ("problem", "fault"),
    [
        ("API Error: 529 Overloaded", Fault.PROVIDER),
        ("unexpected status 429 Too Many Requests", Fault.PROVIDER),
        ("stream disconnected before completion", Fault.PROVIDER),
        ("API Error: 400 prompt is too long", Fault.AGENT),
        ('{"error": {"type": "invalid_request_error"}}', Fault.AGENT),
        ("API key not valid. Please pass a valid API key.", Fault.LOGIN),
        ("unexpected status 401 Unauthorized", Fault.LOGIN),
    ],
)
def test_outages_are_the_providers_and_refusals_the_agents(problem: str, fault: Fault) -> None:
    assert fault_of(problem, asked_model=True) is fault


def test_what_is_no_request_to_a_model_is_the_agents() -> None:
    assert fault_of("a tool was overloaded", asked_model=False) is Fault.AGENT


@names
def test_a_missing_login_is_told_apart(name: str) -> None:
    outcome = PRESETS[name].read(*not_logged_in(name))
    assert (outcome.answer, outcome.fault) == (None, Fault.LOGIN)


@names
def test_a_crash_says_what_standard_error_said(name: str) -> None:
    outcome = PRESETS[name].read([], "Segmentation fault", 139)
    assert outcome == Outcome(problem="Segmentation fault")
    assert PRESETS[name].read([], "", 0).answer is None


@names
def test_an_answer_before_a_failure_does_not_count(name: str) -> None:
    outcome = PRESETS[name].read([*said(name), *refused(name)], "", 1)
    assert (outcome.answer, outcome.fault) == (None, Fault.PROVIDER)


_KEYS = st.sampled_from(
    ("type", "item", "usage", "error", "message", "result", "stats", "is_error", "modelUsage", "text", "role")
)
_WORDS = st.sampled_from(
    (
        "result",
        "message",
        "assistant",
        "item.completed",
        "agent_message",
        "turn.completed",
        "turn.failed",
        "error",
    )
)
_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | _WORDS | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(_KEYS, inner, max_size=3),
    max_leaves=6,
)


@names
@given(events=st.lists(st.dictionaries(_KEYS, _VALUES, max_size=4), max_size=4), code=st.sampled_from((0, 1)))
def test_any_events_have_an_outcome(name: str, events: list[dict[str, Any]], code: int) -> None:
    outcome = PRESETS[name].read(events, "", code)
    assert isinstance(outcome.answer, str | None)
    assert isinstance(outcome.problem, str | None)
