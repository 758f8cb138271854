"""Questions, progress, tasks, resources and prompts of bundled servers, with clients of both eras."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import mcp_types as types
import pytest
from mcp import Client, MCPError
from mcp.client import advertise
from PIL import Image
from pydantic import ConfigDict

from m3bench.servers import Files, load
from m3bench.servers.kit import Answer, Server, elicit, report_progress
from m3bench.servers.sdk import sdk_server
from m3bench.servers.sdk.tasks import EXTENSION
from m3bench_world import World
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.tobench.bookings.server import cancellation_fee, hours_until
from tests.cancelling import cancelled_once
from tests.hanging import HANG_SECONDS

ERAS = ("legacy", "2026-07-28")
FORM = {"type": "object", "properties": {"size": {"type": "integer"}}}

lab = Server("lab", "Tries things.", sources=("arithmetic",))


@lab.tool(interactive=True)
def ask_twice() -> Answer:
    """Ask two questions."""
    found = [elicit(f"Question {number}", FORM) for number in (1, 2)]
    return Answer({"answers": [None if each is None else [each.action, each.content] for each in found]})


@lab.tool(long_running=True)
def work(steps: int) -> Answer:
    """Work in steps; step 3 asks."""
    for step in range(steps):
        report_progress(step, steps, "steps")
    size = elicit("How large?", FORM)
    return Answer({"steps": steps, "size": size.content if size else None})


def using(
    server: Server, folder: Path, use: Callable[[Client], Awaitable[None]], mode: str, **options: Any
) -> None:
    async def main() -> None:
        sdk = sdk_server(server, ToolContext(World(), Files(folder)), "1")
        with anyio.fail_after(HANG_SECONDS):
            async with Client(sdk, mode=mode, **options) as client:
                await use(client)

    anyio.run(main)


def text(result: types.CallToolResult) -> str:
    assert isinstance(result.content[0], types.TextContent)
    return result.content[0].text


class User:
    """Answers with the sizes 1, 2, …"""

    def __init__(self, action: str = "accept", **content: Any) -> None:
        self.asked: list[str] = []
        self._action, self._content = action, content

    async def __call__(self, context: Any, params: types.ElicitRequestParams) -> types.ElicitResult:
        del context
        self.asked.append(params.message)
        content = self._content or {"size": len(self.asked)}
        action: Any = self._action
        return types.ElicitResult(action=action, content=content if action == "accept" else None)


@pytest.mark.parametrize("mode", ERAS)
def test_tools_ask_the_user_of_the_client(tmp_path: Path, mode: str) -> None:
    user = User()

    async def use(client: Client) -> None:
        result = await client.call_tool("ask_twice")
        assert text(result) == '{"answers":[["accept",{"size":1}],["accept",{"size":2}]]}'

    using(lab, tmp_path, use, mode, elicitation_callback=user)
    assert user.asked == ["Question 1", "Question 2"]


@pytest.mark.parametrize("mode", ERAS)
def test_a_client_without_elicitation_is_not_asked(tmp_path: Path, mode: str) -> None:
    async def use(client: Client) -> None:
        assert text(await client.call_tool("ask_twice")) == '{"answers":[null,null]}'

    using(lab, tmp_path, use, mode)


@pytest.mark.parametrize("mode", ERAS)
def test_progress_is_reported(tmp_path: Path, mode: str) -> None:
    heard: list[tuple[float, float | None]] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        assert message == "steps"
        heard.append((progress, total))

    async def use(client: Client) -> None:
        await client.call_tool("work", {"steps": 3}, progress_callback=hear)

    using(lab, tmp_path, use, mode)
    assert sorted(heard) == [(0, 3), (1, 3), (2, 3)]


def test_a_cancelled_call_stops(tmp_path: Path) -> None:
    steps = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        steps.append(progress)

    async def use(client: Client) -> None:
        endless = partial(client.call_tool, "work", {"steps": 10**9}, progress_callback=hear)
        assert await cancelled_once(lambda: steps, endless)
        result = await client.call_tool("work", {"steps": 1})
        assert text(result) == '{"steps":1,"size":null}'

    using(lab, tmp_path, use, "legacy")


class RawTask(types.Result):
    """Any result of the extension."""

    model_config = ConfigDict(extra="allow")


class TaskRequest(types.Request[types.RequestParams, str]):
    method: str
    params: Any


def test_a_long_call_is_a_task_for_clients_that_can_wait(tmp_path: Path) -> None:
    async def ask(client: Client, method: str, **params: Any) -> dict[str, Any]:
        request = TaskRequest(method=method, params=params)
        result = await client.session.send_request(request, RawTask)
        return result.model_dump(by_alias=True)

    async def until(client: Client, number: str, status: str) -> dict[str, Any]:
        while (task := await ask(client, "tasks/get", taskId=number))["status"] != status:
            await anyio.sleep(0.01)
        return task

    async def use(client: Client) -> None:
        made = await ask(client, "tools/call", name="work", arguments={"steps": 2})
        assert (made["resultType"], made["taskId"]) == ("task", "task-1")
        waiting = await until(client, "task-1", "input_required")
        ((key, asked),) = waiting["inputRequests"].items()
        assert asked["params"]["message"] == "How large?"
        answer = {"action": "accept", "content": {"size": 5}}
        await ask(client, "tasks/update", taskId="task-1", inputResponses={key: answer})
        done = await until(client, "task-1", "completed")
        assert done["result"]["content"][0]["text"] == '{"steps":2,"size":{"size":5}}'
        await ask(client, "tools/call", name="work", arguments={"steps": 10**9})
        await until(client, "task-2", "working")
        await ask(client, "tasks/cancel", taskId="task-2")
        await until(client, "task-2", "cancelled")
        with pytest.raises(MCPError, match="Unknown task"):
            await ask(client, "tasks/get", taskId="task-9")

    using(lab, tmp_path, use, ERAS[1], extensions=[advertise(EXTENSION)])


@pytest.mark.parametrize(("action", "agrees"), [("accept", True), ("decline", False)])
def test_bookings_asks_before_it_charges_a_fee(tmp_path: Path, action: str, *, agrees: bool) -> None:
    user = User(action, confirm=True)

    async def use(client: Client) -> None:
        found = await client.call_tool("cancel_booking", {"booking_id": _costly(), "reason": "ill"})
        assert found.is_error is not agrees
        assert agrees or "does not agree to the fee" in text(found)

    using(load("bookings"), tmp_path, use, "legacy", elicitation_callback=user)
    assert len(user.asked) == 1
    assert "This costs" in user.asked[0]


def _costly() -> str:
    """Return the id of a booking whose cancellation costs something."""
    world = World()
    for company in world.service.companies.values():
        for booking in company.bookings.values():
            is_coming = booking["status"] == "confirmed" and hours_until(booking, world.now) > 0
            if is_coming and cancellation_fee(booking, world.now):
                return str(booking["id"])
    raise AssertionError


@pytest.mark.parametrize("mode", ERAS)
def test_articles_are_resources_and_prompts(tmp_path: Path, mode: str) -> None:
    async def use(client: Client) -> None:
        listed = (await client.list_resources()).resources
        (template,) = (await client.list_resource_templates()).resource_templates
        assert template.uri_template == "kb://articles/{article_id}"
        (content,) = (await client.read_resource(str(listed[0].uri))).contents
        assert isinstance(content, types.TextResourceContents)
        assert content.text.startswith("# ")
        names = [prompt.name for prompt in (await client.list_prompts()).prompts]
        assert names == ["answer_customer", "summarize_changes"]
        prompt = await client.get_prompt("summarize_changes", {"article_id": "KB-104"})
        assert "KB-104" in prompt.messages[0].content.text  # type: ignore[union-attr]
        for uri in ("kb://articles/KB-999999", "kb://other", "file:///etc/passwd", "x" * 10_000):
            with pytest.raises(MCPError):
                await client.read_resource(uri)
        for arguments in ({}, {"article_id": "a", "more": "b"}):
            with pytest.raises(MCPError):
                await client.get_prompt("summarize_changes", arguments)

    using(load("knowledge-base"), tmp_path, use, mode)


def test_films_report_progress(tmp_path: Path) -> None:
    Image.new("RGB", (64, 64), "red").save(tmp_path / "a.png")
    heard: list[float] = []

    async def hear(progress: float, total: float | None, message: str | None) -> None:
        heard.append(progress)

    async def use(client: Client) -> None:
        given = {"picture_paths": ["a.png"], "seconds_each": 1, "output_path": "a.mp4"}
        result = await client.call_tool("make_slideshow", given, progress_callback=hear)
        assert not result.is_error, text(result)

    using(load("video"), tmp_path, use, "legacy")
    assert heard
    assert (tmp_path / "a.mp4").exists()
