"""`retrieval`: selects tools by similarity to the request, and arguments by their form."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import anyio.to_thread

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.filling import Findings, Sources, best_line, clauses, fill, read_clues
from m3bench.agents.protocol import Agent
from m3bench.core import Call
from m3bench.core.text import recorded_name
from m3bench.hosting import Tool, ToolRanker, require_encoder

_ENCODER = "minilm"
_STEPS = 4
_MAX_CALLS = 4
_TOOLS_TRIED = 6
"""Per part of the request."""
_MIN_SIMILARITY = 0.2
_MAX_FILES = 100


class RetrievalAgent:
    """Calls the nearest tool with fillable parameters for each part of the request. A floor for models."""

    needs_model = False

    def __init__(self, encoder: str = _ENCODER) -> None:
        self.name = "retrieval" if encoder == _ENCODER else f"retrieval:{encoder}"
        self._encoder = encoder
        self._lock = threading.Lock()

    async def solve(self, attempt: Attempt) -> Ending:
        parts = clauses(attempt.request) or [attempt.request]
        candidates = await anyio.to_thread.run_sync(self._nearest, attempt.toolbox.tools, parts)
        work = _Retrieval(attempt)
        for part, tools in zip(parts, candidates, strict=True):
            await work.handle(part, tools)
        return Ending(best_line(work.findings.lines, attempt.request))

    def _nearest(self, tools: Sequence[Tool], parts: Sequence[str]) -> list[list[Tool]]:
        """Rank tools under a lock, so that the tools are encoded only once."""
        with self._lock:
            ranker = ToolRanker.by_name(self._encoder, tools)
            ranked = [ranker.ranked(part)[:_TOOLS_TRIED] for part in parts]
        return [[entry.tool for entry in found if entry.nearness >= _MIN_SIMILARITY] for found in ranked]


class _Retrieval:
    """One attempt: its findings, and the tools that were called."""

    def __init__(self, attempt: Attempt) -> None:
        self.findings = Findings()
        self._attempt = attempt
        self._called: set[str] = set()

    async def handle(self, part: str, tools: Sequence[Tool]) -> None:
        """Call the nearest fillable tool, then nearer ones that its result makes fillable."""
        while len(self._attempt.steps) < (self._attempt.limits.max_steps or _STEPS):
            found = self._callable(part, tools)
            if found is None:
                return
            tool, calls = found
            self._called.add(tool.full_name)
            self.findings.take(await self._attempt.call(calls, part))
            tools = tools[: tools.index(tool)]

    def _callable(self, part: str, tools: Sequence[Tool]) -> tuple[Tool, list[Call]] | None:
        attempt = self._attempt
        clues = [read_clues(text) for text in (part, attempt.request)]
        sources = Sources(clues, _files(attempt), self.findings)
        for tool in tools:
            if tool.full_name in self._called:
                return None
            filled = fill(tool, sources, attempt.limits.max_concurrent or _MAX_CALLS)
            if filled:
                return tool, [Call(tool.full_name, each) for each in filled]
        return None


def _files(attempt: Attempt) -> list[str]:
    """Return the files of the workspace, the pictures of the task first."""
    found = sorted(path for path in attempt.workspace.rglob("*") if path.is_file())
    paths = (path.relative_to(attempt.workspace).as_posix() for path in found[:_MAX_FILES])
    names = map(recorded_name, paths)
    return list(dict.fromkeys([*attempt.task.images, *names]))


def make(argument: str) -> Agent:
    return RetrievalAgent(require_encoder(argument or _ENCODER))
