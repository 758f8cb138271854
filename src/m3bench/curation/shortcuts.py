"""Shortcuts: what careless agents do must fail the checks of a task."""

from __future__ import annotations

from collections.abc import Iterator

from m3bench.core import PointKind, Shortcut, Task, Trajectory, tamperings


def needed_shortcuts(task: Task) -> set[Shortcut]:
    """Return the shortcuts that a task with evaluation points must rule out, by its inputs."""
    kinds = {file.media_type.partition("/")[0] for file in task.files} | ({"image"} if task.images else set())
    needed = {
        Shortcut.BLIND: bool(kinds & {"image", "video"}),
        Shortcut.DEAF: "audio" in kinds,
        Shortcut.UNASKED: task.user is not None,
        Shortcut.UNINSPECTED: bool(task.closed_loop),
        Shortcut.TRUSTING: task.sabotage is not None,
    }
    return {shortcut for shortcut, wanted in needed.items() if wanted}


def missed_sabotage(task: Task, trajectory: Trajectory, least: int = 1) -> str | None:
    """Return that the sabotage of a task did not apply so often in an attempt."""
    sabotage, count = task.sabotage, len(tamperings(trajectory.steps))
    if sabotage is None or count >= least:
        return None
    return (
        f"the fault {sabotage.fault} was put into files of {sabotage.tool} {count} times, expected {least}: "
        "name a call, a path and settings that apply"
    )


def point_problems(task: Task) -> Iterator[str]:
    """Yield what is wrong with the evaluation points of a task, and which shortcuts are not tried."""
    points, checks = task.points, task.checks
    if not points:
        return
    decided = [index for point in points for index in point.checks]
    if len(set(decided)) < len(decided) or not set(decided) <= set(range(len(checks))):
        yield "a check belongs to two evaluation points, or a point names a check that it does not have"
        return
    for point in points:
        judged = {checks[index]["check"] == "picture_shows" for index in point.checks}
        if judged != {point.kind is PointKind.JUDGE}:
            yield f"the kind of the point {point.text!r} does not fit its checks"
    missing = needed_shortcuts(task) - task.shortcuts.keys()
    yield from (f"the shortcut {name} is not tried" for name in sorted(missing))
