"""What a check is, what it looks at, and what it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from m3bench.core import M3BenchError, Result, Task, Trajectory
from m3bench.judges import Case, Judgement

Ask = Callable[[str, dict[str, Any]], Result]
"""Asks a tool again at check time: its full name and the arguments."""
See = Callable[[Mapping[str, str], Case], Judgement]
"""Has a judge look at the pictures of a case: what must be seen, by name, and the case."""


@dataclass(frozen=True)
class Evidence:
    """All that is left of an attempt. In the trajectory, the workspace's path stands as `${WORKSPACE}`."""

    task: Task
    trajectory: Trajectory
    workspace: Path
    before: Mapping[str, str]
    """The files that lay in the workspace in the beginning: relative path and SHA-256 in hex."""
    ask: Ask | None = None
    see: See | None = None


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What a check found, in words that say what was expected."""

    check: str
    kind: str
    passed: bool
    undecided: bool = False
    """Whether it could not be told: then it has not passed, and nobody has failed."""
    reason: str
    share: float | None = None
    """How much of it was found, where a check can be met in part."""
    details: dict[str, Any] = {}


class Unfit(Exception):
    """The outcome cannot be what was asked for, and why. Becomes a failed verdict."""


class Doubt(Exception):
    """It cannot be told whether the outcome is what was asked for, by no doing of the agent's, and why.

    Becomes an undecided verdict, with the details for programs.
    """

    def __init__(self, reason: str, **details: Any) -> None:
        super().__init__(reason)
        self.details = details


class CannotLook(M3BenchError):
    """The judge can never be asked, whatever the check: a wrong key, a price that is not known.

    This would befall every task, so it ends the run and not the task.
    """


def _tag(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Check(
    msgspec.Struct,
    frozen=True,
    tag=_tag,
    tag_field="check",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """Data that says what must hold of an outcome; `judge` finds out whether it does."""

    kind: ClassVar[str]
    """`answer`, `workspace` or `trace`: what the check looks at."""
    about: ClassVar[str]
    """One line for people."""

    @classmethod
    def name(cls) -> str:
        """How the check is called in JSON."""
        return _tag(cls.__name__)

    def judge(self, evidence: Evidence) -> Verdict:
        """Whether it holds, and why. Whatever an agent left behind gives a verdict, never an exception."""
        try:
            return self.look(evidence)
        except Unfit as unfit:
            return self.verdict(False, str(unfit))
        except Doubt as doubt:
            verdict = self.verdict(False, str(doubt), **doubt.details)
            return msgspec.structs.replace(verdict, undecided=True)

    def look(self, evidence: Evidence) -> Verdict:
        """What each check does its own way. May raise `Unfit` and `Doubt`."""
        raise NotImplementedError

    def corruptions(self, evidence: Evidence, scratch: Path) -> list[tuple[str, Evidence]]:  # noqa: ARG002
        """Outcomes that the check must fail, made from one that it passes, for `m3bench suite verify`.

        A plugin's check overrides this; those that ship have theirs in `m3bench.checks.corruption`.

        Args:
            evidence: An outcome that passes. It must stay as it is.
            scratch: An empty folder for changed copies of its workspace.

        Returns:
            What was made wrong, in words, and the outcome.
        """
        return []

    def verdict(
        self, passed: bool, reason: str, share: float | None = None, **details: Any
    ) -> Verdict:  # the words are for people, the details for programs
        return Verdict(
            check=self.name(), kind=self.kind, passed=passed, reason=reason, share=share, details=details
        )
