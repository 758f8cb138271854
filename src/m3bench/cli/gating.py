"""`--fail-under`, `--junit` and `--json`, for every command that scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from typer import Option

from m3bench import reports  # what a call does not need is not imported: see `lazy_names`
from m3bench.cli.console import print_chunks, print_line, results_on_stderr
from m3bench.cli.loading import check_outputs
from m3bench.cli.options import Strings
from m3bench.core import Task
from m3bench.reports import METRIC_NAMES, Threshold

if TYPE_CHECKING:
    from m3bench.reports import Gate
    from m3bench.runs import RunResult
    from m3bench.scoring import ScoreReport

FailUnder = Annotated[
    Strings,
    Option(
        metavar="NAME=NUMBER,…",
        help="End with status 1 if a score is lower: success=0.5,mean=0.6. FAMILY/NAME and LEVEL/NAME are "
        f"for a part of the tasks. Names: {', '.join(METRIC_NAMES)}. Repeatable.",
    ),
]
Junit = Annotated[
    Path | None,
    Option(metavar="FILE", help="Write a JUnit file here: a test case per attempt, and per gate."),
]
JsonFile = Annotated[
    Path | None,
    Option(
        "--json",
        metavar="FILE|-",
        help="Write everything here, matches included. With -, it goes to standard output, and everything "
        "else to standard error.",
    ),
]


class Outputs(msgspec.Struct, frozen=True):
    """What a command is to compare and to write at its end."""

    thresholds: tuple[Threshold, ...] = ()
    junit: Path | None = None
    json: Path | None = None

    @property
    def is_json_printed(self) -> bool:
        """Whether standard output is for the JSON document alone."""
        return self.json is not None and str(self.json) == "-"

    def redirected(self) -> AbstractContextManager[None]:
        """Within the block, results for people go to standard error if the other is for a document."""
        return results_on_stderr(self.is_json_printed)

    def check_tasks(self, tasks: Iterable[Task]) -> None:
        """Raise `UsageError` if a threshold is for tasks that do not exist."""
        reports.require_groups(self.thresholds, tasks)

    def print_gates(self, report: ScoreReport | None, result: RunResult | None = None) -> tuple[Gate, ...]:
        """Compare the scores with the thresholds, and print what was found."""
        if not self.thresholds:
            return ()
        gates = reports.check_gates(self.thresholds, report, result)
        for line in reports.gate_lines(gates):
            print_line(line)
        return gates

    def write(
        self,
        name: str,
        document: Callable[[], dict[str, Any]],
        gates: Sequence[Gate],
        report: ScoreReport | None,
        result: RunResult | None = None,
    ) -> None:
        """Write the JUnit file and the JSON document, as far as they are wanted."""
        if self.junit is not None:
            suites = {name: _cases(report, result), f"{name}: gates": lambda: reports.gate_cases(gates)}
            reports.write_junit(self.junit, name, suites)
        if self.json is None:
            return
        whole = document() | ({"gates": reports.gates_to_dict(gates)} if gates else {})
        if self.is_json_printed:
            print_chunks(reports.json_chunks(whole))
        else:
            reports.write_json_document(self.json, whole)


def _cases(report: ScoreReport | None, result: RunResult | None) -> Callable[[], Iterable[Any]]:
    if result is not None:
        return lambda: reports.run_cases(result, report)
    return lambda: () if report is None else reports.file_cases(report)


def read_outputs(fail_under: Sequence[str] | None, junit: Path | None, json_path: Path | None) -> Outputs:
    """Read the options. Raise if a threshold cannot be read or a file cannot be written."""
    # A resumed run works in the folder in which it was started.
    paths = (path and (path if str(path) == "-" else path.absolute()) for path in (junit, json_path))
    outputs = Outputs(reports.read_thresholds(fail_under), *paths)
    check_outputs(junit, None if outputs.is_json_printed else json_path)
    return outputs
