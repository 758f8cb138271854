"""`m3bench runs transcript`: what the models of an attempt were asked, and what they replied."""

from __future__ import annotations

from typing import Annotated

import msgspec
from typer import Argument, Option

from m3bench.cli import options
from m3bench.cli.console import print_json, print_line
from m3bench.core import UsageError
from m3bench.reports.terminal import transcript_lines
from m3bench.runs import FinishedAttempt, Key, RunFolder, read_journal
from m3bench.runs.store import read_transcript


def transcript(
    folder: options.RunPath,
    task: Annotated[str, Argument(help="The id of a task.", show_default=False)],
    *,
    epoch: Annotated[int, Option(min=1, help="The epoch.")] = 1,
    number: Annotated[
        int | None, Option("--try", min=1, help="The number of a try. Default: the one that counts.")
    ] = None,
    full: Annotated[bool, Option("--full", help="Do not shorten long texts.")] = False,
    as_json: Annotated[bool, Option("--json", help="Print JSON, with everything.")] = False,
) -> None:
    """Show every request to a model in an attempt, and every reply."""
    run = RunFolder.open(folder)
    attempt = _attempt(run, Key(task, epoch), number)
    if attempt.transcript is None:
        hint = "No model was asked, an outside program asked it, or an older m3bench made the run."
        raise UsageError(f"The attempt at {task} has no transcript.", hint)
    exchanges = read_transcript(run.blobs, attempt.transcript)
    if as_json:
        print_json({"seconds": attempt.reply_seconds, "exchanges": msgspec.to_builtins(exchanges)})
        return
    for line in transcript_lines(exchanges, attempt.reply_seconds, full=full):
        print_line(line)


def _attempt(run: RunFolder, key: Key, number: int | None) -> FinishedAttempt:
    """Return the try with that number, or the last final one."""
    tries = [
        record
        for record in read_journal(run.journal, [])
        if isinstance(record, FinishedAttempt) and record.key == key and number in (None, record.number)
    ]
    if not tries:
        which = f"no try {number}" if number is not None else "no attempt"
        hint = "List its tasks: m3bench view"
        raise UsageError(f"{run.path} has {which} at {key.task_id} in epoch {key.epoch}.", hint)
    return ([record for record in tries if record.final] or tries)[-1]
