"""The summary and the annotations of `m3bench servers test`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from formatting import annotation, plain, table

MEANINGS = {
    0: "the servers pass",
    1: "something is wrong with the servers",
    2: "nothing was tested: see the log",
}
SEVERITIES = ("error", "warning", "note")
MOST_ROWS = 30
MOST_MARKS = 10
"""Of a severity: the host shows no more of a step."""


def lines(found: dict[str, Any]) -> Iterator[str]:
    """Yield what was tested, the findings, and how the agent did."""
    new = found.get("new", {})
    if not new:
        return
    tools = new.get("tools", 0)
    yield f"{plain(', '.join(new['servers']))}: {tools} tool{'s' * (tools != 1)}"
    yield ""
    rows = [
        (finding["severity"], finding["tool"], finding.get("where", ""), _sentence(finding))
        for finding in _findings(new)
    ]
    yield from table(("severity", "tool", "where", "problem"), rows[:MOST_ROWS])
    if len(rows) > MOST_ROWS:
        yield f"{len(rows) - MOST_ROWS} findings more are in the report."
        yield ""
    agent = new.get("agent")
    if agent:
        solved = agent.get("successes", {})
        yield f"Tasks: {plain(agent['agent'])} solved {sum(solved.values())} of {len(solved)}."
        yield ""
    confusions = (agent or {}).get("confusions", ())[:MOST_ROWS]
    yield from table(
        ("mistake", "expected", "called", "times", "advice"),
        [
            (
                confusion["mistake"],
                confusion["expected"],
                confusion.get("called", ""),
                str(confusion["count"]),
                confusion["advice"],
            )
            for confusion in confusions
        ],
    )


def annotations(found: dict[str, Any], config: str) -> Iterator[str]:
    """Yield an annotation of the configuration for each error and warning."""
    findings = _findings(found.get("new", {}))
    for level in SEVERITIES[:2]:
        for finding in [finding for finding in findings if finding["severity"] == level][:MOST_MARKS]:
            where = ", ".join(filter(None, (finding["tool"], finding.get("where", ""))))
            yield annotation(
                level,
                f"{where}: {_sentence(finding)}",
                title=f"m3bench: {finding['rule']}",
                file=config,
            )


def _findings(version: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the findings, the worst first."""
    return sorted(version.get("findings", ()), key=lambda finding: SEVERITIES.index(finding["severity"]))


def _sentence(finding: dict[str, Any]) -> str:
    return f"{finding['problem']}. {finding['advice']}"
