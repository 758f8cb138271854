"""The fake provider in front of Google's own client."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from google import genai
from google.genai import errors, types

from m3bench.core import Data, Media, Text
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
from tests.testing.provider.common import CALLS, OTHER_PICTURE, PICTURE, REPLY, SCHEMA


class Asking:
    """A client of a provider whose lines can still be written."""

    def __init__(self, fake: FakeProvider, lines: list[Line], client: genai.Client) -> None:
        self.fake, self.lines, self.client = fake, lines, client

    def ask(self, *lines: Line, contents: Any = "Hello", config: Any = None) -> Any:
        self.lines.extend(lines)
        return self.client.models.generate_content(model="gemini-2.5-flash", contents=contents, config=config)

    def streamed(self, line: Line) -> list[Any]:
        self.lines.append(line)
        stream = self.client.models.generate_content_stream(model="gemini-2.5-flash", contents="Hello")
        return list(stream)


@pytest.fixture
def asking() -> Iterator[Asking]:
    lines: list[Line] = []
    with FakeProvider(lambda _: lines.pop(0)) as fake:
        options = types.HttpOptions(
            base_url=fake.url("google"),
            timeout=10_000,
            retry_options=types.HttpRetryOptions(attempts=1),
            httpx_client=httpx2.Client(),
        )
        with genai.Client(api_key="secret", http_options=options) as client:
            yield Asking(fake, lines, client)
        assert options.httpx_client is not None
        options.httpx_client.close()


def _calls(parts: list[types.Part]) -> list[tuple[str | None, str | None, Any]]:
    found = [part.function_call for part in parts if part.function_call]
    return [(call.id, call.name, call.args) for call in found]


SENT = [(call.id, call.name, call.arguments) for call in CALLS]


def test_text_and_parallel_calls(asking: Asking) -> None:
    answer = asking.ask(REPLY)
    parts = answer.candidates[0].content.parts
    assert parts[0].text == "Let me look."
    assert _calls(parts) == SENT
    usage = answer.usage_metadata
    assert (usage.prompt_token_count, usage.candidates_token_count) == (321, 12)
    assert answer.candidates[0].finish_reason == types.FinishReason.STOP


def test_a_stream_says_the_same(asking: Asking) -> None:
    chunks = asking.streamed(REPLY)
    parts = [part for chunk in chunks for part in chunk.candidates[0].content.parts or ()]
    assert "".join(part.text or "" for part in parts) == "Let me look."
    assert _calls(parts) == SENT
    assert chunks[-1].usage_metadata.prompt_token_count == 321
    assert asking.fake.seen[0].stream


@pytest.mark.parametrize(
    ("finish", "reason"),
    [
        (None, types.FinishReason.STOP),
        ("length", types.FinishReason.MAX_TOKENS),
        ("content_filter", types.FinishReason.SAFETY),
    ],
)
def test_why_it_ended(asking: Asking, finish: str | None, reason: types.FinishReason) -> None:
    assert asking.ask(Reply("Well", finish_reason=finish)).candidates[0].finish_reason == reason


def test_arguments_that_are_no_object_are_a_malformed_call(asking: Asking) -> None:
    answer = asking.ask(Reply("Text", (ToolUse("one", "a", '{"cut": '),)))
    assert answer.candidates[0].finish_reason == types.FinishReason.MALFORMED_FUNCTION_CALL
    assert not answer.candidates[0].content.parts


def test_a_conversation_is_read_back(asking: Asking) -> None:
    part = types.Part
    asking.ask(
        "ok",
        contents=[
            types.Content(
                role="user",
                parts=[
                    part(text="What is this?"),
                    part.from_bytes(data=PICTURE, mime_type="image/png"),
                    part.from_uri(file_uri="https://example.org/a.pdf", mime_type="application/pdf"),
                ],
            ),
            types.Content(
                role="model",
                parts=[
                    part(text="Hm.", thought=True),
                    part(function_call=types.FunctionCall(id="one", name="look", args={"a_b": {"c_d": 1}})),
                    part(function_call=types.FunctionCall(name="listen", args={})),
                ],
            ),
            types.Content(
                role="user",
                parts=[
                    part(
                        function_response=types.FunctionResponse(
                            id="one",
                            name="look",
                            response={"my_result": 3},
                            parts=[
                                types.FunctionResponsePart.from_bytes(
                                    data=OTHER_PICTURE, mime_type="image/jpeg"
                                )
                            ],
                        )
                    ),
                    part(
                        function_response=types.FunctionResponse(name="listen", response={"error": "silence"})
                    ),
                ],
            ),
        ],
        config=types.GenerateContentConfig(
            system_instruction="Be brief.",
            temperature=0.5,
            top_p=0.9,
            max_output_tokens=99,
            seed=3,
            tools=[
                types.Tool(
                    function_declarations=[
                        types.FunctionDeclaration(
                            name="look", description="Looks.", parameters_json_schema=SCHEMA
                        )
                    ]
                )
            ],
        ),
    )
    (seen,) = asking.fake.seen
    assert seen.request.messages == (
        System("Be brief."),
        User(
            (
                Text("What is this?"),
                Media(media_type="image/png", data=PICTURE),
                Media(media_type="application/pdf", uri="https://example.org/a.pdf"),
            )
        ),
        Assistant("", (ToolUse("one", "look", {"a_b": {"c_d": 1}}), ToolUse("", "listen", {}))),
        ToolReturn(
            "one", "look", (Data({"my_result": 3}), Media(media_type="image/jpeg", data=OTHER_PICTURE))
        ),
        ToolReturn("", "listen", (Text("silence"),), is_error=True),
    )
    assert seen.request.tools == (ToolOffer("look", "Looks.", SCHEMA),)
    assert seen.request.settings == Settings(temperature=0.5, top_p=0.9, max_tokens=99, seed=3)
    assert (seen.wire, seen.model) == ("google", "gemini-2.5-flash")
    assert seen.latest == '{"my_result":3}\nsilence'
    assert seen.has_key
    assert "secret" not in repr(seen)


def test_rate_limit(asking: Asking) -> None:
    with pytest.raises(errors.ClientError) as caught:
        asking.ask(rate_limit(7))
    assert (caught.value.code, caught.value.status) == (429, "RESOURCE_EXHAUSTED")
    assert caught.value.response.headers["retry-after"] == "7"


def test_too_long_is_said_in_the_providers_words(asking: Asking) -> None:
    with pytest.raises(errors.ClientError, match="input token count"):
        asking.ask(TooLong())


@pytest.mark.parametrize(
    ("line", "error"),
    [
        (Status(503), errors.ServerError),
        (Status(401), errors.ClientError),
        (HangUp(), httpx2.RemoteProtocolError),
        (BreakOff(), httpx2.RemoteProtocolError),
    ],
)
def test_failures(asking: Asking, line: Line, error: type[Exception]) -> None:
    with pytest.raises(error):
        asking.ask(line)
    assert asking.ask("still there").text == "still there"


def test_a_stream_breaks_off(asking: Asking) -> None:
    with pytest.raises(httpx2.HTTPError):
        asking.streamed(BreakOff("some words"))


def test_an_error_in_the_middle_of_a_stream(asking: Asking) -> None:
    with pytest.raises(errors.APIError, match="Overloaded"):
        asking.streamed(FailLater("some words"))
    with pytest.raises(errors.ServerError):
        asking.ask(FailLater())


def test_a_slow_stream_is_whole(asking: Asking) -> None:
    chunks = asking.streamed(Drip("slow", pause=0.0001))
    assert "".join(chunk.text or "" for chunk in chunks) == "slow"
