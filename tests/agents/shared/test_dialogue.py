"""The dialogue over real HTTP, in the formats of three providers: no mistake of a model breaks it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.agents import Attempt, Ending, make_agent
from m3bench.core import Status
from m3bench.models import Reply, ToolUse
from m3bench.models.endpoint import Wire
from m3bench.testing.provider import FakeProvider, Line, TooLong
from tests.agents.workplace import an_attempt, run, shape
from tests.models.wires import WIRES, at

CROP = {"input_path": "photo.png", "x1": 0, "y1": 0, "x2": 9, "y2": 9}


def over(wire: Wire, agent: str, workspace: Path, lines: list[Line]) -> tuple[Ending, Attempt, FakeProvider]:
    async def work(fake: FakeProvider) -> tuple[Ending, Attempt]:
        model = at(fake, wire)
        try:
            attempt = await an_attempt(workspace, model=model)
            return await make_agent(agent).solve(attempt), attempt
        finally:
            await model.aclose()

    with FakeProvider(lines) as fake:
        ending, attempt = run(lambda: work(fake))
    return ending, attempt, fake


def calls(agent: str, *wanted: tuple[str, Any]) -> Reply:
    """A reply that wants these, as the agent has it."""
    if agent.endswith("prompted"):
        listed = [{"name": name, "arguments": arguments} for name, arguments in wanted]
        return Reply(f"Let me see. {json.dumps(listed)}")
    return Reply(
        "Let me see.",
        tuple(ToolUse(f"call_{n}", name.replace("/", "__"), given) for n, (name, given) in enumerate(wanted)),
    )


def last(agent: str, answer: str) -> Reply:
    return calls(agent, ("claim_done", {"answer": answer})) if agent.startswith("react") else Reply(answer)


@pytest.mark.parametrize("wire", WIRES)
@pytest.mark.parametrize("agent", ["caller", "caller:prompted", "react", "react:prompted"])
def test_calls_and_pictures_travel(agent: str, wire: Wire, tmp_path: Path) -> None:
    both = calls(agent, ("math/sum", {"numbers": [2, 3]}), ("imagesorcery-mcp/crop", CROP))
    ending, attempt, fake = over(wire, agent, tmp_path, [both, last(agent, "It is 5.")])
    assert fake.refused == []
    assert (ending.status, ending.answer) == (Status.COMPLETED, "It is 5.")
    assert shape(attempt) == [["math/sum success", "imagesorcery-mcp/crop success"]]
    given, cropped = (tmp_path / name for name in ("photo.png", "photo_cropped.png"))
    assert [media.data for media in fake.seen[0].media] == [given.read_bytes()]
    assert [media.data for media in fake.seen[1].media] == [given.read_bytes(), cropped.read_bytes()]
    assert attempt.usage is not None
    assert attempt.usage.requests == 2


@pytest.mark.parametrize("wire", WIRES)
def test_mistakes_of_a_model_do_not_break_the_conversation(wire: Wire, tmp_path: Path) -> None:
    # Google itself keeps broken arguments back, and sends nothing in their place.
    broken: Any = {"numbers": "1"} if wire == "google" else '{"numbers": [1'
    outcome = "invalid_arguments" if wire == "google" else "illegal_format"
    wrong = Reply(
        calls=(
            ToolUse("x", "math__sum", broken),
            ToolUse("x", "math/sum", {"numbers": [1]}),
            ToolUse("y", "no such tool!", {}),
        )
    )
    ending, attempt, fake = over(wire, "caller", tmp_path, ["", wrong, wrong, "Enough."])
    assert fake.refused == []
    assert (ending.status, ending.answer) == (Status.COMPLETED, "Enough.")
    step = [f"math/sum {outcome}", "math/sum success", "no such tool! unknown_tool"]
    assert shape(attempt) == [step, step]
    assert attempt.notes["repairs"] == 1


def test_calls_that_google_keeps_back_are_silence(tmp_path: Path) -> None:
    broken = Reply(calls=(ToolUse("x", "math__sum", "{"),))
    ending, attempt, _ = over("google", "caller", tmp_path, [broken, broken])
    assert (ending.status, ending.reason) == (Status.AGENT_FAILURE, "The model said nothing, twice.")
    assert attempt.steps == []


@pytest.mark.parametrize("wire", WIRES)
def test_a_provider_that_finds_it_too_long_gets_less(wire: Wire, tmp_path: Path) -> None:
    crop = calls("caller", ("imagesorcery-mcp/crop", CROP))
    ending, attempt, fake = over(wire, "caller", tmp_path, [crop, crop, TooLong(), "Done."])
    assert fake.refused == []
    assert ending.answer == "Done."
    assert attempt.notes["shortened"] == 1
    assert len(fake.seen[-1].media) == len(fake.seen[-2].media) - 1
