"""Input files, role and rules on their way through a run, the gateway, Inspect and the judges."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.cli.running import gateway_file
from m3bench.core import Difficulty, SimulatedUser, Task, TaskFile, Trajectory, UsageError, UserFact
from m3bench.formats import write
from m3bench.hosting.gateway import Assignment
from m3bench.judges import build_case, get_judge
from m3bench.runs import RunFolder, final_attempts
from m3bench.suites import FileSuite, workspace_assets
from tests.attacks.command_line import Command

FACT = "the canary sings at noon"
FILES = {"notes.csv": b"a,b\n1,2\n", "deep/letter.pdf": b"%PDF-1.4 letter"}
TASK = Task(
    id="office-1",
    family="office",
    request="Sum the table.",
    servers=("math",),
    files=(TaskFile("notes.csv", "text/csv"), TaskFile("deep/letter.pdf", "application/pdf")),
    role="You are the night clerk.",
    rules=("Be brief.", "Never name prices."),
    user=SimulatedUser(persona=FACT, facts=(UserFact("when", FACT),)),
    difficulty=Difficulty.HARD,
    kind="service",
    answer="3",
)
PROGRAM = """
import json, os, pathlib
place = pathlib.Path(os.environ["M3BENCH_WORKSPACE"])
files = {name: (place / name).read_text() for name in os.environ["M3BENCH_FILES"].splitlines()}
told = {name: value for name, value in os.environ.items() if name.startswith("M3BENCH_R")}
print(json.dumps({"files": files, "told": told}))
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    folder = tmp_path / "suite"
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    write(folder / "tasks.jsonl", [TASK], format="jsonl")
    return folder / "tasks.jsonl"


def test_files_are_assets_and_count_in_the_digest(suite: Path) -> None:
    loaded = FileSuite.of(suite)
    assert loaded.tasks == (TASK,)
    assets = workspace_assets(loaded, TASK)
    assert {name: Path(str(path)).read_bytes() for name, path in assets.items()} == FILES
    before = loaded.digest
    (suite.parent / "notes.csv").write_text("a,b\n1,3\n")
    assert FileSuite.of(suite).digest != before
    (suite.parent / "notes.csv").unlink()
    with pytest.raises(UsageError, match=r"The file 'notes\.csv' does not exist"):
        loaded.assets(TASK)


def test_a_suite_that_lacks_a_file_is_refused() -> None:
    class Bare:
        name, tasks, digest = "bare", (TASK,), ""

        def assets(self, task: Task) -> dict[str, bytes]:
            return {name: FILES[name] for name in ("notes.csv",) if task is TASK}

    with pytest.raises(UsageError, match=r"needs the file 'deep/letter\.pdf', which suite bare does not"):
        workspace_assets(Bare(), TASK)


def test_a_program_gets_files_role_and_rules(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    command = Command(capsys, monkeypatch)
    agent = f"command:{sys.executable} {program}"
    said = command("run", suite, "--agent", agent, "--out", tmp_path / "run", seconds=120)
    assert said.code == 0, said
    (attempt,) = final_attempts(RunFolder.open(tmp_path / "run").journal)
    seen = json.loads(attempt.trajectory.answer or "")
    assert seen["files"] == {name: data.decode() for name, data in FILES.items()}
    assert seen["told"] == {
        "M3BENCH_ROLE": TASK.role,
        "M3BENCH_RULES": "- Be brief.\n- Never name prices.",
        "M3BENCH_REQUEST": TASK.request,
    }
    assert FACT not in (tmp_path / "run" / "journal.jsonl").read_text()


def assigned(**more: Any) -> str:
    """All that the gateway says of an assignment."""
    from m3bench.hosting.gateway import sdk

    task = Assignment(id="a", request="Sum.", **more)
    return sdk._instructions(task) + repr(sdk._task_blocks(task))


def test_the_gateway_tells_role_and_rules() -> None:
    briefing = assigned(role=TASK.role, rules=TASK.rules)
    assert "Your role:\nYou are the night clerk.\n\nThe rules of this work:\n- Be brief." in briefing
    assert "The request:\nSum." in briefing
    assert assigned() == (
        "Solve this task with the tools of this server, and hand in the final answer with submit_answer."
        "\n\nSum.[TextContent(type='text', text='Sum.', annotations=None, meta=None)]"
    )


def test_the_gateway_hands_out_files_and_puts_them_into_the_workspace(suite: Path) -> None:
    assignment = gateway_file.assignment_of(suite, None, None, fuzzy=False)
    assert assignment is not None
    assert (assignment.role, assignment.rules) == (TASK.role, TASK.rules)
    assert gateway_file.assets_of(assignment) == FILES
    assert FACT not in repr(assignment)
    (suite.parent / "notes.csv").unlink()
    (suite.parent / "notes.csv").symlink_to("/etc/passwd")
    with pytest.raises(UsageError, match="lies outside its folder"):
        gateway_file.assignment_of(suite, None, None, fuzzy=False)


def test_judges_read_role_and_rules_as_data_and_nothing_of_the_user() -> None:
    done = Trajectory(task_id=TASK.id, request=TASK.request, answer="3")
    for kind in ("completion", "outcome", "rubric"):
        question = get_judge(kind).question(build_case(TASK, done))
        shown = repr(question.messages)
        assert "BEGIN agent_role" in shown
        assert "BEGIN agent_rules" in shown
        assert "Never name prices." in shown
        assert FACT not in shown


def test_a_case_without_them_is_asked_about_as_before() -> None:
    plain = msgspec.structs.replace(
        TASK, role=None, rules=(), files=(), user=None, kind=None, difficulty=None
    )
    case = build_case(plain, Trajectory(task_id=TASK.id, request=TASK.request, answer="3"))
    assert "agent_role" not in msgspec.to_builtins(case)
    assert "agent_ru" not in repr(get_judge("outcome").question(case).messages)


def test_inspect_gets_role_rules_and_files(
    suite: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pytest.importorskip("inspect_ai", reason="the extra inspect is not installed")
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path))
    from m3bench.agents import read_inputs
    from m3bench.integrations.inspect import tasks
    from m3bench.integrations.inspect.files import file_content

    (sample,) = tasks(path=str(suite)).dataset
    assert str(sample.input).startswith(
        "Your role:\nYou are the night clerk.\n\nThe rules of this work:\n- Be brief."
    )
    assert str(sample.input).endswith("The request:\nSum the table.")
    assert FACT not in repr(sample)
    assert (sample.metadata or {})["difficulty"] == "hard"
    files = read_inputs(suite.parent, TASK.files)
    seeing = [part.type for part in file_content(files, "anthropic/claude-sonnet-4-5")]
    blind = [part.type for part in file_content(files, "openai/unheard-of")]
    assert seeing == ["text", "text", "text", "document"]
    assert blind == ["text", "text"]


def test_suite_show_tells_all(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    said = Command(capsys, monkeypatch)("suite", "show", TASK.id, "--suite", suite, "--pictures", tmp_path)
    assert said.code == 0, said
    for line in (
        "input file: notes.csv (text/csv)",
        "difficulty: hard",
        "kind: service",
        "role: You are the night clerk.",
        "rule: Be brief.",
        f'"persona":"{FACT}"',
    ):
        assert line in said.out
