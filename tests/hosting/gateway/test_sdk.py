"""The gateway as an MCP client sees it: the task, the answer form and the content of results."""

from __future__ import annotations

from typing import Any

import mcp_types as types
import msgspec
import pytest
from mcp import Client

from m3bench.core import (
    AnswerField,
    AnswerForm,
    Content,
    Data,
    FieldType,
    Media,
    Outcome,
    Text,
)
from m3bench.hosting.gateway.sdk import GET_TASK, SUBMIT_ANSWER, TASK_URI
from tests.hosting.gateway.setups import (
    TASK,
    Setup,
    with_client,
)


def test_the_task_is_a_tool_a_prompt_a_resource_and_in_the_instructions() -> None:
    shown = [
        types.TextContent(type="text", text="What is on the picture?"),
        types.ImageContent(type="image", data="iVBORw==", mime_type="image/png"),
    ]

    async def use(client: Client, setup: Setup) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == [
            "lab__echo",
            "lab__wait",
            "lab__fail",
            GET_TASK,
            SUBMIT_ANSWER,
        ]
        assert (await client.call_tool(GET_TASK, {})).content == shown
        (prompt,) = (await client.list_prompts()).prompts
        assert [part.content for part in (await client.get_prompt(prompt.name)).messages] == shown
        (resource,) = (await client.list_resources()).resources
        text, picture = (await client.read_resource(resource.uri)).contents
        assert isinstance(text, types.TextResourceContents)
        assert (text.uri, text.text) == (TASK_URI, "What is on the picture?")
        assert isinstance(picture, types.BlobResourceContents)
        assert "What is on the picture?" in (client.instructions or "")
        # None of this is a step of the agent's.
        assert setup.gateway.trajectory().steps == ()

    with_client(use)


def test_the_answer_is_taken_and_anything_else_is_refused_in_words() -> None:
    async def use(client: Client, setup: Setup) -> None:
        for wrong in ({}, {"answer": 5}, {"reply": "a"}):
            refused = await client.call_tool(SUBMIT_ANSWER, wrong)
            assert refused.is_error
            assert SUBMIT_ANSWER in str(refused.content)
        assert setup.recorded == []
        assert not (await client.call_tool(SUBMIT_ANSWER, {"answer": "a cat"})).is_error
        assert setup.recorded[-1].answer == "a cat"
        assert setup.recorded[-1].steps == ()

    with_client(use)


FORM = AnswerForm(
    (
        AnswerField("animal", FieldType.NAME, "what the picture shows"),
        AnswerField("legs", FieldType.NUMBER, "how many legs it has"),
    )
)

FORM_TASK = msgspec.structs.replace(TASK, form=FORM)

CAT = {"animal": "cat", "legs": 4}


def test_the_form_is_shown_and_is_the_schema_of_the_answer() -> None:
    async def use(client: Client, _: Setup) -> None:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        schema = tools[SUBMIT_ANSWER].input_schema
        assert schema["required"] == ["answer", "fields"]
        assert list(schema["properties"]["fields"]["properties"]) == ["animal", "legs"]
        shown = (await client.call_tool(GET_TASK, {})).content[-1]
        assert isinstance(shown, types.TextContent)
        assert '"animal": <what the picture shows>' in shown.text
        assert '"animal"' in (client.instructions or "")
        (text, *_rest) = (await client.read_resource(TASK_URI)).contents
        assert isinstance(text, types.TextResourceContents)
        assert '"legs"' in text.text

    with_client(use, task=FORM_TASK)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"answer": "A cat."}, '"fields": {"animal": …, "legs": …}'),
        ({"fields": CAT}, '"answer": "…"'),
        ({"answer": "A cat.", "fields": "cat"}, "its fields as an object"),
        ({"answer": "A cat.", "fields": {"animal": "cat"}}, '"legs" is a required property'),
        ({"answer": "A cat.", "fields": {**CAT, "legs": "four"}}, 'fields: legs: "four" is not of types'),
        ({"answer": "A cat.", "fields": {**CAT, "legs": [4, 3]}}, "fields: legs: [4,3] is not of types"),
    ],
)
def test_an_answer_that_does_not_fit_the_form_is_refused_and_may_be_repeated(wrong: Any, reason: str) -> None:
    async def use(client: Client, setup: Setup) -> None:
        refused = await client.call_tool(SUBMIT_ANSWER, wrong)
        assert refused.is_error
        (complaint,) = refused.content
        assert isinstance(complaint, types.TextContent)
        assert reason in complaint.text
        assert setup.recorded == []
        taken = await client.call_tool(SUBMIT_ANSWER, {"answer": "A cat.", "fields": CAT})
        assert not taken.is_error
        assert (setup.recorded[-1].answer, setup.recorded[-1].fields) == ("A cat.", CAT)

    with_client(use, task=FORM_TASK)


