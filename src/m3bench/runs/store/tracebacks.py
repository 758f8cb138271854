"""Tracebacks of attempts that the harness failed: one file of the run folder for each try."""

from __future__ import annotations

import errno
import traceback
from pathlib import Path

from m3bench.core.redaction import redactor
from m3bench.core.text import shorten_middle
from m3bench.formats.io import path_inside, write_atomically
from m3bench.hosting import file_name
from m3bench.runs.store.records import Key

ERRORS = "errors"
"""The folder of tracebacks in a run folder."""
_LONGEST = 100_000
_MOST_FRAMES = 100


def write_traceback(run: Path, key: Key, number: int, error: BaseException) -> str:
    """Write the traceback of a try, without secrets; return its path in the run folder.

    Raises:
        OSError: The run folder is gone.
        FormatError: It cannot be written to.
    """
    if not run.is_dir():
        raise FileNotFoundError(errno.ENOENT, "the run folder is gone", str(run))
    (run / ERRORS).mkdir(exist_ok=True)
    name = f"{ERRORS}/{file_name(key.task_id)}-{key.epoch}-{number}.txt"
    write_atomically(path_inside(run, name), [_text(error).encode("utf-8", "backslashreplace")])
    return name


def _text(error: BaseException) -> str:
    """Format an error. The frames of an endless recursion and long messages are cut in the middle."""
    lines = traceback.TracebackException.from_exception(error, limit=-_MOST_FRAMES).format()
    return shorten_middle(redactor().text("".join(lines)), _LONGEST)
