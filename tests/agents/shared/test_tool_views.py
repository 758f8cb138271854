"""Tools that do not fit into the context of a model: shown in short, then only the nearest, then none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.agents import Attempt, ContextWindow, Limits, ToolForm, make_agent
from m3bench.agents.reply_limits import read_tokens, request_tokens
from m3bench.agents.shared.tool_views import short_schema, short_tool, tool_views
from m3bench.core import Media, Status, Text, Usage
from m3bench.core.schema import compile_schema
from m3bench.hosting import Tool, count_tools
from m3bench.models import ModelIncapable, Reply, Request, RequestTooLong, ToolOffer, ToolUse, User
from m3bench.testing import ScriptedModel
from m3bench.testing.scripted import Line
from tests.agents.workplace import an_attempt, run, solve

LOOPS = {"caller": 3_900, "caller:prompted": 3_900, "react": 4_000, "executor": 1_700, "planner": 3_900}
"""With windows that are a little too small for their first requests."""


def small_server(window: int, *, says_so: bool = True) -> Callable[[Request], Line]:
    """A server with a small context. It refuses what is longer, as llama.cpp and vLLM do."""

    def script(request: Request) -> Line:
        if request_tokens(request) <= window:
            return "yes, it is 5."
        return RequestTooLong("too long", window=window if says_so else None)

    return script


def worked(
    workspace: Path, window: int, agent: str = "caller", known: ContextWindow | None = None, **how: Any
) -> tuple[Attempt, list[Request]]:
    model = ScriptedModel(small_server(window, **how))
    ending, attempt = solve(make_agent(agent), workspace, model, window=known)
    assert ending.status in (Status.COMPLETED, Status.AGENT_FAILURE, Status.OUT_OF_STEPS)
    return attempt, model.requests


@pytest.mark.parametrize("agent", LOOPS)
def test_tools_are_shortened_after_a_refusal(agent: str, tmp_path: Path) -> None:
    known, size = ContextWindow(), LOOPS[agent]
    attempt, requests = worked(tmp_path, size, agent, known)
    assert attempt.view.form is not ToolForm.WHOLE
    assert attempt.notes["tools_shown"].startswith(str(attempt.view.form))
    assert attempt.notes["limits_met"][f"{attempt.view.form}_tools"] == 1
    assert known.tokens is not None
    assert known.tokens <= size
    assert sum(request_tokens(request) > size for request in requests) <= 3


def test_what_is_known_costs_no_request(tmp_path: Path) -> None:
    attempt, requests = worked(tmp_path, 5_000, known=ContextWindow(5_000))
    assert attempt.view.form is ToolForm.SHORT
    assert all(request_tokens(request) <= 5_000 for request in requests)
    assert {tool.name for tool in requests[0].tools} == {
        attempt.toolbox.aliases.alias(tool.full_name) for tool in attempt.toolbox.tools
    }


def test_only_the_nearest_tools_fit_into_a_tiny_window(tmp_path: Path) -> None:
    attempt, requests = worked(tmp_path, 3_000, known=ContextWindow(3_000))
    assert attempt.view.form is ToolForm.NEAREST
    assert 0 < len(requests[0].tools) == len(attempt.view.tools) < len(attempt.toolbox.tools)
    shown = {tool.full_name for tool in attempt.view.tools}
    assert "imagesorcery-mcp/crop" in shown, "the request says: crop"
    assert f"{len(shown)} of {len(attempt.toolbox.tools)}" in attempt.notes["tools_shown"]


def test_a_large_window_changes_nothing(tmp_path: Path) -> None:
    attempt, requests = worked(tmp_path, 100_000, known=ContextWindow(100_000))
    assert (attempt.view.form, len(requests)) == (ToolForm.WHOLE, 1)
    assert "tools_shown" not in attempt.notes
    assert "limits_met" not in attempt.notes


@pytest.mark.parametrize("says_so", [True, False])
@pytest.mark.parametrize("agent", ["caller", "executor"])
def test_what_does_not_fit_at_all_is_no_failure_of_the_agent(
    agent: str, says_so: bool, tmp_path: Path
) -> None:
    model = ScriptedModel(small_server(150, says_so=says_so))
    with pytest.raises(ModelIncapable) as caught:
        solve(make_agent(agent), tmp_path, model)
    assert caught.value.capability == "context"
    assert 0 < len(model.requests) <= 7


def test_a_known_window_that_holds_no_tool_is_told_without_a_request(tmp_path: Path) -> None:
    model = ScriptedModel(["never asked"])
    with pytest.raises(ModelIncapable, match="has room for 20, which not even"):
        solve(make_agent("caller"), tmp_path, model, window=ContextWindow(40))
    assert model.requests == []


def test_attempts_share_what_is_learnt(tmp_path: Path) -> None:
    known = ContextWindow()
    _, first = worked(tmp_path, 3_900, known=known)
    _, second = worked(tmp_path, 3_900, known=known)
    assert len(first) > len(second) == 1


def test_views_get_smaller(tmp_path: Path) -> None:
    async def views() -> list[int]:
        attempt = await an_attempt(tmp_path, model=ScriptedModel([]))

        def cost(tools: Any) -> int:
            return count_tools(tools, exact=False)

        return [cost(view.tools) for view in tool_views(attempt, cost)]

    costs = run(views)
    assert len(costs) >= 4
    assert costs == sorted(costs, reverse=True)


def test_the_window_is_learnt_from_what_is_stated_and_refused() -> None:
    window = ContextWindow()
    assert (window.room, window.at_most(50_000)) == (None, 50_000)
    window.learn(refused=50_000, stated=8_192)
    assert (window.tokens, window.room, window.at_most(50_000)) == (8_192, 4_192, 7_168)
    window.learn(refused=5_000, stated=8_192)
    assert window.tokens == 4_000, "what was estimated at 5,000 did not fit into 8,192"
    window.learn(refused=90_000, stated=None)
    assert window.tokens == 4_000
    assert ContextWindow(1_000_000).room == 996_000


def a_request(words: int) -> Request:
    media = Media(media_type="image/png", data=b"1234")
    return Request(
        (User((Text("word " * words), media)),), (ToolOffer("a__b", "Does it.", {"type": "object"}),)
    )


@pytest.mark.parametrize(
    ("model", "read", "dropped"),
    [
        ("ollama/llama3.2", 2_048, 2_048),
        ("ollama/llama3.2", 9_000, None),
        ("ollama/llama3.2", 0, None),
        ("ollama/llama3.2", None, None),
        ("openai/gpt-4o", 2_048, None),
    ],
)
def test_a_server_that_drops_input_silently_is_found(
    model: str, read: int | None, dropped: int | None
) -> None:
    reply = Reply("hm", usage=Usage(read, 5, 1, None))
    assert read_tokens(model, a_request(10_000), reply) == dropped
    assert read_tokens(model, a_request(1_000), reply) is None


def test_tools_that_ollama_drops_are_shortened(tmp_path: Path) -> None:
    def script(request: Request) -> Line:
        read = min(request_tokens(request, media=False), 1_500)
        return Reply("It is 5.", usage=Usage(read, 3, 1, None))

    model = ScriptedModel(script, name="ollama/some")
    ending, attempt = solve(make_agent("caller"), tmp_path, model)
    assert ending.status is Status.COMPLETED
    assert attempt.view.form is not ToolForm.WHOLE
    assert attempt.notes["limits_met"]["dropped_input"] >= 1
    assert attempt.usage is not None
    assert attempt.usage.requests == len(model.requests)


@pytest.mark.parametrize("agent", ["caller", "caller:prompted"])
def test_a_long_conversation_in_a_small_window_goes_on_without_its_beginning(
    agent: str, tmp_path: Path
) -> None:
    server = small_server(3_000)

    def script(request: Request) -> Line:
        refused = server(request)
        if isinstance(refused, RequestTooLong):
            return refused
        wrong = {"numbers": "many " * 8}
        if agent == "caller":
            return Reply(calls=(ToolUse("c", "math__sum", wrong),))
        return json.dumps([{"name": "math/sum", "arguments": wrong}])

    model = ScriptedModel(script)
    limits = Limits(max_steps=25)
    ending, attempt = solve(make_agent(agent), tmp_path, model, window=ContextWindow(3_000), limits=limits)
    assert (ending.status, len(attempt.steps)) == (Status.OUT_OF_STEPS, 25)
    assert attempt.notes["shortened"] > 1
    assert "Earlier steps were left out" in str(model.requests[-1].messages[2])
    first = [request.messages[:2] for request in model.requests]
    assert all(each == first[0] for each in first), "the system prompt and the task stay"


NESTED = {
    "type": "object",
    "title": "Arguments",
    "properties": {
        "unit": {"type": "string", "enum": ["km", "mi"], "description": "Of the result. " * 20},
        "points": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "number"}}}},
        "maybe": {"anyOf": [{"type": "integer", "title": "n"}, {"type": "null"}], "default": None},
    },
    "required": ["unit"],
}


def test_a_short_tool_keeps_what_a_call_needs() -> None:
    tool = Tool(
        server="maps", name="far", description="How far it is. " + "And more. " * 80, input_schema=NESTED
    )
    short = short_tool(tool)
    assert short.full_name == tool.full_name
    assert len(short.description) <= 160
    assert short.input_schema == {
        "type": "object",
        "properties": {
            "unit": {"type": "string", "enum": ["km", "mi"]},
            "points": {"type": "array", "items": {"type": "object", "properties": {"x": {"type": "number"}}}},
            "maybe": {"anyOf": [{"type": "integer"}, {"type": "null"}]},
        },
        "required": ["unit"],
    }
    compile_schema(short.input_schema)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["type", "properties", "items", "anyOf", "enum", "required", "$defs", "$ref", "x"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@settings(max_examples=50)
@given(st.dictionaries(st.sampled_from(["type", "properties", "items", "anyOf", "$defs"]), _JSON, max_size=4))
def test_any_schema_can_be_shortened(schema: dict[str, Any]) -> None:
    assert len(str(short_schema(schema))) <= len(str(schema)) + 2
