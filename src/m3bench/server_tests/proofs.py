"""Proof calls: every tool that may be called is called, with values from schemas and from other results."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import Call, Outcome
from m3bench.encoders import shared_encoder
from m3bench.forge.links import Graph, LinkFinder, Progress, Sample, Trials, is_same, slots, succeeded
from m3bench.hosting import Tool, Toolbox
from m3bench.server_tests.guesses import guess_arguments
from m3bench.server_tests.lint import find, seems_to_write
from m3bench.server_tests.records import Finding, ProofCall, ProofOutcome
from m3bench.server_tests.results import is_nothing, said_in, timeout_of

SECONDS_PER_CALL = 10.0
_SECONDS_FOR_LOST = SECONDS_PER_CALL + 5
_SECONDS = 240.0
_MOST_CALLS = 3_000
_MOST_FAULTS = 2
"""Server faults of one tool after which it is not called again."""
_MOST_LINKED = 150
"""With more tools, links between them are not looked for: pairs grow with the square."""
_NAMED = 3
_TOLD_FIRST = (
    Outcome.SERVER_FAULT, Outcome.SUCCESS, Outcome.TOOL_ERROR, Outcome.NOT_FOUND, Outcome.INVALID_ARGUMENTS,
)  # fmt: skip
"""Outcomes of calls that found nothing. The first of them is what is told of a tool."""
PROOF_RULES = {
    ProofOutcome.FAULT: "proof-fault",
    ProofOutcome.TIMED_OUT: "proof-timeout",
    ProofOutcome.FAILED: "proof-failed",
    ProofOutcome.REFUSED: "proof-refused",
    ProofOutcome.EMPTY: "proof-empty",
}
"""The rule that is broken by each outcome; the others break none."""


class CarefulTrials(Trials):
    """Trials that leave a tool alone after it brought its server down twice."""

    def __init__(self, toolbox: Toolbox, workspace: Path, *, allow_writes: bool) -> None:
        self._faults: Counter[str] = Counter()
        super().__init__(
            toolbox,
            workspace,
            allowed=lambda tool: allow_writes or not seems_to_write(tool),
            most=_MOST_CALLS,
            seconds_per_call=_SECONDS_FOR_LOST,
            seconds=_SECONDS,
        )

    @property
    def is_workspace_empty(self) -> bool:
        """Whether the calls so far left no files behind."""
        return not any(self._workspace.iterdir())

    async def call(self, tool: Tool, arguments: Mapping[str, Any]) -> Call | None:
        if self._faults[tool.full_name] >= _MOST_FAULTS:
            return None
        before = self.count
        done = await super().call(tool, arguments)
        if done is not None and self.count > before and done.outcome is Outcome.SERVER_FAULT:
            self._faults[tool.full_name] += 1
        return done


class Proofs(msgspec.Struct, frozen=True):
    """Proof calls of all tools, and what they showed."""

    calls: tuple[ProofCall, ...]
    samples: dict[str, list[Sample]]
    """Successful calls by tool."""
    graph: Graph
    findings: tuple[Finding, ...] = ()


async def prove_tools(
    trials: CarefulTrials,
    *,
    encoder: str,
    today: date,
    on_progress: Progress = lambda _what, _done, _all: None,
) -> Proofs:
    """Call every tool that may be called, and find which tool's values another takes."""
    tools = list(trials.toolbox.tools)
    hints = {tool.full_name: guess_arguments(tool, today) for tool in tools if trials.allows(tool)}
    finder = LinkFinder(trials, shared_encoder(encoder), today=today, hints=hints, on_progress=on_progress)
    if len(tools) > _MOST_LINKED:
        await finder.sample()
        graph = Graph(())
    else:
        graph = await finder.find()
    made: dict[str, list[Call]] = defaultdict(list)
    for call in trials.made:
        made[call.name].append(call)
    calls = [_proof(tool, made[tool.full_name], trials, finder, graph) for tool in tools]
    samples = {name: list(sample) for name, sample in finder.samples.items() if sample}
    return Proofs(tuple(calls), samples, graph, tuple(_findings(calls)))


