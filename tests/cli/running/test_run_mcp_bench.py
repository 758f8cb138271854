"""MCP-Bench's tasks from the command line: a scripted planner, the rubric, and the report."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from m3bench.judges import READINGS
from m3bench.runs import RunFolder, read_run
from m3bench.servers import SERVERS, Answer, Server, register_server
from m3bench.servers.kit import ToolDefinition
from m3bench.suites import MCP_BENCH, world_needs
from m3bench.testing.provider import FakeProvider, Line, SeenRequest
from m3bench_world import SOURCES
from tests.cli.command import run_command
from tests.runs.bench import answer, judgements
from tests.suites.public.mcp_bench_tasks import write_tasks

JUDGE = "openai/gpt-4o-mini"
WEATHER = [("weather/get_weather", {"location": city}) for city in ("Oslo", "Rome")]
ROUNDS: dict[str, list[list[tuple[str, dict[str, Any]]]]] = {
    "2 pens": [
        [("math/sum", {"numbers": [2, 3]})],
        [("math/multiply", {"firstNumber": 5, "SecondNumber": 7})],
    ],
    "two fruits": [[("wiki/summary", {"title": title}) for title in ("Apple", "Pear")]],
    "from Oslo": [WEATHER, [("math/subtract", {"minuend": 9, "subtrahend": 2})]],
}
"""The calls of each round, by words of the fuzzy request."""
SUMMARY = "Both are fruits of trees."


def planner(seen: SeenRequest) -> Line:
    """Play the planner and the judge."""
    if '"task_fulfillment":' in seen.conversation:
        return answer(seen)
    if "What it returned:" in seen.latest:
        return SUMMARY
    if "No more calls are made." in seen.latest:
        return "That is all."
    words = next(words for words in ROUNDS if words in seen.conversation)
    number = int(re.findall(r"Round (\d+) of at most (?:\d+)", seen.latest)[-1])
    calls = [{"name": name, "arguments": arguments} for name, arguments in ROUNDS[words][number - 1]]
    goes_on = number < len(ROUNDS[words])
    return json.dumps({"reasoning": f"round {number}", "continue": goes_on, "tool_calls": calls})


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of a run of three tasks, judged."""
    data, out = write_tasks(tmp_path / "tasks"), tmp_path / "run"
    with FakeProvider(planner) as fake:
        url = fake.url("openai")
        command = ("run", MCP_BENCH, "--data", str(data), "--agent", "planner:threshold=60", "--no-probe")
        run_command(*command, "--model", "openai/some", "--base-url", url, "--out", str(out))
        run_command("judge", "run", str(out), "--judges", JUDGE, "--base-url", url, "--yes", "--no-cache")
        assert fake.refused == []
        (tmp_path / "seen.json").write_text(json.dumps([request.conversation for request in fake.seen]))
    return out


def test_rounds_compression_judge_and_report(run: Path, tmp_path: Path) -> None:
    requests = json.loads((tmp_path / "seen.json").read_text())
    asked = [text for text in requests if "of at most 20." in text]
    rounds = [text for text in asked if "No more calls are made." not in text]
    assert len(rounds) == 5
    assert not any("Add 2 and 3 with math:sum" in text for text in rounds), "the agent sees the fuzzy request"
    judged = [text for text in requests if '"task_fulfillment":' in text]
    assert sum("Add 2 and 3 with math:sum" in text for text in judged) == READINGS, "judges see both"
    assert sum("The product needs the sum first." in text for text in judged) == READINGS
    result = read_run(run)
    assert result.statuses == {"completed": 3}
    shapes = {
        trajectory.task_id: [len(step.calls) for step in trajectory.steps]
        for trajectory in result.trajectories
    }
    assert shapes == {"sum_000": [1, 1], "article_000": [2], "warmth_000": [2, 1]}
    assert any(f"(summary) {SUMMARY}" in text for text in requests)
    assert_manifest(RunFolder.open(run).manifest)
    assert_judged(run)
    assert_shown(run, tmp_path)


def assert_manifest(manifest: Any) -> None:
    settings = manifest.settings
    assert (settings.mode, settings.suite.fuzzy, settings.agent) == (
        "oracle+10",
        True,
        "planner:threshold=60",
    )
    assert [(task.id, task.servers) for task in manifest.left_out] == [("nowhere_000", ("Nowhere",))]
    assert {manifest.mounted.least.servers, manifest.mounted.most.servers} <= {11, 12}, "ten distractors"


