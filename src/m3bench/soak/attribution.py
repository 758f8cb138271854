"""Invariants of the records: failures have their true causes, and faults are visible.

The log of the injected faults is the truth. It knows a try by the conversation with its model, whose number
is in the ids of all calls.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from m3bench.core import Call, Outcome, Status
from m3bench.runs import FinishedAttempt
from m3bench.soak.fault_log import ANSWER, Event
from m3bench.soak.faults import FATAL, FILLING, RETRIED
from m3bench.soak.provider import conversation_in, turn_in
from m3bench.soak.verdict import Verdict, verdict

_START = re.compile(r"soak: server:failed-start (\S+#\d+)")
_LEFT = "workspace:"
_DEATHS = 3
"""So many workers must die before a try fails because of it."""


class Truth(msgspec.Struct, frozen=True, kw_only=True):
    """What was injected and answered, by who was affected."""

    calls: dict[str, str] = {}
    """The fault of a call by its id."""
    requests: dict[int, list[str]] = {}
    """What the provider did in a conversation, in order: faults and answers."""
    first_requests: dict[str, int] = {}
    """Failed requests before the first answer of a conversation, by task."""
    failed_starts: frozenset[str] = frozenset()
    kills: int = 0
    tokens: dict[int, int] = {}
    """Tokens of the answers in a conversation."""

    def fault_of(self, call: Call) -> str | None:
        return self.calls.get(call.id or "")


def truth_of(events: Iterable[Event]) -> Truth:
    calls: dict[str, str] = {}
    requests: dict[int, list[str]] = defaultdict(list)
    first, tokens = Counter[str](), Counter[int]()
    starts, kills = set(), 0
    for event in events:
        if event.call is not None:
            calls[event.call] = event.what
        elif event.conversation is not None:
            requests[event.conversation].append(event.what)
            tokens[event.conversation] += event.tokens
        elif event.what in RETRIED and event.task_id is not None:
            first[event.task_id] += 1
        elif event.what == "server:failed-start" and event.start is not None:
            starts.add(event.start)
        kills += event.what == "worker:kill"
    return Truth(
        calls=calls, requests=dict(requests), first_requests=dict(first), failed_starts=frozenset(starts),
        kills=kills, tokens=dict(tokens),
    )  # fmt: skip


def conversation_of(record: FinishedAttempt) -> int | None:
    """Return the conversation of a try; None if the model never called a tool."""
    numbers = (conversation_in(call.id) for _, call in record.trajectory.calls())
    return next((number for number in numbers if number is not None), None)


def failures_attributed(records: Iterable[FinishedAttempt], truth: Truth) -> Verdict:
    """Check that every failed try, and every failed call, names who was made to fail."""
    problems, failed = [], Counter[str]()
    for record in records:
        status = record.trajectory.status
        if status is not Status.COMPLETED:
            failed[status.value] += 1
        problem = wrong_cause(record, truth)
        if problem is not None:
            problems.append(f"{_name(record)}: {problem}")
    fine = ", ".join(f"{count} {status}" for status, count in sorted(failed.items())) or "no try failed"
    return verdict("failures attributed", problems, f"tries: {fine}", "faults.jsonl, and the journal")


def wrong_cause(record: FinishedAttempt, truth: Truth) -> str | None:
    """Return what is wrong about the recorded cause of a failure; None if it is the true one."""
    unexplained = [
        call
        for _, call in record.trajectory.calls()
        if call.outcome is Outcome.SERVER_FAULT and not _is_explained(call, record, truth)
    ]
    if unexplained:
        text = unexplained[0].result.text if unexplained[0].result else ""
        return f"{unexplained[0].name} is a server_fault, but no fault was injected: {text[:200]}"
    return None if record.trajectory.status is Status.COMPLETED else _wrong_status(record, truth)


def _wrong_status(record: FinishedAttempt, truth: Truth) -> str | None:
    status, extra = record.trajectory.status, record.trajectory.extra
    reason = str(extra.get("reason", ""))
    if status is Status.SERVER_FAILURE:
        return None if _server_failed(record, reason, truth) else f"no server was made to fail: {reason}"
    if status is Status.OVER_QUOTA:
        return None if _was_filled(record, truth) else f"nobody filled the workspace: {reason}"
    if status is Status.HARNESS_FAILURE and extra.get("provider"):
        return None if _provider_failed(record, truth) else f"the provider was not made to fail: {reason}"
    if status is Status.HARNESS_FAILURE and "worker process died" in reason:
        return None if truth.kills >= _DEATHS else f"only {truth.kills} workers were killed: {reason}"
    return f"{status.value}, though nobody but servers, workers and the provider failed: {reason}"


def _has_leftovers(record: FinishedAttempt, truth: Truth) -> bool:
    return any((truth.fault_of(call) or "").startswith(_LEFT) for _, call in record.trajectory.calls())


def _was_filled(record: FinishedAttempt, truth: Truth) -> bool:
    return any(truth.fault_of(call) in FILLING for _, call in record.trajectory.calls())


def _is_explained(call: Call, record: FinishedAttempt, truth: Truth) -> bool:
    """A call fails by its own fault, by a failed restart, or with a call beside it that ended the server."""
    named = _named_starts(call.result.text if call.result else "", truth)
    return truth.fault_of(call) in FATAL or named or _server_ended(call, record, truth)


def _server_ended(call: Call, record: FinishedAttempt, truth: Truth) -> bool:
    """Return whether another call of the same step made the server of this call fail."""
    beside = [
        other
        for _, other in record.trajectory.calls()
        if other.id != call.id and other.server == call.server and turn_in(other.id) == turn_in(call.id)
    ]
    return any(truth.fault_of(other) in FATAL for other in beside)


def _named_starts(text: str, truth: Truth) -> bool:
    return any(start in truth.failed_starts for start in _START.findall(text))


def _server_failed(record: FinishedAttempt, reason: str, truth: Truth) -> bool:
    # Each fault is explained.
    faults = (call.outcome is Outcome.SERVER_FAULT for _, call in record.trajectory.calls())
    return any(faults) or _named_starts(reason, truth)


def _provider_failed(record: FinishedAttempt, truth: Truth) -> bool:
    conversation = conversation_of(record)
    if conversation is None:
        return truth.first_requests.get(record.task_id, 0) > 0
    done = truth.requests.get(conversation, [])
    return bool(done) and done[-1] in RETRIED


def faults_visible(records: Iterable[FinishedAttempt], truth: Truth) -> Verdict:
    """Check that every fault that reached a recorded try is in its record."""
    problems, seen = [], Counter[str]()
    for record in records:
        for fault, problem in _reached(record, truth):
            seen[fault.partition(":")[0]] += 1
            if problem:
                problems.append(f"{_name(record)}: {problem}")
    fine = ", ".join(f"{count} of a {who}" for who, count in sorted(seen.items())) or "none"
    return verdict("faults visible", problems, f"faults in records: {fine}", "faults.jsonl, and the journal")


def _reached(record: FinishedAttempt, truth: Truth) -> Iterator[tuple[str, str]]:
    """Yield the faults that reached a try, each with what is wrong about its record, or nothing."""
    for _, call in record.trajectory.calls():
        fault = truth.fault_of(call)
        if fault is not None:
            yield fault, _wrong_effect(fault, call, record, truth)
    conversation = conversation_of(record)
    for fault in truth.requests.get(conversation, []) if conversation is not None else []:
        if fault in RETRIED:
            problem = f"{fault}, but the record shows no wait for the provider"
            yield fault, "" if record.waited > 0 else problem


def _wrong_effect(fault: str, call: Call, record: FinishedAttempt, truth: Truth) -> str:
    """Return what is wrong about the record of a fault in a call, or nothing."""
    status = record.trajectory.status
    if fault.startswith(_LEFT):
        is_seen = fault not in FILLING or status is Status.OVER_QUOTA or record.failed
        return "" if is_seen else f"{fault} in {call.id}, but the attempt is {status}"
    if call.outcome is None and status is Status.OVER_QUOTA:
        return ""  # the attempt ended during the call
    # An error is not read any more if the server fails in a call beside it.
    ended = call.outcome is Outcome.SERVER_FAULT and _server_ended(call, record, truth)
    expected = Outcome.SERVER_FAULT if fault in FATAL or ended else Outcome.TOOL_ERROR
    return "" if call.outcome is expected else f"{fault} in {call.id} is recorded as {call.outcome}"


def clean_attempts_succeed(records: Iterable[FinishedAttempt], truth: Truth) -> Verdict:
    """Check that a try completes and passes its checks if nothing was made to fail.

    What a server left in the workspace counts as stray: then checks may fail.
    """
    problems, count = [], 0
    for record in records:
        if record.failed or record.trajectory.status is Status.OVER_QUOTA:
            continue
        count += 1
        passed = record.verdicts is None or record.verdicts.passed or _has_leftovers(record, truth)
        if record.trajectory.status is not Status.COMPLETED or not passed:
            reason = record.trajectory.extra.get("reason", "its checks fail")
            problems.append(f"{_name(record)}: {record.trajectory.status.value}: {reason}")
    return verdict(
        "clean attempts succeed", problems, f"{count} tries pass their checks", "m3bench view FOLDER"
    )


def requests_counted(records: Sequence[FinishedAttempt], parked: int, truth: Truth) -> Verdict:
    """Check that the requests and tokens in the journal are those that the provider answered.

    So many requests are `parked`: on record of tries that were lost with their workers or cancelled.
    """
    problems, counted, recorded = [], 0, set()
    for record in records:
        conversation, usage = conversation_of(record), record.trajectory.usage
        if conversation is None or usage is None:
            continue
        recorded.add(conversation)
        counted += usage.requests or 0
        answers = truth.requests.get(conversation, []).count(ANSWER)
        tokens = (usage.input_tokens or 0) + (usage.output_tokens or 0)
        if record.trajectory.status is Status.OVER_QUOTA and (usage.requests or 0) < answers:
            continue  # the attempt ended while it waited for an answer
        if (usage.requests, tokens) != (answers, truth.tokens.get(conversation, 0)):
            problems.append(
                f"{_name(record)}: {usage.requests} requests and {tokens} tokens on record, "
                f"{answers} and {truth.tokens.get(conversation, 0)} at the provider"
            )
    lost = sum(done.count(ANSWER) for number, done in truth.requests.items() if number not in recorded)
    if parked > lost:
        problems.append(f"{parked} requests of lost tries are on record, the provider answered {lost}")
    fine = f"{counted} requests in tries, {parked} of {lost} in lost tries"
    return verdict("requests counted", problems, fine, 'faults.jsonl: the lines with "answer"')


def workers_survive(deaths: int, truth: Truth) -> Verdict:
    """Check that no worker died that was not killed. One that is killed as its run ends is not missed."""
    problems = [f"{deaths} workers died, {truth.kills} were killed"] if deaths > truth.kills else []
    fine = f"{deaths} died of {truth.kills} that were killed"
    return verdict("only killed workers die", problems, fine, "logs/worker-N.log in the folders of the runs")


def _name(record: FinishedAttempt) -> str:
    return f"{record.task_id} (epoch {record.epoch}, try {record.number})"
