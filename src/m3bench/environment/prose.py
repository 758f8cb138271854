"""A policy must not hedge in prose what its form states."""

from __future__ import annotations

import msgspec

from m3bench.checks import Verdict, Verdicts, prose_contradiction
from m3bench.core import Task, Trajectory

PROSE = "prose"
"""The name of the check, which only environments have."""


def check_prose(verdicts: Verdicts | None, task: Task, trajectory: Trajectory) -> Verdicts | None:
    """Return the verdicts; with a failed one more if the prose of the answer takes its form back."""
    if verdicts is None or task.form is None or not trajectory.fields:
        return verdicts
    why = prose_contradiction(task.form, trajectory.fields, trajectory.answer or "", task.request or "")
    if why is None:
        return verdicts
    hedged = Verdict(check=PROSE, kind="answer", passed=False, reason=why)
    return msgspec.structs.replace(
        verdicts, verdicts=(*verdicts.verdicts, hedged), passed=False, undecided=False
    )
