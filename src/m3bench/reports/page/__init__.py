"""The report as a page: one HTML file without a word from anywhere else."""

from m3bench.reports.page.making import report_page
from m3bench.reports.page.pictures import TaskFacts, task_facts
from m3bench.reports.page.telling import TellingTask, telling_tasks

__all__ = ["TaskFacts", "TellingTask", "report_page", "task_facts", "telling_tasks"]
