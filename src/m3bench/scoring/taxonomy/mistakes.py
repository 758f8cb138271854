"""Mistakes of an attempt, decided by facts: alignment, schemas, outcomes, provenance."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from m3bench.core import USER_SERVER, Call, Outcome, Reference, Step, Trajectory, tamperings
from m3bench.scoring.match import call_key
from m3bench.scoring.provenance import value_keys
from m3bench.scoring.records import TaskScore
from m3bench.scoring.taxonomy.parameters import ToolBook
from m3bench.scoring.taxonomy.records import Error, Mistake
from m3bench.scoring.taxonomy.verification import find_partly_verified, find_unverified

Numbered = Mapping[int, Call]
"""Calls by their number."""
Pairs = dict[int, int]
"""Maps a call of the reference to a call of the attempt."""


def find_mistakes(
    score: TaskScore,
    prediction: Trajectory,
    reference: Reference,
    tools: ToolBook,
    *,
    request: str | None,
    strong: float,
) -> tuple[Mistake, ...]:
    """Return all mistakes of an attempt, against the reference that it was scored with.

    A call has at most one mistake of each kind.

    Args:
        score: The score of the attempt.
        prediction: The attempt.
        reference: The reference that it was scored with.
        tools: The known tools.
        request: The request of the task.
        strong: The similarity from which two calls are the same.
    """
    calls = [call for _, call in prediction.calls()]
    again = repeated_calls(calls, [call_key(call) for call in calls])
    mistakes = [
        *(_of(Error.REPEATED_CALL, number, calls) for number in sorted(again)),
        *_parameter_mistakes(calls, tools),
    ]
    refused = {number for number, call in enumerate(calls) if _is_refused(call)}
    unreadable = refused | {mistake.call for mistake in mistakes}
    taken = again | {match.prediction_call for match in score.matches}
    covered = {match.reference_call for match in score.matches}
    asks_user = any(call.server == USER_SERVER for _, call in reference.calls())
    pairing = _Pairing(
        {number: call for number, (_, call) in enumerate(reference.calls()) if number not in covered},
        {
            number: call
            for number, call in enumerate(calls)
            if number not in taken and (asks_user or call.server != USER_SERVER)
        },
    )
    mistakes += pairing.mistakes(tools, unreadable)
    mistakes += _unknown_tools(calls, tools, pairing.paired)
    mistakes += _not_found(calls, score, strong, {mistake.call for mistake in mistakes})
    mistakes += _server_issues(prediction.steps, calls)
    unseen = find_unverified(prediction.steps, request, tools) or find_partly_verified(prediction.steps)
    return (*mistakes, unseen) if unseen else tuple(mistakes)


def is_hallucinated(call: Call, tools: ToolBook) -> bool:
    """Return whether the tool does not exist, by the outcome or else by the known tools."""
    if call.outcome is not None:
        return call.outcome is Outcome.UNKNOWN_TOOL
    return tools.lacks(call)


class _Pairing:
    """Pairs unmatched calls of the reference with unmatched calls of the attempt."""

    def __init__(self, missed: Numbered, spare: Numbered) -> None:
        self._missed, self._spare = missed, spare
        self._same = pairs_of_one_tool(missed, spare)
        self._across = pairs_across_tools(
            _less(missed, self._same.keys()), _less(spare, set(self._same.values()))
        )

    @property
    def paired(self) -> frozenset[int]:
        """Calls that replace one of another tool."""
        return frozenset(self._across.values())

    def mistakes(self, tools: ToolBook, unreadable: Set[int | None]) -> Iterator[Mistake]:
        """Yield mistakes. Calls with unreadable arguments are skipped: their target is unknown."""
        for pair in self._same.items():
            if pair[1] not in unreadable:
                yield self._paired(Error.WRONG_OBJECT, pair)
        for pair in self._across.items():
            invented = is_hallucinated(self._spare[pair[1]], tools)
            yield self._paired(Error.HALLUCINATED_TOOL if invented else Error.WRONG_TOOL, pair)
        for number in sorted(self._missed.keys() - self._same.keys() - self._across.keys()):
            expected = self._missed[number].name
            yield Mistake(error=Error.MISSING_TOOL, expected_call=number, expected_tool=expected)

    def _paired(self, error: Error, pair: tuple[int, int]) -> Mistake:
        expected, number = pair
        return Mistake(
            error=error,
            call=number,
            tool=self._spare[number].name,
            expected_call=expected,
            expected_tool=self._missed[expected].name,
        )


def _parameter_mistakes(calls: Sequence[Call], tools: ToolBook) -> Iterator[Mistake]:
    for number, call in enumerate(calls):
        for error in sorted(tools.parameter_errors(call)):
            yield _of(error, number, calls)


def _unknown_tools(calls: Sequence[Call], tools: ToolBook, reported: Set[int]) -> Iterator[Mistake]:
    for number, call in enumerate(calls):
        if number not in reported and is_hallucinated(call, tools):
            yield _of(Error.HALLUCINATED_TOOL, number, calls)


def _not_found(
    calls: Sequence[Call], score: TaskScore, strong: float, reported: Set[int | None]
) -> Iterator[Mistake]:
    """Yield calls for something that does not exist, unless the reference makes the same call."""
    as_asked = {match.prediction_call for match in score.matches if match.similarity >= strong}
    for number, call in enumerate(calls):
        if call.outcome is Outcome.NOT_FOUND and number not in as_asked and number not in reported:
            yield _of(Error.WRONG_OBJECT, number, calls)


def _server_issues(steps: Sequence[Step], calls: Sequence[Call]) -> Iterator[Mistake]:
    """Yield calls whose server failed, or left a file wrong and reported success."""
    tampered = {fault.call for fault in tamperings(steps)}
    for number, call in enumerate(calls):
        if call.outcome is Outcome.SERVER_FAULT or number in tampered:
            yield _of(Error.SERVER_ISSUE, number, calls)


def _is_refused(call: Call) -> bool:
    return call.outcome is not None and call.outcome.blames_agent


def _of(error: Error, number: int, calls: Sequence[Call]) -> Mistake:
    return Mistake(error=error, call=number, tool=calls[number].name)


def _less(calls: Numbered, numbers: Set[int]) -> Numbered:
    return {number: call for number, call in calls.items() if number not in numbers}


def pairs_of_one_tool(missed: Numbered, spare: Numbered) -> Pairs:
    """Pair unmatched calls of the same tool in order: the same operation on something else."""
    waiting: dict[str, list[int]] = defaultdict(list)
    for number in sorted(spare, reverse=True):
        waiting[spare[number].name].append(number)
    return {
        number: waiting[missed[number].name].pop()
        for number in sorted(missed)
        if waiting.get(missed[number].name)
    }


def pairs_across_tools(missed: Numbered, spare: Numbered) -> Pairs:
    """Pair calls of different tools with the same values: one replaces the other.

    Calls with more common values come first, then those of the same server, then earlier ones. Calls without
    a common value are not paired.
    """
    given = {number: value_keys(call) for number, call in spare.items()}
    wanted = {number: value_keys(call) for number, call in missed.items()}
    likely = sorted(
        (-_overlap(wanted[one], given[other]), missed[one].server != spare[other].server, one, other)
        for one in missed
        for other in spare
        if missed[one].name != spare[other].name and wanted[one] & given[other]
    )
    pairs: Pairs = {}
    taken: set[int] = set()
    for _, _, one, other in likely:
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)
    return pairs


def _overlap(one: frozenset[object], other: frozenset[object]) -> float:
    return len(one & other) / len(one | other)


def repeated_calls(calls: Sequence[Call], keys: Sequence[tuple[str, str]]) -> set[int]:
    """Return the calls that exactly repeat an earlier call whose outcome was up to the agent."""
    done: set[tuple[str, str]] = set()
    repeated = set()
    for number, key in enumerate(keys):
        if key in done:
            repeated.add(number)
        if _is_the_agents(calls[number]):
            done.add(key)
    return repeated


def _is_the_agents(call: Call) -> bool:
    return call.outcome is None or call.outcome.executed or call.outcome.blames_agent
