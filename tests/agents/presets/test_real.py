"""The real programs, installed from their registries, against the fake provider."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.agents import Confinement, confine, make_agent
from m3bench.core import Status
from m3bench.models import Assistant, Reply, ToolUse
from m3bench.testing.provider import FakeProvider, SeenRequest
from tests.agents.presets.real_programs import install_program
from tests.agents.workplace import shape, solve

SUM = {"numbers": [2, 3]}
CROP = {"input_path": "photo.png", "x1": 0, "y1": 0, "x2": 9, "y2": 9}


def calls_and_answers(seen: SeenRequest) -> Reply:
    """Add, crop, hand in the answer, and say something."""
    names = [tool.name for tool in seen.request.tools]
    made = [m for m in seen.request.messages if isinstance(m, Assistant) for _ in m.calls]
    plan = (("math__sum", SUM), ("crop", CROP), ("submit_answer", {"answer": "five"}))
    if len(made) == len(plan) or not names:
        return Reply("It is 5.")
    end, arguments = plan[len(made)]
    return Reply("", (ToolUse("", next(name for name in names if name.endswith(end)), arguments),))


@pytest.mark.parametrize(
    ("name", "wire", "model", "pictures"),
    [
        pytest.param("claude-code", "anthropic", "anthropic/claude-sonnet-4-5", 2, marks=pytest.mark.slow),
        pytest.param("codex", "responses", "openai/gpt-5.1", 2, marks=pytest.mark.slow),
        pytest.param("gemini-cli", "google", "google/gemini-2.5-pro", 1, marks=pytest.mark.slow),
        pytest.param("goose", "openai", "openai/gpt-4o", 1, marks=pytest.mark.slow),
        pytest.param("openhands", "openai", "openai/gpt-4o", 2, marks=pytest.mark.install),
    ],
)
def test_a_real_program_calls_tools_sees_pictures_and_answers(
    name: str,
    wire: str,
    model: str,
    pictures: int,
    tmp_path_factory: pytest.TempPathFactory,
    workspace: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    install_program(name, tmp_path_factory, monkeypatch)
    with FakeProvider(calls_and_answers) as fake:
        agent = make_agent(f"preset:{name}:model={model},base_url={fake.url(wire)}")
        ending, attempt = solve(confine(agent, Confinement()), workspace)
        assert (ending.status, ending.answer) == (Status.COMPLETED, "five"), ending.reason
        assert shape(attempt) == [["math/sum success"], ["imagesorcery-mcp/crop success"]]
        assert fake.refused == []
        assert max(len(seen.media) for seen in fake.seen) == pictures
    files = {path.name for path in workspace.iterdir()}
    assert files == {"photo.png", "photo_cropped.png"}
    assert attempt.notes["program"]["transcripts"]
