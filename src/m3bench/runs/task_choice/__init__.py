"""Which tasks of a suite a run attempts, and which it leaves out."""

from m3bench.runs.task_choice.choice import (
    OneTaskSuite,
    TaskChoice,
    choose_tasks,
    describe_left_out,
    find_task,
)
from m3bench.runs.task_choice.reasons import is_bundled, require_programs, taken_at_their_word

__all__ = [
    "OneTaskSuite",
    "TaskChoice",
    "choose_tasks",
    "describe_left_out",
    "find_task",
    "is_bundled",
    "require_programs",
    "taken_at_their_word",
]
