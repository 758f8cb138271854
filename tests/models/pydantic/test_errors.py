"""What goes wrong at a provider, over real HTTP, in the words that providers use."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_ai.exceptions import ModelHTTPError

from m3bench.models import ModelError, ModelMisconfigured, ModelUnavailable, RequestRefused, RequestTooLong
from m3bench.models.endpoint import Wire
from m3bench.models.errors import ModelTimedOut
from m3bench.models.pydantic.errors import ErrorContext, to_model_error
from m3bench.testing.provider import (
    BreakOff,
    Empty,
    FakeProvider,
    Garbage,
    HangUp,
    Line,
    Stall,
    Status,
    TooLong,
    rate_limit,
)
from tests.cancelling import cancelled_once
from tests.models.wires import HELLO, KEY, NAMES, WIRES, ask, at, in_time, problem_of

ENDPOINT = ErrorContext("openai/m", "http://h/v1", "OPENAI_API_KEY", KEY)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("line", "kind"),
    [
        (Status(429), ModelUnavailable),
        (Status(500), ModelUnavailable),
        (Status(502, body="<html>Bad gateway</html>"), ModelUnavailable),
        (Status(503), ModelUnavailable),
        (Status(529), ModelUnavailable),
        (Status(408), ModelUnavailable),
        (HangUp(), ModelUnavailable),
        (BreakOff(), ModelUnavailable),
        (Garbage(), ModelUnavailable),
        (Empty(), ModelUnavailable),
        (Status(200, body='{"half": '), ModelUnavailable),
        (Status(200, body={"id": "1", "object": "chat.completion", "choices": []}), ModelUnavailable),
        (Status(200, body={"choices": "none"}), ModelUnavailable),
        (Status(401), ModelMisconfigured),
        (Status(403), ModelMisconfigured),
        (Status(404), ModelMisconfigured),
        (Status(308, {"Location": "http://127.0.0.1:9/elsewhere"}), ModelMisconfigured),
        (TooLong(), RequestTooLong),
        (Status(413), RequestTooLong),
        (Status(400, message="tools.0.name: what is this?"), RequestRefused),
        (Status(422), RequestRefused),
    ],
)
def test_each_failure_is_of_the_kind_that_says_what_to_do(
    line: Line, kind: type[ModelError], wire: Wire
) -> None:
    problem = problem_of(line, wire)
    assert type(problem) is kind
    assert NAMES[wire] in str(problem)


@pytest.mark.parametrize("wire", WIRES)
def test_a_provider_that_does_not_answer_in_time_is_left(wire: Wire) -> None:
    problem = problem_of(Stall(), wire, timeout=0.3)
    assert type(problem) is ModelTimedOut
    assert "did not reply within 0.3 s" in str(problem)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize(
    ("asked", "least", "most"),
    [(7, 7, 7), (0.25, 0.25, 0.25), (None, None, None), (timedelta(seconds=60), 50, 60)],
)
def test_the_time_to_wait_is_passed_on(
    wire: Wire, asked: float | timedelta | None, least: float | None, most: float | None
) -> None:
    when = datetime.now(UTC) + asked if isinstance(asked, timedelta) else asked
    problem = problem_of(rate_limit(when), wire)
    assert isinstance(problem, ModelUnavailable)
    if least is None or most is None:
        assert problem.retry_after is None
    else:
        assert problem.retry_after is not None
        assert least <= problem.retry_after <= most


def test_google_says_in_the_body_how_long_to_wait() -> None:
    info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "34.5s"}
    error = {"code": 429, "message": "Quota", "status": "RESOURCE_EXHAUSTED", "details": [{"x": 1}, info]}
    problem = problem_of(Status(429, body={"error": error}), "google")
    assert isinstance(problem, ModelUnavailable)
    assert problem.retry_after == 34.5


@pytest.mark.parametrize(
    ("wire", "status", "body"),
    [
        ("openai", 400, {"error": {"code": "context_length_exceeded", "message": "Too many."}}),
        (
            "openai",
            400,
            {"object": "error", "message": "This model's maximum context length is 4096 tokens."},
        ),
        (
            "openai",
            400,
            {"error": {"type": "exceed_context_size_error", "message": "the request exceeds it"}},
        ),
        (
            "openai",
            500,
            {"error": {"message": "input length exceeds the context length", "type": "api_error"}},
        ),
        ("openai", 429, {"error": {"message": "Request too large for gpt-4o on tokens per min"}}),
        ("openai", 400, {"detail": "the input is longer than the model's context length"}),
        (
            "anthropic",
            400,
            {"error": {"type": "invalid_request_error", "message": "prompt is too long: 9 > 8"}},
        ),
        (
            "anthropic",
            400,
            {"error": {"message": "input length and `max_tokens` exceed context limit: 188240 + 21333"}},
        ),
        ("anthropic", 413, {"error": {"type": "request_too_large", "message": "Request exceeds the size"}}),
        ("google", 400, {"error": {"code": 400, "message": "The input token count (9) exceeds the maximum"}}),
    ],
)
def test_requests_that_are_too_long_are_known_by_their_words(wire: Wire, status: int, body: Any) -> None:
    assert type(problem_of(Status(status, body=body), wire)) is RequestTooLong


def test_an_empty_account_is_nothing_to_wait_for() -> None:
    body = {"error": {"code": "insufficient_quota", "type": "insufficient_quota", "message": "No credits."}}
    problem = problem_of(Status(429, body=body), "openai")
    assert type(problem) is ModelMisconfigured
    assert "No credits." in str(problem)


@pytest.mark.parametrize("wire", WIRES)
def test_a_wrong_key_is_told_by_the_name_of_its_variable_alone(wire: Wire) -> None:
    problem = problem_of(Status(401, message=f"Incorrect API key provided: {KEY}."), wire)
    assert "M3BENCH_API_KEY" in str(problem)
    assert "***" in str(problem)
    linked = [problem, problem.__cause__, problem.__context__]
    assert not any(KEY in f"{each!s} {each!r}" for each in linked)


@pytest.mark.parametrize("wire", WIRES)
def test_where_nobody_listens_a_server_may_come_back(wire: Wire) -> None:
    with FakeProvider([]) as fake:
        model = at(fake, wire)
    with pytest.raises(
        ModelUnavailable, match=r"Cannot connect to http://127.0.0.1:\d+.*: .*[Cc]onnect"
    ) as caught:
        ask(model, HELLO)
    assert "server is running" in (caught.value.hint or "")


@pytest.mark.parametrize("wire", WIRES)
def test_nobody_tries_again_behind_our_back(wire: Wire) -> None:
    with FakeProvider(lambda _: Status(503)) as fake:
        with pytest.raises(ModelUnavailable):
            ask(at(fake, wire), HELLO)
        assert len(fake.seen) == 1


@pytest.mark.parametrize("wire", WIRES)
def test_who_gives_up_is_let_go(wire: Wire) -> None:
    async def work() -> bool:
        with FakeProvider([Stall(), "back again"]) as fake:
            model = at(fake, wire)
            cancelled = await cancelled_once(lambda: fake.seen, lambda: model.ask(HELLO))
            reply = await model.ask(HELLO)
            await model.aclose()
            return cancelled and reply.text == "back again"

    assert in_time(work)


def test_an_error_inside_of_anthropics_stream_is_an_error() -> None:
    start = {
        "type": "message_start",
        "message": {"id": "m", "type": "message", "role": "assistant", "content": []},
    }
    start["message"] |= {"model": "m", "usage": {"input_tokens": 1, "output_tokens": 1}}  # type: ignore[operator]
    error = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    body = "".join(f"event: {each['type']}\ndata: {_json(each)}\n\n" for each in (start, error))
    problem = problem_of(Status(200, {"Content-Type": "text/event-stream"}, body), "anthropic")
    assert type(problem) is ModelUnavailable
    assert "Overloaded" in str(problem)


def test_long_explanations_are_cut() -> None:
    problem = to_model_error(ModelHTTPError(400, "m", "x y\n" * 10_000), ENDPOINT)
    assert len(problem.message) < 500


def test_what_no_provider_could_be_sent_is_refused() -> None:
    problem = to_model_error(NotImplementedError("films"), ENDPOINT)
    assert type(problem) is RequestRefused
    assert "NotImplementedError: films" in str(problem)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.just(KEY),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "message", "details", "type", "code", "retryDelay"]) | st.text(), inner
        )
    ),
    max_leaves=10,
)


@settings(max_examples=60)
@given(st.integers(400, 599), JSON, st.dictionaries(st.just("retry-after"), st.text()))
def test_whatever_a_body_holds_the_error_is_one_of_ours(
    status: int, body: Any, headers: dict[str, str]
) -> None:
    problem = to_model_error(ModelHTTPError(status, "m", body, headers=headers), ENDPOINT)
    assert isinstance(problem, ModelError)
    assert KEY not in str(problem)
    assert problem.message.isprintable()


def _json(value: Any) -> str:
    return json.dumps(value)
