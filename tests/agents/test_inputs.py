"""Input files, role and rules reach every loop's first request; the simulated user reaches none."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from m3bench.agents import make_agent, read_inputs
from m3bench.core import Media, SimulatedUser, Task, TaskFile, Text, UserFact
from m3bench.models import Reply, Request, User
from m3bench.testing import ScriptedModel
from tests.agents.test_old_requests import AGENTS
from tests.agents.workplace import TASK, an_attempt, run, solve

FACT = "the canary sings at noon"
TOLD = msgspec.structs.replace(
    TASK,
    files=(
        TaskFile("notes.csv", "text/csv"),
        TaskFile("scans/letter.pdf", "application/pdf"),
        TaskFile("pack.zip", "application/zip"),
    ),
    role="You are the night clerk.",
    rules=("Be brief.", "Never name prices."),
    user=SimulatedUser(persona=FACT, goal=FACT, manner=FACT, facts=(UserFact("when", FACT, (FACT,)),)),
)
CONTENT = {"notes.csv": b"a,b\n1,2\n", "scans/letter.pdf": b"%PDF-1.4 letter", "pack.zip": b"PK\x05\x06"}


def put_files(workspace: Path) -> None:
    (workspace / "scans").mkdir(exist_ok=True)
    for name, data in CONTENT.items():
        (workspace / name).write_bytes(data)


def first_request(agent: str, workspace: Path, task: Task = TOLD) -> tuple[Request, list[Request]]:
    model = ScriptedModel([Reply("It is 5.")] * 12)
    solve(make_agent(agent), workspace, model, task=task)
    return model.requests[0], model.requests


def texts(request: Request) -> str:
    """All texts of a request."""
    said = [getattr(message, "text", "") for message in request.messages]
    parts = [part for message in request.messages for part in getattr(message, "content", ())]
    return "\n".join([*said, *(part.text for part in parts if isinstance(part, Text))])


@pytest.mark.parametrize("agent", AGENTS)
def test_files_role_and_rules_are_in_the_first_request(agent: str, tmp_path: Path) -> None:
    put_files(tmp_path)
    request, _ = first_request(agent, tmp_path)
    system = getattr(request.messages[0], "text", "")
    assert "You are the night clerk." in system
    assert "- Be brief.\n- Never name prices." in system
    opening = request.messages[1]
    assert isinstance(opening, User)
    assert (
        "Its files: notes.csv (text/csv, 8 bytes), scans/letter.pdf (application/pdf, 15 bytes), "
        "pack.zip (application/zip, 4 bytes)"
    ) in texts(request)
    shown = {part.uri: part.data for part in opening.content if isinstance(part, Media)}
    assert shown.pop("photo.png")
    assert shown == {name: CONTENT[name] for name in ("notes.csv", "scans/letter.pdf")}


@pytest.mark.parametrize("agent", AGENTS)
def test_the_user_is_in_no_request(agent: str, tmp_path: Path) -> None:
    put_files(tmp_path)
    _, requests = first_request(agent, tmp_path)
    assert requests
    assert not [request for request in requests if FACT in repr(request)]


def test_an_agent_does_not_hold_the_user(tmp_path: Path) -> None:
    attempt = run(lambda: an_attempt(tmp_path, task=TOLD))
    assert attempt.task.user is None
    assert attempt.task == msgspec.structs.replace(TOLD, user=None)


def test_large_and_missing_files_are_not_shown(tmp_path: Path) -> None:
    files = (TaskFile("long.txt", "text/plain"), TaskFile("gone.txt", "text/plain"))
    task = msgspec.structs.replace(TASK, files=files)
    (tmp_path / "long.txt").write_text("x" * 60_001)
    request, _ = first_request("caller:native", tmp_path, task)
    assert "Its files: long.txt (text/plain, 60,001 bytes)" in texts(request)
    assert "x" * 100 not in texts(request)
    assert "gone.txt" not in texts(request)
    (tmp_path / "long.txt").write_text("x" * 60_000)
    request, _ = first_request("caller:native", tmp_path, task)
    opening = request.messages[1]
    assert isinstance(opening, User)
    shown = [part.uri for part in opening.content if isinstance(part, Media)]
    assert shown == ["photo.png", "long.txt"]


def test_a_file_that_tools_have_to_read_is_named_and_not_shown(tmp_path: Path) -> None:
    (tmp_path / "app.log").write_text("started", "utf-8")
    files = (TaskFile("app.log", "text/plain"), TaskFile("app.log", "text/plain", inline=False))
    shown, named = read_inputs(tmp_path, files)
    assert shown.media is not None
    assert named.media is None
    assert named.label == shown.label
