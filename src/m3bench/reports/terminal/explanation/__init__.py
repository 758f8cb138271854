"""One attempt explained: its checks, and the metrics of its trajectory."""

from m3bench.reports.terminal.explanation.trajectories import print_explanation, print_planning_failures
from m3bench.reports.terminal.explanation.verdicts import print_verdicts

__all__ = ["print_explanation", "print_planning_failures", "print_verdicts"]
