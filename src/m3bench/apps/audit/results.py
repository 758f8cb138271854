"""Recorded results of calls. References contain only names and arguments."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import msgspec

from m3bench.core import Call, Outcome, Reference, Result, Step, Trajectory, content_hash
from m3bench.scoring import Link, trace


class RecordedResults:
    """Results of trajectories by task, tool and arguments."""

    def __init__(self, trajectories: Iterable[Trajectory] = ()) -> None:
        self._results: dict[str, dict[str, Result]] = {}
        for trajectory in trajectories:
            known = self._results.setdefault(trajectory.task_id, {})
            for _, call in trajectory.calls():
                if call.result is not None and call.outcome in (None, Outcome.SUCCESS):
                    known.setdefault(_key(call), call.result)

    def with_results(self, task: str, reference: Reference) -> Reference:
        """Return the reference with recorded results, for display only."""
        known = self._results.get(task)
        if known is None:
            return reference
        complete = partial(_with_result, known=known)
        steps = tuple(Step(tuple(map(complete, step.calls)), step.plan) for step in reference.steps)
        return msgspec.structs.replace(reference, steps=steps)

    def links(self, task: str, reference: Reference, request: str | None) -> tuple[Link, ...]:
        """Return the links between calls, traced from recorded results."""
        return trace(self.with_results(task, reference).steps, request).links


def _with_result(call: Call, known: dict[str, Result]) -> Call:
    if call.result is not None:
        return call
    return msgspec.structs.replace(call, result=known.get(_key(call)))


def _key(call: Call) -> str:
    return content_hash([call.name, call.arguments])
