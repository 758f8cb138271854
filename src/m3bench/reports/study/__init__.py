"""The data of a report: tables and figures from runs, independent of their presentation."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names
from m3bench.reports.study import columns
from m3bench.reports.study.study import study

if TYPE_CHECKING:
    from m3bench.reports.study.floors import floor_mark, floors_of
    from m3bench.reports.study.leaderboard import ranked
    from m3bench.reports.study.loading import load_runs, run_tool_book
    from m3bench.reports.study.run import StudyRun
    from m3bench.reports.study.table import Cell, Column, Figure, Kind, Row, Section, Study, Table
else:
    __getattr__, __dir__ = lazy_names(__name__)

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
    "columns",
    "floor_mark",
    "floors_of",
    "load_runs",
    "ranked",
    "run_tool_book",
    "study",
]
