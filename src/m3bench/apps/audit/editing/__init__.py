"""Edits of references. Each edit returns a new reference or raises `EditRefused`."""

from m3bench.apps.audit.editing.dependencies import (
    misplaced_edges,
    problems,
    step_layout,
    update_edges,
    with_edges,
)
from m3bench.apps.audit.editing.editing import apply, changed_call
from m3bench.apps.audit.editing.edits import Adopt, Change, Edit, EditRefused, Reset, Undo
from m3bench.apps.audit.editing.parsing import LONGEST_ANSWER, LONGEST_ARGUMENTS, parse_arguments

__all__ = [
    "LONGEST_ANSWER",
    "LONGEST_ARGUMENTS",
    "Adopt",
    "Change",
    "Edit",
    "EditRefused",
    "Reset",
    "Undo",
    "apply",
    "changed_call",
    "misplaced_edges",
    "parse_arguments",
    "problems",
    "step_layout",
    "update_edges",
    "with_edges",
]
