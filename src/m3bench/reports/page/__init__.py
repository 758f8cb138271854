"""The report as a page: one HTML file without a word from anywhere else."""

from m3bench.reports.page.cells import interval, is_number, shown
from m3bench.reports.page.making import report_page
from m3bench.reports.page.pictures import TaskFacts, task_facts
from m3bench.reports.page.tables import shown_columns
from m3bench.reports.page.telling import TellingTask, telling_tasks

__all__ = [
    "TaskFacts",
    "TellingTask",
    "interval",
    "is_number",
    "report_page",
    "shown",
    "shown_columns",
    "task_facts",
    "telling_tasks",
]
