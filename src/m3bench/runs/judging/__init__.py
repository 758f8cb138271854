"""Judging runs."""

from m3bench.runs.judging.agreeing import DimensionAgreement, agreement_with_people
from m3bench.runs.judging.calibrating import read_pairs, similarities
from m3bench.runs.judging.costs import Estimate
from m3bench.runs.judging.engine import JudgeWatcher
from m3bench.runs.judging.judging import Judging, JudgingLimits, JudgingSettings, prepare_judging
from m3bench.runs.judging.kinds import JudgeKind
from m3bench.runs.judging.pair_drawing import draw_pairs, write_pairs
from m3bench.runs.judging.scores import JudgedRun, judged_run, read_judged

__all__ = [
    "DimensionAgreement",
    "Estimate",
    "JudgeKind",
    "JudgeWatcher",
    "JudgedRun",
    "Judging",
    "JudgingLimits",
    "JudgingSettings",
    "agreement_with_people",
    "draw_pairs",
    "judged_run",
    "prepare_judging",
    "read_judged",
    "read_pairs",
    "similarities",
    "write_pairs",
]
