"""The data of a report: tables and figures from runs, independent of their presentation."""

from m3bench.reports.study.columns import repeated_cells, repeated_columns
from m3bench.reports.study.floors import floor_mark, floors_of
from m3bench.reports.study.leaderboard import ranked
from m3bench.reports.study.loading import load_runs, run_tool_book
from m3bench.reports.study.run import StudyRun
from m3bench.reports.study.study import study
from m3bench.reports.study.table import Cell, Column, Figure, Kind, Row, Section, Study, Table

__all__ = [
    "Cell",
    "Column",
    "Figure",
    "Kind",
    "Row",
    "Section",
    "Study",
    "StudyRun",
    "Table",
    "floor_mark",
    "floors_of",
    "load_runs",
    "ranked",
    "repeated_cells",
    "repeated_columns",
    "run_tool_book",
    "study",
]
