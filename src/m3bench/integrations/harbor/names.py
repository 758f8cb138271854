"""Names of task folders: what Harbor and every file system accept, and different for different tasks."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

_PLAIN = re.compile(r"[a-z0-9][a-z0-9_.-]*(/[a-z0-9][a-z0-9_.-]*)*")
_LONGEST = 80


def folder_names(task_ids: Iterable[str]) -> dict[str, str]:
    """Return the folder of each task. Ids that are not plain, or would share a folder, get a hash."""
    names: dict[str, str] = {}
    taken: set[str] = set()
    for task_id in task_ids:
        name = _plain_name(task_id)
        if name is None or name in taken:
            name = _hashed_name(task_id)
        taken.add(name)
        names[task_id] = name
    return names


def _plain_name(task_id: str) -> str | None:
    plain = len(task_id) <= _LONGEST and ".." not in task_id and _PLAIN.fullmatch(task_id)
    return task_id.replace("/", "-") if plain else None


def _hashed_name(task_id: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", task_id.casefold().encode("ascii", "ignore").decode()).strip("-")
    digest = hashlib.sha256(task_id.encode("utf-8", "surrogatepass")).hexdigest()[:12]
    return "-".join(filter(None, (words[: _LONGEST - 13].strip("-") or "task", digest)))
