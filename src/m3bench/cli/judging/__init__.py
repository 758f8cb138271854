"""Commands that judge runs and measure judges."""

from m3bench.cli.judging import agreement, calibrate, judge
from m3bench.cli.judging.judge import print_judges

__all__ = [
    "agreement",
    "calibrate",
    "judge",
    "print_judges",
]
