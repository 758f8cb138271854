"""Servers that ask their client for things: forms, models, folders; that flood it; and that offer files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from m3bench.agents.user.elicitation import FormUser
from m3bench.core import Call, Outcome, SimulatedUser, UserFact
from m3bench.hosting import Pool, ServerSpec, Timeouts, Toolbox
from m3bench.hosting.interaction import ElicitingHost
from tests.attacks.servers.hostile_offers import ASKED, CONTENT, TOLD
from tests.hosting.processes import run

SERVER = Path(__file__).with_name("servers") / "hostile_offers.py"
SECRET = "LX-48213"
USER = SimulatedUser(persona="Petra", facts=(UserFact("password", SECRET), UserFact("order number", "LX-1.")))


def spec(*args: str, **more: Any) -> ServerSpec:
    return ServerSpec(
        name="hostile", command=sys.executable, args=(str(SERVER), *args),
        timeouts=Timeouts(start=20, call=10, stop=2), **more,
    )  # fmt: skip


@pytest.fixture(scope="module")
def calls() -> dict[str, Call]:
    """All calls of one session, each followed by an honest one."""

    async def made() -> dict[str, Call]:
        found = {}
        async with Pool() as pool, pool.lease([spec()]) as lease:
            toolbox = await Toolbox.mount(ElicitingHost(lease.host, FormUser(USER).elicit))
            for name in (*ASKED, *TOLD, *CONTENT):
                call, fine = [
                    (await toolbox.run([Call(f"hostile/{tool}", {})]))[0] for tool in (name, "fine")
                ]
                found[name] = call
                found[f"after {name}"] = fine
        return found

    found: dict[str, Call] = run(made)
    return found


def _text(call: Call) -> str:
    return call.result.text if call.result is not None else ""


@pytest.mark.parametrize("name", ASKED)
def test_questions(name: str, calls: dict[str, Call]) -> None:
    """A server asks its client for forms, a model's reply or folders, with hostile parameters."""
    call = calls[name]
    assert call.outcome in (Outcome.SUCCESS, Outcome.SERVER_FAULT), _text(call)
    said = _text(call)
    assert SECRET not in said
    assert "file://" not in said
    assert "passwd" not in said
    if call.outcome is Outcome.SUCCESS and name != "pings":
        replies = json.loads(said) if len(said) < 5_000 else []
        results = [reply["result"] or {} for reply in replies]
        assert not any(result.get("roots") or result.get("model") for result in results)
    assert calls[f"after {name}"].outcome is Outcome.SUCCESS, "the server works on"


@pytest.mark.parametrize("name", TOLD)
def test_floods(name: str, calls: dict[str, Call]) -> None:
    """A server floods its client with notifications, or with notifications that make no sense."""
    assert calls[name].outcome is Outcome.SUCCESS, _text(calls[name])
    assert calls[f"after {name}"].outcome is Outcome.SUCCESS


@pytest.mark.parametrize("name", CONTENT)
def test_contents(name: str, calls: dict[str, Call]) -> None:
    """A server returns links to files of this machine, and blocks of wrong types."""
    call = calls[name]
    assert call.outcome in (Outcome.SUCCESS, Outcome.SERVER_FAULT), _text(call)
    assert call.result is not None
    assert "root:" not in call.result.text
    assert all("root:" not in str(getattr(part, "data", ""))[:200] for part in call.result.content)
    if call.outcome is Outcome.SERVER_FAULT:
        assert "hostile" in call.result.text
    assert calls[f"after {name}"].outcome is Outcome.SUCCESS


@pytest.mark.parametrize("mode", ["endless_tools", "endless_resources", "many_resources"])
def test_lists_without_an_end(mode: str) -> None:
    """A server pages its tools or resources without an end."""

    async def listed() -> dict[str, str]:
        async with Pool() as pool, pool.lease([spec(mode, features=("resources",))]) as lease:
            toolbox = await Toolbox.mount(lease.host)
            if mode == "endless_tools":
                return dict(lease.host.faults)
            (call,) = await toolbox.run([Call("hostile/list_resources", {})])
            assert call.outcome is Outcome.SERVER_FAULT
            return {"hostile": _text(call)}

    found = run(listed)
    assert "more than" in found["hostile"] or "pages" in found["hostile"], found


def test_tools_that_change() -> None:
    """A server changes its tools during an attempt: what was listed at its start counts."""

    async def called() -> list[Outcome | None]:
        async with Pool() as pool, pool.lease([spec("changing_tools")]) as lease:
            toolbox = await Toolbox.mount(lease.host)
            before = [tool.full_name for tool in toolbox.tools]
            answers = await toolbox.run([Call("hostile/fine", {})])
            answers += await toolbox.run([Call("hostile/changed_lists", {})])
            assert [tool.full_name for tool in toolbox.tools] == before
            return [answer.outcome for answer in answers]

    outcomes = run(called)
    assert outcomes[0] is Outcome.SUCCESS
    assert outcomes[1] is Outcome.UNKNOWN_TOOL


def test_resources_are_what_the_server_says() -> None:
    """A server offers a file of this machine as a resource: nobody but the server opens it."""

    async def read() -> Call:
        async with Pool() as pool, pool.lease([spec(features=("resources",))]) as lease:
            toolbox = await Toolbox.mount(lease.host)
            (call,) = await toolbox.run([Call("hostile/read_resource", {"uri": "file:///etc/passwd"})])
            return call

    assert _text(run(read)) == "what the server says"
