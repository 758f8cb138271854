"""Run the command line in this process: what it imports and builds is there for the next command."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess
from unittest import mock

from m3bench.cli import main


def run_command(
    *arguments: str, code: int = 0, folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> CompletedProcess[str]:
    """Run `m3bench` and return its output. Fails if it ends with another code or with a traceback."""
    out, err = io.StringIO(), io.StringIO()
    terminal = {"COLUMNS": "100", "TERM": "dumb", "NO_COLOR": "1", **(environment or {})}
    with (
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        contextlib.chdir(folder or Path.cwd()),
        mock.patch.dict(os.environ, terminal),
        mock.patch.multiple(sys, argv=["m3bench", *arguments], excepthook=sys.excepthook),
    ):
        found = _exit_code()
    done = CompletedProcess(list(arguments), found, out.getvalue(), err.getvalue())
    assert "Traceback" not in done.stderr + done.stdout
    assert done.returncode == code, done.stderr
    return done


def _exit_code() -> int:
    try:
        main()
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    return 0
