"""All planning failures of an attempt, kind by kind; `state_tracking` has a module of its own."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence, Set

from m3bench.core import Edge, Task, Trajectory
from m3bench.core.text import join
from m3bench.scoring.match import call_key
from m3bench.scoring.planning.branches import calls_of
from m3bench.scoring.planning.guesses import guesses
from m3bench.scoring.planning.plan_facts import PlanFacts, plan_facts, was_refused
from m3bench.scoring.planning.records import Planning, PlanningFailure
from m3bench.scoring.planning.state_tracking import state_tracking
from m3bench.scoring.provenance import Provenance
from m3bench.scoring.records import TaskScore
from m3bench.scoring.structure import dependency_violations
from m3bench.scoring.taxonomy import ToolBook, makes


def find_planning_failures(
    score: TaskScore,
    prediction: Trajectory,
    task: Task,
    tools: ToolBook,
    *,
    provenance: Provenance | None = None,
    edges: Sequence[Edge] | None = None,
) -> tuple[PlanningFailure, ...]:
    """Return all planning failures of an attempt, against the reference that it was scored with.

    Args:
        score: The score of the attempt.
        prediction: The attempt.
        task: The task. Its conditions are in `branches`.
        tools: The known tools.
        provenance: The sources of its argument values, if they are known already.
        edges: The dependencies in the reference, if they are known already.

    Raises:
        UsageError: The conditions of the task are invalid.
    """
    facts = plan_facts(score, prediction, task, tools, provenance=provenance, edges=edges)
    return tuple(failure for find in _FINDERS for failure in find(facts))


def decomposition(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield a failure for each part of the reference without any call.

    A part is a set of calls of the reference that depend on each other, for none of which a call was made:
    neither of the same tool, nor of another one with some of the same values.
    """
    made = {**facts.paired, **facts.replaced}
    decided = {
        number
        for condition in facts.conditions
        for number in calls_of(condition.taken, condition.other, facts.expected)
    }
    missing = frozenset(range(len(facts.expected))) - made.keys() - decided
    for part in parts(missing, facts.edges):
        names = dict.fromkeys(facts.expected[number].name for number in part)
        yield PlanningFailure(
            failure=Planning.DECOMPOSITION, expected_calls=part, detail=f"no call for {join(tuple(names))}"
        )


def parts(calls: Set[int], edges: tuple[Edge, ...]) -> list[tuple[int, ...]]:
    """Split calls into those that depend on each other, directly or over other ones of them."""
    part_of = {number: {number} for number in sorted(calls)}
    for edge in edges:
        if edge.source in part_of and edge.target in part_of:
            both = part_of[edge.source] | part_of[edge.target]
            for number in both:
                part_of[number] = both
    return sorted({tuple(sorted(part)) for part in part_of.values()})


def sequencing(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield each call that ran before a call it needs, or with a guess in place of its result."""
    reported: set[int] = set()
    for edge in dependency_violations(facts.edges, facts.matched, facts.steps):
        call, needed = facts.matched[edge.target], facts.matched[edge.source]
        if call not in reported:
            reported.add(call)
            yield PlanningFailure(
                failure=Planning.SEQUENCING,
                calls=(needed, call),
                expected_calls=(edge.source, edge.target),
                detail=f"call {call + 1} ({facts.calls[call].name}) needs call {needed + 1} "
                f"({facts.calls[needed].name}), but was not made after it",
            )
    for guess in guesses(facts):
        if not guess.was_known and guess.call not in reported:
            reported.add(guess.call)
            yield PlanningFailure(
                failure=Planning.SEQUENCING,
                calls=(guess.call,),
                expected_calls=(guess.source, guess.expected_call),
                detail=f"{guess.path} of call {guess.call + 1} ({facts.calls[guess.call].name}) was guessed "
                f"before {facts.expected[guess.source].name} had been asked",
            )


def parallelisation(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield a failure for each step of the reference whose calls were spread over several steps for nothing.

    A call is late for nothing if all results that it uses were there before the first call of its group.
    """
    groups: dict[int, list[int]] = defaultdict(list)
    for expected in sorted(facts.matched):
        groups[facts.expected_step_of[expected]].append(expected)
    for members in groups.values():
        late = late_calls(facts, [facts.matched[number] for number in members])
        if late:
            calls = tuple(sorted(facts.matched[number] for number in members))
            numbers = ", ".join(str(call + 1) for call in late)
            yield PlanningFailure(
                failure=Planning.PARALLELISATION,
                calls=calls,
                expected_calls=tuple(members),
                detail=f"{'calls' if len(late) > 1 else 'call'} {numbers} could have been made together with "
                f"call {_first(facts, calls) + 1}",
            )


def late_calls(facts: PlanFacts, calls: Sequence[int]) -> list[int]:
    """Return those of some independent calls that could have been made in the step of the first one."""
    first = min(_first_try(facts, call) for call in calls)
    return sorted(
        call
        for call in calls
        if _first_try(facts, call) > first
        and all(facts.step_of[source] < first for source in facts.inputs.get(call, ()))
    )


def _first(facts: PlanFacts, calls: Sequence[int]) -> int:
    return min(calls, key=lambda call: (_first_try(facts, call), call))


def _first_try(facts: PlanFacts, call: int) -> int:
    """Return the step of the first try: an unmatched call that is the same, or failed with the same tool."""
    taken = set(facts.matched.values())
    tries = [
        number
        for number in range(call)
        if number not in taken
        and (
            facts.keys[number] == facts.keys[call]
            or (facts.calls[number].name == facts.calls[call].name and was_refused(facts.calls[number]))
        )
    ]
    return facts.step_of[min(tries, default=call)]


def redundancy(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield a failure for each call that repeats a successful one, with nothing made in between.

    As many repetitions as the reference has are allowed, for instance to wait for something.
    """
    allowed = Counter(map(call_key, facts.expected))
    made: Counter[tuple[str, str]] = Counter()
    since: dict[tuple[str, str], int] = {}
    """The first call of each kind since something was made."""
    for number, (call, key) in enumerate(zip(facts.calls, facts.keys, strict=True)):
        if key in since and made[key] >= allowed[key]:
            yield PlanningFailure(
                failure=Planning.REDUNDANCY,
                calls=(since[key], number),
                detail=f"call {number + 1} ({call.name}) repeats call {since[key] + 1}",
            )
        if facts.succeeded(number):
            made[key] += 1
            if makes(call, facts.tools) and key not in since:
                since.clear()
            since.setdefault(key, number)


def conditional_logic(facts: PlanFacts) -> Iterator[PlanningFailure]:
    """Yield a failure for each condition whose other branch was taken, alone or as well, or none at all."""
    for condition in facts.conditions:
        right = calls_of(condition.taken, condition.other, facts.calls)
        wrong = calls_of(condition.other, condition.taken, facts.calls)
        if wrong:
            how = "both branches were taken" if right else "the wrong branch was taken"
        elif condition.taken and not right:
            how = "no branch was taken"
        else:
            continue
        yield PlanningFailure(
            failure=Planning.CONDITIONAL_LOGIC,
            calls=wrong,
            expected_calls=calls_of(condition.taken, condition.other, facts.expected),
            detail=f"{how}: {condition.condition}",
        )


_FINDERS: tuple[Callable[[PlanFacts], Iterator[PlanningFailure]], ...] = (
    decomposition,
    sequencing,
    parallelisation,
    redundancy,
    state_tracking,
    conditional_logic,
)
