"""The fake provider in front of OpenAI's own client."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import openai
import pytest

from m3bench.core import Media, Text
from m3bench.models import Assistant, Reply, Settings, System, ToolOffer, ToolReturn, ToolUse, User
from m3bench.testing.provider import (
    BreakOff,
    Drip,
    Empty,
    FailLater,
    FakeProvider,
    Garbage,
    HangUp,
    Line,
    Status,
    TooLong,
    rate_limit,
)
from tests.hanging import HANG_SECONDS
from tests.testing.provider.common import CALLS, ENCODED, OTHER_ENCODED, OTHER_PICTURE, PICTURE, REPLY, SCHEMA

HELLO: list[Any] = [{"role": "user", "content": "Hello"}]


class Asking:
    """A client of a provider whose lines can still be written."""

    def __init__(self, fake: FakeProvider, lines: list[Line], client: openai.OpenAI) -> None:
        self.fake, self.lines, self.client = fake, lines, client

    def ask(self, *lines: Line, **request: Any) -> Any:
        self.lines.extend(lines)
        return self.client.chat.completions.create(**{"model": "gpt-5", "messages": HELLO, **request})


@pytest.fixture
def asking() -> Iterator[Asking]:
    lines: list[Line] = []
    with (
        FakeProvider(lambda _: lines.pop(0)) as fake,
        openai.OpenAI(
            api_key="secret", base_url=fake.url("openai"), max_retries=0, timeout=HANG_SECONDS
        ) as client,
    ):
        yield Asking(fake, lines, client)


def test_text_with_usage(asking: Asking) -> None:
    answer = asking.ask(Reply("Good day.", usage=REPLY.usage))
    assert answer.choices[0].message.content == "Good day."
    assert answer.choices[0].finish_reason == "stop"
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (321, 12)
    assert answer.model == "gpt-5"


def test_usage_is_counted_where_the_script_says_nothing(asking: Asking) -> None:
    answer = asking.ask("x" * 40, messages=[{"role": "user", "content": "y" * 80}])
    assert (answer.usage.prompt_tokens, answer.usage.completion_tokens) == (20, 10)


def test_parallel_calls_keep_their_ids(asking: Asking) -> None:
    choice = asking.ask(REPLY).choices[0]
    assert choice.finish_reason == "tool_calls"
    assert choice.message.content == "Let me look."
    called = [(each.id, each.function.name, each.function.arguments) for each in choice.message.tool_calls]
    assert called == [(call.id, call.name, json.dumps(call.arguments)) for call in CALLS]


def test_calls_without_an_id_get_one_that_is_unique(asking: Asking) -> None:
    twice = Reply(calls=(ToolUse("", "a"), ToolUse("", "a")))
    answers = [asking.ask(twice), asking.ask(twice)]
    ids = {call.id for answer in answers for call in answer.choices[0].message.tool_calls}
    assert len(ids) == 4


def test_arguments_that_are_no_json_are_sent_as_written(asking: Asking) -> None:
    answer = asking.ask(Reply(calls=(ToolUse("one", "a", '{"cut": '),)))
    assert answer.choices[0].message.tool_calls[0].function.arguments == '{"cut": '


def test_a_conversation_is_read_back(asking: Asking) -> None:
    asking.ask(
        "ok",
        messages=[
            {"role": "developer", "content": "Be brief."},
            {
                "role": "user",
                "content": [
                    {"type": "text", "text": "What is this?"},
                    {"type": "image_url", "image_url": {"url": f"data:image/png;base64,{ENCODED}"}},
                    {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
                    {"type": "input_audio", "input_audio": {"data": OTHER_ENCODED, "format": "wav"}},
                    {"type": "file", "file": {"file_data": f"data:application/pdf;base64,{ENCODED}"}},
                ],
            },
            {
                "role": "assistant",
                "content": None,
                "tool_calls": [
                    {"id": "one", "type": "function", "function": {"name": "look", "arguments": '{"at":1}'}}
                ],
            },
            {"role": "tool", "tool_call_id": "one", "content": "a cat"},
            {
                "role": "user",
                "content": [
                    {"type": "image_url", "image_url": {"url": f"data:image/jpeg;base64,{OTHER_ENCODED}"}}
                ],
            },
        ],
        tools=[
            {"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": SCHEMA}}
        ],
        temperature=0.5,
        max_completion_tokens=99,
        seed=3,
    )
    (seen,) = asking.fake.seen
    assert seen.request.messages == (
        System("Be brief."),
        User(
            (
                Text("What is this?"),
                Media(media_type="image/png", data=PICTURE),
                Media(uri="https://example.org/a.png"),
                Media(media_type="audio/wav", data=OTHER_PICTURE),
                Media(media_type="application/pdf", data=PICTURE),
            )
        ),
        Assistant("", (ToolUse("one", "look", {"at": 1}),)),
        ToolReturn("one", "look", (Text("a cat"),)),
        User((Media(media_type="image/jpeg", data=OTHER_PICTURE),)),
    )
    assert seen.request.tools == (ToolOffer("look", "Looks.", SCHEMA),)
    assert seen.request.settings == Settings(temperature=0.5, max_tokens=99, seed=3)
    assert (seen.wire, seen.model, seen.path) == ("openai", "gpt-5", "/v1/chat/completions")
    assert len(seen.media) == 5
    assert seen.latest == "a cat"


def test_no_secret_is_kept(asking: Asking) -> None:
    asking.ask("ok")
    (seen,) = asking.fake.seen
    assert seen.has_key
    assert "secret" not in repr(seen)
    assert seen.headers["content-type"] == "application/json"


@pytest.mark.parametrize("text", ["", "H", "Höflich 🦉"])
def test_a_stream_says_the_same(asking: Asking, text: str) -> None:
    chunks = list(
        asking.ask(Reply(text, CALLS, REPLY.usage), stream=True, stream_options={"include_usage": True})
    )
    deltas = [chunk.choices[0].delta for chunk in chunks if chunk.choices]
    assert "".join(delta.content or "" for delta in deltas) == text
    pieces = [piece for delta in deltas for piece in delta.tool_calls or ()]
    for index, call in enumerate(CALLS):
        mine = [piece for piece in pieces if piece.index == index]
        assert (mine[0].id, mine[0].function.name) == (call.id, call.name)
        assert json.loads("".join(piece.function.arguments for piece in mine)) == call.arguments
    assert chunks[-1].usage.prompt_tokens == 321
    assert [chunk.choices[0].finish_reason for chunk in chunks if chunk.choices][-1] == "tool_calls"


def test_rate_limit(asking: Asking) -> None:
    with pytest.raises(openai.RateLimitError) as caught:
        asking.ask(rate_limit(2.5))
    assert caught.value.response.headers["retry-after"] == "2.5"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (Status(500), openai.InternalServerError),
        (Status(503), openai.InternalServerError),
        (Status(401), openai.AuthenticationError),
        (Status(404), openai.NotFoundError),
        (Status(400, message="no"), openai.BadRequestError),
        (HangUp(), openai.APIConnectionError),
        (BreakOff(), openai.APIConnectionError),
    ],
)
def test_failures(asking: Asking, line: Line, error: type[Exception]) -> None:
    with pytest.raises(error):
        asking.ask(line)
    assert asking.ask("still there").choices[0].message.content == "still there"


def test_too_long_has_the_code_that_clients_look_for(asking: Asking) -> None:
    with pytest.raises(openai.BadRequestError) as caught:
        asking.ask(TooLong())
    assert caught.value.code == "context_length_exceeded"


def test_a_stream_breaks_off(asking: Asking) -> None:
    stream = asking.ask(BreakOff("some words"), stream=True)
    with pytest.raises((openai.APIError, httpx2.HTTPError)):
        list(stream)


def test_an_error_in_the_middle_of_a_stream(asking: Asking) -> None:
    with pytest.raises(openai.APIError, match="Overloaded"):
        list(asking.ask(FailLater("some words"), stream=True))
    with pytest.raises(openai.InternalServerError):
        asking.ask(FailLater())


def test_garbage_is_no_json(asking: Asking) -> None:
    answer = asking.ask(Garbage())
    assert isinstance(answer, str)
    assert answer.startswith("<html>")


def test_an_empty_body_has_status_200(asking: Asking) -> None:
    with pytest.raises(json.JSONDecodeError):
        asking.ask(Empty())


def test_a_slow_reply_is_whole(asking: Asking) -> None:
    assert asking.ask(Drip("slow", pause=0.001)).choices[0].message.content == "slow"
    chunks = asking.ask(Drip("slow", pause=0.0001), stream=True)
    assert "".join(chunk.choices[0].delta.content or "" for chunk in chunks) == "slow"


def test_a_body_of_the_script_goes_out_as_it_is(asking: Asking) -> None:
    answer = asking.ask(
        Status(200, body={"id": "x", "choices": [], "model": "m", "object": "o", "created": 1})
    )
    assert answer.choices == []
    assert answer.usage is None
