"""Checks of which tools were called, how, and in which order."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import with_calls, with_steps
from m3bench.checks.files import relative
from m3bench.checks.lookup import at
from m3bench.checks.reading import shown
from m3bench.checks.trace.corruption import (
    MADE_UP,
    for_another_file,
    made_anew,
    moved_first,
    with_argument,
    without_calls,
)
from m3bench.checks.trace.lineage import makers
from m3bench.checks.trace.matchers import arguments_of, fits, is_tool, require_matcher, succeeded, successes
from m3bench.core import Call, Outcome, Result, Step, Text
from m3bench.core.text import shorten_middle

_MAX_SHOWN = 160


def times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


class Called(Check, frozen=True):
    """Arguments are values or conditions: ``{"$near": 12.5, "absolute": 0.1}``, ``{"$regex": "^B0"}``,
    ``{"$contains": "apple"}``, ``{"$one_of": [1, 2]}``, ``{"$any": true}``."""

    kind = "trace"
    about = "a tool was called with these arguments, a number of times"

    tool: str
    """Full name; `*` matches any part, bars separate alternatives."""
    arguments: dict[str, Any] = msgspec.field(default_factory=dict)
    """The arguments that matter; a call may have others. Dots lead into objects and lists."""
    at_least: int = 1
    at_most: int | None = None
    succeeded: bool | None = True
    """Whether only successful calls count, only others, or (None) all."""
    made: str | None = None
    """Only calls count whose work is in this file as it was handed in: not those for another file, nor those
    for an earlier version that was made anew since."""

    def __post_init__(self) -> None:
        for expected in self.arguments.values():
            require_matcher(expected)
        if self.made is not None:
            relative(self.made)

    def counts(self, call: Call) -> bool:
        if not is_tool(call.name, self.tool) or self.succeeded not in (None, succeeded(call)):
            return False
        given = arguments_of(call)
        return all(fits(given.get(name, at(given, name)), wanted) for name, wanted in self.arguments.items())

    def look(self, evidence: Evidence) -> Verdict:
        count = sum(self.counts(call) for call in self._calls(evidence))
        passed = self.at_least <= count and (self.at_most is None or count <= self.at_most)
        most = f", at most {times(self.at_most)}" if self.at_most is not None else ""
        how = f" with {shown(self.arguments, _MAX_SHOWN)}" if self.arguments else ""
        how += f" for {self.made}" if self.made is not None else ""
        reason = f"{self.tool} was called {times(count)}{how}; expected at least {times(self.at_least)}{most}"
        return self.verdict(passed, reason if passed else f"{reason}{self._instead(evidence)}")

    def _calls(self, evidence: Evidence) -> list[Call]:
        if self.made is not None:
            return makers(evidence.trajectory, self.made)
        return [call for _, call in evidence.trajectory.calls()]

    def _instead(self, evidence: Evidence) -> str:
        """Describe the actual calls of the tool."""
        others = [call for _, call in evidence.trajectory.calls() if is_tool(call.name, self.tool)]
        if not others:
            return ""
        given = [
            f"{shown(arguments_of(call), _MAX_SHOWN)} ({call.outcome or 'no outcome'})" for call in others[:3]
        ]
        return f". Calls were: {shorten_middle('; '.join(given), 2 * _MAX_SHOWN)}"

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        corruptions = []
        if self.at_least > 0:
            corruptions.append(("tool left out", without_calls(evidence, self.tool)))
            if self.succeeded:
                failed = with_calls(evidence, lambda call: _failed(call, self.tool))
                corruptions.append(("all tries failed", failed))
            corruptions += [
                (f"another {name}", with_argument(evidence, self.tool, name, MADE_UP))
                for name, wanted in self.arguments.items()
                if not fits(MADE_UP, wanted)
            ]
        if self.at_most is not None:
            corruptions.append(("once too often", _too_often(self, self.at_most, evidence)))
        if self.made is not None and self.at_least > 0:
            corruptions.append(("for another file", for_another_file(evidence, self.tool)))
            corruptions.append(("made anew by others", made_anew(evidence, self.made)))
        return corruptions


class NotCalled(Check, frozen=True):
    """Failed calls count as well."""

    kind = "trace"
    about = "a tool was never called"

    tool: str

    def look(self, evidence: Evidence) -> Verdict:
        names = [call.name for _, call in evidence.trajectory.calls() if is_tool(call.name, self.tool)]
        if names:
            return self.verdict(False, f"{names[0]} was called {times(len(names))}; expected never")
        return self.verdict(True, f"{self.tool} was never called, as expected")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        name = self.tool.split("|")[0].replace("*", "anything")
        call = Call(name, {}, result=Result(), outcome=Outcome.SUCCESS)
        return [("called after all", with_steps(evidence, [*evidence.trajectory.steps, Step((call,))]))]


class CalledBefore(Check, frozen=True):
    """Only successful calls count. Calls of one step are not before each other."""

    kind = "trace"
    about = "one tool succeeded before another was used"

    first: str
    then: str

    def look(self, evidence: Evidence) -> Verdict:
        steps = {}
        for tool in (self.first, self.then):
            used = [step for step, _ in successes(evidence, tool)]
            if not used:
                expected = f"expected {self.first} before {self.then}"
                return self.verdict(False, f"no call of {tool} succeeded; {expected}")
            steps[tool] = min(used) + 1
        order = f"{self.first} in step {steps[self.first]}, {self.then} in step {steps[self.then]}"
        passed = steps[self.first] < steps[self.then]
        return self.verdict(passed, order if passed else f"{order}; expected the first before the second")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        steps = list(evidence.trajectory.steps)
        together = Step(tuple(call for step in steps for call in step.calls))
        return [
            ("order inverted", moved_first(evidence, self.then)),
            ("all in one step", with_steps(evidence, [together])),
            ("first tool left out", without_calls(evidence, self.first)),
            ("second tool left out", without_calls(evidence, self.then)),
        ]


class CalledTogether(Check, frozen=True):
    """Only successful calls count."""

    kind = "trace"
    about = "a tool was called a number of times in one step"

    tool: str
    count: int = 2

    def look(self, evidence: Evidence) -> Verdict:
        steps = Counter(step for step, _ in successes(evidence, self.tool))
        most = max(steps.values(), default=0)
        reason = f"{self.tool} was called at most {times(most)} in one step; expected {times(self.count)}"
        return self.verdict(most >= self.count, reason)

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        apart = [Step((call,)) for step in evidence.trajectory.steps for call in step.calls]
        corrupted = [("tool left out", without_calls(evidence, self.tool))]
        return (
            [*corrupted, ("one after the other", with_steps(evidence, apart))]
            if self.count > 1
            else corrupted
        )


def _failed(call: Call, tool: str) -> Call:
    if not is_tool(call.name, tool):
        return call
    result = Result((Text("not possible"),), is_error=True)
    return msgspec.structs.replace(call, outcome=Outcome.INVALID_ARGUMENTS, result=result)


def _too_often(check: Called, at_most: int, evidence: Evidence) -> Evidence:
    """Repeat a call that counts, or make one up from the expected arguments."""
    made_up = Call(check.tool.split("|")[0], dict(check.arguments), result=Result(), outcome=Outcome.SUCCESS)
    call = next((call for _, call in evidence.trajectory.calls() if check.counts(call)), made_up)
    return with_steps(evidence, [*evidence.trajectory.steps, Step((call,) * (at_most + 1))])
