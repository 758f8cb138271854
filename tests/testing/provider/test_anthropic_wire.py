"""The fake provider in front of Anthropic's own client."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import anthropic
import httpx2
import pytest

from m3bench.core import Media, Text
from m3bench.models import Assistant, Reply, Settings, System, ToolOffer, ToolReturn, ToolUse, User
from m3bench.testing.provider import (
    BreakOff,
    Drip,
    FailLater,
    FakeProvider,
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

    def __init__(self, fake: FakeProvider, lines: list[Line], client: anthropic.Anthropic) -> None:
        self.fake, self.lines, self.client = fake, lines, client

    def ask(self, *lines: Line, **request: Any) -> Any:
        self.lines.extend(lines)
        return self.client.messages.create(
            **{"model": "claude-fake", "max_tokens": 100, "messages": HELLO, **request}
        )

    def streamed(self, line: Line) -> Any:
        self.lines.append(line)
        with self.client.messages.stream(model="claude", max_tokens=100, messages=HELLO) as stream:
            return stream.get_final_message()


@pytest.fixture
def asking() -> Iterator[Asking]:
    lines: list[Line] = []
    with (
        FakeProvider(lambda _: lines.pop(0)) as fake,
        anthropic.Anthropic(
            api_key="secret", base_url=fake.url("anthropic"), max_retries=0, timeout=HANG_SECONDS
        ) as client,
    ):
        yield Asking(fake, lines, client)


@pytest.mark.parametrize("stream", [False, True])
def test_text_and_parallel_calls(asking: Asking, stream: bool) -> None:
    answer = asking.streamed(REPLY) if stream else asking.ask(REPLY)
    text, *calls = answer.content
    assert text.text == "Let me look."
    assert [(each.id, each.name, each.input) for each in calls] == [
        (call.id, call.name, call.arguments) for call in CALLS
    ]
    assert answer.stop_reason == "tool_use"
    assert (answer.usage.input_tokens, answer.usage.output_tokens) == (321, 12)
    assert asking.fake.seen[0].stream is stream


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(("finish", "reason"), [(None, "end_turn"), ("length", "max_tokens")])
def test_why_it_ended(asking: Asking, stream: bool, finish: str | None, reason: str) -> None:
    line = Reply("Well", finish_reason=finish)
    answer = asking.streamed(line) if stream else asking.ask(line)
    assert (answer.content[0].text, answer.stop_reason) == ("Well", reason)


def test_an_empty_reply_has_no_blocks(asking: Asking) -> None:
    assert asking.ask("").content == []
    assert asking.streamed("").content == []


def test_events_come_in_the_order_of_the_interface(asking: Asking) -> None:
    kinds = [event.type for event in asking.ask(Reply("Hi", CALLS[:1]), stream=True)]
    block = ["content_block_start", "content_block_delta", "content_block_delta", "content_block_stop"]
    assert kinds == ["message_start", *block, *block, "message_delta", "message_stop"]


def test_a_conversation_is_read_back(asking: Asking) -> None:
    picture = {"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": ENCODED}}
    photo = {"type": "image", "source": {"type": "base64", "media_type": "image/jpeg", "data": OTHER_ENCODED}}
    asking.ask(
        "ok",
        system=[{"type": "text", "text": "Be brief."}],
        messages=[
            {"role": "user", "content": [{"type": "text", "text": "What is this?"}, picture]},
            {
                "role": "assistant",
                "content": [
                    {"type": "text", "text": "Let me see."},
                    {"type": "tool_use", "id": "one", "name": "look", "input": {"at": 1}},
                    {"type": "tool_use", "id": "two", "name": "look", "input": {}},
                ],
            },
            {
                "role": "user",
                "content": [
                    {
                        "type": "tool_result",
                        "tool_use_id": "one",
                        "content": [{"type": "text", "text": "a cat"}, photo],
                    },
                    {"type": "tool_result", "tool_use_id": "two", "content": "too dark", "is_error": True},
                    {"type": "text", "text": "Go on."},
                ],
            },
        ],
        tools=[{"name": "look", "description": "Looks.", "input_schema": SCHEMA}],
        extra_body={"temperature": 0.5},
    )
    (seen,) = asking.fake.seen
    assert seen.request.messages == (
        System("Be brief."),
        User((Text("What is this?"), Media(media_type="image/png", data=PICTURE))),
        Assistant("Let me see.", (ToolUse("one", "look", {"at": 1}), ToolUse("two", "look", {}))),
        ToolReturn("one", "look", (Text("a cat"), Media(media_type="image/jpeg", data=OTHER_PICTURE))),
        ToolReturn("two", "look", (Text("too dark"),), is_error=True),
        User((Text("Go on."),)),
    )
    assert seen.request.tools == (ToolOffer("look", "Looks.", SCHEMA),)
    assert seen.request.settings == Settings(temperature=0.5, max_tokens=100)
    assert (seen.wire, seen.model) == ("anthropic", "claude-fake")
    assert seen.latest == "a cat\ntoo dark\nGo on."
    assert seen.has_key
    assert "secret" not in repr(seen)


def test_documents_are_read_back(asking: Asking) -> None:
    sources = [
        {"type": "base64", "media_type": "application/pdf", "data": ENCODED},
        {"type": "text", "media_type": "text/plain", "data": "words"},
        {"type": "url", "url": "https://example.org/a.pdf"},
    ]
    content = [{"type": "document", "source": source} for source in sources]
    asking.ask("ok", messages=[{"role": "user", "content": content}])
    assert asking.fake.seen[0].media == (
        Media(media_type="application/pdf", data=PICTURE),
        Media(media_type="text/plain", data=b"words"),
        Media(uri="https://example.org/a.pdf"),
    )


def test_empty_text_is_refused_as_by_the_real_one(asking: Asking) -> None:
    with pytest.raises(anthropic.BadRequestError, match="must not be empty"):
        asking.ask(messages=[{"role": "user", "content": [{"type": "text", "text": " "}]}])
    assert asking.fake.seen == []
    assert len(asking.fake.refused) == 1


def test_rate_limit(asking: Asking) -> None:
    with pytest.raises(anthropic.RateLimitError) as caught:
        asking.ask(rate_limit(7))
    assert caught.value.response.headers["retry-after"] == "7"


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (Status(529), anthropic.InternalServerError),
        (Status(500), anthropic.InternalServerError),
        (Status(401), anthropic.AuthenticationError),
        (HangUp(), anthropic.APIConnectionError),
        (BreakOff(), anthropic.APIConnectionError),
    ],
)
def test_failures(asking: Asking, line: Line, error: type[Exception]) -> None:
    with pytest.raises(error):
        asking.ask(line)
    assert asking.ask("still there").content[0].text == "still there"


def test_too_long_is_said_in_the_providers_words(asking: Asking) -> None:
    with pytest.raises(anthropic.BadRequestError, match="prompt is too long"):
        asking.ask(TooLong())


def test_a_stream_breaks_off(asking: Asking) -> None:
    with pytest.raises((anthropic.APIError, httpx2.HTTPError)):
        asking.streamed(BreakOff("some words"))


def test_an_error_in_the_middle_of_a_stream(asking: Asking) -> None:
    with pytest.raises(anthropic.APIError, match="overloaded_error"):
        asking.streamed(FailLater("some words", code=529))
    with pytest.raises(anthropic.InternalServerError):
        asking.ask(FailLater())


def test_a_slow_stream_is_whole(asking: Asking) -> None:
    assert asking.streamed(Drip("slow", pause=0.0001)).content[0].text == "slow"


def test_arguments_that_are_no_json_reach_a_stream_as_written(asking: Asking) -> None:
    events = asking.ask(Reply(calls=(ToolUse("one", "a", '{"cut": '),)), stream=True)
    deltas = [event.delta.partial_json for event in events if event.type == "content_block_delta"]
    assert "".join(deltas) == '{"cut": '
    assert json.loads("".join(deltas) + "1}") == {"cut": 1}
