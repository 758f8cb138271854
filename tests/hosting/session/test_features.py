"""Sessions with servers of both eras: questions, tasks, resources and prompts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import MCPError
from mcp.client._memory import InMemoryTransport
from mcp.server.lowlevel import Server

from m3bench.core import Media, ProtocolEvents, Text, protocol_events
from m3bench.hosting import (
    Caller,
    Elicitation,
    ElicitationAnswer,
    Feature,
    Rejection,
    Reply,
    ServerFault,
    ServerSpec,
    calling,
)
from m3bench.hosting.offer_tools import call_offer, is_offer, offer_tools
from m3bench.hosting.session import Session, open_session
from m3bench.hosting.session import session as session_module
from m3bench.hosting.session.tasks import EXTENSION
from m3bench.hosting.tool import Tool
from tests.hanging import HANG_SECONDS

FORM = {"type": "object", "properties": {"size": {"type": "integer"}}}


async def user(asked: Elicitation) -> ElicitationAnswer:
    assert asked.schema == FORM
    return ElicitationAnswer(action="accept", content={"size": 4}, by="user")


class Lab:
    """A server of the revision 2026-07-28 whose calls require input, or become tasks."""

    def __init__(self, *states: dict[str, Any], call: Any = None) -> None:
        self.states, self.call = list(states), call
        self.heard: list[tuple[str, Any]] = []
        self.sdk: Server[Any] = Server("lab", on_call_tool=self.call_tool, on_list_tools=self.list_tools)
        for method in ("tasks/get", "tasks/update", "tasks/cancel"):
            self.sdk.add_request_handler(method, Anything, self._handler(method))

    async def list_tools(self, _: Any, __: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[])

    async def call_tool(self, _: Any, params: types.CallToolRequestParams) -> Any:
        self.heard.append(("tools/call", params.input_responses))
        if self.call is not None:
            return self.call(params)
        return {"resultType": "task", "taskId": "t", "status": "working", "pollIntervalMs": 1}

    def _handler(self, method: str) -> Callable[[Any, Any], Awaitable[dict[str, Any]]]:
        async def handle(_: Any, params: Any) -> dict[str, Any]:
            self.heard.append((method, params.model_dump(by_alias=True).get("inputResponses")))
            if method != "tasks/get":
                return {"resultType": "complete"}
            state = self.states.pop(0) if len(self.states) > 1 else self.states[0]
            return {"resultType": "complete", "taskId": "t", "pollIntervalMs": 1, **state}

        return handle


class Anything(types.RequestParams, extra="allow"):
    """Any parameters."""


def using(
    server: Server[Any], use: Callable[[Session], Awaitable[None]], *, modern: bool = True, **options: Any
) -> None:
    async def ending() -> str:
        return "ended"

    async def main() -> None:
        with anyio.fail_after(HANG_SECONDS):
            transport = InMemoryTransport(server)
            async with open_session(transport, "lab", ending, modern=modern, **options) as session:
                with calling(Caller(user)):
                    await use(session)

    anyio.run(main)


def events(meta: dict[str, Any]) -> ProtocolEvents:
    return protocol_events(meta)


def requires_input(params: types.CallToolRequestParams) -> Any:
    if params.input_responses is None:
        asked: Any = types.ElicitRequest(
            params=types.ElicitRequestFormParams(message="How large?", requested_schema=FORM)
        )
        return types.InputRequiredResult(input_requests={"k": asked}, request_state="s1")
    assert params.request_state == "s1"
    return types.CallToolResult(content=[types.TextContent(text="done")])


def test_required_input_is_asked_for_and_sent_with_the_call() -> None:
    lab = Lab(call=requires_input)

    async def use(session: Session) -> None:
        reply = await session.call("any", {}, 5)
        assert reply.content == (Text("done"),)
        (event,) = events(reply.meta).elicitations
        assert (event.message, event.content, event.by) == ("How large?", {"size": 4}, "user")

    using(lab.sdk, use)


def test_input_that_is_required_for_ever_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_module, "_ROUND_PAUSE", 0.0)
    lab = Lab(call=lambda _: types.InputRequiredResult(request_state="again"))

    async def use(session: Session) -> None:
        with pytest.raises(ServerFault, match="more than 30 rounds"):
            await session.call("any", {}, 9)

    using(lab.sdk, use)


DONE = {"status": "completed", "result": {"content": [{"type": "text", "text": "made"}]}}
ASKS = {
    "status": "input_required",
    "inputRequests": {
        "q": {"method": "elicitation/create", "params": {"message": "Size?", "requestedSchema": FORM}}
    },
}


def test_a_task_is_polled_and_its_questions_are_answered() -> None:
    lab = Lab({"status": "working", "statusMessage": "half"}, ASKS, DONE)

    async def use(session: Session) -> None:
        reply = await session.call("any", {}, 5)
        assert reply.content == (Text("made"),)
        found = events(reply.meta)
        assert found.task is not None
        assert (found.task.status, found.task.polls) == ("completed", 3)
        assert found.progress is not None
        assert found.progress.message == "half"
        assert [event.message for event in found.elicitations] == ["Size?"]

    using(lab.sdk, use)
    assert ("tasks/update", {"q": {"action": "accept", "content": {"size": 4}}}) in lab.heard


@pytest.mark.parametrize(
    "state", [{"status": "failed", "error": {"code": 1, "message": "burnt"}}, {"status": "x"}]
)
def test_a_task_that_fails_is_an_error(state: dict[str, Any]) -> None:
    async def use(session: Session) -> None:
        reply = await session.call("any", {}, 5)
        assert reply.is_error

    using(Lab(state).sdk, use)


def test_a_task_that_never_ends_is_cancelled() -> None:
    lab = Lab({"status": "working"})

    async def use(session: Session) -> None:
        with pytest.raises(ServerFault, match=r"did not answer within 0\.3 s") as caught:
            await session.call("any", {}, 5)
        found = events(caught.value.meta)
        assert found.task is not None
        assert found.task.status == "cancelled"

    using(lab.sdk, use, task_seconds=0.3)
    assert lab.heard[-1][0] == "tasks/cancel"


def test_a_task_that_was_not_allowed_breaks_the_protocol() -> None:
    def declared(params: types.CallToolRequestParams) -> Any:
        meta: dict[str, Any] = dict(params.meta or {})
        capabilities = meta["io.modelcontextprotocol/clientCapabilities"]
        assert EXTENSION not in capabilities.get("extensions", {})
        return types.CallToolResult(content=[])

    async def use(session: Session) -> None:
        await session.call("any", {}, 5)

    using(Lab(call=declared).sdk, use, task_seconds=None)


def offering(pages: int = 2) -> Server[Any]:
    async def resources(_: Any, params: Any) -> types.ListResourcesResult:
        page = int(params.cursor or 0) if params else 0
        more = str(page + 1) if page + 1 < pages else None
        resource = types.Resource(uri=f"note://{page}", name=f"note {page}")
        return types.ListResourcesResult(resources=[resource], next_cursor=more)

    async def read(_: Any, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
        if str(params.uri) == "note://picture":
            blob = types.BlobResourceContents(uri=params.uri, mime_type="image/png", blob="aGk=")
            return types.ReadResourceResult(contents=[blob])
        if not str(params.uri).startswith(("note:", "file:")):
            raise MCPError(types.INVALID_PARAMS, "no such resource")
        text = types.TextResourceContents(uri=params.uri, text=f"text of {params.uri}")
        return types.ReadResourceResult(contents=[text])

    async def prompts(_: Any, __: Any) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[types.Prompt(name="greet")])

    async def prompt(_: Any, params: types.GetPromptRequestParams) -> types.GetPromptResult:
        said = types.TextContent(text=f"Greet {params.arguments}")
        return types.GetPromptResult(messages=[types.PromptMessage(role="user", content=said)])

    return Server(
        "lab",
        on_list_resources=resources,
        on_read_resource=read,
        on_list_prompts=prompts,
        on_get_prompt=prompt,
    )


@pytest.mark.parametrize("modern", [True, False])
def test_resources_and_prompts_are_tools(*, modern: bool) -> None:
    spec = ServerSpec(name="lab", command="x", features=(Feature.RESOURCES, Feature.PROMPTS))

    async def use(session: Session) -> None:
        async def ask(name: str, /, **arguments: Any) -> Reply:
            return await call_offer(session.offers, name, arguments, 5)

        tools = offer_tools(spec, session.offers, {"list_prompts"})
        assert [tool.name for tool in tools] == ["list_resources", "read_resource", "get_prompt"]
        assert is_offer(tools, "read_resource")
        assert not is_offer([Tool(server="lab", name="read_resource")], "read_resource")
        (listed,) = (await ask("list_resources")).content
        assert isinstance(listed, Text)
        assert "note://1" in listed.text
        # A hostile URI is the server's to answer: nothing here opens it.
        assert (await ask("read_resource", uri="file:///etc/passwd")).content == (
            Text("text of file:///etc/passwd"),
        )
        (picture,) = (await ask("read_resource", uri="note://picture")).content
        assert picture == Media(media_type="image/png", data=b"hi", uri="note://picture")
        with pytest.raises(Rejection, match="no such resource"):
            await ask("read_resource", uri="http://x")
        assert (await ask("get_prompt", name="greet", arguments={"who": "Ann"})).content == (
            Text("Greet {'who': 'Ann'}"),
        )

    using(offering(), use, modern=modern)


def test_without_the_feature_there_are_no_such_tools() -> None:
    async def use(session: Session) -> None:
        assert offer_tools(ServerSpec(name="lab", command="x"), session.offers, ()) == []

    using(offering(), use)


def test_a_list_without_end_is_a_fault() -> None:
    async def use(session: Session) -> None:
        with pytest.raises(ServerFault, match="more than 200 pages"):
            await session.offers.resources()

    using(offering(10**9), use)
