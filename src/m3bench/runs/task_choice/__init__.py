"""Which tasks of a suite a run attempts, and which it leaves out."""

from m3bench.runs.task_choice.choice import TaskChoice, choose_tasks, describe_left_out
from m3bench.runs.task_choice.one_task import OneTaskSuite, find_task
from m3bench.runs.task_choice.reasons import is_bundled

__all__ = ["OneTaskSuite", "TaskChoice", "choose_tasks", "describe_left_out", "find_task", "is_bundled"]
