"""A probe: tools that return codes, a tiny task, and what shows that the codes reached the model."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, ClassVar

import msgspec

from m3bench.core import Content, Data, Media, Step, Text, canonical_json
from m3bench.hosting import Reply
from m3bench.models import Assistant, Request, System
from m3bench.runs.preflight.codes import Codes, holds_code
from m3bench.runs.store import ProbeVerdict

SERVER = "probe"
"""The name of the server that all probes share."""

Progress = Callable[[float, float, str], Awaitable[None]]
"""Reports how much is done, of how much, in words."""
Ask = Callable[[str, dict[str, Any]], Awaitable[None]]
"""Asks the user a question with a form."""


class ProbeCall(msgspec.Struct, frozen=True):
    """A call of a probe's tool."""

    codes: Codes
    arguments: dict[str, Any]
    report: Progress
    ask: Ask


class ProbeTool(msgspec.Struct, frozen=True):
    """A tool of the probe server."""

    name: str
    description: str
    answer: Callable[[ProbeCall], Awaitable[Reply]]
    parameters: dict[str, Any] = {}
    """JSON schemas by name. All are required."""

    @property
    def schema(self) -> dict[str, Any]:
        required = {"required": list(self.parameters)} if self.parameters else {}
        return {"type": "object", "properties": self.parameters, **required}


class Finding(msgspec.Struct, frozen=True):
    """A verdict and its reason."""

    verdict: ProbeVerdict
    why: str = ""
    advice: str = ""


class Probe:
    """Base of all probes. A subclass sets the class variables, and has its own `_answer` or `tools`."""

    name: ClassVar[str]
    tool: ClassVar[str] = ""
    """The name of its tool, if it has one alone."""
    tool_returns: ClassVar[str] = ""
    """The description of this tool."""
    thing: ClassVar[str]
    """What the tool returns, as in "The picture did not reach the model"."""
    request: ClassVar[str]
    required: ClassVar[bool] = True
    media_type: ClassVar[str | None] = None
    """What a model must take for the probe to apply."""
    taken: ClassVar[str] = ""
    """What that is called, as in "The model takes no pictures"."""
    instead: ClassVar[str] = ""
    """What runs send to a model that does not take it."""
    lost: ClassVar[str] = ""
    """What to do if it did not reach the model."""
    unread: ClassVar[str] = ""
    """What to do if it reached the model, and the code did not come back."""
    needs_program: ClassVar[bool] = False
    """Whether it is about MCP clients of programs. Our loops have none."""
    is_cancelled: ClassVar[bool] = False
    """Whether the attempt is ended while its call is running."""

    def tools(self) -> tuple[ProbeTool, ...]:
        return (ProbeTool(self.tool, self.tool_returns, self._answer),)

    async def _answer(self, call: ProbeCall) -> Reply:
        """Answer a call of the tool: here with the code as text."""
        return Reply((Text(self.sentence(call.codes)),))

    def code(self, codes: Codes) -> str:
        return codes.word(self.name)

    def sentence(self, codes: Codes) -> str:
        """Return what most tools say."""
        return f"The code is {self.code(codes)}."

    def is_answered(self, codes: Codes, answer: str) -> bool:
        """Return whether an answer has the code."""
        return holds_code(answer, self.code(codes))

    def has_reached(self, codes: Codes, requests: Sequence[Request]) -> bool:
        """Return whether requests to the model had what the tool returned."""
        return any(self.code(codes) in text for text in texts_of(requests))

    def is_called(self, steps: Sequence[Step]) -> bool:
        """Return whether all of its tools were called and answered."""
        return {f"{SERVER}/{tool.name}" for tool in self.tools()} <= set(answered_calls(steps))

    def judge_steps(self, steps: Sequence[Step]) -> Finding | None:
        """Return the verdict after the code came back; None if it held."""
        del steps
        return None


def answered_calls(steps: Sequence[Step]) -> Iterator[str]:
    """Yield the names of calls that were carried out."""
    for step in steps:
        yield from (call.name for call in step.calls if call.outcome is not None and call.outcome.executed)


def contents_of(requests: Sequence[Request]) -> Iterator[Content]:
    """Yield what requests contain, besides the instructions and the replies of the model."""
    for request in requests:
        for message in request.messages:
            if not isinstance(message, System | Assistant):
                yield from message.content


def texts_of(requests: Sequence[Request]) -> Iterator[str]:
    """Yield the texts that tools and users contributed to requests."""
    for part in contents_of(requests):
        if isinstance(part, Text):
            yield part.text
        elif isinstance(part, Data):
            yield canonical_json(part.value)
        elif part.kind == "text" and part.data is not None:
            yield part.data.decode("utf-8", "replace")


def has_media(requests: Sequence[Request], data: bytes) -> bool:
    """Return whether requests have these bytes as a picture, a sound or a file."""
    return any(isinstance(part, Media) and part.data == data for part in contents_of(requests))
