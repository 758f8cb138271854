"""Shortcuts: what careless agents do must fail the checks of a task."""

from __future__ import annotations

from collections.abc import Iterator

from m3bench.core import CLOSED_LOOP, PointKind, Shortcut, Task, points_of, sabotage_of, shortcuts_of


def needed_shortcuts(task: Task) -> set[Shortcut]:
    """Return the shortcuts that a task with evaluation points must rule out, by its inputs."""
    kinds = {file.media_type.partition("/")[0] for file in task.files} | ({"image"} if task.images else set())
    needed = {
        Shortcut.BLIND: bool(kinds & {"image", "video"}),
        Shortcut.DEAF: "audio" in kinds,
        Shortcut.UNASKED: task.user is not None,
        Shortcut.UNINSPECTED: bool(task.extra.get(CLOSED_LOOP)),
        Shortcut.TRUSTING: sabotage_of(task) is not None,
    }
    return {shortcut for shortcut, wanted in needed.items() if wanted}


def point_problems(task: Task) -> Iterator[str]:
    """Yield what is wrong with the evaluation points of a task, and which shortcuts are not tried."""
    points = points_of(task)
    if not points:
        return
    checks = task.extra.get("checks", [])
    decided = [place for point in points for place in point.checks]
    if sorted(decided) != list(range(len(checks))):
        yield "its evaluation points do not share out its checks"
        return
    for point in points:
        judged = {checks[place]["check"] == "picture_shows" for place in point.checks}
        if judged != {point.kind is PointKind.JUDGE}:
            yield f"the kind of the point {point.text!r} does not fit its checks"
    missing = needed_shortcuts(task) - shortcuts_of(task).keys()
    yield from (f"the shortcut {name} is not tried" for name in sorted(missing))
