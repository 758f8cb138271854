"""MCPVerse's public questions: a CSV file, and the folder `test_data` beside it, if there is one."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from types import MappingProxyType

import msgspec

from m3bench.core import Task, TaskFile, UsageError, path_problem
from m3bench.formats import read_tasks
from m3bench.suites.file_suite import FileSuite

MCPVERSE = "mcpverse"
SAME_SERVERS = MappingProxyType(
    {"calculator": "mcp-server-calculator", "excel": "npm-negokaz__excel-mcp-server", "git": "mcp-server-git"}
)
"""MCPVerse's name of a server and the catalog's, where both are the same program with the same tools."""

_DATA = re.compile(r"(?:\./)?(?P<path>test_data/[\w./-]+)")
_OUTPUT = "{OUTPUT_SUB_FOLDER}"
_FOLDER = "results"
"""What stands for MCPVerse's placeholder of a folder to write to."""
_MOST_FILES = 500
_UNKNOWN_TYPE = "application/octet-stream"


def mcpverse_suite(path: Path) -> FileSuite:
    """Read MCPVerse's questions. Files that a question names are in the workspace under the same path.

    Raises:
        UsageError: There is no such file.
        FormatError: It is not a file of MCPVerse's questions.
    """
    if not path.is_file():
        raise UsageError(f"{path} is not a file.", "Pass MCPVerse's CSV file as --data FILE.")
    folder = path.resolve().parent
    tasks = [_with_files(_with_folder(task), folder) for task in read_tasks(path, format="mcpverse")]
    return FileSuite(MCPVERSE, folder, tasks)


def _with_folder(task: Task) -> Task:
    """Fill in the placeholder of the folder to write to."""
    if _OUTPUT not in f"{task.request}{task.answer}":
        return task
    texts = {name: (getattr(task, name) or "").replace(_OUTPUT, _FOLDER) for name in ("request", "answer")}
    return msgspec.structs.replace(task, **{name: text or None for name, text in texts.items()})


def _with_files(task: Task, folder: Path) -> Task:
    """Add the files that the request names, or a note of those that are missing."""
    named = dict.fromkeys(
        match["path"].rstrip("./") for match in _DATA.finditer(task.request or "") if match["path"]
    )
    missing = [name for name in named if path_problem(name) or not (folder / name).exists()]
    if missing:
        return msgspec.structs.replace(task, missing_files=tuple(missing))
    files = dict.fromkeys(name for path in named for name in _files(folder, path))
    kinds = {name: mimetypes.guess_type(name)[0] or _UNKNOWN_TYPE for name in files}
    return msgspec.structs.replace(task, files=tuple(TaskFile(name, kind) for name, kind in kinds.items()))


def _files(folder: Path, name: str) -> Iterator[str]:
    """Yield a file, or all files of a folder."""
    path = folder / name
    if path.is_file():
        yield name
        return
    inside = (file for file in sorted(path.rglob("*")) if file.is_file() and not file.is_symlink())
    yield from (file.relative_to(folder).as_posix() for file in islice(inside, _MOST_FILES))
