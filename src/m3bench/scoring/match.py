"""Match metrics under the names of other tools.

Two families: the trajectory metrics of Google's Agent Development Kit and evaluation service, and the
match modes of LangChain's agentevals. All of them see a trajectory as a flat list of calls; steps do not
count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Literal

import msgspec
import numpy as np

from m3bench.core import Call, Step, UsageError, canonical_json, parsed_arguments
from m3bench.scoring.serialize import normalized
from m3bench.statistics import largest_matching

Mode = Literal["strict", "unordered", "subset", "superset"]
ArgumentMode = Literal["exact", "ignore", "subset", "superset"]
CallKey = tuple[str, str]


class MatchMetrics(msgspec.Struct, frozen=True, kw_only=True):
    """All match metrics of a prediction against a reference, with exact arguments."""

    exact_match: float
    in_order_match: float
    any_order_match: float
    precision: float
    recall: float
    single_tool_use: float | None
    strict: bool
    unordered: bool
    subset: bool
    superset: bool


def call_key(call: Call) -> CallKey:
    """Return what identifies a call: its name and canonical arguments.

    JSON strings are parsed, missing arguments are the empty object, 1 equals 1.0, and True is not 1.
    """
    return call.name, canonical_json(normalized(_arguments(call)))


def trajectory_exact_match(prediction: Sequence[Step], reference: Sequence[Step]) -> float:
    """1 if both make the same calls in the same order and no others; otherwise 0."""
    return float(_keys(prediction) == _keys(reference))


def trajectory_in_order_match(prediction: Sequence[Step], reference: Sequence[Step]) -> float:
    """1 if all calls of the reference occur in order, with others in between; otherwise 0.

    An empty reference is always matched.
    """
    remaining = iter(_keys(prediction))
    return float(all(key in remaining for key in _keys(reference)))


def trajectory_any_order_match(prediction: Sequence[Step], reference: Sequence[Step]) -> float:
    """1 if all calls of the reference occur, each as often, in any order; otherwise 0.

    An empty reference is always matched.
    """
    return float(not Counter(_keys(reference)) - Counter(_keys(prediction)))


def trajectory_precision(prediction: Sequence[Step], reference: Sequence[Step]) -> float:
    """Return the share of predicted calls that the reference has too.

    Calls are matched one to one, so extra repetitions do not count. An empty prediction scores 1 if the
    reference is empty too, and 0 otherwise.
    """
    if not _keys(prediction):
        return float(not _keys(reference))
    return _shared(prediction, reference) / len(_keys(prediction))


def trajectory_recall(prediction: Sequence[Step], reference: Sequence[Step]) -> float:
    """Return the share of reference calls that were predicted, one to one; 1 for an empty reference."""
    if not _keys(reference):
        return 1.0
    return _shared(prediction, reference) / len(_keys(reference))


def trajectory_single_tool_use(prediction: Sequence[Step], tool: str) -> float:
    """1 if the tool was called at least once, with any arguments; otherwise 0.

    ``tool`` is a full name, or a name without server, which matches that tool on any server.
    """
    return float(any(tool in (call.name, call.tool) for call in _calls(prediction)))


def trajectory_match(
    prediction: Sequence[Step],
    reference: Sequence[Step],
    mode: Mode = "strict",
    arguments: ArgumentMode = "exact",
) -> bool:
    """Return whether the prediction matches the reference in a mode.

    Args:
        prediction: The predicted steps.
        reference: The reference steps.
        mode: ``strict``: the same calls in the same order. ``unordered``: the same calls, each as often.
            ``subset``: every predicted call has its own counterpart in the reference. ``superset``: the
            reverse. Two empty trajectories match in every mode; an empty one is a subset of all.
        arguments: When two calls of one tool are the same: with equal arguments (``exact``), always
            (``ignore``), if the reference has every predicted argument (``subset``), or the reverse
            (``superset``). Arguments that are not objects must be equal.

    Raises:
        UsageError: A mode is unknown.
    """
    predicted, expected = _calls(prediction), _calls(reference)
    same = _comparison(arguments)
    if mode == "strict":
        return len(predicted) == len(expected) and all(map(same, predicted, expected))
    if mode == "unordered":
        return len(predicted) == len(expected) == _matching_size(predicted, expected, same)
    if mode == "subset":
        return _matching_size(predicted, expected, same) == len(predicted)
    if mode == "superset":
        return _matching_size(predicted, expected, same) == len(expected)
    raise UsageError(f"unknown match mode {mode!r}", "Use strict, unordered, subset or superset.")


def match_metrics(
    prediction: Sequence[Step], reference: Sequence[Step], tool: str | None = None
) -> MatchMetrics:
    """Return every match metric; ``single_tool_use`` only if a tool is named."""
    return MatchMetrics(
        exact_match=trajectory_exact_match(prediction, reference),
        in_order_match=trajectory_in_order_match(prediction, reference),
        any_order_match=trajectory_any_order_match(prediction, reference),
        precision=trajectory_precision(prediction, reference),
        recall=trajectory_recall(prediction, reference),
        single_tool_use=None if tool is None else trajectory_single_tool_use(prediction, tool),
        strict=trajectory_match(prediction, reference, "strict"),
        unordered=trajectory_match(prediction, reference, "unordered"),
        subset=trajectory_match(prediction, reference, "subset"),
        superset=trajectory_match(prediction, reference, "superset"),
    )


def _calls(steps: Sequence[Step]) -> list[Call]:
    return [call for step in steps for call in step.calls]


def _keys(steps: Sequence[Step]) -> list[CallKey]:
    return [call_key(call) for call in _calls(steps)]


def _shared(prediction: Sequence[Step], reference: Sequence[Step]) -> int:
    return (Counter(_keys(prediction)) & Counter(_keys(reference))).total()


def _arguments(call: Call) -> Any:
    return {} if call.arguments is None else parsed_arguments(call.arguments)


_Form = tuple[str, Any]
_Comparison = Callable[[_Form, _Form], bool]


def _comparison(arguments: ArgumentMode) -> Callable[[Call, Call], bool]:
    compare = _COMPARISONS.get(arguments)
    if compare is None:
        raise UsageError(f"unknown argument mode {arguments!r}", f"Use {', '.join(_COMPARISONS)}.")
    forms: dict[int, _Form] = {}

    def form(call: Call) -> _Form:
        if id(call) not in forms:
            forms[id(call)] = _form(call)
        return forms[id(call)]

    return lambda predicted, expected: compare(form(predicted), form(expected))


def _form(call: Call) -> _Form:
    """Return the name, and the arguments as a set of canonical pairs, or whole if they are not an object."""
    arguments = normalized(_arguments(call))
    if isinstance(arguments, dict):
        return call.name, frozenset((key, canonical_json(value)) for key, value in arguments.items())
    return call.name, canonical_json(arguments)


def _contains(whole: _Form, part: _Form) -> bool:
    if isinstance(whole[1], frozenset) and isinstance(part[1], frozenset):
        return whole[0] == part[0] and whole[1] >= part[1]
    return whole == part


_COMPARISONS: dict[str, _Comparison] = {
    "exact": lambda predicted, expected: predicted == expected,
    "ignore": lambda predicted, expected: predicted[0] == expected[0],
    "subset": lambda predicted, expected: _contains(expected, predicted),
    "superset": _contains,
}


def _matching_size(
    predicted: Sequence[Call], expected: Sequence[Call], same: Callable[[Call, Call], bool]
) -> int:
    """Return the size of a maximum matching; a greedy one may be smaller."""
    if not predicted or not expected:
        return 0
    fits = np.array([[same(one, other) for other in expected] for one in predicted])
    return sum(partner is not None for partner in largest_matching(fits))
