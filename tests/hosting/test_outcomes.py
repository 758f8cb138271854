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
