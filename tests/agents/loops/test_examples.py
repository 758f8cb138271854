"""Every prompted loop shows a call of a mounted tool, and none if nothing is mounted."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.agents import make_agent
from m3bench.core import Text
from m3bench.models import System, User
from m3bench.testing import ScriptedModel
from tests.agents.workplace import solve
from tests.hosting.fakes import FakeHost, echo

SCHEMA = {
    "type": "object",
    "properties": {"place": {"type": "string", "description": "A town, such as 'Oslo'."}, "days": {}},
    "required": ["place"],
}
CALL = '{"name": "sky/look", "arguments": {"place": "<place>"}}'
LOOPS = ("caller:prompted", "react:prompted", "executor", "planner")


def told(agent: str, host: FakeHost, workspace: Path) -> str:
    """All that a model is told while it writes nothing that can be read."""
    model = ScriptedModel(lambda _: '[{"na')
    solve(make_agent(agent), workspace, model, host=host)
    texts = []
    for message in (message for request in model.requests for message in request.messages):
        if isinstance(message, System):
            texts.append(message.text)
        elif isinstance(message, User):
            texts += [part.text for part in message.content if isinstance(part, Text)]
    return "\n".join(texts)


@pytest.mark.parametrize("agent", LOOPS)
def test_examples_are_of_a_mounted_tool(agent: str, tmp_path: Path) -> None:
    words = told(agent, FakeHost({"sky/look": echo}, schemas={"sky/look": SCHEMA}), tmp_path)
    assert '"tools": ["sky/look"]' in words if agent == "executor" else CALL in words
    if agent != "executor":  # shows schemas of tools that were chosen
        assert 'JSON schema of the arguments: {"type":"object"' in words


@pytest.mark.parametrize("agent", LOOPS)
def test_there_is_none_without_tools(agent: str, tmp_path: Path) -> None:
    words = told(agent, FakeHost({}), tmp_path)
    assert "This list calls" not in words
    assert "is an example" not in words
    assert '"name": "' not in words.replace('"name": "claim_done"', "")
