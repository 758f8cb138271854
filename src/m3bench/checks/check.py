"""Checks, evidence and verdicts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import msgspec

from m3bench.core import M3BenchError, Result, Task, Trajectory, missing_extra
from m3bench.judges import Case, Judgement
from m3bench.rendering import DocumentBroken, RenderingUnavailable

_LONGEST_REASON = 400

Ask = Callable[[str, dict[str, Any]], Result]
"""Calls a tool at check time, by full name and arguments."""
See = Callable[[Mapping[str, str], Case], Judgement]
"""Asks a judge about a case: whether its pictures meet criteria by name; without criteria, whether its answer
agrees with the expected one."""
Assets = Callable[[], Mapping[str, bytes | Path]]
"""Returns the files that were given, by their paths in the workspace."""


@dataclass(frozen=True)
class Evidence:
    """The outcome of an attempt. The path of the workspace is `${WORKSPACE}` in the trajectory."""

    task: Task
    trajectory: Trajectory
    workspace: Path
    before: Mapping[str, str]
    """The files in the workspace at the start: relative path and SHA-256 in hex."""
    ask: Ask | None = None
    see: See | None = None
    assets: Assets | None = None


Corruptions = list[tuple[str, Evidence]]
"""What was made wrong, in words, and the outcome."""


class Verdict(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The result of a check, with a reason that states what was expected."""

    check: str
    kind: str
    passed: bool
    undecided: bool = False
    """Whether the check could not decide: neither passed nor failed."""
    reason: str
    share: float | None = None
    """The share that was found, for checks that can be met in part."""
    details: dict[str, Any] = {}


class CheckFailed(Exception):
    """The outcome does not meet the check, and why. Becomes a failed verdict."""


class CheckUndecided(Exception):
    """The check cannot decide, through no fault of the agent, and why.

    Becomes an undecided verdict, with details for programs.
    """

    def __init__(self, reason: str, **details: Any) -> None:
        super().__init__(reason)
        self.details = details


def judge_details(judgement: Judgement) -> dict[str, Any]:
    """Return the details of a verdict that say whose judgement it is."""
    return {"judge": judgement.judge, "prompt": judgement.prompt, "input": judgement.input}


def judge_words(judgement: Judgement) -> str:
    """Return a judge and its reason in one line."""
    return f"{judgement.judge}: {' '.join(judgement.reason.split())[:_LONGEST_REASON]}"


class VisionUnavailable(M3BenchError):
    """The judge can never be asked, for example because of a wrong key or an unknown price.

    This affects every task, so it ends the run.
    """


def name_in_json(name: str) -> str:
    """Return the name in JSON of a class: `file_exists` for `FileExists`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Check(
    msgspec.Struct,
    frozen=True,
    tag=name_in_json,
    tag_field="check",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """A condition on an outcome, as data; `evaluate` gives its verdict."""

    kind: ClassVar[str]
    """`answer`, `workspace` or `trace`: what the check looks at."""
    about: ClassVar[str]
    """One line that describes the check."""
    sharper_with: ClassVar[tuple[str, ...]] = ()
    """The programs without which it takes a file at its word, instead of looking at how it is drawn."""

    @property
    def programs(self) -> tuple[str, ...]:
        """The programs without which it cannot decide, such as `m3bench.rendering.LIBREOFFICE`."""
        return ()

    @classmethod
    def name(cls) -> str:
        """Return the name of the check in JSON."""
        return name_in_json(cls.__name__)

    def evaluate(self, evidence: Evidence) -> Verdict:
        """Evaluate the check. Whatever the agent left behind gives a verdict, never an exception."""
        try:
            return self.look(evidence)
        except (CheckFailed, DocumentBroken) as unfit:
            return self.verdict(False, str(unfit))
        except CheckUndecided as doubt:
            return self._undecided(str(doubt), **doubt.details)
        except RenderingUnavailable as missing:
            return self._undecided(str(missing))
        except ModuleNotFoundError as error:
            if (extra := missing_extra(error)) is None:
                raise
            return self._undecided(str(extra))

    def _undecided(self, reason: str, **details: Any) -> Verdict:
        return msgspec.structs.replace(self.verdict(False, reason, **details), undecided=True)

    def look(self, evidence: Evidence) -> Verdict:
        """Return the verdict; implemented by each check. May raise `CheckFailed` and `CheckUndecided`."""
        raise NotImplementedError

    def corruptions(self, evidence: Evidence, scratch: Path) -> Corruptions:  # noqa: ARG002
        """Outcomes that the check must fail, made from one that it passes, for `m3bench suite verify`.

        Each check overrides this.

        Args:
            evidence: An outcome that passes. It must stay as it is.
            scratch: An empty folder for changed copies of its workspace.

        Returns:
            What was made wrong, in words, and the outcome.
        """
        return []

    def verdict(self, passed: bool, reason: str, share: float | None = None, **details: Any) -> Verdict:
        """Return a verdict: the reason is for people, the details for programs."""
        return Verdict(
            check=self.name(), kind=self.kind, passed=passed, reason=reason, share=share, details=details
        )
