"""`matching`: the tool nearest to each sentence, and arguments by the words beside values."""

from __future__ import annotations

import re
import threading
from collections.abc import Sequence

import anyio.to_thread

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.filling import Findings, best_line, match_arguments, named_values, sentences
from m3bench.agents.protocol import Agent
from m3bench.core import Call
from m3bench.hosting import Tool, ToolRanker, require_encoder

_ENCODER = "minilm"
_TOOLS_TRIED = 5
_MIN_SIMILARITY = 0.1
_ABOUT = re.compile(r"\s(?:of (?:this|the)|for|with|in)\s")


class MatchingAgent:
    """Reads names, descriptions and parameters of tools as a model would, and nothing else.

    It is as good as they are: useful for comparing two versions of a server without a model.
    """

    needs_model = False

    def __init__(self, encoder: str = _ENCODER) -> None:
        self.name = "matching" if encoder == _ENCODER else f"matching:{encoder}"
        self._encoder = encoder
        self._lock = threading.Lock()

    async def solve(self, attempt: Attempt) -> Ending:
        parts = sentences(attempt.request) or [attempt.request]
        candidates = await anyio.to_thread.run_sync(self._nearest, attempt.toolbox.tools, parts)
        findings, lines = Findings(), list[str]()
        for part, tools in zip(parts, candidates, strict=True):
            call = _first_call(part, tools, findings)
            if call is not None:
                before = len(findings.lines)
                findings.take(await attempt.call([call], part))
                lines = findings.lines[before:] or lines
        return Ending(best_line(lines, _asked(parts[-1])))

    def _nearest(self, tools: Sequence[Tool], parts: Sequence[str]) -> list[list[Tool]]:
        """Rank tools under a lock, so that the tools are encoded only once."""
        with self._lock:
            ranker = ToolRanker.by_name(self._encoder, tools)
            ranked = [ranker.ranked(part)[:_TOOLS_TRIED] for part in parts]
        return [[entry.tool for entry in found if entry.nearness >= _MIN_SIMILARITY] for found in ranked]


def _asked(question: str) -> str:
    """Return what a question asks for, without what it is about: `the author` of ``of this book``."""
    return _ABOUT.split(question, maxsplit=1)[0]


def _first_call(part: str, tools: Sequence[Tool], findings: Findings) -> Call | None:
    """Return a call of the nearest tool whose required parameters have values."""
    values = named_values(part)
    for tool in tools:
        arguments = match_arguments(tool, values, findings)
        if arguments is not None:
            return Call(tool.full_name, arguments)
    return None


def make(argument: str) -> Agent:
    return MatchingAgent(require_encoder(argument or _ENCODER))
