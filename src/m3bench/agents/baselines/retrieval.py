"""`retrieval`: tools by the nearness of their description to the request, arguments by their look."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import anyio.to_thread

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.filling import Findings, Sources, best_line, clauses, fill, read_clues
from m3bench.agents.protocol import Agent
from m3bench.core import Call
from m3bench.hosting import Tool, ToolRanker, require_encoder

_ENCODER = "minilm"
_STEPS = 4
_AT_ONCE = 4
_TOOLS_TRIED = 6
"""For each part of the request."""
_LEAST_NEARNESS = 0.2
_MOST_FILES = 100


class RetrievalAgent:
    """For each part of the request the nearest tool whose parameters can be filled. A floor for models."""

    needs_model = False

    def __init__(self, encoder: str = _ENCODER) -> None:
        self.name = "retrieval" if encoder == _ENCODER else f"retrieval:{encoder}"
        self._encoder = encoder
        self._lock = threading.Lock()

    async def solve(self, attempt: Attempt) -> Ending:
        parts = clauses(attempt.request) or [attempt.request]
        wished = await anyio.to_thread.run_sync(self._nearest, attempt.toolbox.tools, parts)
        work = _Work(attempt)
        for part, tools in zip(parts, wished, strict=True):
            await work.serve(part, tools)
        return Ending(best_line(work.findings.lines, attempt.request))

    def _nearest(self, tools: Sequence[Tool], parts: Sequence[str]) -> list[list[Tool]]:
        """One at a time: whoever comes second finds the tools encoded."""
        with self._lock:
            ranker = ToolRanker.by_name(self._encoder, tools)
            ranked = [ranker.ranked(part)[:_TOOLS_TRIED] for part in parts]
        return [[entry.tool for entry in found if entry.nearness >= _LEAST_NEARNESS] for found in ranked]


class _Work:
    """One attempt: what was found so far, and what is not called again."""

    def __init__(self, attempt: Attempt) -> None:
        self.findings = Findings()
        self._attempt = attempt
        self._called: set[str] = set()

    async def serve(self, part: str, tools: Sequence[Tool]) -> None:
        """A step with the nearest tool that can be called, then with nearer ones that its result opens up."""
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
            filled = fill(tool, sources, attempt.limits.max_concurrent or _AT_ONCE)
            if filled:
                return tool, [Call(tool.full_name, each) for each in filled]
        return None


def _files(attempt: Attempt) -> list[str]:
    """What lies in the workspace, the task's own pictures first."""
    found = sorted(path for path in attempt.workspace.rglob("*") if path.is_file())
    names = [path.relative_to(attempt.workspace).as_posix() for path in found[:_MOST_FILES]]
    return list(dict.fromkeys([*attempt.task.images, *names]))


def make(argument: str) -> Agent:
    return RetrievalAgent(require_encoder(argument) if argument else _ENCODER)
