"""Corruptions: wrong outcomes that show that a check can fail."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from m3bench.checks.check import Check, Evidence
from m3bench.checks.corruption.answers import ANSWER_CORRUPTORS
from m3bench.checks.corruption.charts import CHART_CORRUPTORS
from m3bench.checks.corruption.data import DATA_CORRUPTORS
from m3bench.checks.corruption.documents import DOCUMENT_CORRUPTORS
from m3bench.checks.corruption.fields import FIELD_CORRUPTIONS
from m3bench.checks.corruption.files import FILE_CORRUPTORS
from m3bench.checks.corruption.films import FILM_CORRUPTORS
from m3bench.checks.corruption.keys import KEY_CORRUPTORS
from m3bench.checks.corruption.looks import LOOK_CORRUPTORS
from m3bench.checks.corruption.office import OFFICE_CORRUPTORS
from m3bench.checks.corruption.overlay import OVERLAY_CORRUPTIONS
from m3bench.checks.corruption.pictures import PICTURE_CORRUPTORS
from m3bench.checks.corruption.records import RECORD_CORRUPTORS
from m3bench.checks.corruption.regions import REGION_CORRUPTORS
from m3bench.checks.corruption.sheets import SHEET_CORRUPTORS
from m3bench.checks.corruption.slides import SLIDE_CORRUPTORS
from m3bench.checks.corruption.sounds import SOUND_CORRUPTORS
from m3bench.checks.corruption.trace import TRACE_CORRUPTORS

Corruptions = list[tuple[str, Evidence]]

CORRUPTORS: dict[type[Check], Callable[[Any, Evidence, Path], Corruptions]] = {
    **FIELD_CORRUPTIONS,
    **ANSWER_CORRUPTORS,
    **KEY_CORRUPTORS,
    **FILE_CORRUPTORS,
    **SHEET_CORRUPTORS,
    **SLIDE_CORRUPTORS,
    **PICTURE_CORRUPTORS,
    **OVERLAY_CORRUPTIONS,
    **REGION_CORRUPTORS,
    **LOOK_CORRUPTORS,
    **RECORD_CORRUPTORS,
    **SOUND_CORRUPTORS,
    **CHART_CORRUPTORS,
    **TRACE_CORRUPTORS,
    **DATA_CORRUPTORS,
    **DOCUMENT_CORRUPTORS,
    **OFFICE_CORRUPTORS,
    **FILM_CORRUPTORS,
}
"""Functions that make failing outcomes, by check class."""


def corruptions(check: Check, evidence: Evidence, scratch: Path) -> Corruptions:
    """Yield what was corrupted, in words, and the outcome.

    `evidence` must pass the check. It is not changed: files are corrupted in copies of its workspace under
    `scratch`.
    """
    corruptor = CORRUPTORS.get(type(check))
    return corruptor(check, evidence, scratch) if corruptor else check.corruptions(evidence, scratch)
