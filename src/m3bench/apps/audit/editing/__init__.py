"""Edits of a reference: each gives a new one, or is refused with a reason."""

from m3bench.apps.audit.editing.dependencies import layout_of, misplaced, problems, retraced, with_edges
from m3bench.apps.audit.editing.editing import apply, touched
from m3bench.apps.audit.editing.edits import Adopt, Change, Edit, Refused, Reset, Undo
from m3bench.apps.audit.editing.typed import LONGEST_ANSWER, LONGEST_ARGUMENTS, arguments_read

__all__ = [
    "LONGEST_ANSWER",
    "LONGEST_ARGUMENTS",
    "Adopt",
    "Change",
    "Edit",
    "Refused",
    "Reset",
    "Undo",
    "apply",
    "arguments_read",
    "layout_of",
    "misplaced",
    "problems",
    "retraced",
    "touched",
    "with_edges",
]
