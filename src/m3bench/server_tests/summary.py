"""A server test in a few sentences."""

from __future__ import annotations

from collections import Counter

import msgspec

from m3bench.core.redaction import redactor
from m3bench.core.text import join, plural
from m3bench.server_tests.records import AgentTest, ServerTest, Severity, VersionTest


def summary_lines(test: ServerTest) -> list[str]:
    """Return what was tested, and how it ended."""
    new = test.new
    lines = [
        f"{join(new.servers)}: {plural(new.tools, 'tool')}, about {new.tokens:,} tokens in every request.",
        f"Findings: {_severities(new)}.",
    ]
    if new.proofs:
        counts = Counter(str(proof.outcome) for proof in new.proofs)
        lines.append(f"Proof calls: {', '.join(f'{count} {name}' for name, count in counts.most_common())}.")
    if new.bad_calls:
        good = sum(call.refused and call.helpful for call in new.bad_calls)
        lines.append(
            f"Bad calls: {good} of {len(new.bad_calls)} are refused with an error that names the parameter."
        )
    lines.append(_tasks_line(test))
    return lines


def server_test_json(test: ServerTest) -> bytes:
    """Return everything that was found as JSON, without secrets."""
    record = redactor().value(msgspec.to_builtins(test))
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def change_lines(test: ServerTest) -> list[str]:
    """Return how the tested version differs from the old one; empty without one."""
    change = test.change
    if change is None or test.old is None:
        return []
    lines = [
        f"Findings: {len(change.gone)} gone, {len(change.new)} new.",
        f"Tokens in every request: {test.old.tokens:,} before, {test.new.tokens:,} now ({change.tokens:+,}).",
    ]
    found = change.success
    if found.difference is None:
        return [*lines, "There is no task to compare them on."]
    interval = found.interval
    bounds = (
        ""
        if interval.low is None or interval.high is None
        else f" [{interval.low:+.2f}, {interval.high:+.2f}]"
    )
    success = (
        f"Success on the same {plural(change.tasks, 'task')}: {_rate(test.old.agent)} before, "
        f"{_rate(test.new.agent)} now: {found.difference:+.2f}{bounds}; "
        f"{found.wins} better, {found.losses} worse, {found.ties} the same."
    )
    return [success, *lines]


def _severities(test: VersionTest) -> str:
    counts = [(test.count(severity), str(severity)) for severity in Severity]
    return ", ".join(plural(count, name) for count, name in counts if count) or "none"


def _tasks_line(test: ServerTest) -> str:
    agent = test.new.agent
    if agent is None:
        return "No task could be made, so no agent was run."
    solved = sum(agent.successes.values())
    rate = agent.rate
    bounds = (
        "" if rate is None or rate.low is None or rate.high is None else f" [{rate.low:.2f}, {rate.high:.2f}]"
    )
    who = f"{agent.agent} with {agent.model}" if agent.model else agent.agent
    left = f"; {agent.unscored} could not be scored" if agent.unscored else ""
    return f"Tasks: {who} solved {solved} of {len(test.tasks)}, {_rate(agent)}{bounds}{left}."


def _rate(agent: AgentTest | None) -> str:
    estimate = agent.rate.estimate if agent is not None and agent.rate is not None else None
    return "none" if estimate is None else f"{estimate:.2f}"
