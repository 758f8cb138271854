"""The fake provider, asked by OpenAI's own library over the responses API."""

from __future__ import annotations

from typing import Any

import openai
import pytest

from m3bench.models import Assistant, Reply, ToolUse
from m3bench.testing.provider import FakeProvider
from tests.hanging import HANG_SECONDS

TOOL: Any = {"type": "function", "name": "look", "parameters": {"type": "object"}, "strict": False}
CALL = ToolUse("", "look", {"at": "it"})


def client(fake: FakeProvider) -> openai.OpenAI:
    return openai.OpenAI(
        api_key="secret", base_url=fake.url("responses"), max_retries=0, timeout=HANG_SECONDS
    )


def test_text_calls_results_and_usage() -> None:
    lines = [Reply("Looking.", (CALL, CALL)), Reply("A cat."), Reply("Cut", finish_reason="length")]
    with FakeProvider(lambda _: lines.pop(0)) as fake, client(fake) as api:
        first: Any = api.responses.create(model="gpt-5", input="What is it?", tools=[TOOL])
        _, one, two = first.output
        assert first.output_text == "Looking."
        assert (one.type, one.name, one.arguments) == ("function_call", "look", '{"at": "it"}')
        assert one.call_id != two.call_id
        picture = {"type": "input_image", "image_url": "data:image/png;base64,iVBORw==", "detail": "auto"}
        items: Any = [
            {"role": "user", "content": "What is it?"},
            *first.output,
            {"type": "function_call_output", "call_id": one.call_id, "output": [picture]},
            {"type": "function_call_output", "call_id": two.call_id, "output": "nothing"},
        ]
        second = api.responses.create(model="gpt-5", input=items)
        assert (second.output_text, second.status) == ("A cat.", "completed")
        assert second.usage is not None
        assert second.usage.output_tokens == 2
        third = api.responses.create(model="gpt-5", input="More")
        assert third.incomplete_details is not None
        assert third.incomplete_details.reason == "max_output_tokens"
        assert [media.data for media in fake.seen[1].media] == [b"\x89PNG"]
        said = fake.seen[1].request.messages[1]
        assert isinstance(said, Assistant)
        assert [call.name for call in said.calls] == ["look", "look"]


def test_a_stream_has_the_same() -> None:
    with FakeProvider(lambda _: Reply("Looking.", (CALL,))) as fake, client(fake) as api:
        with api.responses.stream(model="gpt-5", input="What is it?", tools=[TOOL]) as stream:
            text = "".join(event.delta for event in stream if event.type == "response.output_text.delta")
            final = stream.get_final_response()
        assert (text, final.output_text) == ("Looking.", "Looking.")
        assert final.output[1].type == "function_call"


def test_tools_of_a_namespace_are_called_by_both_names() -> None:
    spaces: Any = [{"type": "namespace", "name": "eyes", "description": "", "tools": [TOOL]}]
    with FakeProvider(lambda _: Reply("", (ToolUse("", "eyes__look"),))) as fake, client(fake) as api:
        (call,) = api.responses.create(model="gpt-5", input="Look", tools=spaces).output
        assert (call.model_dump()["namespace"], call.model_dump()["name"]) == ("eyes", "look")
        assert [tool.name for tool in fake.seen[0].request.tools] == ["eyes__look"]


@pytest.mark.parametrize("item", [{"type": "surprise"}, {"role": "judge", "content": "x"}])
def test_what_is_unknown_is_refused(item: Any) -> None:
    with FakeProvider(lambda _: "never") as fake, client(fake) as api:
        with pytest.raises(openai.BadRequestError, match="unknown"):
            api.responses.create(model="gpt-5", input=[item])
        assert len(fake.refused) == 1
