"""What the planning failures are decided from: an attempt beside its reference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from m3bench.core import Call, Condition, Edge, Fact, Outcome, Step, Task, Trajectory
from m3bench.scoring.match import call_key
from m3bench.scoring.provenance import Provenance, trace
from m3bench.scoring.records import TaskScore
from m3bench.scoring.structure import is_executed
from m3bench.scoring.taxonomy import ToolBook, pairs_across_tools, pairs_of_one_tool, repeated_calls


class PlanFacts(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """An attempt and the reference that it was scored with. Calls are numbered over all steps, from 0."""

    steps: tuple[Step, ...]
    calls: tuple[Call, ...]
    step_of: tuple[int, ...]
    provenance: Provenance
    expected: tuple[Call, ...]
    """The calls of the reference."""
    expected_step_of: tuple[int, ...]
    expected_provenance: Provenance
    edges: tuple[Edge, ...]
    """The dependencies in the reference."""
    known: tuple[Fact, ...] = ()
    """The facts behind the reference's answer."""
    matched: Mapping[int, int]
    """The alignment: calls of the reference to calls of the attempt."""
    fields: Mapping[str, object] | None = None
    """The form, as the attempt filled it in."""
    conditions: tuple[Condition, ...] = ()
    tools: ToolBook

    @cached_property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """What identifies each call."""
        return tuple(map(call_key, self.calls))

    @cached_property
    def paired(self) -> dict[int, int]:
        """The alignment, and after it calls of the same tool in order: the same operation, done otherwise."""
        return {**self.matched, **pairs_of_one_tool(*self._left(self.matched))}

    @cached_property
    def replaced(self) -> dict[int, int]:
        """Calls of the reference to calls of another tool with some of the same values."""
        return pairs_across_tools(*self._left(self.paired))

    @cached_property
    def inputs(self) -> Mapping[int, set[int]]:
        """The calls of the attempt whose results a call uses."""
        sources: dict[int, set[int]] = defaultdict(set)
        for edge in self.provenance.edges:
            sources[edge.target].add(edge.source)
        return sources

    def succeeded(self, number: int) -> bool:
        """Return whether a call of the attempt was executed, as far as is known."""
        return is_executed(self.calls[number])

    def _left(self, pairs: Mapping[int, int]) -> tuple[dict[int, Call], dict[int, Call]]:
        """Return the calls of both sides that are not paired. Repetitions of calls replace nothing."""
        again, taken = repeated_calls(self.calls, self.keys), set(pairs.values())
        return (
            {number: call for number, call in enumerate(self.expected) if number not in pairs},
            {n: call for n, call in enumerate(self.calls) if n not in taken and n not in again},
        )


def plan_facts(
    score: TaskScore,
    prediction: Trajectory,
    task: Task,
    tools: ToolBook,
    *,
    provenance: Provenance | None = None,
    edges: Sequence[Edge] | None = None,
) -> PlanFacts:
    """Gather the facts about an attempt. The arguments are those of `find_planning_failures`."""
    reference = task.references[score.reference]
    wanted = trace(reference.steps, task.request)
    numbered = list(prediction.calls())
    return PlanFacts(
        steps=prediction.steps,
        calls=tuple(call for _, call in numbered),
        step_of=tuple(step for step, _ in numbered),
        provenance=provenance or trace(prediction.steps, prediction.request or task.request),
        expected=tuple(call for _, call in reference.calls()),
        expected_step_of=tuple(step for step, _ in reference.calls()),
        expected_provenance=wanted,
        edges=tuple(edges) if edges is not None else reference.edges or wanted.edges,
        known=reference.facts,
        matched={match.reference_call: match.prediction_call for match in score.matches},
        fields=prediction.fields,
        conditions=task.branches,
        tools=tools,
    )


def was_refused(call: Call) -> bool:
    """Return whether a call failed, so that another try is no new decision."""
    return call.outcome is not None and not call.outcome.executed and call.outcome is not Outcome.UNKNOWN_TOOL
