"""A fixed sample of tasks, spread over the families."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from m3bench.core import Task


def sample_tasks(tasks: Sequence[Task], count: int, seed: int = 0) -> list[Task]:
    """Return a sample of the tasks, in their order: the same for the same tasks, count and seed.

    Families take turns, so that their shares differ by at most one task while they last. Otherwise a hash of
    seed and id decides. So a larger sample contains the smaller ones.
    """
    families: dict[str, list[Task]] = defaultdict(list)
    for task in sorted(tasks, key=lambda task: _draw(seed, "task", task.id)):
        families[task.family or ""].append(task)
    order = sorted(families, key=lambda family: _draw(seed, "family", family))
    turns = (
        (turn, index, task.id)
        for index, family in enumerate(order)
        for turn, task in enumerate(families[family])
    )
    chosen = {task_id for _, _, task_id in sorted(turns)[:count]}
    return [task for task in tasks if task.id in chosen]


def _draw(seed: int, what: str, name: str) -> bytes:
    return hashlib.sha256(f"{seed}\n{what}\n{name}".encode(errors="surrogatepass")).digest()
