"""Whatever a server does, a call through the toolbox ends in the one right outcome."""

from __future__ import annotations

import pytest

from m3bench.core import Call, Outcome
from m3bench.hosting import Lease, Tool, Toolbox
from tests.hosting.processes import spec, with_lease

OUTCOMES = {
    "echo": Outcome.SUCCESS,
    "image": Outcome.SUCCESS,
    "audio": Outcome.SUCCESS,
    "pdf": Outcome.SUCCESS,
    "garbage": Outcome.SUCCESS,
    "flood": Outcome.SUCCESS,
    "big": Outcome.SUCCESS,
    "not_found": Outcome.NOT_FOUND,
    "die": Outcome.SERVER_FAULT,
    "hang": Outcome.SERVER_FAULT,
    "nonsense": Outcome.SERVER_FAULT,
    "broken_image": Outcome.SERVER_FAULT,
    "internal": Outcome.NOT_FOUND,
    "internal_and_die": Outcome.SERVER_FAULT,
    "no_such_tool": Outcome.UNKNOWN_TOOL,
}


@pytest.mark.slow
@pytest.mark.parametrize("tool", OUTCOMES)
def test_every_misbehaviour_has_its_outcome(tool: str) -> None:
    async def work(lease: Lease, _: dict[str, Tool]) -> Call:
        toolbox = await Toolbox.mount(lease.host)
        (answer,) = await toolbox.run([Call(f"well/{tool}", {})])
        (after,) = await toolbox.run([Call("other/echo", {"text": "the other goes on"})])
        assert after.outcome is Outcome.SUCCESS
        return answer

    limit = 2.0 if tool == "hang" else 30.0
    answer = with_lease([spec(call=limit), spec(name="other")], work)
    assert answer.outcome is OUTCOMES[tool]
    assert answer.result is not None
    assert answer.timing is not None
    if not answer.outcome.executed:
        assert answer.result.is_error


def test_an_internal_error_of_a_server_that_is_well_is_the_agents_mistake() -> None:
    async def work(lease: Lease, _: dict[str, Tool]) -> list[Call]:
        toolbox = await Toolbox.mount(lease.host)
        names = ("menü.json", "menu.json")
        return [(await toolbox.run([Call("well/internal", {"text": name})]))[0] for name in names]

    wrong, right = with_lease([spec()], work)
    assert (wrong.outcome, right.outcome) == (Outcome.NOT_FOUND, Outcome.SUCCESS)
    assert wrong.result is not None
    assert "ENOENT" in wrong.result.text
    assert "The server failed" not in wrong.result.text


def test_an_internal_error_after_which_nothing_is_answered_is_a_fault_of_the_server() -> None:
    async def work(lease: Lease, _: dict[str, Tool]) -> tuple[Call, Call]:
        toolbox = await Toolbox.mount(lease.host)
        (dead,) = await toolbox.run([Call("well/internal_and_die", {})])
        (after,) = await toolbox.run([Call("well/echo", {"text": "it was restarted"})])
        return dead, after

    dead, after = with_lease([spec()], work)
    assert (dead.outcome, after.outcome) == (Outcome.SERVER_FAULT, Outcome.SUCCESS)
    assert dead.result is not None
    assert "out of memory; it does not answer any more" in dead.result.text


@pytest.mark.parametrize(
    ("arguments", "outcome"),
    [
        ({"text": 3}, Outcome.INVALID_ARGUMENTS),
        ("not an object", Outcome.ILLEGAL_FORMAT),
        ('{"text": "as a string"}', Outcome.SUCCESS),
        (None, Outcome.SUCCESS),
    ],
)
def test_arguments_are_looked_at_before_the_server_is(arguments: object, outcome: Outcome) -> None:
    async def work(lease: Lease, _: dict[str, Tool]) -> Call:
        toolbox = await Toolbox.mount(lease.host)
        return (await toolbox.run([Call("well/echo", arguments)]))[0]

    assert with_lease([spec()], work).outcome is outcome


def test_a_broken_schema_is_not_the_agents_fault() -> None:
    async def work(lease: Lease, _: dict[str, Tool]) -> tuple[Call, dict[str, object]]:
        toolbox = await Toolbox.mount(lease.host)
        (answer,) = await toolbox.run([Call("broken-schema/echo", {"text": "anyway"})])
        return answer, dict(toolbox.schema_problems)

    answer, problems = with_lease([spec("broken-schema")], work)
    assert answer.outcome is Outcome.SUCCESS
    assert problems.keys() == {"broken-schema/echo"}
