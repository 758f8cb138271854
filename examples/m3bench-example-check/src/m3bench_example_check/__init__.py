"""A check that the answer holds what a pattern describes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import ClassVar

import msgspec

from m3bench.checks import Check, CheckFailed, Evidence, Verdict


class AnswerPattern(Check, frozen=True):
    """Different matches of a regular expression in the answer, at least so many."""

    kind: ClassVar[str] = "answer"
    about: ClassVar[str] = "holds at least so many different matches of a regular expression"

    pattern: str
    at_least: int = 1

    def __post_init__(self) -> None:
        try:
            re.compile(self.pattern)
        except re.error as error:
            raise ValueError(f"pattern: not a regular expression: {error}") from None
        if self.at_least < 1:
            raise ValueError("at_least: must be 1 or more")

    def look(self, evidence: Evidence) -> Verdict:
        answer = evidence.trajectory.answer
        if not answer:
            raise CheckFailed("there is no answer")
        found = sorted({match[0] for match in re.finditer(self.pattern, answer)})
        reason = f"the answer has {len(found)} of {self.at_least} different matches of {self.pattern}"
        return self.verdict(
            len(found) >= self.at_least, reason, min(len(found) / self.at_least, 1.0), found=found
        )

    def corruptions(self, evidence: Evidence, scratch: Path) -> list[tuple[str, Evidence]]:  # noqa: ARG002
        answer = evidence.trajectory.answer or ""
        first = re.search(self.pattern, answer)
        repeated = " ".join([first[0]] * self.at_least) if first and self.at_least > 1 else ""
        return [
            ("no match", _with_answer(evidence, re.sub(self.pattern, "", answer))),
            *([("one match, repeated", _with_answer(evidence, repeated))] if repeated else []),
        ]


def _with_answer(evidence: Evidence, answer: str) -> Evidence:
    trajectory = msgspec.structs.replace(evidence.trajectory, answer=answer)
    return Evidence(evidence.task, trajectory, evidence.workspace, evidence.before)
