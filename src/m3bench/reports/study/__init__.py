"""The numbers of a report: runs in, tables and figures out. How they are shown is not decided here."""

from m3bench.reports.study.table import Cell, Column, Figure, Kind, Row, Section, Study, Table

__all__ = ["Cell", "Column", "Figure", "Kind", "Row", "Section", "Study", "Table"]
