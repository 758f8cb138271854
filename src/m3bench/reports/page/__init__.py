"""The report as one self-contained HTML file."""

from typing import TYPE_CHECKING

from m3bench.core import lazy_names

if TYPE_CHECKING:
    from m3bench.reports.page.cells import interval, is_number, shown
    from m3bench.reports.page.examples import example_tasks
    from m3bench.reports.page.markup import Markup, element
    from m3bench.reports.page.matrix import AttemptLink, viewer_links
    from m3bench.reports.page.page import html_page, report_page
    from m3bench.reports.page.pictures import TaskFacts, task_facts
    from m3bench.reports.page.tables import shown_columns, table_block
else:
    __getattr__, __dir__ = lazy_names(__name__)

__all__ = [
    "AttemptLink",
    "Markup",
    "TaskFacts",
    "element",
    "example_tasks",
    "html_page",
    "interval",
    "is_number",
    "report_page",
    "shown",
    "shown_columns",
    "table_block",
    "task_facts",
    "viewer_links",
]
