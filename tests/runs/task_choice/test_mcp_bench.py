"""Which of MCP-Bench's tasks a run attempts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from m3bench.core import UsageError
from m3bench.runs import LeftOut, choose_tasks, default_kinds, run_settings
from m3bench.runs.judging import JudgeKind
from m3bench.runs.task_choice import reasons
from m3bench.servers import SERVERS, Answer, Server, register_server
from m3bench.suites import MCP_BENCH, NeedKind, WorldNeed, WorldRef, find_suite
from m3bench_world import SOURCES
from tests.suites.public.mcp_bench_tasks import NOWHERE, document, write_tasks

ALL = ["sum_000", "article_000", "nowhere_000", "warmth_000"]


def choice(folder: Path, **options: object) -> tuple[list[str], dict[str, LeftOut]]:
    settings = run_settings(MCP_BENCH, "idle", data=str(folder), **options)
    chosen = choose_tasks(find_suite(settings.suite, WorldRef()), settings)
    return [task.id for task in chosen.tasks], {task.id: task for task in chosen.left_out}


def needs(monkeypatch: pytest.MonkeyPatch, task: str, server: str, *missing: str) -> None:
    """Make a task ask for Apple and Pear, of which some are missing."""
    need = WorldNeed(
        kind=NeedKind.NAMED_ENTITY, server=server, entities=("Apple", "Pear"), missing=missing, why="facts"
    )
    monkeypatch.setattr(reasons, "world_needs", lambda: {task: (need,)})


@pytest.fixture
def nowhere() -> Iterator[None]:
    """A server of a plugin."""
    server = Server("Nowhere", "Tells nothing.", sources=(next(iter(SOURCES)),))
    server.tool(_silence)
    register_server("Nowhere", server)
    yield
    SERVERS.unregister("Nowhere")


def _silence() -> Answer:
    """Say nothing."""
    return Answer("")


def test_tasks_without_their_servers_are_left_out_with_the_reason(tmp_path: Path) -> None:
    kept, left_out = choice(write_tasks(tmp_path))
    assert kept == ["sum_000", "article_000", "warmth_000"]
    (left_out_task,) = left_out.values()
    assert left_out_task == LeftOut(
        "nowhere_000", "needs Nowhere (neither bundled nor configured)", ("Nowhere",), "Go there."
    )


def test_limits_count_tasks_that_can_be_run(tmp_path: Path) -> None:
    kept, left_out = choice(write_tasks(tmp_path), limit=3)
    assert (kept, list(left_out)) == (["sum_000", "article_000", "warmth_000"], ["nowhere_000"])


@pytest.mark.usefixtures("nowhere")
def test_servers_of_plugins_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needs(monkeypatch, "nowhere_000", "Nowhere", "Apple")  # of the bundled server, which there is not
    assert choice(write_tasks(tmp_path)) == (ALL, {})


def test_a_task_that_asks_for_what_the_world_does_not_have_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs(monkeypatch, "article_000", "wiki", "Pear")
    kept, left_out = choice(write_tasks(tmp_path))
    assert kept == ["sum_000", "warmth_000"]
    assert left_out["article_000"].why == "the bundled wiki has no Pear (named_entity: facts)"
    assert left_out["article_000"].servers == ("wiki",)


@pytest.mark.parametrize(("server", "missing"), [("wiki", ()), ("math", ("Pear",))])
def test_what_is_there_or_is_not_asked_for_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: str, missing: tuple[str, ...]
) -> None:
    needs(monkeypatch, "article_000", server, *missing)
    assert "article_000" in choice(write_tasks(tmp_path))[0]


def test_servers_of_the_user_have_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = tmp_path / "servers.json"
    config.write_text(json.dumps({"mcpServers": {name: {"command": "true"} for name in ("wiki", "Nowhere")}}))
    needs(monkeypatch, "article_000", "wiki", "Pear")
    kept, left_out = choice(write_tasks(tmp_path / "tasks"), configs=(str(config),), live=True)
    assert (kept, left_out) == (ALL, {})


def test_without_any_task_left_there_is_no_run(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"No task of mcp-bench can be run: needs Nowhere .*: 1"):
        choice(write_tasks(tmp_path, single=document(NOWHERE)))


def test_the_suite_brings_its_mode_and_its_requests() -> None:
    settings = run_settings(MCP_BENCH, "planner", data="tasks")
    assert (settings.mode, settings.suite.fuzzy) == ("oracle+10", True)
    given = run_settings(MCP_BENCH, "planner", data="tasks", mode="oracle", fuzzy=False)
    assert (given.mode, given.suite.fuzzy) == ("oracle", False)
    other = run_settings("m3", "planner")
    assert (other.mode, other.suite.fuzzy) == ("oracle", False)


def test_runs_are_judged_as_their_benchmark_does() -> None:
    assert default_kinds(MCP_BENCH) == (JudgeKind.RUBRIC,)
    assert default_kinds("m3") == (JudgeKind.M3,)
