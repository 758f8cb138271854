"""A server test as JUnit XML, for CI systems."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

from m3bench.reports.junit import Case, CaseKind, junit_chunks
from m3bench.server_tests.records import Finding, ProofOutcome, ServerTest, Severity

_FAILURES = (ProofOutcome.FAULT, ProofOutcome.TIMED_OUT)
_ORDER = (Severity.ERROR, Severity.WARNING, Severity.NOTE)


def reaches(severity: Severity, fail_on: Severity) -> bool:
    """Return whether a severity is at least as bad as another."""
    return _ORDER.index(severity) <= _ORDER.index(fail_on)


def junit_xml(test: ServerTest, fail_on: Severity = Severity.ERROR) -> bytes:
    """Return suites: findings by tool, proof calls by tool, tasks, which never fail, and a comparison that
    could not be made."""
    suites: dict[str, Callable[[], Iterable[Case]]] = {
        "findings": lambda: _finding_cases(test, fail_on),
        "proof calls": lambda: _proof_cases(test),
        "tasks": lambda: _task_cases(test),
        "comparison": lambda: _comparison_cases(test),
    }
    return b"".join(junit_chunks("servers test", suites))


def is_passed(test: ServerTest, fail_on: Severity = Severity.ERROR) -> bool:
    """Return whether no finding of the tested version is as bad as `fail_on`, and the comparison could be
    made, if one was asked for."""
    if test.change is not None and test.change.problem:
        return False
    return not any(reaches(finding.severity, fail_on) for finding in test.new.findings)


def _finding_cases(test: ServerTest, fail_on: Severity) -> Iterator[Case]:
    by_tool: dict[str, list[Finding]] = defaultdict(list)
    for name in [*test.new.servers, *(cost.tool for cost in test.new.costs)]:
        by_tool[name] = []
    for finding in test.new.findings:
        by_tool[finding.tool].append(finding)
    for tool, findings in sorted(by_tool.items()):
        bad = [finding for finding in findings if reaches(finding.severity, fail_on)]
        yield Case(
            group="findings",
            name=tool,
            kind=CaseKind.FAILURE if bad else CaseKind.PASSED,
            message=bad[0].problem if bad else "",
            type=bad[0].rule if bad else "",
            lines=tuple(map(_line, findings)),
        )


def _proof_cases(test: ServerTest) -> Iterator[Case]:
    for proof in test.new.proofs:
        works = proof.outcome is ProofOutcome.WORKS
        other = CaseKind.FAILURE if proof.outcome in _FAILURES else CaseKind.SKIPPED
        yield Case(
            group="proof calls", name=proof.tool, kind=CaseKind.PASSED if works else other,
            message="" if works else f"{proof.outcome}: {proof.said or proof.source}",
            type=proof.outcome.value, lines=(str(proof.arguments),),
        )  # fmt: skip


def _task_cases(test: ServerTest) -> Iterator[Case]:
    solved = test.new.agent.successes if test.new.agent is not None else {}
    for task in test.tasks:
        passed = solved.get(task.id, False)
        yield Case(
            group="tasks",
            name=task.id,
            kind=CaseKind.PASSED if passed else CaseKind.SKIPPED,
            message="" if passed else f"not solved: {task.request or ''}",
        )


def _comparison_cases(test: ServerTest) -> Iterator[Case]:
    if test.change is not None and (problem := test.change.problem):
        yield Case(group="comparison", name="versions", kind=CaseKind.FAILURE, message=problem)


def _line(finding: Finding) -> str:
    return f"{finding.severity} {finding.rule} ({finding.where}): {finding.problem}. {finding.advice}"
