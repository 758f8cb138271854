"""The recorded causes are compared with what was really injected."""

from __future__ import annotations

import msgspec
import pytest

from m3bench.checks import Verdicts
from m3bench.core import Outcome, Status
from m3bench.soak.attribution import (
    Truth,
    clean_attempts_succeed,
    failures_attributed,
    faults_visible,
    requests_counted,
    truth_of,
    workers_survive,
    wrong_cause,
)
from m3bench.soak.fault_log import ANSWER, Event
from tests.soak.records import TASK, attempt, call

FAULT, FAILURE = Outcome.SERVER_FAULT, Status.SERVER_FAILURE
CRASHED = Truth(calls={"c1-1-0": "server:crash"})


def test_the_log_is_sorted_by_who_was_affected() -> None:
    truth = truth_of(
        [
            Event(what="provider:429", task_id=TASK),
            Event(what=ANSWER, conversation=4, task_id=TASK, tokens=110),
            Event(what="provider:500", conversation=4, task_id=TASK),
            Event(what="server:hang", server="weather", call="c4-1-0"),
            Event(what="server:failed-start", server="weather", start="weather#2"),
            Event(what="server:slow-start", server="weather", start="weather#3"),
            Event(what="worker:kill", task_id=TASK, start="77"),
        ]
    )
    assert truth == Truth(
        calls={"c4-1-0": "server:hang"},
        requests={4: [ANSWER, "provider:500"]},
        first_requests={TASK: 1},
        failed_starts=frozenset({"weather#2"}),
        kills=1,
        tokens={4: 110},
    )


def test_a_crash_is_the_cause_of_a_server_failure() -> None:
    assert wrong_cause(attempt(call("c1-1-0", FAULT), status=FAILURE), CRASHED) is None


def test_a_call_beside_a_crash_fails_with_it() -> None:
    beside = attempt(call("c1-1-0", FAULT), call("c1-1-1", FAULT), status=FAILURE)
    assert wrong_cause(beside, CRASHED) is None
    later = attempt(call("c1-1-0", FAULT), call("c1-2-0", FAULT), status=FAILURE)
    assert "no fault was injected" in (wrong_cause(later, CRASHED) or "")


def test_a_failed_start_is_known_by_its_number() -> None:
    reason = "servers unavailable: weather: exited with code 7; end of its log: soak: server:failed-start "
    truth = Truth(failed_starts=frozenset({"weather#2"}))
    assert wrong_cause(attempt(status=FAILURE, reason=f"{reason}weather#2"), truth) is None
    assert "no server" in (wrong_cause(attempt(status=FAILURE, reason=f"{reason}weather#3"), truth) or "")


@pytest.mark.parametrize(
    ("done", "right"),
    [([ANSWER, "provider:500"], True), (["provider:500", ANSWER], False), ([], False)],
)
def test_the_provider_is_the_cause_if_the_last_request_failed(done: list[str], right: bool) -> None:
    record = attempt(call("c1-1-0"), status=Status.HARNESS_FAILURE, provider=True)
    assert (wrong_cause(record, Truth(requests={1: done})) is None) is right


def test_the_provider_may_fail_before_the_first_answer() -> None:
    record = attempt(status=Status.HARNESS_FAILURE, provider=True)
    assert wrong_cause(record, Truth(first_requests={TASK: 2})) is None
    assert wrong_cause(record, Truth(first_requests={"another": 2})) is not None


def test_three_workers_must_die_before_a_try_fails() -> None:
    record = attempt(status=Status.HARNESS_FAILURE, reason="the worker process died 3 times")
    assert wrong_cause(record, Truth(kills=3)) is None
    assert wrong_cause(record, Truth(kills=2)) is not None


@pytest.mark.parametrize("status", [Status.AGENT_FAILURE, Status.OUT_OF_BUDGET, Status.HARNESS_FAILURE])
def test_the_agent_is_never_the_cause(status: Status) -> None:
    """A failure of a provider that is blamed on the agent violates the invariant."""
    blamed = attempt(status=status, reason="The model said nothing, twice.")
    found = failures_attributed([blamed], Truth(requests={1: ["provider:empty"]}))
    assert found.holds is False
    assert TASK in found.evidence[0]
    assert "said nothing" in found.evidence[0]


def test_a_server_fault_that_was_not_injected_violates_the_invariant() -> None:
    found = failures_attributed([attempt(call("c1-1-0", FAULT, "it hung"), status=FAILURE)], Truth())
    assert found.holds is False
    assert "it hung" in found.evidence[0]


