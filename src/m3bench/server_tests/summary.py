"""A server test in a few sentences."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from m3bench.core.redaction import redactor
from m3bench.core.text import join, plural
from m3bench.server_tests.records import Change, ServerTest, Severity, VersionTest

_NAMED = 3


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
    if change.problem:
        return [f"The versions could not be compared. {change.problem}"]
    return [_success_line(change), *_unscored_lines(test), *lines]


def _success_line(change: Change) -> str:
    success = change.success
    if change.before is None or change.now is None:
        return "There is no task on which both were tried."
    low, high = success.interval.low, success.interval.high
    bounds = "" if low is None or high is None else f" [{low:+.3f}, {high:+.3f}]"
    # The difference of the numbers shown, so that it can be checked by hand.
    difference = round(change.now, 3) - round(change.before, 3)
    return (
        f"Success on the same {plural(change.tasks, 'task')}: {change.before:.3f} before, "
        f"{change.now:.3f} now: {difference:+.3f}{bounds}; "
        f"{success.wins} better, {success.losses} worse, {success.ties} the same."
    )


def _unscored_lines(test: ServerTest) -> Iterator[str]:
    """Yield what is behind the numbers: tasks that servers failed, and those that are left out."""
    for name, version in (("before", test.old), ("now", test.new)):
        failures = version.agent.failures if version is not None and version.agent is not None else {}
        if failures:
            count = plural(len(failures), "task")
            yield f"Not solved {name} because the server failed: {count} ({_reasons(failures)})."
    left_out = test.change.left_out if test.change is not None else {}
    if left_out:
        yield f"Left out, not tried with both: {plural(len(left_out), 'task')} ({_reasons(left_out)})."


def _reasons(reasons: Mapping[str, str]) -> str:
    """Return tasks, and why: those with the same reason together."""
    tasks: dict[str, list[str]] = defaultdict(list)
    for task, why in reasons.items():
        tasks[why.rstrip(".")].append(task)
    return "; ".join(f"{first_names(names, _NAMED)}: {why}" for why, names in tasks.items())


def first_names(names: Sequence[str], count: int) -> str:
    """Return the first names, and how many more there are."""
    more = [f"{len(names) - count} more"] if len(names) > count else []
    return join([*names[:count], *more])


def _severities(test: VersionTest) -> str:
    counts = [(test.count(severity), str(severity)) for severity in Severity]
    return ", ".join(plural(count, name) for count, name in counts if count) or "none"


def _tasks_line(test: ServerTest) -> str:
    agent = test.new.agent
    if agent is None:
        return "No task could be made, so no agent was run."
    solved, rate = sum(agent.successes.values()), agent.rate
    low, high = (rate.low, rate.high) if rate is not None else (None, None)
    bounds = "" if low is None or high is None else f" [{low:.3f}, {high:.3f}]"
    estimate = "none" if rate is None or rate.estimate is None else f"{rate.estimate:.3f}"
    who = f"{agent.agent} with {agent.model}" if agent.model else agent.agent
    left = f"; {agent.unscored} could not be scored" if agent.unscored else ""
    return f"Tasks: {who} solved {solved} of {len(test.tasks)}, {estimate}{bounds}{left}."
