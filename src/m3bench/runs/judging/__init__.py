"""Judge runs with models, and compare judges with people."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.runs.judging.agreement import TOGETHER, DimensionAgreement, agreement_with_people
    from m3bench.runs.judging.costs import Estimate
    from m3bench.runs.judging.engine import JudgeWatcher
    from m3bench.runs.judging.judging import (
        Judging,
        JudgingLimits,
        JudgingSettings,
        prepare_judging,
        prepare_judging_in_workers,
    )
    from m3bench.runs.judging.kinds import JudgeKind, default_kinds
    from m3bench.runs.judging.labelled_pairs import draw_pairs, read_pairs, similarities, write_pairs
    from m3bench.runs.judging.scores import JudgedRun, read_judged_run, summarize_judgements
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "TOGETHER",
    "DimensionAgreement",
    "Estimate",
    "JudgeKind",
    "JudgeWatcher",
    "JudgedRun",
    "Judging",
    "JudgingLimits",
    "JudgingSettings",
    "agreement_with_people",
    "default_kinds",
    "draw_pairs",
    "prepare_judging",
    "prepare_judging_in_workers",
    "read_judged_run",
    "read_pairs",
    "similarities",
    "summarize_judgements",
    "write_pairs",
]