def _proof(tool: Tool, made: Sequence[Call], trials: Trials, finder: LinkFinder, graph: Graph) -> ProofCall:
    links = _links(tool, made, finder, graph, len(trials.toolbox.tools))
    if not made:
        reason = _why_not_called(tool) if trials.allows(tool) else "it may change something: --allow-writes"
        return ProofCall(tool=tool.full_name, outcome=ProofOutcome.NOT_CALLED, source=reason, links=links)
    best = next((call for call in made if succeeded(call)), None) or min(made, key=_rank)
    return ProofCall(
        tool=tool.full_name,
        outcome=_outcome(tool, best),
        arguments=best.arguments,
        source=_source(tool, best, graph),
        said=timeout_of(best) or ("" if best.result is None else said_in(best.result.content)),
        calls=next((index for index, call in enumerate(made, 1) if call is best), len(made)),
        links=links,
    )


def _rank(call: Call) -> int:
    return _TOLD_FIRST.index(call.outcome) if call.outcome in _TOLD_FIRST else len(_TOLD_FIRST)


def _outcome(tool: Tool, call: Call) -> ProofOutcome:
    if call.outcome is Outcome.SUCCESS:
        is_empty = call.result is None or is_nothing(call.result.content)
        return ProofOutcome.EMPTY if is_empty else ProofOutcome.WORKS
    if call.outcome is Outcome.SERVER_FAULT:
        return ProofOutcome.TIMED_OUT if timeout_of(call) else ProofOutcome.FAULT
    is_told = _are_told(tool, call.arguments)
    return ProofOutcome.FAILED if call.outcome is Outcome.TOOL_ERROR and is_told else ProofOutcome.REFUSED


def _are_told(tool: Tool, arguments: Mapping[str, Any]) -> bool:
    """Return whether the schema itself gives all these values."""
    known = {slot.name: (slot.default, *slot.choices, *slot.examples) for slot in slots(tool)}
    return all(
        value in known.get(name, ()) or (isinstance(value, str) and value in tool.description)
        for name, value in arguments.items()
    )


def _source(tool: Tool, call: Call, graph: Graph) -> str:
    if not call.arguments:
        return "no arguments"
    if _are_told(tool, call.arguments):
        return "schema and description"
    for link in graph.links:
        second = link.second if link.target == tool.full_name else None
        if second is not None and is_same(second.arguments.get(link.slot), call.arguments.get(link.slot)):
            return f"a result of {link.source}"
    return "made up"


def _why_not_called(tool: Tool) -> str:
    unknown = [slot.name for slot in slots(tool) if slot.needed and not (slot.choices or slot.examples)]
    return f"no value is known for {', '.join(unknown) or 'its parameters'}"


def _links(tool: Tool, made: Sequence[Call], finder: LinkFinder, graph: Graph, count: int) -> str:
    """Return which tools take values of this one, or why none does."""
    taken = [f"{link.target.partition('/')[2]}({link.slot})" for link in graph.onward(tool.full_name)]
    if taken:
        return f"feeds {', '.join(taken)}"
    if count == 1:
        return "there is no other tool"
    if count > _MOST_LINKED:
        return f"not looked for: more than {_MOST_LINKED} tools"
    samples = finder.samples.get(tool.full_name, ())
    if not samples:
        is_answered = any(call.outcome is Outcome.SUCCESS for call in made)
        why = "no call found anything" if is_answered else "no call succeeded" if made else "not called"
        return f"{why}, so its values are unknown"
    return _why_unlinked(tool, samples, finder)


def _why_unlinked(tool: Tool, samples: Sequence[Sample], finder: LinkFinder) -> str:
    names = list(dict.fromkeys(field.name for sample in samples for field in sample.fields if field.name))
    if not names:
        return "its results have no named values (return JSON, or lines such as “name: value”)"
    tried = finder.candidates(tool)
    if not tried:
        return f"no parameter of another tool is called like {', '.join(names[:_NAMED])}"
    target, slot = tried[0]
    return f"{target.partition('/')[2]}({slot}) was tried, and did not depend on its values"


def _findings(calls: Sequence[ProofCall]) -> Iterator[Finding]:
    for call in calls:
        if rule := PROOF_RULES.get(call.outcome):
            problem = f"{call.outcome}: {call.said}" if call.said else str(call.outcome)
            yield find(rule, call.tool, "proof call", problem)
