"""Select tasks of a suite: by id, by conditions on their fields, and by a fixed sample."""

from m3bench.suites.selecting.conditions import (
    Condition,
    matching_tasks,
    parse_condition,
    reworded_conditions,
)
from m3bench.suites.selecting.fields import task_fields
from m3bench.suites.selecting.ids import tasks_by_id
from m3bench.suites.selecting.sample import sample_tasks

__all__ = [
    "Condition",
    "matching_tasks",
    "parse_condition",
    "reworded_conditions",
    "sample_tasks",
    "task_fields",
    "tasks_by_id",
]
