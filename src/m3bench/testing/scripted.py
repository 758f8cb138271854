"""A scripted model, for tests and for measuring the harness."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from m3bench.core import Usage
from m3bench.models import ModelError, Reply, Request

Line = Reply | str | ModelError
"""A reply, its text alone, or an error to raise."""
Script = Callable[[Request], Line]


class ScriptedModel:
    """A `ChatModel` that returns its lines in order, or calls a function for each request. Keeps the
    requests."""

    def __init__(self, script: Script | Iterable[Line], name: str = "scripted") -> None:
        self.name = name
        self.requests: list[Request] = []
        lines = None if callable(script) else iter(script)
        self._script: Script = script if callable(script) else lambda _: next(lines or iter(()), _AT_THE_END)

    async def ask(self, request: Request) -> Reply:
        self.requests.append(request)
        line = self._script(request)
        if isinstance(line, ModelError):
            raise line
        return Reply(line, usage=Usage(0, 0, 1, 0.0)) if isinstance(line, str) else line


_AT_THE_END = ModelError("The script has no more lines.")
