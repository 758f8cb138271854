"""Commands that judge runs and measure judges."""

from m3bench.cli.judging import agreement, calibrate, judge
from m3bench.cli.judging.judge import show_judges

__all__ = [
    "agreement",
    "calibrate",
    "judge",
    "show_judges",
]
