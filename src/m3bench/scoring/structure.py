"""Structure of a trajectory, without a judge: depth, width and repetition.

Multi-hop and multi-threaded are Definitions 1 and 2 of M³-Bench. Dependencies come from a reference, or are
traced from the values that calls pass on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np

from m3bench.core import Call, Edge, Step, UsageError
from m3bench.scoring.match import call_key
from m3bench.scoring.provenance import trace
from m3bench.statistics import largest_matching


class StructureMetrics(msgspec.Struct, frozen=True, kw_only=True):
    """The structure of one trajectory. ``steps`` counts those with calls.

    If ``calls_with_result`` is small and no edges were given, few dependencies are visible: depth and
    parallel efficiency are then lower bounds.
    """

    steps: int
    calls: int
    calls_with_result: int
    edges: tuple[Edge, ...]
    multi_hop: bool
    multi_threaded_steps: tuple[int, ...]
    hops: int
    threads: int
    parallel_efficiency: float
    redundant_calls: tuple[int, ...]


def structure_metrics(
    steps: Sequence[Step], request: str | None = None, edges: Iterable[Edge] | None = None
) -> StructureMetrics:
    """Compute all structure metrics.

    Args:
        steps: The steps of the trajectory.
        request: The request, used to trace edges.
        edges: Dependencies between calls; if None, they are traced from arguments and results.
    """
    known = tuple(edges) if edges is not None else trace(steps, request).edges
    calls = _calls(steps)
    return StructureMetrics(
        steps=sum(bool(step.calls) for step in steps),
        calls=len(calls),
        calls_with_result=sum(call.result is not None for call in calls),
        edges=known,
        multi_hop=is_multi_hop(steps, known),
        multi_threaded_steps=multi_threaded_steps(steps, known),
        hops=hops(steps, known),
        threads=threads(steps, known),
        parallel_efficiency=parallel_efficiency(steps, known),
        redundant_calls=redundant_calls(steps),
    )


def is_multi_hop(steps: Sequence[Step], edges: Iterable[Edge]) -> bool:
    """Definition 1: a call needs a call of an earlier step (so there are at least two steps)."""
    return bool(_forward(_steps_of_calls(steps), edges))


def multi_threaded_steps(steps: Sequence[Step], edges: Iterable[Edge]) -> tuple[int, ...]:
    """Definition 2: the indices of the steps with two different, independent calls."""
    return tuple(index for index, width in enumerate(_widths(steps, edges)) if width > 1)


def hops(steps: Sequence[Step], edges: Iterable[Edge]) -> int:
    """The number of calls in the longest chain of dependencies across steps; 0 without calls.

    Edges within a step or to an earlier one are ignored: such a call did not have what it needed.
    """
    step_of = _steps_of_calls(steps)
    depth = [1] * len(step_of)
    for edge in sorted(_forward(step_of, edges), key=lambda edge: edge.target):
        depth[edge.target] = max(depth[edge.target], depth[edge.source] + 1)
    return max(depth, default=0)


def threads(steps: Sequence[Step], edges: Iterable[Edge]) -> int:
    """Return the largest number of different, independent calls in one step; 0 without calls."""
    return max(_widths(steps, edges), default=0)


def parallel_efficiency(steps: Sequence[Step], edges: Iterable[Edge]) -> float:
    """Return the length of the longest chain over the steps taken: 1 if no step could be saved.

    Without calls it is 1. Empty steps do not count.
    """
    taken = sum(bool(step.calls) for step in steps)
    return hops(steps, edges) / taken if taken else 1.0


def redundant_calls(steps: Sequence[Step]) -> tuple[int, ...]:
    """Return the indices of calls that exactly repeat an earlier call, unless all of those failed.

    A call failed if its outcome says so or, without outcome, if its result is an error. A call that found
    nothing did not fail. Repeats within a step count too. Polling looks the same and is counted.
    """
    done: set[tuple[str, str]] = set()
    repeated = []
    for index, call in enumerate(_calls(steps)):
        key = call_key(call)
        if key in done:
            repeated.append(index)
        if is_executed(call):
            done.add(key)
    return tuple(repeated)


def dependency_violations(
    edges: Iterable[Edge], alignment: Mapping[int, int], prediction: Sequence[Step]
) -> tuple[Edge, ...]:
    """Return the reference's edges whose target did not run in a later step than its source.

    ``alignment`` maps calls of the reference to calls of the prediction; edges with an unmatched end are
    ignored.
    """
    step_of = _steps_of_calls(prediction)
    _check(alignment.values(), len(step_of), "alignment")
    return tuple(
        edge
        for edge in edges
        if edge.source in alignment
        and edge.target in alignment
        and step_of[alignment[edge.target]] <= step_of[alignment[edge.source]]
    )


def _calls(steps: Sequence[Step]) -> list[Call]:
    return [call for step in steps for call in step.calls]


def _steps_of_calls(steps: Sequence[Step]) -> list[int]:
    return [index for index, step in enumerate(steps) for _ in step.calls]


def is_executed(call: Call) -> bool:
    """Return whether a call was executed: by its outcome, else unless its result is an error."""
    if call.outcome is not None:
        return call.outcome.executed
    return not (call.result is not None and call.result.is_error)


def _forward(step_of: Sequence[int], edges: Iterable[Edge]) -> list[Edge]:
    """Return the edges from an earlier step to a later one."""
    known = list(edges)
    _check((end for edge in known for end in (edge.source, edge.target)), len(step_of), "edge")
    return [edge for edge in known if step_of[edge.source] < step_of[edge.target]]


def _check(calls: Iterable[int], count: int, where: str) -> None:
    for call in calls:
        if not 0 <= call < count:
            raise UsageError(
                f"{where} refers to call {call}, but the calls are numbered from 0 to {count - 1}"
            )


def _widths(steps: Sequence[Step], edges: Iterable[Edge]) -> list[int]:
    """Return the size of each step's largest set of independent calls."""
    known = list(edges)
    _check((end for edge in known for end in (edge.source, edge.target)), len(_calls(steps)), "edge")
    widths, first = [], 0
    for step in steps:
        inner = [(e.source - first, e.target - first) for e in known]
        inside = range(len(step.calls))
        widths.append(_width(step.calls, [(s, t) for s, t in inner if s in inside and t in inside]))
        first += len(step.calls)
    return widths


def _width(calls: Sequence[Call], edges: Sequence[tuple[int, int]]) -> int:
    """Return how many different calls can run at once: the size of a minimum chain cover (Dilworth)."""
    number: dict[tuple[str, str], int] = {}
    node = [number.setdefault(call_key(call), len(number)) for call in calls]
    if not edges:
        return len(number)
    reach = np.zeros((len(number), len(number)), dtype=bool)
    for source, target in edges:
        reach[node[source], node[target]] = True
    for middle in range(len(number)):
        reach |= np.outer(reach[:, middle], reach[middle])
    # Of cyclic dependencies, one direction is kept: a chain through them is still one chain.
    reach &= ~np.tril(reach & reach.T)
    return sum(partner is None for partner in largest_matching(reach))
