"""The examples of training: the adapters, each in an environment of its own, and the tiny policy."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

from m3bench.models import Assistant, Reply, ToolUse
from m3bench.testing.provider import FakeProvider, SeenRequest
from tests.environment.service.test_service import TOKEN, serving
from tests.environment.tasks import SOLUTION
from tests.hanging import HANG_SECONDS

EXAMPLES = Path(__file__).parents[2] / "examples" / "training"
INSTALLED = os.environ.get("M3BENCH_TRAINING")
"""A folder of environments by adapter that exist already."""
PYTHONS = {"verifiers": (), "openenv": (), "nemo_gym": ("python3.14", "python3.13")}
"""The Pythons to try; without any, the one that runs the tests."""
EPISODES = 20


def _works(python: str) -> bool:
    """Return whether it starts: a shim of pyenv may stand for a Python that is not chosen here."""
    return subprocess.run([python, "--version"], capture_output=True, check=False).returncode == 0


def test_all_adapters_are_pinned() -> None:
    assert {path.name for path in EXAMPLES.iterdir() if path.is_dir() and path.name[0] != "_"} == set(PYTHONS)
    for name in PYTHONS:
        requirements = (EXAMPLES / name / "requirements.txt").read_text().split()
        assert requirements
        assert all("==" in requirement for requirement in requirements)


def test_the_client_imports_nothing_but_the_standard_library() -> None:
    code = (
        "import sys, client; print(sorted(n for n in sys.modules if n.split('.')[0] in ('m3bench', 'httpx')))"
    )
    run = [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(EXAMPLES)!r}); {code}"]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip() == "[]"


def environment(name: str, folder: Path) -> Path:
    """The Python of an environment with the requirements of an adapter."""
    if INSTALLED:
        python = Path(INSTALLED, name, "bin", "python")
        return python if python.exists() else pytest.skip(f"{python} does not exist")
    base = next(filter(_works, filter(None, map(shutil.which, PYTHONS[name]))), sys.executable)
    subprocess.run([base, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    requirements = EXAMPLES / name / "requirements.txt"
    command = [str(python), "-m", "pip", "install", "-q", "-r", str(requirements)]
    install = subprocess.run(command, capture_output=True, text=True, check=False)
    if install.returncode:
        pytest.skip(f"the requirements of {name} could not be installed: {install.stderr[-300:]}")
    return python


def rewards(python: Path, name: str, *arguments: str, url: str) -> list[float]:
    """Run the episodes of an adapter; return their rewards."""
    settings = {"M3BENCH_ENVIRONMENT_URL": url, "M3BENCH_ENVIRONMENT_TOKEN": TOKEN, "OPENAI_API_KEY": "a key"}
    done = subprocess.run(
        [python, "episodes.py", *arguments],
        cwd=EXAMPLES / name,
        env={**os.environ, **settings, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
        timeout=HANG_SECONDS,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    found: list[float] = json.loads(done.stdout.splitlines()[-1])
    return found


def calls_and_answers(seen: SeenRequest) -> Reply:
    """What a model says that solves the task `sum`."""
    turn = sum(isinstance(message, Assistant) for message in seen.request.messages)
    if turn >= len(SOLUTION) - 1:
        return Reply("It is 126.")
    call = SOLUTION[turn]["tool_calls"][0]["function"]
    return Reply("", (ToolUse(f"c{turn}", call["name"], json.loads(call["arguments"])),))


@pytest.mark.install
def test_verifiers_runs_episodes(tmp_path: Path) -> None:
    python = environment("verifiers", tmp_path / "venv")
    with serving(tmp_path) as url, FakeProvider(calls_and_answers) as fake:
        arguments = (fake.url("openai"), "gpt-5.1", str(EPISODES // 2), str(tmp_path / "out"))
        found = rewards(python, "verifiers", *arguments, url=url)
    assert sorted(found) == [0.0] * (EPISODES // 2) + [1.0] * (EPISODES // 2)  # `form` is not solved


@contextmanager
def openenv_server(python: Path, url: str, port: int) -> Iterator[str]:
    settings = {"M3BENCH_ENVIRONMENT_URL": url, "M3BENCH_ENVIRONMENT_TOKEN": TOKEN}
    with subprocess.Popen(
        [python, "environment.py", str(port)], cwd=EXAMPLES / "openenv", env={**os.environ, **settings}
    ) as server:
        try:
            for _ in range(600):
                try:
                    with urllib.request.urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                        break
                except (urllib.error.URLError, ConnectionError):
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()


@pytest.mark.install
def test_openenv_runs_episodes(tmp_path: Path) -> None:
    python = environment("openenv", tmp_path / "venv")
    plan = json.dumps([*SOLUTION[:2], {"answer": SOLUTION[2]}])
    with serving(tmp_path) as url, openenv_server(python, url, 18_733) as address:
        assert rewards(python, "openenv", address, "sum", str(EPISODES), plan, url=url) == [1.0] * EPISODES


@pytest.mark.install
def test_nemo_gym_runs_episodes(tmp_path: Path) -> None:
    python = environment("nemo_gym", tmp_path / "venv")
    calls = [action["tool_calls"][0]["function"] for action in SOLUTION[:2]]
    steps = [{"tool": call["name"], "arguments": json.loads(call["arguments"])} for call in calls]
    with serving(tmp_path) as url:
        right = json.dumps([*steps, {"answer": SOLUTION[2]}])
        assert rewards(python, "nemo_gym", "sum", str(EPISODES), right, url=url) == [1.0] * EPISODES
        wrong = json.dumps([*steps, {"answer": "It is 127."}])
        assert rewards(python, "nemo_gym", "sum", "1", wrong, url=url) == [0.0]


def load_policy() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tiny_policy", EXAMPLES / "tiny_policy.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["tiny_policy"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_the_tiny_policy_learns_from_rewards_and_not_without_them() -> None:
    policy = load_policy()
    learnt, control = policy.train(40), policy.train(40, shuffled=True)
    assert learnt.before["held out"] <= 0.2
    assert learnt.after["held out"] >= 0.5
    assert sum(learnt.curve[-10:]) > sum(learnt.curve[:10]) + 3
    assert control.after["held out"] <= 0.2
    assert sum(control.curve[-10:]) < 2
    assert len(policy.draw_text(learnt.curve)) == 40
    assert policy.draw_svg({"rewards": learnt.curve}).startswith("<svg")
