"""What servers say during a call reaches the client of a gateway, and the other way round."""

from __future__ import annotations

import json
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client, MCPError

from m3bench.core import Call, ProtocolEvents, Trajectory, protocol_events
from m3bench.hosting import (
    Elicitation,
    ElicitationAnswer,
    ElicitingHost,
    Feature,
    Pool,
    ServerSpec,
    Timeouts,
    Toolbox,
)
from m3bench.hosting.gateway.gateway import Gateway
from m3bench.hosting.gateway.sdk import make_server
from tests.cancelling import cancelled_once
from tests.hanging import HANG_SECONDS
from tests.hosting.gateway.setups import TASK, Ticks

PROGRAM = Path(__file__).parents[1] / "servers" / "interactive.py"
ERAS = ("legacy", "2026-07-28")


class Setup:
    def __init__(self, gateway: Gateway, recorded: list[Trajectory]) -> None:
        self.gateway, self.recorded = gateway, recorded

    @property
    def calls(self) -> list[Call]:
        return [call for step in self.gateway.trajectory().steps for call in step.calls]

    @property
    def events(self) -> ProtocolEvents:
        result = self.calls[-1].result
        assert result is not None
        return protocol_events(result.meta)


async def simulated(_: Elicitation) -> ElicitationAnswer:
    return ElicitationAnswer(action="accept", content={"order": "simulated"}, by="user")


def run(
    folder: Path,
    use: Callable[[Client, Setup], Awaitable[None]],
    mode: str,
    *,
    features: tuple[Feature, ...] | None = tuple(Feature),
    with_task: bool = False,
    **options: Any,
) -> None:
    spec = ServerSpec(
        name="lab",
        command=sys.executable,
        args=(str(PROGRAM),),
        timeouts=Timeouts(stop=0.2),
        features=features,
    )

    async def main() -> None:
        with anyio.fail_after(HANG_SECONDS):
            async with Pool(folder) as pool, pool.lease([spec]) as lease:
                toolbox = await Toolbox.mount(ElicitingHost(lease.host, simulated))
                recorded: list[Trajectory] = []
                gateway = Gateway(toolbox, TASK if with_task else None, recorded.append, clock=Ticks())
                async with Client(make_server(gateway), mode=mode, **options) as client:
                    await use(client, Setup(gateway, recorded))

    anyio.run(main)


def text(result: types.CallToolResult) -> Any:
    assert isinstance(result.content[0], types.TextContent)
    return json.loads(result.content[0].text)


