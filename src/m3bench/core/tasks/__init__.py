"""Tasks: the request, its inputs, what is checked, and its solutions."""

from m3bench.core.tasks.made_files import DataFile, Picture, TaskWorld, WorldFile
from m3bench.core.tasks.parts import (
    TASK_KINDS,
    AnswerKey,
    Art,
    Branch,
    CameraLevel,
    Condition,
    Difficulty,
    KeyMethod,
    SimulatedUser,
    TaskFile,
    Turns,
    UserFact,
    Validation,
    briefing,
    rules_text,
)
from m3bench.core.tasks.references import Edge, Fact, Reference
from m3bench.core.tasks.task import EXTRA_FIELDS, Task, TaskFieldError

__all__ = [
    "EXTRA_FIELDS",
    "TASK_KINDS",
    "AnswerKey",
    "Art",
    "Branch",
    "CameraLevel",
    "Condition",
    "DataFile",
    "Difficulty",
    "Edge",
    "Fact",
    "KeyMethod",
    "Picture",
    "Reference",
    "SimulatedUser",
    "Task",
    "TaskFieldError",
    "TaskFile",
    "TaskWorld",
    "Turns",
    "UserFact",
    "Validation",
    "WorldFile",
    "briefing",
    "rules_text",
]
