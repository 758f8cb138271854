"""Select the servers that each task of a run mounts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.resources import files

from m3bench.agents import Meter
from m3bench.agents.parsing import Unreadable, read_json
from m3bench.core import Task, Text
from m3bench.encoders import Encoder
from m3bench.hosting import MountedServers, MountMode, Retriever, ServerInfo, mount
from m3bench.models import ChatModel, ReplyTooSlow, Request, Settings, System, User

_MAX_NEED_LENGTH = 300
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


class Mounts:
    """Applies a mounting mode to the tasks of a suite."""

    def __init__(
        self,
        mode: MountMode,
        tasks: Sequence[Task],
        available: dict[str, ServerInfo],
        *,
        seed: int,
        encoder: Encoder | None = None,
        model: ChatModel | None = None,
    ) -> None:
        self._mode, self._available, self._seed, self._model = mode, available, seed, model
        self._suite_servers = sorted({server for task in tasks for server in task.servers})
        self._retriever = Retriever(encoder, available.values()) if encoder else None

    async def servers(self, task: Task, request: str, meter: Meter) -> MountedServers:
        """Return the servers for a task. Retrieval first asks the model what it needs."""
        needs = await self._needs(task, request, meter) if self._retriever else ()
        return mount(
            self._mode,
            task,
            self._suite_servers,
            self._available,
            self._seed,
            retriever=self._retriever,
            needs=needs,
        )

    async def _needs(self, task: Task, request: str, meter: Meter) -> Sequence[str]:
        """Ask the model for its needs. Fall back to those that the request states and implies."""
        stated = request_needs(request, task)
        if self._model is None:
            return stated
        meter.check()
        instructions = files("m3bench.runs.serving").joinpath("needs.md").read_text(encoding="utf-8")
        prompt = System(instructions), User((Text(request),))
        try:
            reply = await self._model.ask(Request(prompt, (), Settings(temperature=0.0)))
        except ReplyTooSlow:
            return stated
        meter.add(reply.usage)
        listed = read_json(reply.text)
        if isinstance(listed, Unreadable) or not isinstance(listed, list):
            return stated
        needs = [need[:_MAX_NEED_LENGTH] for need in listed if isinstance(need, str) and need.strip()]
        return needs[:MAX_NEEDS] or stated


def request_needs(request: str, task: Task | None = None) -> list[str]:
    """Return the needs that a request states and implies.

    Args:
        request: What the agent is asked.
        task: The task, for its pictures and files.
    """
    sentences = [sentence.strip() for sentence in _SENTENCE.findall(request)] or [request]
    return [*sentences[:MAX_NEEDS], *_implied(request, task)]


def _implied(request: str, task: Task | None) -> Iterator[str]:
    if _ARITHMETIC.search(request):
        yield "add, subtract, multiply and divide numbers; sum, mean and rounding"
    names = (*task.images, *(file.name for file in task.files)) if task is not None else ()
    extensions = {extension.lower() for extension in _EXTENSION.findall(" ".join((request, *names)))}
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
