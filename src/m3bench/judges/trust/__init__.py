"""Reliability of judges: agreement, calibration, spread."""

from m3bench.judges.trust.agreement import Agreement, Scale, agreement
from m3bench.judges.trust.calibration import Calibration, Likeness, Pair, ThresholdFit, calibrate
from m3bench.judges.trust.labels import (
    COMPLETION,
    GROUNDING,
    JUDGE_AGREEMENT,
    SCALES,
    Label,
    by_rater,
    mean_by_case,
    read_labels,
    read_table,
)
from m3bench.judges.trust.reliability import JudgeRecord, Reliability, Spread, reliability

__all__ = [
    "COMPLETION",
    "GROUNDING",
    "JUDGE_AGREEMENT",
    "SCALES",
    "Agreement",
    "Calibration",
    "JudgeRecord",
    "Label",
    "Likeness",
    "Pair",
    "Reliability",
    "Scale",
    "Spread",
    "ThresholdFit",
    "agreement",
    "by_rater",
    "calibrate",
    "mean_by_case",
    "read_labels",
    "read_table",
    "reliability",
]
