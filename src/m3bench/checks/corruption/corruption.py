"""Outcomes made wrong on purpose: proof that a check notices what it is there for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.answers import ANSWER_SPOILERS
from m3bench.checks.corruption.fields import FIELD_CORRUPTIONS
from m3bench.checks.corruption.files import FILE_SPOILERS
from m3bench.checks.corruption.looks import LOOK_SPOILERS
from m3bench.checks.corruption.overlay import OVERLAY_CORRUPTIONS
from m3bench.checks.corruption.pictures import PICTURE_SPOILERS
from m3bench.checks.corruption.sheets import SHEET_SPOILERS
from m3bench.checks.corruption.slides import SLIDE_SPOILERS
from m3bench.checks.corruption.trace import TRACE_SPOILERS

Spoiled = list[tuple[str, Evidence]]

SPOILERS: dict[type[Check], Callable[[Any, Evidence, Path], Spoiled]] = {
    **FIELD_CORRUPTIONS,
    **ANSWER_SPOILERS,
    **FILE_SPOILERS,
    **SHEET_SPOILERS,
    **SLIDE_SPOILERS,
    **PICTURE_SPOILERS,
    **OVERLAY_CORRUPTIONS,
    **LOOK_SPOILERS,
    **TRACE_SPOILERS,
}
"""For each class of checks, what makes outcomes that it must fail."""


def spoiled(check: Check, evidence: Evidence, scratch: Path) -> Spoiled:
    """What was spoiled, in words, and the outcome. `evidence` must pass the check, and stays as it is: files
    are spoiled in copies of its workspace under `scratch`."""
    return SPOILERS[type(check)](check, evidence, scratch)
