"""The adapters in `examples/adapters`, each in an environment of its own, against the fake provider."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from m3bench.agents import Confinement, confine, make_agent
from m3bench.core import Status
from m3bench.models import Assistant, Reply, ToolUse
from m3bench.testing.provider import FakeProvider, SeenRequest
from tests.agents.presets.test_real import CROP, SUM
from tests.agents.workplace import shape, solve

ADAPTERS = Path(__file__).parents[3] / "examples" / "adapters"
INSTALLED = os.environ.get("M3BENCH_ADAPTERS")
"""A folder of environments by adapter that exist already."""
NAMES = ("google-adk", "langgraph", "openai-agents", "pydantic-ai", "smolagents")


def test_all_adapters_are_tested_and_pinned() -> None:
    assert tuple(sorted(path.name for path in ADAPTERS.iterdir() if path.is_dir())) == NAMES
    for name in NAMES:
        requirements = (ADAPTERS / name / "requirements.txt").read_text().split()
        assert requirements
        assert all("==" in requirement for requirement in requirements)


def environment(name: str, folder: Path) -> Path:
    """The Python of an environment with the requirements of an adapter."""
    if INSTALLED:
        return Path(INSTALLED, name, "bin", "python")
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    requirements = ADAPTERS / name / "requirements.txt"
    install = subprocess.run(
        [python, "-m", "pip", "install", "-q", "-r", requirements],
        capture_output=True,
        text=True,
        check=False,
    )
    if install.returncode:
        pytest.skip(f"the requirements of {name} could not be installed: {install.stderr[-300:]}")
    return python


PLAN = (("math__sum", SUM), ("crop", CROP), ("submit_answer", {"answer": "five"}))


def calls_and_answers(seen: SeenRequest) -> Reply:
    """Add, crop, hand in the answer, and end: by a call if an agent has a tool of its own for that."""
    names = [tool.name for tool in seen.request.tools]
    turn = sum(isinstance(message, Assistant) for message in seen.request.messages)
    end, arguments = PLAN[turn] if turn < len(PLAN) else ("final_answer", {"answer": "It is 5."})
    found = next((name for name in names if name.endswith(end)), None)
    return Reply("It is 5.") if found is None else Reply("", (ToolUse("", found, arguments),))


@pytest.mark.install
@pytest.mark.parametrize("name", NAMES)
def test_an_adapter_calls_tools_and_answers(
    name: str, tmp_path: Path, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = environment(name, tmp_path / "venv")
    google = name == "google-adk"
    with FakeProvider(calls_and_answers) as fake:
        url = fake.url("google" if google else "openai")
        settings = {
            "MODEL": "gemini-2.5-pro" if google else "gpt-5.1",
            "GOOGLE_API_KEY" if google else "OPENAI_API_KEY": "a key",
            "GOOGLE_GEMINI_BASE_URL" if google else "OPENAI_BASE_URL": url,
        }
        for variable, value in settings.items():
            monkeypatch.setenv(variable, value)
        agent = make_agent(f"command:{python} {ADAPTERS / name / 'agent.py'}")
        confinement = Confinement(env=tuple(settings), network=True, read=(ADAPTERS, python.parents[1]))
        ending, attempt = solve(confine(agent, confinement), workspace)
        assert (ending.status, ending.answer) == (Status.COMPLETED, "five"), ending.reason
        assert shape(attempt) == [["math/sum success"], ["imagesorcery-mcp/crop success"]]
        assert fake.refused == []
