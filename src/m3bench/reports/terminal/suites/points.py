"""What a suite with evaluation points covers, on a terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.text import Text

from m3bench.core import Difficulty, PointKind, Task


def print_point_counts(console: Console, tasks: Sequence[Task]) -> None:
    """Print counts by slice, difficulty, modality and kind of point; nothing if no task has points."""
    pointed = [task for task in tasks if task.points]
    if not pointed:
        return
    for title, counts in _counts(pointed).items():
        console.print(Text(f"{title}: " + ", ".join(f"{name} {count}" for name, count in counts.items())))
    kinds = Counter(point.kind for task in pointed for point in task.points)
    by_code = kinds.total() - kinds[PointKind.JUDGE]
    console.print(
        f"evaluation points: {', '.join(f'{kind} {kinds[kind]}' for kind in PointKind)}; "
        f"{by_code / kinds.total():.1%} decided by code"
    )


def _counts(tasks: Sequence[Task]) -> dict[str, Mapping[str, int]]:
    found = Counter(task.family or "" for task in tasks)
    difficulties = Counter((task.kind, task.difficulty) for task in tasks)
    media = [[modality for modality in task.modalities if modality != "text"] for task in tasks]
    modalities = Counter(each for kinds in media for each in kinds)
    return {
        "slices": dict(sorted(found.items())),
        **{
            f"{kind}": {each: difficulties[kind, each] for each in Difficulty}
            for kind in dict.fromkeys(task.kind for task in tasks)
        },
        "modalities": {
            **dict(sorted(modalities.items())),
            "two or more": sum(len(kinds) > 1 for kinds in media),
        },
        "tasks with": {
            "a user": sum(task.user is not None for task in tasks),
            "a closed loop": sum(bool(task.closed_loop) for task in tasks),
            "a sabotaging tool": sum(task.sabotage is not None for task in tasks),
        },
    }
