"""MCP-Bench's tasks from a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import FormatError, UsageError
from m3bench.suites import MCP_BENCH, SuiteRef, WorldRef, find_suite, mcp_bench_suite
from tests.suites.public.mcp_bench_tasks import ONE, TWO, document, write_tasks


def test_tasks_of_all_files_are_in_order_of_the_number_of_servers(tmp_path: Path) -> None:
    suite = mcp_bench_suite(write_tasks(tmp_path))
    assert suite.name == MCP_BENCH
    assert [task.id for task in suite.tasks] == ["sum_000", "article_000", "nowhere_000", "warmth_000"]


def test_a_task_has_both_requests_its_dependencies_and_its_distractors(tmp_path: Path) -> None:
    task = mcp_bench_suite(write_tasks(tmp_path)).tasks[0]
    assert task.request == "Add 2 and 3 with math:sum, then multiply the sum by 7."
    assert task.fuzzy_request == "I bought 2 pens and 3 pads a day for a week. How many things is that?"
    assert task.dependency_analysis == "The product needs the sum first."
    assert task.distractors == ("weather", "nasa-mcp", "Bibliomantic")
    assert (task.servers, task.family) == (("math",), "Single server: math")


def test_a_single_file_will_do(tmp_path: Path) -> None:
    suite = mcp_bench_suite(write_tasks(tmp_path) / "multi.json")
    assert [task.servers for task in suite.tasks] == [("weather", "math")]


def test_the_digest_depends_on_the_tasks_alone(tmp_path: Path) -> None:
    apart = mcp_bench_suite(write_tasks(tmp_path / "a", one=document(ONE), two=document(TWO)))
    together = mcp_bench_suite(write_tasks(tmp_path / "b", all=document(TWO, ONE)))
    less = mcp_bench_suite(write_tasks(tmp_path / "c", one=document(ONE)))
    assert apart.digest == together.digest != less.digest


def test_without_a_folder_it_says_what_to_do() -> None:
    with pytest.raises(UsageError, match="needs the folder of its tasks") as caught:
        find_suite(SuiteRef(name=MCP_BENCH), WorldRef())
    assert "--data DIR" in str(caught.value.hint)


def test_a_folder_without_tasks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="does not exist"):
        mcp_bench_suite(tmp_path / "nothing")
    with pytest.raises(UsageError, match="There are no tasks of MCP-Bench in"):
        mcp_bench_suite(tmp_path)
    write_tasks(tmp_path, tools={"math": []}, notes=[1, 2])
    with pytest.raises(UsageError, match=r"notes\.json, tools\.json have something else"):
        mcp_bench_suite(tmp_path)


def test_a_task_in_two_files_is_refused(tmp_path: Path) -> None:
    write_tasks(tmp_path, a=document(ONE), b=document(ONE))
    with pytest.raises(UsageError, match=r"sum_000 is in a\.json and in b\.json"):
        mcp_bench_suite(tmp_path)


def test_a_broken_file_is_refused_because_tasks_may_be_missing(tmp_path: Path) -> None:
    write_tasks(tmp_path)
    (tmp_path / "broken.json").write_text('{"server_tasks": [', encoding="utf-8")
    with pytest.raises(FormatError, match=r"broken\.json"):
        mcp_bench_suite(tmp_path)


def test_the_public_tasks(shared_data: Path) -> None:
    suite = mcp_bench_suite(shared_data / "mcp_bench")
    assert [len(task.servers) for task in suite.tasks] == [1] * 56 + [2] * 30 + [3] * 18
    assert all(task.request and task.fuzzy_request for task in suite.tasks)
    assert all(task.dependency_analysis for task in suite.tasks)
    assert all(len(task.distractors) == 10 for task in suite.tasks)
