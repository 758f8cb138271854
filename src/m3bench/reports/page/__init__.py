"""The report as one self-contained HTML file."""

from m3bench.reports.page.cells import interval, is_number, shown
from m3bench.reports.page.examples import ExampleTask, example_tasks
from m3bench.reports.page.page import report_page
from m3bench.reports.page.pictures import TaskFacts, task_facts
from m3bench.reports.page.tables import shown_columns

__all__ = [
    "ExampleTask",
    "TaskFacts",
    "example_tasks",
    "interval",
    "is_number",
    "report_page",
    "shown",
    "shown_columns",
    "task_facts",
]
