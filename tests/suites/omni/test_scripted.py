"""Closed-loop tasks by `react` over HTTP: a model with a script, a run that is killed, and its end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from m3bench.core import Call as ToolCall
from m3bench.core import (
    Reference,
    Shortcut,
    Step,
    Task,
    Usage,
    tamperings,
    user_turns,
)
from m3bench.formats import write
from m3bench.models import Assistant, Reply, ToolUse
from m3bench.runs import RunFolder, final_attempts
from m3bench.suites import make_suite
from m3bench.testing.provider import FakeProvider, Line, SeenRequest
from m3bench_world import World
from tests.runs.processes import completed, started, wait_for_lines

pytestmark = pytest.mark.slow

SLICES = (
    "insurance", "hotel", "banking", "telecom", "travel", "workplace", "e_commerce", "education",
    "game_assets", "office_editing",
)  # fmt: skip
USAGE = Usage(100, 20, 1, None)
KILLED_AFTER = 3


def play(tasks: Sequence[Task], way: Callable[[Task], Reference]) -> Callable[[SeenRequest], Line]:
    """Return a script that goes a way through each task: a turn for each step, then the claim to be done."""

    def line(seen: SeenRequest) -> Line:
        task = next((task for task in tasks if (task.request or "") in seen.conversation), None)
        if task is None:
            return Reply("ok", usage=USAGE)
        turn = sum(isinstance(message, Assistant) for message in seen.request.messages)
        steps = way(task).steps
        return taken(steps[turn], turn) if turn < len(steps) else claim(way(task))

    return line


def taken(step: Step, turn: int) -> Reply:
    uses = [use(call, f"t{turn}-{index}") for index, call in enumerate(step.calls)]
    return Reply(f"Thought {turn + 1}: this is next.", tuple(uses), usage=USAGE)


def use(call: ToolCall, call_id: str) -> ToolUse:
    return ToolUse(call_id, call.name, call.arguments)


def claim(way: Reference) -> Reply:
    given = {"answer": way.answer or "Done.", **({} if way.fields is None else {"fields": way.fields})}
    return Reply("I am done.", (ToolUse("done", "claim_done", given),), usage=USAGE)


def chosen_tasks() -> list[Task]:
    """Return the first task of each chosen slice."""
    tasks = make_suite("omni", World()).tasks
    return [next(task for task in tasks if task.family == name) for name in SLICES]


def options(fake: FakeProvider, out: Path) -> list[str]:
    return [
        "--agent", "react", "--model", "openai/scripted", "--base-url", fake.url(), "--out", str(out),
    ]  # fmt: skip


def test_a_run_with_dialogues_is_killed_and_resumed(tmp_path: Path) -> None:
    tasks, out = chosen_tasks(), tmp_path / "run"
    slices = [word for name in SLICES for word in ("--family", name)]
    with FakeProvider(play(tasks, lambda task: task.references[0])) as fake:
        process = started(["omni", *slices, "--per-family", "1", *options(fake, out)])
        assert wait_for_lines(out / "journal.jsonl", KILLED_AFTER, process)
        process.kill()
        process.communicate()
        before = {
            attempt.task_id: attempt.trajectory for attempt in final_attempts(RunFolder.open(out).journal)
        }
        code, said = completed(["--resume", str(out)])
    assert code == 0, said
    attempts = list(final_attempts(RunFolder.open(out).journal))
    assert {attempt.task_id for attempt in attempts} == {task.id for task in tasks}
    assert all(attempt.trajectory == before.get(attempt.task_id, attempt.trajectory) for attempt in attempts)
    assert [each.task_id for each in attempts if each.verdicts is None or not each.verdicts.passed] == []
    talked = {each.task_id for each in attempts if user_turns(each.trajectory.steps)}
    assert talked == {task.id for task in tasks if task.user is not None} != set()


@pytest.mark.parametrize(("trusts", "passes"), [(True, False), (False, True)], ids=["trusts", "looks"])
def test_only_an_agent_that_looks_passes_a_sabotaged_task(trusts: bool, passes: bool, tmp_path: Path) -> None:
    task = next(task for task in make_suite("omni", World()).tasks if task.sabotage is not None)
    way = task.shortcuts[Shortcut.TRUSTING] if trusts else task.references[0]
    write(tmp_path / "tasks.jsonl", [task], format="jsonl")
    with FakeProvider(play([task], lambda _: way)) as fake:
        code, said = completed([str(tmp_path / "tasks.jsonl"), *options(fake, tmp_path / "run")])
    assert code == 0, said
    (attempt,) = final_attempts(RunFolder.open(tmp_path / "run").journal)
    assert attempt.verdicts is not None
    assert attempt.verdicts.passed is passes
    assert len(tamperings(attempt.trajectory.steps)) == 1
