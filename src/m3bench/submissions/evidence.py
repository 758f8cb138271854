"""What the records of a run tell about who made it. They are read once, and the first damage ends that."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from itertools import pairwise

from m3bench.core import M3BenchError, Reference, Step, Task, Trajectory, Usage
from m3bench.runs import FinishedAttempt, RunFolder
from m3bench.runs.store import RunCheck, judgements_file, read_judge_records


class Refused(M3BenchError):
    """A submission is not what it says."""


class Evidence:
    """Facts about all attempts of a run, a few bytes for each."""

    def __init__(self) -> None:
        self.attempts = 0
        """Final attempts, scored or not."""
        self.acted = 0
        """Attempts with a call or an answer."""
        self.unasked = 0
        """Those of them without any trace of a request to a model."""
        self.without_transcript = 0
        """Those that count requests, but name no transcript."""
        self.compared = 0
        """Attempts at tasks whose reference has calls and an answer."""
        self.equal = 0
        """Those of them that are a reference to the byte."""
        self.pauses = array("d")
        """Seconds from the last result of each step to the next call."""
        self.replies = array("d")
        """Seconds from each request to its reply."""
        self.agents: set[str] = set()
        """Agents that the records name."""
        self.is_negative = False
        """Whether a time, a number of tokens or a cost is below zero."""

    def add(self, attempt: FinishedAttempt, task: Task) -> None:
        """Count a final attempt."""
        self.attempts += 1
        trajectory = attempt.trajectory
        self.replies.extend(attempt.reply_seconds)
        self.pauses.extend(_pauses(trajectory.steps))
        self.agents.update(filter(None, [trajectory.agent]))
        numbers = (attempt.seconds, attempt.waited, *attempt.reply_seconds, *_numbers(trajectory.usage))
        self.is_negative |= any(number < 0 for number in numbers)
        if attempt.failed or not (trajectory.call_count or trajectory.answer or trajectory.fields):
            return
        self.acted += 1
        requests = (trajectory.usage and trajectory.usage.requests) or len(attempt.reply_seconds)
        self.unasked += not requests and attempt.transcript is None
        self.without_transcript += bool(requests) and attempt.transcript is None
        comparable = [reference for reference in task.references if _is_comparable(reference, task)]
        self.compared += bool(comparable)
        self.equal += any(_is_equal(trajectory, reference, task) for reference in comparable)


def read_evidence(folder: RunFolder) -> Evidence:
    """Read the records of a run, which must be intact and complete.

    A reader that lists all damage of a hostile journal would run out of memory; here, the first is enough.

    Raises:
        Refused: The run was changed, or attempts are missing.
    """
    check = RunCheck(folder)
    tasks = {task.id: task for task in folder.tasks()}
    evidence = Evidence()
    _require_unchanged(check, folder)
    for line in check.lines(tasks.keys()):
        _require_unchanged(check, folder)
        if isinstance(line.record, FinishedAttempt) and line.record.final:
            evidence.add(line.record, tasks[line.record.task_id])
    _require_unchanged(check, folder)
    for _ in read_judge_records(judgements_file(folder)):
        pass
    planned = len(tasks) * check.manifest.recorded.epochs
    if evidence.attempts < planned:
        missing = planned - evidence.attempts
        raise Refused(f"its run {folder.path.name} is not finished: {missing:,} attempts are missing")
    return evidence


def _require_unchanged(check: RunCheck, folder: RunFolder) -> None:
    if check.damages:
        raise Refused(f"its run {folder.path.name} was changed: {check.damages[0]}")


def _pauses(steps: Iterable[Step]) -> Iterator[float]:
    timed = [[call.timing for call in step.calls if call.timing] for step in steps]
    for before, after in pairwise(timings for timings in timed if timings):
        yield min(timing.start for timing in after) - max(timing.end for timing in before)


def _numbers(usage: Usage | None) -> Iterator[float]:
    if usage is not None:
        known = (usage.input_tokens, usage.output_tokens, usage.requests, usage.cost)
        yield from (number for number in known if number is not None)


def _answer(reference: Reference, task: Task) -> str | None:
    return reference.answer if reference.answer is not None else task.answer


def _is_comparable(reference: Reference, task: Task) -> bool:
    return reference.call_count > 0 and bool(_answer(reference, task) or reference.fields)


def _is_equal(trajectory: Trajectory, reference: Reference, task: Task) -> bool:
    return (
        trajectory.answer == _answer(reference, task)
        and trajectory.fields == reference.fields
        and _calls(trajectory.steps) == _calls(reference.steps)
    )


def _calls(steps: Iterable[Step]) -> list[tuple[str, object]]:
    return [(call.name, call.arguments) for step in steps for call in step.calls]
