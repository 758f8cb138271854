"""`matching`: the tool nearest to each sentence, and arguments by the words beside values."""

from __future__ import annotations

import re
from collections.abc import Sequence

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.retrieval import NearestToolsAgent
from m3bench.agents.filling import Findings, best_line, match_arguments, named_values, sentences
from m3bench.core import Call
from m3bench.hosting import Tool

_ABOUT = re.compile(r"\s(?:of (?:this|the)|for|with|in)\s")


class MatchingAgent(NearestToolsAgent):
    """Reads names, descriptions and parameters of tools as a model would, and nothing else.

    It is as good as they are: useful for comparing two versions of a server without a model.
    """

    kind, most_tools, min_similarity = "matching", 5, 0.1

    async def solve(self, attempt: Attempt) -> Ending:
        parts = sentences(attempt.request) or [attempt.request]
        candidates = await self._candidates(attempt, parts)
        findings, lines = Findings(), list[str]()
        for part, tools in zip(parts, candidates, strict=True):
            call = _first_call(part, tools, findings)
            if call is not None:
                before = len(findings.lines)
                findings.take(await attempt.call([call], part))
                lines = findings.lines[before:] or lines
        return Ending(best_line(lines, _asked(parts[-1])))


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


make = MatchingAgent
