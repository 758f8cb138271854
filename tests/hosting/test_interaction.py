"""What servers do during a call: questions to the user, progress, and calls that are cancelled."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import anyio
import pytest

from m3bench.core import Call, ElicitationEvent, Outcome, ProtocolEvents, protocol_events
from m3bench.hosting import (
    Elicit,
    Elicitation,
    ElicitationAnswer,
    ElicitingHost,
    Feature,
    Lease,
    Pool,
    ServerSpec,
    Timeouts,
    Toolbox,
)
from m3bench.hosting.session.exchange import MOST_ELICITATIONS, MOST_UNANSWERED
from m3bench.hosting.session.wire import MOST_PROGRESS
from tests.cancelling import cancelled_once
from tests.hanging import HANG_SECONDS

PROGRAM = Path(__file__).parent / "servers" / "interactive.py"


def spec(seconds: float = 10.0) -> ServerSpec:
    timeouts = Timeouts(call=seconds, stop=0.2)
    return ServerSpec(name="lab", command=sys.executable, args=(str(PROGRAM),), timeouts=timeouts)


def run(
    folder: Path,
    work: Callable[[Toolbox, Lease], Awaitable[None]],
    *,
    elicit: Elicit | None = None,
    seconds: float = 10.0,
) -> None:
    async def main() -> None:
        with anyio.fail_after(HANG_SECONDS):
            async with Pool(folder) as pool, pool.lease([spec(seconds)]) as lease:
                host = lease.host if elicit is None else ElicitingHost(lease.host, elicit)
                await work(await Toolbox.mount(host), lease)

    anyio.run(main)


def calls(
    folder: Path, *made: tuple[str, dict[str, Any]], elicit: Elicit | None = None, seconds: float = 10.0
) -> list[Call]:
    done: list[Call] = []

    async def work(toolbox: Toolbox, _: Lease) -> None:
        for name, arguments in made:
            done.extend(await toolbox.run([Call(f"lab/{name}", arguments)]))

    run(folder, work, elicit=elicit, seconds=seconds)
    return done


def events(call: Call) -> ProtocolEvents:
    assert call.result is not None
    return protocol_events(call.result.meta)


def text(call: Call) -> str:
    assert call.result is not None
    return call.result.text


async def user(asked: Elicitation) -> ElicitationAnswer:
    if asked.url is not None or "password" in asked.schema["properties"]:
        return ElicitationAnswer(action="decline", by="user", reason="no")
    return ElicitationAnswer(action="accept", content={"order": "A-1"}, by="user")


def test_the_user_answers_and_it_is_recorded(tmp_path: Path) -> None:
    (call,) = calls(tmp_path, ("ask", {}), elicit=user)
    assert json.loads(text(call)) == {"action": "accept", "content": {"order": "A-1"}}
    assert events(call).elicitations == (
        ElicitationEvent(
            message="Which order?", fields=("order",), action="accept", content={"order": "A-1"}, by="user"
        ),
    )


def test_without_a_user_questions_are_declined_with_a_reason(tmp_path: Path) -> None:
    (call,) = calls(tmp_path, ("ask", {}))
    assert json.loads(text(call)) == {"action": "decline"}
    (event,) = events(call).elicitations
    assert (event.action, event.by) == ("decline", "harness")
    assert "nobody can be asked" in event.reason


def test_forms_that_mcp_forbids_reach_no_user(tmp_path: Path) -> None:
    asked: list[str] = []

    async def listening(question: Elicitation) -> ElicitationAnswer:
        asked.append(question.message)
        return ElicitationAnswer(action="accept", content={"a": "x"})

    done = calls(tmp_path, ("ask_deep", {}), ("ask_huge", {}), elicit=listening)
    assert [events(call).elicitations[0].action for call in done] == ["decline", "decline"]
    assert [events(call).elicitations[0].reason[:11] for call in done] == ["the form is"] * 2
    assert not asked


def test_pages_and_secrets_are_the_users_to_refuse(tmp_path: Path) -> None:
    done = calls(tmp_path, ("ask_url", {}), ("ask_secret", {}), elicit=user)
    assert [json.loads(text(call)) for call in done] == [{"action": "decline"}] * 2
    assert events(done[0]).elicitations[0].url == "https://example.org/login"


def test_an_answer_that_mcp_does_not_allow_is_not_sent(tmp_path: Path) -> None:
    async def nesting(_: Elicitation) -> ElicitationAnswer:
        return ElicitationAnswer(action="accept", content={"order": {"deep": {}}}, by="client")

    (call,) = calls(tmp_path, ("ask", {}), elicit=nesting)
    assert json.loads(text(call)) == {"action": "cancel"}
    assert "not one that MCP allows" in events(call).elicitations[0].reason


def test_questions_without_end_are_a_fault_of_the_server(tmp_path: Path) -> None:
    some, endless, after = calls(
        tmp_path, ("ask_many", {"times": 30}), ("ask_many", {"times": 10**9}), ("ask", {}), elicit=user
    )
    assert (len(events(some).elicitations), events(some).unanswered) == (MOST_ELICITATIONS, 10)
    assert json.loads(text(some)) == {"action": "cancel"}
    assert endless.outcome is Outcome.SERVER_FAULT
    assert events(endless).unanswered == MOST_UNANSWERED
    assert "asks the user without end" in text(endless)
    assert after.outcome is Outcome.SUCCESS


def test_the_time_of_the_user_does_not_count(tmp_path: Path) -> None:
    async def slow(_: Elicitation) -> ElicitationAnswer:
        await anyio.sleep(0.9)
        return ElicitationAnswer(action="accept", content={"order": "B"}, by="client")

    (call,) = calls(tmp_path, ("ask", {}), elicit=slow, seconds=0.8)
    assert call.outcome is Outcome.SUCCESS


def test_progress_is_recorded(tmp_path: Path) -> None:
    (call,) = calls(tmp_path, ("steps", {"times": 3}))
    progress = events(call).progress
    assert progress is not None
    assert (progress.progress, progress.total, progress.message) == (3.0, 3.0, "step 3")


@pytest.mark.parametrize("times", [5_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_a_flood_of_progress_is_bounded(tmp_path: Path, times: int) -> None:
    began = time.process_time()
    (call,) = calls(tmp_path, ("flood", {"times": times}), seconds=20.0)
    assert call.outcome is Outcome.SUCCESS
    progress = events(call).progress
    assert progress is not None
    assert progress.count <= MOST_PROGRESS
    assert time.process_time() - began < 8


def heard(folder: Path) -> list[dict[str, Any]]:
    (file,) = folder.rglob("heard.jsonl")
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_call_that_takes_too_long_is_cancelled_at_the_server(tmp_path: Path) -> None:
    slow, after = calls(tmp_path, ("slow", {}), ("steps", {"times": 1}), seconds=2)
    assert slow.outcome is Outcome.SERVER_FAULT
    assert events(slow).cancelled == "did not answer within 2 s"
    assert after.outcome is Outcome.SUCCESS
    assert [message["method"] for message in heard(tmp_path)] == ["notifications/cancelled"]


def test_a_call_of_an_agent_that_ends_is_cancelled_at_the_server(tmp_path: Path) -> None:
    async def work(toolbox: Toolbox, _: Lease) -> None:
        assert await cancelled_once(
            lambda: list(tmp_path.rglob("called")), lambda: toolbox.run([Call("lab/slow", {})])
        )
        (after,) = await toolbox.run([Call("lab/steps", {"times": 1})])
        assert after.outcome is Outcome.SUCCESS

    run(tmp_path, work)
    assert [message["method"] for message in heard(tmp_path)] == ["notifications/cancelled"]


def test_a_server_that_ignores_the_cancellation_is_restarted(tmp_path: Path) -> None:
    async def work(toolbox: Toolbox, lease: Lease) -> None:
        (deaf,) = await toolbox.run([Call("lab/deaf", {"seconds": 60})])
        (after,) = await toolbox.run([Call("lab/steps", {"times": 1})])
        assert (deaf.outcome, after.outcome) == (Outcome.SERVER_FAULT, Outcome.SUCCESS)
        assert lease.host.servers[0].starts == 2

    run(tmp_path, work, seconds=2)


@pytest.mark.parametrize("features", [None, ()])
def test_bundled_servers_are_asked_not_to_elicit(features: tuple[()] | None) -> None:
    bundled = ServerSpec(name="a", command="x", bundled=True, features=features)
    assert not bundled.allows(Feature.ELICITATION)
    assert ServerSpec(name="a", command="x").allows(Feature.ELICITATION)
