"""All three formats over real HTTP: what the provider receives, what comes back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from m3bench.core import Data, Media, Text, Usage
from m3bench.models import (
    ModelMisconfigured,
    ModelUnavailable,
    Reply,
    Request,
    Settings,
    System,
    ToolOffer,
    ToolReturn,
    ToolUse,
    User,
)
from m3bench.models.endpoint import Wire
from m3bench.testing.provider import FakeProvider, SeenRequest, Status
from tests.models.wires import HELLO, KEY, NAMES, PNG, SEARCH, WIRES, ask, ask_all, at, in_time

CALLS = (ToolUse("id_1", "maps_search", {"q": "lake"}), ToolUse("id_2", "air_get", {"n": 1}))
AIR = ToolOffer("air_get", "", {"type": "object", "properties": {"n": {"type": "integer"}}})
PICTURE = Media(media_type="image/png", data=PNG)
OTHER = Media(media_type="image/png", data=PNG + b"other")
PROMPT = (System("Be brief."), User((Text("What is this?"), PICTURE)))
RETURNS = (
    ToolReturn("id_1", "maps_search", (Text("two\nlines"), Data({"k": [1]}), OTHER)),
    ToolReturn("id_2", "air_get", (Text("there is no such n"),), is_error=True),
)


def conversation(wire: Wire) -> tuple[list[Reply], list[SeenRequest]]:
    """A prompt with a picture, two calls at once, a return with a picture and a failure, an answer."""
    with FakeProvider([Reply("Looking.", CALLS), "A lake."]) as fake:
        first = Request(PROMPT, (SEARCH, AIR), Settings(seed=7, max_tokens=100))
        second = Request((*PROMPT, Reply("Looking.", CALLS).message, *RETURNS), (SEARCH, AIR))
        return ask(at(fake, wire), first, second), fake.seen


@pytest.mark.parametrize("wire", WIRES)
def test_a_conversation_with_pictures_and_parallel_calls(wire: Wire) -> None:
    (calling, final), (first, second) = conversation(wire)
    assert calling.text == "Looking."
    assert [(call.id, call.name) for call in calling.calls] == [("id_1", "maps_search"), ("id_2", "air_get")]
    assert [_object(call.arguments) for call in calling.calls] == [{"q": "lake"}, {"n": 1}]
    assert (final.text, final.calls, final.finish_reason) == ("A lake.", (), "stop")
    assert (first.wire, first.model, first.has_key) == (wire, NAMES[wire].partition("/")[2], True)
    assert [media.data for media in first.media] == [PICTURE.data]
    assert [media.data for media in second.media] == [PICTURE.data, OTHER.data]


@pytest.mark.parametrize("wire", WIRES)
def test_the_provider_reads_what_was_meant(wire: Wire) -> None:
    _, (first, second) = conversation(wire)
    assert first.request.messages[0] == System("Be brief.")
    assert [(tool.name, tool.description) for tool in first.request.tools] == [
        ("maps_search", "Finds places."),
        ("air_get", ""),
    ]
    assert first.request.tools[0].schema == SEARCH.schema
    assert first.request.settings.max_tokens == 100
    returned = [message for message in second.request.messages if isinstance(message, ToolReturn)]
    assert [each.id for each in returned] == ["id_1", "id_2"]
    assert "two\\nlines" in json.dumps(second.body)
    assert "there is no such n" in second.conversation


def test_openai_gets_a_tools_picture_in_a_message_of_the_users() -> None:
    _, (first, second) = conversation("openai")
    tool, failed, user = second.body["messages"][-3:]
    assert (tool["role"], failed["role"], user["role"]) == ("tool", "tool", "user")
    assert tool["content"] == 'two\nlines\n{"k": [1]}\n[1 file attached below]'
    assert failed["content"] == "Error: there is no such n"
    assert user["content"][0]["text"] == "Returned by maps_search (call id_1):"
    assert user["content"][1]["image_url"]["url"].startswith("data:image/png;base64,")
    assert (first.body["seed"], first.body["max_tokens"]) == (7, 100)
    assert not any("strict" in each["function"] for each in first.body["tools"])


def test_anthropic_gets_it_in_the_result_and_failures_in_their_field() -> None:
    _, (first, second) = conversation("anthropic")
    shown, failed = second.body["messages"][-1]["content"]
    assert [block["type"] for block in shown["content"]] == ["text", "image"]
    assert (shown["is_error"], failed["is_error"]) == (False, True)
    assert "seed" not in first.body
    assert (first.stream, second.stream) == (False, True)


def test_google_gets_it_as_inline_data_and_failures_as_errors() -> None:
    _, (first, second) = conversation("google")
    responses, media = (content["parts"] for content in second.body["contents"][-2:])
    assert [part["functionResponse"]["id"] for part in responses] == ["id_1", "id_2"]
    assert responses[1]["functionResponse"]["response"] == {"error": "there is no such n"}
    assert [next(iter(part)) for part in media] == ["text", "inlineData", "text"]
    assert first.body["generationConfig"]["seed"] == 7


def test_newer_models_of_googles_get_pictures_within_the_response() -> None:
    with FakeProvider(["A lake."]) as fake:
        request = Request((*PROMPT, Reply("", CALLS).message, *RETURNS), (SEARCH, AIR))
        ask(at(fake, "google", "google/gemini-3.8-flash"), request)
    response = fake.seen[0].body["contents"][-1]["parts"][0]["functionResponse"]
    assert len(response["parts"]) == 1
    assert [media.data for media in fake.seen[0].media] == [PICTURE.data, OTHER.data]


@pytest.mark.parametrize("wire", WIRES)
def test_usage_and_price_are_counted(wire: Wire) -> None:
    with FakeProvider([Reply("hi", usage=Usage(1_000_000, 1000))]) as fake:
        (reply,) = ask(at(fake, wire), HELLO)
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.requests) == (1_000_000, 1000, 1)
    assert 0 < (reply.usage.cost or 0) < 100


def test_a_model_without_a_price_has_no_cost() -> None:
    with FakeProvider([Reply("hi", usage=Usage(10, 10))]) as fake:
        (reply,) = ask(at(fake, "openai", "vllm/Qwen/Qwen3-8B"), HELLO)
    assert reply.usage == Usage(10, 10, 1, None)
    assert fake.seen[0].model == "Qwen/Qwen3-8B"


@pytest.mark.filterwarnings("ignore::pydantic_ai.exceptions.UsageExtractionFailedWarning")
@pytest.mark.parametrize(("into", "out"), [(-5, 10), (10, -5), (10**15, 10), (10, 10**15)])
def test_counts_that_no_request_can_have_are_unknown(into: int, out: int) -> None:
    """Negative ones would give a budget back what it has spent."""
    with FakeProvider([Reply("hi", usage=Usage(into, out))]) as fake:
        (reply,) = ask(at(fake, "openai"), HELLO)
    assert reply.usage == Usage(requests=1)


def test_usage_that_is_not_told_is_unknown() -> None:
    body = {"id": "1", "object": "chat.completion", "created": 1, "model": "m", "choices": [_choice({})]}
    assert _openai_reply(body).usage == Usage(requests=1)


def test_thoughts_are_left_out_of_what_is_said() -> None:
    message = {"reasoning_content": "hm, hm", "content": "<think>still</think>Four."}
    assert _openai_reply(_completion(message)).text.strip() == "Four."


def test_reasoning_cached_tokens_and_the_answer_as_written_are_kept() -> None:
    call = {"id": "c", "type": "function", "function": {"name": "f", "arguments": ' {"a" :1}'}}
    message = {"reasoning_content": "hm, hm", "content": "Four.", "tool_calls": [call]}
    body = _completion(message)
    body["choices"][0]["finish_reason"] = "tool_calls"
    body["usage"]["prompt_tokens_details"] = {"cached_tokens": 1}
    reply = _openai_reply(body)
    assert (reply.reasoning, reply.finish_reason, reply.cached_tokens) == ("hm, hm", "tool_calls", 1)
    assert reply.calls[0].arguments == ' {"a" :1}'
    assert reply.raw["choices"][0]["message"]["tool_calls"] == [call]
    assert "id" not in reply.raw
    assert "created" not in reply.raw


@pytest.mark.parametrize(
    ("details", "known"), [({}, None), ({"prompt_tokens_details": {"cached_tokens": 0}}, 0)]
)
def test_cached_tokens_that_are_not_told_are_unknown(details: dict[str, Any], known: int | None) -> None:
    body = _completion({})
    body["usage"] |= details
    assert _openai_reply(body).cached_tokens == known


def test_a_refusal_is_what_was_said() -> None:
    reply = _openai_reply(_completion({"content": None, "refusal": "I would rather not."}))
    assert (reply.text, reply.finish_reason) == ("I would rather not.", "content_filter")


def test_arguments_are_kept_as_the_model_wrote_them_and_ids_are_made_unique() -> None:
    written = ['{"a": 1,', "not json", "[1]"]
    calls = [
        {"id": "same", "type": "function", "function": {"name": "f", "arguments": each}} for each in written
    ]
    reply = _openai_reply(_completion({"content": None, "tool_calls": calls}))
    assert [call.arguments for call in reply.calls] == written
    assert [call.id for call in reply.calls] == ["same", "call_0_1", "call_0_2"]


def test_ids_that_google_leaves_out_are_given_by_position() -> None:
    parts = [{"functionCall": {"name": "f", "args": {"n": n}}} for n in range(2)]
    body = {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}]}
    later = Request((*HELLO.messages, Reply("Hm.").message, *HELLO.messages))
    with FakeProvider([Status(200, body=body), Status(200, body=body)]) as fake:
        replies = ask(at(fake, "google"), HELLO, later)
    assert [[call.id for call in reply.calls] for reply in replies] == [
        ["call_0_0", "call_0_1"],
        ["call_1_0", "call_1_1"],
    ]


@pytest.mark.parametrize("wire", WIRES)
def test_many_ask_at_once_and_each_gets_its_own_answer(wire: Wire) -> None:
    requests = [Request((User((Text(f"number {n}"),)),)) for n in range(30)]
    with FakeProvider(lambda seen: f"re: {seen.latest}") as fake:
        replies = ask_all(at(fake, wire), requests)
    assert [reply.text for reply in replies] == [f"re: number {n}" for n in range(30)]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("vllm/Qwen/Qwen3-8B", "max_tokens"),
        ("openai/gpt-4o", "max_tokens"),
        ("openai/gpt-5", "max_completion_tokens"),
    ],
)
def test_each_kind_of_server_hears_the_word_it_knows(name: str, word: str) -> None:
    with FakeProvider(["hi"]) as fake:
        ask(
            at(fake, "openai", name),
            Request(HELLO.messages, settings=Settings(temperature=0.5, max_tokens=5)),
        )
    body = fake.seen[0].body
    assert body[word] == 5
    assert len({"max_tokens", "max_completion_tokens"} & set(body)) == 1
    assert ("temperature" in body) == (name != "openai/gpt-5")


@pytest.mark.parametrize("wire", WIRES)
def test_half_surrogate_pairs_do_not_stop_a_conversation(wire: Wire) -> None:
    odd = Reply("a\ud800", (ToolUse("1", "maps_search", {"q": "\udfff"}),)).message
    request = Request((*HELLO.messages, odd, ToolReturn("1", "maps_search", (Text("\ud83d"),))), (SEARCH,))
    with FakeProvider(["fine"]) as fake:
        assert ask(at(fake, wire), request)[0].text == "fine"


@pytest.mark.parametrize("wire", WIRES)
def test_a_closed_model_answers_no_more_and_says_so(wire: Wire) -> None:
    async def work() -> None:
        with FakeProvider(["hi"]) as fake:
            model = at(fake, wire)
            await model.aclose()
            await model.aclose()
            with pytest.raises(ModelMisconfigured, match="closed"):
                await model.ask(HELLO)

    in_time(work)


def test_the_model_shows_no_key() -> None:
    with FakeProvider([]) as fake:
        model = at(fake, "openai")
        assert repr(model) == "PydanticModel('openai/gpt-4o')"
        assert KEY not in repr(model._endpoint)
        with pytest.raises(ModelUnavailable):
            ask(at(fake, "openai", timeout=5), *_closing(fake))


def _closing(fake: FakeProvider) -> list[Request]:
    fake.close()
    return [HELLO]


def _openai_reply(body: dict[str, Any]) -> Reply:
    with FakeProvider([Status(200, body=body)]) as fake:
        (reply,) = ask(at(fake, "openai", "vllm/m"), HELLO)
    return reply


def _completion(message: dict[str, Any]) -> dict[str, Any]:
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    choices = [_choice(message)]
    return {
        "id": "1",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": choices,
        "usage": usage,
    }


def _choice(message: dict[str, Any]) -> dict[str, Any]:
    return {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "hi", **message}}


def _object(arguments: Any) -> Any:
    return json.loads(arguments) if isinstance(arguments, str) else arguments
