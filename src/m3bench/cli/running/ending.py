"""The end of a run: its scores, its gates, what was not scored and why, and the exit status."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from typer import Exit

from m3bench import reports, runs  # what a call does not need is not imported: see `lazy_names`
from m3bench.cli.console import output, print_line
from m3bench.cli.exit_codes import ExitCode, halt_code
from m3bench.cli.gating import Outputs
from m3bench.cli.live_run import print_scores
from m3bench.core.text import plural
from m3bench.runs import Halt, RunFolder

if TYPE_CHECKING:
    from m3bench.reports import Gate
    from m3bench.runs import RunResult
    from m3bench.scoring import ScoreReport


def end_run(path: Path, halt: Halt | None, outputs: Outputs, *, shown: Path | None = None) -> None:
    """Print the scores of a run, write what was asked for, and leave with the status.

    `shown` is the path to print, if it is another.
    """
    result, report = print_scores(output(), path, shown=shown)
    gates = outputs.print_gates(report, result)
    for line in way_on(shown or path, halt, result):
        print_line(line)
    code = exit_code(halt, result, gates)
    document = partial(_document, shown or path, halt, result, report, code)
    outputs.write(result.settings.suite.name, document, gates, report, result)
    if code:
        raise Exit(code)


def exit_code(halt: Halt | None, result: RunResult, gates: Sequence[Gate]) -> ExitCode:
    """Return the status of a run. What is not known weighs more than what is too low."""
    if halt is not None:
        return halt_code(halt)
    if count_unscored(result):
        return ExitCode.INCOMPLETE
    return ExitCode.OK if all(gate.is_met for gate in gates) else ExitCode.NOT_MET


def count_unscored(result: RunResult) -> int:
    """Return how many attempts were not made or could not be scored. Undecided ones were made: they need a
    judge, which need not be part of the run."""
    return sum(attempt.why is not runs.DropReason.UNDECIDED for attempt in result.dropped)


def way_on(path: Path, halt: Halt | None, result: RunResult) -> Iterator[str]:
    """Yield what to do about attempts that are missing or could not be scored."""
    unscored = count_unscored(result)
    if halt is not None:
        yield f"The run is not complete. Continue with: m3bench run --resume {path}"
    elif unscored:
        yield (
            f"{unscored} of {plural(result.attempts, 'attempt')} could not be scored. When the cause is "
            f"fixed, try them again with: m3bench run --resume {path}"
        )
    logs = RunFolder(path).logs
    if unscored and logs.is_dir() and any(logs.iterdir()):
        yield f"What servers printed is in {logs}"


def _document(
    path: Path, halt: Halt | None, result: RunResult, report: ScoreReport | None, code: ExitCode
) -> dict[str, Any]:
    halted = {} if halt is None else {"halt": {"kind": halt.kind.value, "reason": halt.reason}}
    scores = reports.scores_document(report, run=reports.run_to_dict(result))
    return {**scores, "folder": str(path), "exit_code": int(code), **halted}
