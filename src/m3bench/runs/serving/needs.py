"""The needs that a task states without a model: its sentences, and what its wording and files imply."""

from __future__ import annotations

import re
from collections.abc import Iterator

from m3bench.core import Task

MAX_NEEDS = 12
_SENTENCE = re.compile(r"[^.!?;\n]{8,}")
_EXTENSION = re.compile(r"\.([a-z0-9]{2,7})\b", re.IGNORECASE)
_ARITHMETIC = re.compile(
    r"\d ?%|\b(differ(ence)?|how (much|many) (more|less|fewer|\w+er|\w+ \w+er)|by how (much|many)|totals?|"
    r"sums?|altogether|together|combined|average|mean|median|percent\w*|per cent|ratio|shares?|times as|"
    r"add(ed)?|compute\w*|calculat\w*|round\w*|spread|margin|gap|range|exceed\w*|worth)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"\b[A-Z][\w'’.-]+(, | \()[A-Z][\w'’.]+")
"""A name with another behind a comma or in brackets: Denver, CO; Accra (Ghana)."""
_WEATHER = re.compile(
    r"\b(weather|temperatures?|warm(er|est)?|cold(er|est)?|rain|precipitation|winds?|humidity|"
    r"sun|sunrise|sunset|UV)\b",
    re.IGNORECASE,
)
_GIT = re.compile(r"\b(git|repositor(y|ies)|commit(s|ted)?|branch(es)?)\b", re.IGNORECASE)
_LINES = re.compile(
    r"\b(lines?|sort(ed)?|alphabetical|repetitions?|duplicates?|lower case|upper case)\b", re.IGNORECASE
)
_FILES = re.compile(r"\b(folders?|director(y|ies)|files?)\b", re.IGNORECASE)
_IMPLIED_BY_FILES = {
    "read and edit JSON files": ("json",),
    "run a shell command, pack and unpack archives": ("zip", "tar", "gz", "tgz"),
    "query a SQL database": ("db", "sqlite", "sqlite3"),
    "query a DuckDB database": ("duckdb",),
    "read and write spreadsheets": ("csv", "tsv", "xlsx", "xls"),
    "query the rows of a table with SQL": ("csv", "tsv", "parquet"),
    "read and write Word documents": ("docx",),
    "make presentation slides": ("pptx",),
    "extract the text of PDF files": ("pdf",),
    "read and edit text files": ("txt", "md", "ini", "cfg", "conf", "yaml", "yml", "toml"),
    "search log files with a shell command": ("log",),
    "read the text in a picture": ("png", "jpg", "jpeg", "webp", "gif"),
    "find objects in an image, crop it or draw on it": ("png", "jpg", "jpeg", "webp", "gif"),
}
"""Needs by the extensions of files that a task has or names."""


def request_needs(request: str, task: Task | None = None) -> list[str]:
    """Return the needs that a request states and implies.

    Args:
        request: What the agent is asked.
        task: The task, for its pictures and files.
    """
    sentences = [found.strip() for found in _SENTENCE.findall(request)] or [request]
    return [*sentences[:MAX_NEEDS], *_implied(request, task)]


def _implied(request: str, task: Task | None) -> Iterator[str]:
    if _ARITHMETIC.search(request):
        yield "add, subtract, multiply and divide numbers; sum, mean and rounding"
    names = (*task.images, *(file.name for file in task.files)) if task is not None else ()
    extensions = {found.lower() for found in _EXTENSION.findall(" ".join((request, *names)))}
    for need, kinds in _IMPLIED_BY_FILES.items():
        if extensions.intersection(kinds):
            yield need
    if _GIT.search(request):
        yield "git commits and branches of a repository"
    if _WEATHER.search(request):
        yield "current weather and forecast of a place"
    if _LINES.search(request) and extensions.intersection(("txt", "log", "csv")):
        yield "run shell commands to sort, filter and count lines of text"
    if _FILES.search(request) or any("/" in name for name in names):
        yield "list, read and write files in folders"
    if _PLACE.search(request):
        yield "find the coordinates of a place by its name or address"
