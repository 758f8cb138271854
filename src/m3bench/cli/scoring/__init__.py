"""Commands that score, compare, convert and show."""

from m3bench.cli.scoring import compare, convert, report, score, view
from m3bench.cli.scoring.report import counted, gathered_runs, write_report

__all__ = [
    "compare",
    "convert",
    "counted",
    "gathered_runs",
    "report",
    "score",
    "view",
    "write_report",
]
