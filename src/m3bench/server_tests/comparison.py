"""Two versions of servers, compared on the tasks on which both could be tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from m3bench.core import Task
from m3bench.core.text import shorten
from m3bench.server_tests.records import AgentTest, Change, VersionTest
from m3bench.server_tests.summary import first_names
from m3bench.server_tests.versions import UNUSABLE, ExaminedVersion
from m3bench.statistics import paired_successes

_NAMED = 5
_LONGEST_LIST = 200


def compare_versions(
    new: VersionTest, old: VersionTest, tasks: Sequence[Task], *, problem: str = ""
) -> Change:
    """Compare two versions on the tasks on which both were tried. One that a server failed is not solved.

    Tasks are not clustered by tool: the tools are all that the server has, not a sample of many. With a
    `problem`, the versions had no tasks to compare.
    """
    left_out = {task.id: why for task in tasks if (why := _untried(task, new, old))}
    tried = [] if problem else [task for task in tasks if task.id not in left_out]
    ours, theirs = _successes(new.agent, tried), _successes(old.agent, tried)
    known, before = {finding.key for finding in new.findings}, {finding.key for finding in old.findings}
    return Change(
        tasks=len(tried),
        before=sum(theirs) / len(tried) if tried else None,
        now=sum(ours) / len(tried) if tried else None,
        success=paired_successes(ours, theirs, seed=0),
        left_out={} if problem else left_out,
        problem=problem,
        gone=tuple(finding for finding in old.findings if finding.key not in known),
        new=tuple(finding for finding in new.findings if finding.key not in before),
        tokens=new.tokens - old.tokens,
    )


def comparison_problem(new: ExaminedVersion, old: ExaminedVersion) -> str:
    """Return why two versions cannot be compared at all; empty if they can be."""
    if new.tools.keys() & old.tools.keys():
        return ""
    if broken := [*_unusable(new.test, "new"), *_unusable(old.test, "old")]:
        return f"{'; '.join(broken)}."
    return (
        f"They have no tool in common: the new version has {_listed(new)}, the old one {_listed(old)}. "
        "Give the server the same name in both configurations."
    )


def common_tasks(new: ExaminedVersion, old: ExaminedVersion, most: int) -> list[Task]:
    """Return tasks of both versions whose tools both have; a task that both give is taken once."""
    both = new.tools.keys() & old.tools.keys()
    merged = {task.id: task for task in (*new.tasks, *old.tasks) if task_tools(task) <= both}
    return list(merged.values())[: 2 * most]


def task_tools(task: Task) -> set[str]:
    return {call.name for _, call in task.references[0].calls()}


def _successes(agent: AgentTest | None, tasks: Sequence[Task]) -> list[bool]:
    return [agent is not None and agent.successes.get(task.id, False) for task in tasks]


def _untried(task: Task, new: VersionTest, old: VersionTest) -> str:
    """Return why one of the versions could not be tried on a task; empty if both were."""
    for name, agent in (("new", new.agent), ("old", old.agent)):
        if agent is None:
            return f"no agent was run with the {name} version"
        if task.id not in agent.successes and task.id not in agent.failures:
            return f"with the {name} version: {agent.untried.get(task.id, 'not attempted')}"
    return ""


def _unusable(version: VersionTest, name: str) -> Iterator[str]:
    for finding in version.findings:
        if finding.rule in UNUSABLE:
            what = "did not start" if finding.rule == "server-start" else "has no tools to compare"
            yield f"{finding.tool} of the {name} version {what}: {finding.problem}"


def _listed(version: ExaminedVersion) -> str:
    return shorten(first_names(list(version.tools), _NAMED), _LONGEST_LIST) or "none"
