"""Commands that score, compare, convert and show."""

from m3bench.cli.scoring import compare, convert, report, score, view
from m3bench.cli.scoring.report import load_study_runs, make_study, write_report

__all__ = [
    "compare",
    "convert",
    "load_study_runs",
    "make_study",
    "report",
    "score",
    "view",
    "write_report",
]