def answering(action: str, **content: Any) -> Callable[..., Awaitable[types.ElicitResult]]:
    async def answer(context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        del context
        if isinstance(params, types.ElicitRequestFormParams):
            assert params.requested_schema["properties"]["order"]["description"] == "The order number"
        chosen: Any = action
        return types.ElicitResult(action=chosen, content=content or None)

    return answer


@pytest.mark.parametrize("mode", ERAS)
def test_a_client_that_elicits_is_asked_before_the_simulated_user(tmp_path: Path, mode: str) -> None:
    async def use(client: Client, setup: Setup) -> None:
        for _ in range(2):
            answer = text(await client.call_tool("lab__ask", {}))
            assert answer == {"action": "accept", "content": {"order": "mine"}}
        assert [event.by for event in setup.events.elicitations] == ["client"]
        assert len(setup.calls) == 2
        many = text(await client.call_tool("lab__ask_many", {"times": 3}))
        assert many["action"] == "accept"
        assert len(setup.events.elicitations) == 3

    run(tmp_path, use, mode, elicitation_callback=answering("accept", order="mine"))


@pytest.mark.parametrize("mode", ERAS)
def test_other_clients_leave_it_to_the_simulated_user(tmp_path: Path, mode: str) -> None:
    async def use(client: Client, setup: Setup) -> None:
        assert text(await client.call_tool("lab__ask", {}))["content"] == {"order": "simulated"}
        assert [event.by for event in setup.events.elicitations] == ["user"]

    run(tmp_path, use, mode)


@pytest.mark.parametrize("action", ["decline", "cancel"])
def test_refusals_of_the_client_are_passed_on(tmp_path: Path, action: str) -> None:
    async def use(client: Client, setup: Setup) -> None:
        assert text(await client.call_tool("lab__ask", {})) == {"action": action}
        assert text(await client.call_tool("lab__ask_url", {})) == {"action": action}
        assert setup.events.elicitations[0].url == "https://example.org/login"

    run(tmp_path, use, "legacy", elicitation_callback=answering(action))


def test_an_unknown_state_is_refused(tmp_path: Path) -> None:
    async def use(client: Client, setup: Setup) -> None:
        with pytest.raises(MCPError, match="No call waits"):
            await client.call_tool("lab__ask", {}, request_state="made up")
        assert setup.calls == []

    run(tmp_path, use, ERAS[1])


@pytest.mark.parametrize("mode", ERAS)
def test_progress_reaches_the_client(tmp_path: Path, mode: str) -> None:
    heard: list[float] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        assert total == 3
        heard.append(progress)

    async def use(client: Client, setup: Setup) -> None:
        await client.call_tool("lab__steps", {"times": 3}, progress_callback=hear)
        assert setup.events.progress is not None

    run(tmp_path, use, mode)
    assert heard[-1] == 3


@pytest.mark.parametrize("mode", ERAS)
def test_a_call_that_the_client_cancels_is_cancelled_at_the_server(tmp_path: Path, mode: str) -> None:
    async def use(client: Client, setup: Setup) -> None:
        assert await cancelled_once(
            lambda: list(tmp_path.rglob("called")), lambda: client.call_tool("lab__slow", {})
        )
        result = await client.call_tool("lab__steps", {"times": 1})
        assert not result.is_error
        assert setup.calls[0].result is None

    run(tmp_path, use, mode)
    (file,) = tmp_path.rglob("heard.jsonl")
    assert json.loads(file.read_text())["method"] == "notifications/cancelled"


@pytest.mark.parametrize("mode", ERAS)
def test_resources_and_prompts_pass_and_are_recorded(tmp_path: Path, mode: str) -> None:
    async def use(client: Client, setup: Setup) -> None:
        uris = [str(resource.uri) for resource in (await client.list_resources()).resources]
        assert uris == ["m3bench://task", "note://one", "file:///etc/passwd", "note://large"]
        assert setup.calls == []
        # It is the text of the server: nothing here opens the file.
        (content,) = (await client.read_resource("file:///etc/passwd")).contents
        assert isinstance(content, types.TextResourceContents)
        assert content.text == "root: only a text"
        assert setup.calls[-1].name == "lab/read_resource"
        names = [each.name for each in (await client.list_prompts()).prompts]
        assert names == ["task", "lab__greet"]
        prompt = await client.get_prompt("lab__greet", {"who": "Ann"})
        assert prompt.messages[0].content == types.TextContent(text="Say hello to Ann.")
        assert setup.calls[-1].arguments == {"name": "greet", "arguments": {"who": "Ann"}}
        with pytest.raises(MCPError, match="unknown prompt"):
            await client.get_prompt("lab__other", {})

    run(tmp_path, use, mode, with_task=True)


@pytest.mark.slow
def test_a_resource_that_is_too_large_is_refused(tmp_path: Path) -> None:
    async def use(client: Client, setup: Setup) -> None:
        with pytest.raises(MCPError, match="lab: sent"):
            await client.read_resource("note://large")
        assert not (await client.call_tool("lab__steps", {"times": 1})).is_error

    run(tmp_path, use, "legacy")


def test_without_the_features_there_are_no_resources(tmp_path: Path) -> None:
    async def use(client: Client, setup: Setup) -> None:
        assert [str(resource.uri) for resource in (await client.list_resources()).resources] == [
            "m3bench://task"
        ]
        assert "lab__read_resource" not in [tool.name for tool in (await client.list_tools()).tools]

    run(tmp_path, use, "legacy", features=None, with_task=True)


def test_a_client_that_never_answers_does_not_hold_up_other_calls(tmp_path: Path) -> None:
    async def use(client: Client, setup: Setup) -> None:
        asked = await client.session.call_tool("lab__ask", {}, allow_input_required=True)
        assert isinstance(asked, types.InputRequiredResult)
        with anyio.fail_after(HANG_SECONDS):
            assert (await client.call_tool("lab__nothing", {})).is_error
        assert [len(step.calls) for step in setup.gateway.trajectory().steps] == [1, 1]

    run(tmp_path, use, ERAS[1], elicitation_callback=answering("accept", order="mine"))