def assert_judged(run: Path) -> None:
    """Five readings of each attempt, by the rubric."""
    found = [judgement.judgement for judgement in judgements(run)]
    assert sorted((judgement.case, judgement.turn) for judgement in found) == [
        (task, turn) for task in ("article_000", "sum_000", "warmth_000") for turn in range(READINGS)
    ]
    assert {judgement.prompt.partition("@")[0] for judgement in found} == {"rubric"}


def assert_shown(run: Path, tmp_path: Path) -> None:
    shown = run_command("score", str(run)).stdout
    assert "left out, not scored: 1 task" in shown
    assert "needs Nowhere (neither bundled nor configured): 1 (nowhere_000)" in shown
    run_command("report", str(run), "--out", str(tmp_path / "report.html"))
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Tasks left out" in page
    assert "<dt>modes</dt><dd>oracle+10</dd></div><div><dt>requests</dt><dd>fuzzy</dd>" in page
    assert "needs Nowhere (neither bundled nor configured)" in page


def test_the_output_names_requests_mode_and_tasks_before_the_run(tmp_path: Path) -> None:
    data, out = str(write_tasks(tmp_path / "tasks")), str(tmp_path / "run")
    done = run_command("run", MCP_BENCH, "--data", data, "--agent", "idle", "--limit", "1", "--out", out)
    assert "mcp-bench: fuzzy requests, mode oracle+10, seed 0\n" in done.stderr
    assert "left out: 1 task; to run: 1\n" in done.stderr
    assert "needs Nowhere (neither bundled nor configured): 1 (nowhere_000)\n" in done.stderr


def test_concrete_requests_and_another_mode(tmp_path: Path) -> None:
    data, out = str(write_tasks(tmp_path / "tasks")), tmp_path / "run"
    options = ("--agent", "idle", "--limit", "1", "--no-fuzzy", "--mode", "oracle", "--out", str(out))
    done = run_command("run", MCP_BENCH, "--data", data, *options)
    assert "mcp-bench: concrete requests, mode oracle, seed 0\n" in done.stderr
    settings = RunFolder.open(out).manifest.settings
    assert (settings.mode, settings.suite.fuzzy) == ("oracle", False)


def test_without_an_agent_it_is_the_planner_which_needs_a_model(tmp_path: Path) -> None:
    data = str(write_tasks(tmp_path / "tasks"))
    assert "planner" in run_command("run", MCP_BENCH, "--data", data, code=2).stderr
    assert "No agent was given" in run_command("run", "smoke", code=2).stderr


def test_without_data_it_says_what_to_do() -> None:
    done = run_command("run", MCP_BENCH, "--agent", "idle", code=2)
    assert "mcp-bench needs the folder of its tasks." in done.stderr
    assert "--data DIR" in done.stderr


class _Anything(msgspec.Struct):
    """Arguments of any kind."""


@pytest.fixture
def public_servers(shared_data: Path) -> Iterator[None]:
    """Servers that say nothing, in the place of those of MCP-Bench that are not bundled."""
    listed = json.loads((shared_data / "mcp_bench" / "tools.json").read_text(encoding="utf-8"))
    absent = [name for name in listed if name not in SERVERS]
    for name in absent:
        tools = listed[name]["tools"] if isinstance(listed[name], dict) else listed[name]
        register_server(name, _silent_server(name, [tool["name"] for tool in tools]))
    yield
    for name in absent:
        SERVERS.unregister(name)


def _silent_server(name: str, tools: list[str]) -> Server:
    server = Server(name, "Says nothing.", sources=(next(iter(SOURCES)),))
    server.tools |= {
        tool: ToolDefinition(tool, f"The tool {tool}.", _Anything, lambda: Answer("Nothing."), False, True)
        for tool in tools
    }
    return server


@pytest.mark.slow
@pytest.mark.usefixtures("public_servers")
def test_ten_public_tasks(shared_data: Path, tmp_path: Path) -> None:
    data, out = str(shared_data / "mcp_bench"), tmp_path / "run"
    run_command("run", MCP_BENCH, "--data", data, "--agent", "retrieval", "--limit", "10", "--out", str(out))
    result = read_run(out)
    assert (result.attempts, result.dropped) == (10, ())
    left_out = {task.id: task for task in result.left_out}
    unmet = {task for task, needs in world_needs().items() if any(need.missing for need in needs)}
    assert left_out.keys() <= unmet
    assert left_out.keys().isdisjoint(task.id for task in result.tasks)
