"""What models are asked about a task without the newer fields is what they were always asked, to the byte.

Caches of replies and recorded conversations go by the digest of a request. The digests in
`tests/fixtures/v1/requests.json` were taken before `Task` had files, a role, rules or a user; those of
all loops again after their prompts got examples of mounted tools and forms in words, and of `executor` and
`planner` after messages of the toolbox were reworded.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from m3bench.agents import make_agent
from m3bench.core import AnswerField, AnswerForm, FieldType
from m3bench.models import Reply, Request
from m3bench.testing import ScriptedModel
from tests.agents.workplace import TASK, solve

GOLDEN = Path(__file__).parents[1] / "fixtures" / "v1" / "requests.json"
AGENTS = ("caller:native", "caller:prompted", "react:native", "react:prompted", "executor", "planner")
FORM = AnswerForm((AnswerField("total", FieldType.NUMBER, "the sum"),))


def asked(agent: str, workspace: Path) -> dict[str, list[str]]:
    """Digests of all requests about the task, without and with a form."""
    tasks = {"plain": TASK, "form": msgspec.structs.replace(TASK, form=FORM)}
    found = {}
    for name, task in tasks.items():
        model = ScriptedModel([Reply("It is 5.")] * 12)
        solve(make_agent(agent), workspace, model, task=task)
        found[name] = [_digest(request) for request in model.requests]
    return found


def _digest(request: Request) -> str:
    # Of messages and settings: what tools are like is not the agent's.
    return msgspec.structs.replace(request, tools=()).digest


@pytest.mark.parametrize("agent", AGENTS)
def test_requests_are_byte_identical(agent: str, tmp_path: Path) -> None:
    assert asked(agent, tmp_path) == json.loads(GOLDEN.read_text())[agent]
