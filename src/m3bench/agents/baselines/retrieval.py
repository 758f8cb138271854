"""`retrieval`: selects tools by similarity to the request, and arguments by their form."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import ClassVar

import anyio.to_thread

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.filling import Findings, Sources, best_line, clauses, fill, read_clues
from m3bench.core import Call
from m3bench.core.text import recorded_name
from m3bench.hosting import Tool, ToolRanker, require_encoder

_ENCODER = "minilm"
_STEPS = 4
_MAX_CALLS = 4
_MAX_FILES = 100


class NearestToolsAgent:
    """Finds tools by their nearness to the parts of a request."""

    needs_model = False
    kind: ClassVar[str]
    most_tools: ClassVar[int]
    """Per part of the request."""
    min_similarity: ClassVar[float]

    def __init__(self, encoder: str = "") -> None:
        self._encoder = require_encoder(encoder or _ENCODER)
        self.name = self.kind if self._encoder == _ENCODER else f"{self.kind}:{encoder}"
        self._lock = threading.Lock()

    async def _candidates(self, attempt: Attempt, parts: Sequence[str]) -> list[list[Tool]]:
        return await anyio.to_thread.run_sync(self._nearest, attempt.toolbox.tools, parts)

    def _nearest(self, tools: Sequence[Tool], parts: Sequence[str]) -> list[list[Tool]]:
        """Rank tools under a lock, so that the tools are encoded only once."""
        with self._lock:
            ranker = ToolRanker.by_name(self._encoder, tools)
            ranked = [ranker.ranked(part)[: self.most_tools] for part in parts]
        least = self.min_similarity
        return [[entry.tool for entry in entries if entry.nearness >= least] for entries in ranked]


class RetrievalAgent(NearestToolsAgent):
    """Calls the nearest tool with fillable parameters for each part of the request. A floor for models."""

    kind, most_tools, min_similarity = "retrieval", 6, 0.2

    async def solve(self, attempt: Attempt) -> Ending:
        parts = clauses(attempt.request) or [attempt.request]
        candidates = await self._candidates(attempt, parts)
        work = _Retrieval(attempt)
        for part, tools in zip(parts, candidates, strict=True):
            await work.handle(part, tools)
        return Ending(best_line(work.findings.lines, attempt.request))


class _Retrieval:
    """One attempt: its findings, and the tools that were called."""

    def __init__(self, attempt: Attempt) -> None:
        self.findings = Findings()
        self._attempt = attempt
        self._called: set[str] = set()

    async def handle(self, part: str, tools: Sequence[Tool]) -> None:
        """Call the nearest fillable tool, then nearer ones that its result makes fillable."""
        while len(self._attempt.steps) < (self._attempt.limits.max_steps or _STEPS):
            callable_tool = self._callable(part, tools)
            if callable_tool is None:
                return
            tool, calls = callable_tool
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
                return tool, [Call(tool.full_name, arguments) for arguments in filled]
        return None


def _files(attempt: Attempt) -> list[str]:
    paths = sorted(path for path in attempt.workspace.rglob("*") if path.is_file())[:_MAX_FILES]
    names = (recorded_name(path.relative_to(attempt.workspace).as_posix()) for path in paths)
    return list(dict.fromkeys([*attempt.task.images, *names]))


make = RetrievalAgent
