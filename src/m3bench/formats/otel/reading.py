"""From spans to trajectories: what a model asked for at a time, and the tools that then ran, is a step."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from m3bench.core import Status, Trajectory, Usage
from m3bench.formats.foreign import parsed, supplied
from m3bench.formats.io import Cursor
from m3bench.formats.otel.messages import first_text, text_in
from m3bench.formats.otel.spans import Span
from m3bench.formats.otel.steps import steps_of

PREFIX = "m3bench."
"""Of the attributes that are ours and nobody's convention."""
_INPUT = ("gen_ai.input.messages", "pydantic_ai.all_messages")
_OUTPUT = "gen_ai.output.messages"


def trajectories_of(spans: list[Span], file: str) -> Iterator[Trajectory]:
    """In the order of the file."""
    children: dict[tuple[str, str | None], list[Span]] = defaultdict(list)
    traces: dict[str, list[Span]] = defaultdict(list)
    for span in spans:
        children[span.trace, span.parent].append(span)
        traces[span.trace].append(span)
    for trace in traces.values():
        family = _Family(children, trace)
        agents = family.outermost_agents()
        if agents:
            yield from (_trajectory(agent, family.below(agent), file) for agent in agents)
        elif any(span.is_tool or span.is_talk for span in trace):
            yield _trajectory(None, trace, file)


class _Family:
    """The spans of a trace by their parents."""

    def __init__(self, children: dict[tuple[str, str | None], list[Span]], spans: list[Span]) -> None:
        self._children, self._spans = children, spans

    def below(self, span: Span) -> list[Span]:
        """All descendants, in the order of the file; spans that are their own ancestors are met once."""
        found: set[str] = set()
        unvisited = [span.id]
        while unvisited:
            for child in self._children.get((span.trace, unvisited.pop()), ()):
                if child.id not in found:
                    found.add(child.id)
                    unvisited.append(child.id)
        return [each for each in self._spans if each.id in found and each is not span]

    def outermost_agents(self) -> list[Span]:
        """Agents that no other agent invoked."""
        agents = [span for span in self._spans if span.is_agent]
        inner = {below.id for agent in agents for below in self.below(agent)}
        return sorted((agent for agent in agents if agent.id not in inner), key=lambda agent: agent.start)


def _trajectory(agent: Span | None, below: list[Span], file: str) -> Trajectory:
    spans = sorted(below, key=lambda span: span.start)
    talks = [span for span in spans if span.is_talk]
    values = agent.values if agent else {}
    began = min([agent.start] if agent else [span.start for span in spans])
    heads = [*([agent] if agent else ()), *talks]
    read = Trajectory(
        task_id=_task_id(agent, spans),
        steps=steps_of(talks, _calls(spans), began),
        family=_own(values, "family"),
        request=_request(heads),
        answer=_answer(agent, talks),
        agent=agent.text("gen_ai.agent.name") if agent else None,
        model=_first(heads, "gen_ai.request.model", "gen_ai.response.model"),
        usage=_usage(agent, talks),
        status=_status(agent, values),
        extra=_extra(values),
    )
    supplement = Cursor(values.get(f"{PREFIX}supplement"), file, read.task_id, f"{PREFIX}supplement")
    return supplied(read, supplement)


def _calls(spans: list[Span]) -> list[Span]:
    """Calls of tools, each once: a client of MCP may tell the same call again below it, and so its server."""
    tools = {span.id: span for span in spans if span.is_tool}
    return [
        span for span in tools.values() if span.parent not in tools or tools[span.parent].tool != span.tool
    ]


def _task_id(agent: Span | None, spans: list[Span]) -> str:
    """Ours; or the conversation; or the trace, and the agent's span where there may be several."""
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
    found = (first_text(span.structured(*_INPUT), "user") for span in heads)
    return next((text for text in found if text is not None), None)


def _answer(agent: Span | None, talks: list[Span]) -> str | None:
    """What the agent gave out; or what a model said last, if it asked for nothing more."""
    given = agent.structured(_OUTPUT) if agent else None
    if given is not None:
        return text_in(given, "assistant")
    if agent is not None and (told := agent.text("final_result")):
        return told
    return text_in(talks[-1].structured(_OUTPUT), "assistant") if talks else None


def _usage(agent: Span | None, talks: list[Span]) -> Usage | None:
    """The agent's own count, or the sum over what its models say; unknown where one of them is."""
    sums: list[int | None] = []
    for kind, older in (("input", "prompt"), ("output", "completion")):
        keys = (f"gen_ai.usage.{kind}_tokens", f"gen_ai.usage.{older}_tokens")
        own = agent.count(*keys) if agent else None
        counts = [talk.count(*keys) for talk in talks]
        known = [count for count in counts if count is not None]
        total = sum(known) if known and len(known) == len(counts) else None
        sums.append(total if own is None else own)
    if sums == [None, None]:
        return None
    ours = agent is not None and f"{PREFIX}supplement" in agent.values
    return Usage(sums[0], sums[1], None if ours else len(talks) or None)


def _status(agent: Span | None, values: dict[str, Any]) -> Status:
    told = values.get(f"{PREFIX}status")
    if told in set(Status):
        return Status(told)
    if agent is None:
        return Status.UNKNOWN
    return Status.HARNESS_FAILURE if agent.failed else Status.COMPLETED


def _extra(values: dict[str, Any]) -> dict[str, Any]:
    """Ours as it was; of others, every attribute of the agent that belongs to no convention."""
    own = parsed(values.get(f"{PREFIX}extra"))
    if isinstance(own, dict):
        return own
    return {key: value for key, value in values.items() if not key.startswith(("gen_ai.", PREFIX))}
