"""Shares of two versions are over the same tasks, whatever became of their attempts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from m3bench.core import Task
from m3bench.server_tests import AgentTest, ServerTest, VersionTest
from m3bench.server_tests.comparison import compare_versions
from m3bench.server_tests.summary import change_lines

ENDS = st.lists(st.sampled_from(["solved", "wrong", "failed", "untried"]), min_size=12, max_size=12)
TASKS = [Task(id=f"t/{index}", request="?") for index in range(12)]


def version(ends: list[str]) -> VersionTest:
    by_id = {task.id: end for task, end in zip(TASKS, ends, strict=True)}
    agent = AgentTest(
        agent="a",
        run="run",
        successes={name: end == "solved" for name, end in by_id.items() if end in ("solved", "wrong")},
        failures={name: "it crashed" for name, end in by_id.items() if end == "failed"},
        untried={name: "out of budget" for name, end in by_id.items() if end == "untried"},
    )
    return VersionTest(config="c", servers=("s",), agent=agent)


@settings(max_examples=60)
@given(ENDS, ENDS)
def test_the_difference_is_now_minus_before(now: list[str], before: list[str]) -> None:
    new, old = version(now), version(before)
    change = compare_versions(new, old, TASKS)
    assert change.tasks + len(change.left_out) == len(TASKS)
    assert len(change.left_out) == sum("untried" in ends for ends in zip(now, before, strict=True))
    said = " ".join(change_lines(ServerTest(new=new, old=old, change=change, tasks=tuple(TASKS))))
    assert all(name in said for name in list(change.left_out)[:1])
    if change.now is None or change.before is None:
        assert (change.tasks, change.success.difference) == (0, None)
        assert "no task on which both were tried" in said
    else:
        assert change.now - change.before == pytest.approx(change.success.difference)
        assert f"on the same {change.tasks} task" in said
