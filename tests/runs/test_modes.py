"""Whole runs in modes that mount third-party servers: what is mounted, started, on record and refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from m3bench.agents.reply_limits import request_tokens
from m3bench.core import Call, Reference, Step, Task, UsageError
from m3bench.formats import write
from m3bench.hosting import Environments, Tool
from m3bench.runs import (
    EngineSettings,
    FinishedAttempt,
    RunFolder,
    RunLimits,
    final_attempts,
    run_settings,
    start_run,
)
from m3bench.runs.engine import SilentWatcher
from m3bench.servers import servers_by_collection
from m3bench.testing import ScriptedModel
from tests.hosting.installed import SHARED, TASK, install_small, starts, tools_of

pytestmark = pytest.mark.anyio
OTHER = "mcp-dice"
BUNDLED = servers_by_collection()["m3-bench"]
SUM = Call("math/add", {"firstNumber": 1, "secondNumber": 2})


class Listener(SilentWatcher):
    """Hears what is said to the user."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def said(self, text: str) -> None:
        self.heard.append(text)


def task_file(folder: Path, *calls: Call, number: int = 1) -> Path:
    """Tasks whose references make these calls, one after another."""
    servers = tuple(dict.fromkeys(call.name.partition("/")[0] for call in calls))
    steps = tuple(Step((call,)) for call in calls)
    reference = Reference(steps=steps, answer="done")
    tasks = [
        Task(id=f"t{n}", request="Add two numbers.", servers=servers, references=(reference,))
        for n in range(number)
    ]
    write(folder / "tasks.jsonl", tasks, format="jsonl")
    return folder / "tasks.jsonl"


async def attempts_of(
    folder: Path, tasks: Path, mode: str, *, at_once: int = 4, memory: int | None = None
) -> list[FinishedAttempt]:
    chosen = run_settings(str(tasks), "reference", mode=mode, sandbox="off")
    limits, engine = RunLimits(concurrency=at_once), EngineSettings(server_memory=memory)
    assert await start_run(chosen, folder / "run", limits=limits, engine=engine) is None
    return list(final_attempts(folder / "run" / "journal.jsonl"))


async def test_only_servers_that_are_called_are_started_and_the_journal_says_which(
    tmp_path: Path, own_servers: Environments
) -> None:
    names = (SHARED, TASK, OTHER)
    logs = {name: install_small(own_servers, name, kept=tools_of(name)) for name in names}
    tasks = task_file(tmp_path, SUM, Call(f"{TASK}/count", {}), Call(f"{SHARED}/count", {}), number=2)
    attempts = await attempts_of(tmp_path, tasks, "max", at_once=1)
    assert [attempt.started for attempt in attempts] == [{TASK: 1, SHARED: 1}, {TASK: 1}]
    assert {name: starts(log) for name, log in logs.items()} == {TASK: 2, SHARED: 1, OTHER: 0}
    results = [
        call.result.text for attempt in attempts for _, call in attempt.trajectory.calls() if call.result
    ]
    assert results[1:3] == ["1", "1"]
    assert results[4:6] == ["1", "2"], "the task server is a new process, the shared one is not"


async def test_the_manifest_and_the_journal_have_the_number_of_tools_and_tokens(
    tmp_path: Path, own_servers: Environments
) -> None:
    for name in (SHARED, OTHER):
        install_small(own_servers, name, kept=tools_of(name, *(f"tool_{n}" for n in range(50))))
    tasks = task_file(tmp_path, SUM)
    (attempt,) = await attempts_of(tmp_path, tasks, "max")
    record = RunFolder.open(tmp_path / "run").manifest.mounted
    assert record is not None
    assert record.least == record.most == attempt.mounted
    # excel and ppt are not installed here
    assert (record.most.servers, record.most.tools) == (len(BUNDLED) - 2 + 2, 185 + 2 * 53)
    assert record.most.tokens > 10 * record.most.tools
    line = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert line["mounted"]["most"]["tools"] == record.most.tools


async def test_in_oracle_mode_the_record_has_the_least_and_the_most(
    tmp_path: Path, own_servers: Environments
) -> None:
    write(
        tmp_path / "tasks.jsonl",
        [
            Task(id="small", request="x", servers=("math",), references=(Reference(steps=()),)),
            Task(id="large", request="x", servers=("math", "wiki"), references=(Reference(steps=()),)),
        ],
        format="jsonl",
    )
    attempts = await attempts_of(tmp_path, tmp_path / "tasks.jsonl", "oracle")
    record = RunFolder.open(tmp_path / "run").manifest.mounted
    assert record is not None
    sizes = {attempt.task_id: attempt.mounted for attempt in attempts}
    assert (record.least, record.most) == (sizes["small"], sizes["large"])
    assert record.least.tools < record.most.tools


async def test_a_server_without_a_list_is_started_once_to_make_one(
    tmp_path: Path, own_servers: Environments
) -> None:
    log = install_small(own_servers, SHARED)
    tasks = task_file(tmp_path, SUM, number=3)
    attempts = await attempts_of(tmp_path, tasks, "max")
    assert starts(log) == 1
    assert [attempt.started for attempt in attempts] == [{}, {}, {}]
    assert own_servers.tool_list(SHARED).get() is not None


async def test_a_broken_server_is_left_out_and_that_is_said(
    tmp_path: Path, own_servers: Environments
) -> None:
    install_small(own_servers, SHARED)
    program = own_servers.folder(SHARED) / "bin" / SHARED
    program.write_text("#!/bin/sh\nexit 7\n")
    watcher = Listener()
    chosen = run_settings(str(task_file(tmp_path, SUM)), "reference", mode="max", sandbox="off")
    assert await start_run(chosen, tmp_path / "run", watcher=watcher) is None
    (message,) = [text for text in watcher.heard if SHARED in text]
    assert message.startswith(f"{SHARED} is not mounted: it exited with code 7")