def test_a_fault_is_visible_in_its_call() -> None:
    error = Truth(calls={"c1-1-0": "server:error"})
    seen = attempt(call("c1-1-0", Outcome.TOOL_ERROR))
    assert faults_visible([seen], error).holds is True
    assert faults_visible([attempt(call("c1-1-0"))], error).holds is False
    assert faults_visible([attempt(call("c1-1-0"))], CRASHED).holds is False


def test_an_error_may_be_lost_with_the_server() -> None:
    """The server answers one call with an error, and ends the connection in the call beside it."""
    truth = Truth(calls={"c1-1-0": "server:oversized", "c1-1-1": "server:error"})
    lost = attempt(call("c1-1-0", FAULT), call("c1-1-1", FAULT), status=FAILURE)
    assert faults_visible([lost], truth).holds is True
    alone = Truth(calls={"c1-1-1": "server:error"})
    assert faults_visible([lost], alone).holds is False


def test_a_retried_request_is_visible_as_a_wait() -> None:
    truth = Truth(requests={1: ["provider:429", ANSWER]})
    assert faults_visible([attempt(call("c1-1-0"), waited=0.4)], truth).holds is True
    assert faults_visible([attempt(call("c1-1-0"))], truth).holds is False


def test_a_try_without_a_fault_must_pass() -> None:
    assert clean_attempts_succeed([attempt(call("c1-1-0"))], Truth()).holds is True
    assert clean_attempts_succeed([attempt(status=FAILURE)], Truth()).holds is True
    assert clean_attempts_succeed([attempt(status=Status.OUT_OF_STEPS)], Truth()).holds is False


def test_failed_checks_are_no_success() -> None:
    failed = Verdicts(passed=False)
    record = msgspec.structs.replace(attempt(call("c1-1-0")), verdicts=failed)
    assert clean_attempts_succeed([record], Truth()).holds is False
    strayed = Truth(calls={"c1-1-0": "workspace:odd-names"})
    assert clean_attempts_succeed([record], strayed).holds is True


def test_requests_are_counted_as_the_provider_counts_them() -> None:
    truth = Truth(requests={1: [ANSWER, "provider:500", ANSWER]}, tokens={1: 220})
    assert requests_counted([attempt(call("c1-1-0"), requests=2)], 0, truth).holds is True
    assert requests_counted([attempt(call("c1-1-0"), requests=3)], 0, truth).holds is False
    assert requests_counted([attempt(call("c1-1-0"), requests=1)], 0, truth).holds is False


def test_lost_tries_cannot_have_more_requests_than_were_answered() -> None:
    truth = Truth(requests={1: [ANSWER], 2: [ANSWER, ANSWER]}, tokens={1: 110, 2: 220})
    record = attempt(call("c1-1-0"), requests=1)
    assert requests_counted([record], 2, truth).holds is True
    assert requests_counted([record], 3, truth).holds is False


def test_a_worker_that_dies_by_itself_violates_the_invariant() -> None:
    assert workers_survive(2, Truth(kills=2)).holds is True
    assert workers_survive(3, Truth(kills=2)).holds is False


def test_only_a_filled_workspace_is_over_its_quota() -> None:
    """An attempt may end during a call, and while it waits for an answer."""
    truth = Truth(calls={"c1-1-0": "workspace:sparse"}, requests={1: [ANSWER, ANSWER]}, tokens={1: 220})
    filled = attempt(call("c1-1-0"), status=Status.OVER_QUOTA, requests=1)
    assert wrong_cause(filled, truth) is None
    assert "nobody filled" in (wrong_cause(filled, Truth(calls={"c1-1-0": "workspace:odd-names"})) or "")
    assert clean_attempts_succeed([filled], Truth()).holds is True
    assert requests_counted([filled], 0, truth).holds is True
    assert requests_counted([attempt(call("c1-1-0"), requests=1)], 0, truth).holds is False


@pytest.mark.parametrize(
    ("kind", "status", "is_seen"),
    [
        ("workspace:deep", Status.OVER_QUOTA, True),
        ("workspace:deep", Status.SERVER_FAILURE, True),
        ("workspace:deep", Status.COMPLETED, False),
        ("workspace:special-files", Status.COMPLETED, True),
    ],
)
def test_a_filled_workspace_is_seen(kind: str, status: Status, is_seen: bool) -> None:
    found = faults_visible([attempt(call("c1-1-0"), status=status)], Truth(calls={"c1-1-0": kind}))
    assert found.holds is is_seen