@pytest.mark.parametrize(
    "fields",
    [CAT, '{"animal": "cat", "legs": 4}', {"Animal": "cat", "LEGS": 4}, {"animal": None, "legs": None}],
)
def test_a_form_that_fits_is_taken_under_the_names_of_its_fields(fields: Any) -> None:
    async def use(client: Client, setup: Setup) -> None:
        taken = await client.call_tool(SUBMIT_ANSWER, {"answer": "A cat.", "fields": fields})
        assert not taken.is_error
        assert setup.recorded[-1].fields is not None
        assert list(setup.recorded[-1].fields) == ["animal", "legs"]

    with_client(use, task=FORM_TASK)


def test_without_a_task_there_are_the_tools_and_nothing_else() -> None:
    async def use(client: Client, setup: Setup) -> None:
        assert [tool.name for tool in (await client.list_tools()).tools] == [
            "lab__echo",
            "lab__wait",
            "lab__fail",
        ]
        assert client.instructions is None
        assert (await client.call_tool(SUBMIT_ANSWER, {"answer": "a"})).is_error
        assert setup.recorded[-1].task_id == "gateway"
        assert setup.recorded[-1].steps[0].calls[0].outcome is Outcome.UNKNOWN_TOOL

    with_client(use, task=None)


ANSWERS: dict[str, tuple[Content, ...]] = {
    "sound": (Media(media_type="audio/wav", data=b"RIFF"),),
    "file": (Media(media_type="application/pdf", data=b"%PDF", uri="file:///a.pdf"),),
    "note": (Media(media_type="text/plain", data=b"a note", uri="file:///b.txt"),),
    "link": (Media(media_type="text/html", uri="https://example.org/c"),),
    "data": (Data({"n": 1}),),
    "list": (Data([1, 2]),),
    "both": (Text("one"), Data({"n": 1})),
    "half": (Text("a\ud800b"),),
}


def test_results_keep_their_type() -> None:
    async def use(client: Client, setup: Setup) -> None:
        results = {name: await client.call_tool(f"lab__{name}", {"text": ""}) for name in ANSWERS}
        contents = {
            name: [part.model_dump(exclude_none=True) for part in result.content]
            for name, result in results.items()
        }
        assert contents == {
            "sound": [{"type": "audio", "data": "UklGRg==", "mime_type": "audio/wav"}],
            "file": [
                {
                    "type": "resource",
                    "resource": {"uri": "file:///a.pdf", "mime_type": "application/pdf", "blob": "JVBERg=="},
                }
            ],
            "note": [
                {
                    "type": "resource",
                    "resource": {"uri": "file:///b.txt", "mime_type": "text/plain", "text": "a note"},
                }
            ],
            "link": [
                {
                    "type": "resource_link",
                    "name": "https://example.org/c",
                    "uri": "https://example.org/c",
                    "mime_type": "text/html",
                }
            ],
            "data": [{"type": "text", "text": '{"n":1}'}],
            "list": [{"type": "text", "text": "[1,2]"}],
            "both": [{"type": "text", "text": "one"}],
            "half": [{"type": "text", "text": "a\ufffdb"}],
        }
        structured = {name: result.structured_content for name, result in results.items()}
        assert {name: value for name, value in structured.items() if value} == {
            "data": {"n": 1},
            "both": {"n": 1},
        }
        recorded = setup.recorded[-1]
        assert [call.result.content for _, call in recorded.calls() if call.result] == list(ANSWERS.values())

    with_client(use, answers=ANSWERS)