async def test_distractors_are_bundled_servers_as_long_as_there_are_some(
    tmp_path: Path, own_servers: Environments
) -> None:
    for name in (SHARED, OTHER):
        install_small(own_servers, name, kept=tools_of(name))
    tasks = task_file(tmp_path, SUM)
    free = len(BUNDLED) - 2 - 1
    (attempt,) = await attempts_of(tmp_path / "few", tasks, f"oracle+{free}")
    assert attempt.mounted is not None
    assert attempt.mounted.tools == 185
    (attempt,) = await attempts_of(tmp_path / "all", tasks, f"oracle+{free + 2}")
    assert attempt.mounted is not None
    assert attempt.mounted.tools == 185 + 2 * 3
    with pytest.raises(UsageError, match=f"only {free + 2} are available"):
        await attempts_of(tmp_path / "more", tasks, f"oracle+{free + 3}")
    assert not (tmp_path / "more" / "run").exists()


@pytest.mark.slow
async def test_a_memory_limit_stops_servers_between_calls_and_the_journal_counts_the_starts(
    tmp_path: Path, own_servers: Environments
) -> None:
    for name in (SHARED, OTHER):
        install_small(own_servers, name, kept=tools_of(name))
    grow = {"megabytes": 100}
    tasks = task_file(
        tmp_path, Call(f"{SHARED}/grow", grow), Call(f"{OTHER}/grow", grow), Call(f"{SHARED}/count", {})
    )
    (attempt,) = await attempts_of(tmp_path, tasks, "max", memory=150)
    assert attempt.started == {SHARED: 2, OTHER: 1}
    assert attempt.trajectory.call_count == 3


MANY = 3_000
"""Tools of a server whose schemas take more than 128,000 tokens."""
SMALL_MODEL, LARGE_MODEL = "openai/gpt-4o", "anthropic/claude-sonnet-5"


def large_server(own_servers: Environments) -> None:
    properties = {f"parameter_{n}": {"type": "string", "description": "What it is about."} for n in range(5)}
    schema = {"type": "object", "properties": properties}
    kept = [
        Tool(server=SHARED, name=f"tool_{n}", description="Does it.", input_schema=schema)
        for n in range(MANY)
    ]
    install_small(own_servers, SHARED, kept=kept)


async def calling(folder: Path, tasks: Path, mode: str, model: str, agent: str = "caller") -> Any:
    """Run with a scripted model: what was said, how tools were offered, and how many in the first request."""
    watcher, asked = Listener(), ScriptedModel(lambda _: "done", name=model)
    chosen = run_settings(str(tasks), agent, mode=mode, model=model, sandbox="off")
    try:
        await start_run(chosen, folder / "run", watcher=watcher, model=asked)
    except UsageError:
        assert asked.requests == [], "nothing was asked"
        assert not (folder / "run").exists()
        raise
    (attempt,) = final_attempts(folder / "run" / "journal.jsonl")
    return watcher.heard, attempt.trajectory.extra["calling"], len(asked.requests[0].tools)


async def test_a_model_with_a_tool_limit_is_switched_or_refused_before_it_is_asked(
    tmp_path: Path, own_servers: Environments
) -> None:
    large_server(own_servers)
    servers = tuple(name for name in BUNDLED if name not in ("excel", "ppt"))
    tasks = tmp_path / "tasks.jsonl"
    write(tasks, [Task(id="t0", request="Add two numbers.", servers=servers)], format="jsonl")
    note = f"185 tools are mounted; {SMALL_MODEL} accepts 128. The tools are described in the prompt instead"
    heard, how, offered = await calling(tmp_path / "a", tasks, "standard", SMALL_MODEL)
    assert note in heard
    assert (how, offered) == (f"prompted: {note}", 0)
    heard, how, offered = await calling(tmp_path / "b", tasks, "max", SMALL_MODEL)
    (said,) = [text for text in heard if "3,185 tools take" in text]
    assert f"{SMALL_MODEL} has room for 124,000: " in said
    assert "shortened" in said
    with pytest.raises(UsageError, match=f"185 tools are mounted; {SMALL_MODEL} accepts 128"):
        await calling(tmp_path / "c", tasks, "standard", SMALL_MODEL, "caller:native")


async def test_a_model_without_limits_takes_all_tools(tmp_path: Path, own_servers: Environments) -> None:
    large_server(own_servers)
    tasks = task_file(tmp_path, SUM)
    heard, how, offered = await calling(tmp_path / "d", tasks, "max", LARGE_MODEL)
    assert (how, offered) == ("native", 3_185)
    assert not any("tools" in text for text in heard)


@pytest.mark.parametrize(
    "agent",
    [
        "react",
        pytest.param("executor", marks=pytest.mark.slow),
        pytest.param("planner", marks=pytest.mark.slow),
    ],
)
async def test_every_loop_shows_what_fits(agent: str, tmp_path: Path, own_servers: Environments) -> None:
    large_server(own_servers)
    tasks = task_file(tmp_path, SUM)
    watcher, asked = Listener(), ScriptedModel(lambda _: "done", name="local/smollm2")
    chosen = run_settings(str(tasks), agent, mode="max", model="local/smollm2", sandbox="off", max_steps=1)
    await start_run(chosen, tmp_path / "run", watcher=watcher, model=asked)
    (attempt,) = final_attempts(tmp_path / "run" / "journal.jsonl")
    assert attempt.trajectory.extra["tools_shown"].startswith("nearest, ")
    assert any(
        "local/smollm2 has room for 4,192: each task is shown the nearest" in text for text in watcher.heard
    )
    assert all(request_tokens(request) < 8_192 for request in asked.requests)
