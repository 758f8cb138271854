"""Conversion of spans to trajectories: a reply of a model and the tool calls after it are a step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from m3bench.core import Status, Trajectory, Usage
from m3bench.formats.foreign import parse_or_none, restore_from_text
from m3bench.formats.io import Cursor, Source
from m3bench.formats.otel.messages import first_text, text_in
from m3bench.formats.otel.spans import Span, spans_from
from m3bench.formats.otel.steps import steps_of

PREFIX = "m3bench."
"""The prefix of our own attributes."""
_INPUT = ("gen_ai.input.messages", "pydantic_ai.all_messages")
_OUTPUT = "gen_ai.output.messages"


def read_trajectories(source: Source) -> Iterator[Trajectory]:
    """Yield a trajectory per invoked agent, or per trace without agents."""
    return trajectories_of([span for line in _lines(source) for span in spans_from(line)], source.file)


def _lines(source: Source) -> Iterator[Cursor]:
    if source.is_lines:
        yield from source.line_cursors()
        return
    top = source.cursor
    yield from top.elements() if isinstance(top.value, list) else [top]


def trajectories_of(spans: list[Span], file: str) -> Iterator[Trajectory]:
    """Yield the trajectories in the order of the file."""
    children: dict[tuple[str, str | None], list[Span]] = defaultdict(list)
    traces: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        children[span.trace, span.parent].append(span)
        traces[span.trace].append(span)
    for trace in traces.values():
        tree = _SpanTree(children, trace)
        agents = tree.outermost_agents()
        if agents:
            yield from (_trajectory(agent, tree.below(agent), file) for agent in agents)
        elif any(span.is_tool or span.is_model_call for span in trace):
            yield _trajectory(None, trace, file)


class _SpanTree:
    """The spans of a trace, by parent."""

    def __init__(self, children: dict[tuple[str, str | None], list[Span]], spans: list[Span]) -> None:
        self._children, self._spans = children, spans

    def below(self, span: Span) -> list[Span]:
        """Return all descendants, in the order of the file. Cycles are followed once."""
        ids: set[str] = set()
        unvisited = [span.id]
        while unvisited:
            for child in self._children.get((span.trace, unvisited.pop()), ()):
                if child.id not in ids:
                    ids.add(child.id)
                    unvisited.append(child.id)
        return [other for other in self._spans if other.id in ids and other is not span]

    def outermost_agents(self) -> list[Span]:
        """Return the agents that no other agent invoked."""
        agents = [span for span in self._spans if span.is_agent]
        inner = {below.id for agent in agents for below in self.below(agent)}
        return sorted((agent for agent in agents if agent.id not in inner), key=lambda agent: agent.start)


def _trajectory(agent: Span | None, below: list[Span], file: str) -> Trajectory:
    spans = sorted(below, key=lambda span: span.start)
    replies = [span for span in spans if span.is_model_call]
    values = agent.values if agent else {}
    began = min([agent.start] if agent else [span.start for span in spans])
    heads = [*([agent] if agent else ()), *replies]
    read = Trajectory(
        task_id=_task_id(agent, spans),
        steps=steps_of(replies, _calls(spans), began),
        family=_own(values, "family"),
        request=_request(heads),
        answer=_answer(agent, replies),
        agent=agent.text("gen_ai.agent.name") if agent else None,
        model=_first(heads, "gen_ai.request.model", "gen_ai.response.model"),
        usage=_usage(agent, replies),
        status=_status(agent, values),
        extra=_extra(values),
    )
    supplement = Cursor(values.get(f"{PREFIX}supplement"), file, read.task_id, f"{PREFIX}supplement")
    return restore_from_text(read, supplement)


def _calls(spans: list[Span]) -> list[Span]:
    """Return the tool calls, without the nested spans of MCP clients and servers for the same call."""
    tools = {span.id: span for span in spans if span.is_tool}
    return [
        span for span in tools.values() if span.parent not in tools or tools[span.parent].tool != span.tool
    ]


def _task_id(agent: Span | None, spans: list[Span]) -> str:
    """Return our task id, the conversation id, or the trace id with the span id of a nested agent."""
    if agent is None:
        return _first(spans, "gen_ai.conversation.id") or spans[0].trace
    own = agent.text(f"{PREFIX}task.id", "gen_ai.conversation.id")
    return own or (agent.trace if agent.parent is None else f"{agent.trace}-{agent.id}")


def _own(values: dict[str, Any], key: str) -> str | None:
    value = values.get(f"{PREFIX}{key}")
    return value if isinstance(value, str) else None


def _first(spans: list[Span], *keys: str) -> str | None:
    return next(filter(None, (span.text(*keys) for span in spans)), None)


def _request(heads: list[Span]) -> str | None:
    texts = (first_text(span.structured(*_INPUT), "user") for span in heads)
    return next((text for text in texts if text is not None), None)


def _answer(agent: Span | None, replies: list[Span]) -> str | None:
    """Return the output of the agent, or the last reply of a model."""
    given = agent.structured(_OUTPUT) if agent else None
    if given is not None:
        return text_in(given, "assistant")
    if agent is not None and (text := agent.text("final_result")):
        return text
    return text_in(replies[-1].structured(_OUTPUT), "assistant") if replies else None


def _usage(agent: Span | None, replies: list[Span]) -> Usage | None:
    """Return the usage of the agent, or the sum over its models; unknown if one of them is."""
    sums: list[int | None] = []
    for kind, older in (("input", "prompt"), ("output", "completion")):
        keys = (f"gen_ai.usage.{kind}_tokens", f"gen_ai.usage.{older}_tokens")
        own = agent.count(*keys) if agent else None
        counts = [reply.count(*keys) for reply in replies]
        known = [count for count in counts if count is not None]
        total = sum(known) if known and len(known) == len(counts) else None
        sums.append(total if own is None else own)
    if sums == [None, None]:
        return None
    ours = agent is not None and f"{PREFIX}supplement" in agent.values
    return Usage(sums[0], sums[1], None if ours else len(replies) or None)


def _status(agent: Span | None, values: dict[str, Any]) -> Status:
    status = values.get(f"{PREFIX}status")
    if status in set(Status):
        return Status(status)
    if agent is None:
        return Status.UNKNOWN
    return Status.HARNESS_FAILURE if agent.failed else Status.COMPLETED


def _extra(values: dict[str, Any]) -> dict[str, Any]:
    """Return our own `extra`, or all attributes of the agent outside the conventions."""
    own = parse_or_none(values.get(f"{PREFIX}extra"))
    if isinstance(own, dict):
        return own
    return {key: value for key, value in values.items() if not key.startswith(("gen_ai.", PREFIX))}
