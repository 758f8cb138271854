"""A check of what the user of a task was asked."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.checks.check import Check, Corruptions, Evidence, Verdict
from m3bench.checks.corruption import with_calls, with_steps
from m3bench.checks.trace.corruption import moved_first, without_calls
from m3bench.checks.trace.matchers import successes
from m3bench.checks.trace.trace import times
from m3bench.core import ASK_USER, Call, ReplyKind, Result, Step, UserTurn, user_note, user_turn


class UserAsked(Check, frozen=True):
    """A topic counts as asked for once the user has told or confirmed its fact. Calls of one step are not
    before each other."""

    kind = "trace"
    about = "the user told the facts of these topics, before a tool was used"

    topics: tuple[str, ...]
    """Topics of facts of the user."""
    before: str | None = None
    """A tool that must not succeed earlier, as in `called`. It must be used."""
    at_most: int | None = None
    """The most questions of the whole attempt."""

    def __post_init__(self) -> None:
        if not self.topics or not all(topic.strip() for topic in self.topics):
            raise ValueError("there is no topic to ask for")
        if self.at_most is not None and self.at_most < 1:
            raise ValueError("at_most must be at least 1")

    def look(self, evidence: Evidence) -> Verdict:
        turns = _turns(evidence)
        told: dict[str, int] = {}
        for step, turn in turns:
            for topic in turn.topics:
                told.setdefault(topic, step)
        if missing := [topic for topic in self.topics if topic not in told]:
            return self.verdict(False, f"the user was not asked for {', '.join(missing)}")
        if self.at_most is not None and len(turns) > self.at_most:
            asked = f"the user was asked {times(len(turns))}"
            return self.verdict(False, f"{asked}; expected at most {times(self.at_most)}")
        return self._order(evidence, max(told[topic] for topic in self.topics))

    def _order(self, evidence: Evidence, last: int) -> Verdict:
        asked = f"the user told {', '.join(self.topics)} by step {last + 1}"
        if self.before is None:
            return self.verdict(True, asked)
        uses = [step for step, _ in successes(evidence, self.before)]
        if not uses:
            return self.verdict(False, f"no call of {self.before} succeeded")
        used = f"{self.before} was used in step {min(uses) + 1}"
        return self.verdict(last < min(uses), f"{asked}, {used}")

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        corrupted = [
            ("user not asked", without_calls(evidence, ASK_USER)),
            ("nothing told", with_calls(evidence, _told_nothing)),
        ]
        if self.before is not None:
            corrupted.append(("asked afterwards", moved_first(evidence, self.before)))
            corrupted.append(("tool left out", without_calls(evidence, self.before)))
        if self.at_most is not None:
            asked = next(call for _, call in evidence.trajectory.calls() if call.name == ASK_USER)
            more = Step((asked,) * (self.at_most + 1))
            corrupted.append(("asked too often", with_steps(evidence, [*evidence.trajectory.steps, more])))
        return corrupted


def _turns(evidence: Evidence) -> list[tuple[int, UserTurn]]:
    turns = ((step, user_turn(call)) for step, call in evidence.trajectory.calls())
    return [(step, turn) for step, turn in turns if turn is not None]


def _told_nothing(call: Call) -> Call:
    """Return a turn with the user in which the reply has the words of the fact, and is none."""
    if call.name != ASK_USER or call.result is None:
        return call
    result = Result(call.result.content, meta=user_note(ReplyKind.UNKNOWN, ()))
    return msgspec.structs.replace(call, result=result)
