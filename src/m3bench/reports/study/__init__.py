"""The numbers of a report: runs in, tables and figures out. How they are shown is not decided here."""

from m3bench.reports.study.gathering import gather
from m3bench.reports.study.making import study
from m3bench.reports.study.run import StudyRun
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
    "gather",
    "study",
]
