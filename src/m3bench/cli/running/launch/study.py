"""`m3bench run run.toml`: all runs of a matrix, one after the other, in one study folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from typer import Exit

from m3bench.cli.console import output, print_line, remark
from m3bench.cli.live_run import execute_run, print_scores
from m3bench.cli.running.launch.dry_run import missing_attempts, print_dry_run
from m3bench.cli.running.launch.resuming import OPTIONS, OnResume, option_name
from m3bench.cli.running.launch.run_table import print_summaries
from m3bench.core import M3BenchError, UsageError
from m3bench.core.text import plural
from m3bench.formats import write_atomically
from m3bench.runs import (
    EngineSettings,
    Halt,
    HaltKind,
    RunFolder,
    RunLabels,
    RunLimits,
    current_limits,
    is_run,
)
from m3bench.runs.estimating import Tokens
from m3bench.runs.listing import summarize_run
from m3bench.runs.matrix import Cell, Matrix, read_matrix, require_same_cell
from m3bench.servers.kit import unload_networks

STUDY = "study.json"
_INTERRUPTED = 130


def is_matrix(suite: str | None) -> bool:
    """Return whether a suite on the command line is a file of a matrix."""
    return suite is not None and suite.endswith(".toml")


def require_no_study(path: Path) -> None:
    """Raise `UsageError` if a folder to resume is that of a study."""
    if (path / STUDY).is_file() and not is_run(path):
        hint = f"Continue it with its file: m3bench run run.toml --out {path}"
        raise UsageError(f"{path} is a study, not a run.", hint)


class Study:
    """The runs of a matrix."""

    def __init__(
        self, file: Path, given: Mapping[str, Any], limits: Mapping[str, Any], engine: EngineSettings
    ) -> None:
        """Read `run.toml`. Limits on the command line come before those of the file.

        Options that decide results belong into the file, and are refused.
        """
        _require_no_settings(file, given)
        self.matrix: Matrix = read_matrix(file)
        self.out: Path = given.get("out") or self.matrix.out
        self._labels = RunLabels(
            (*self.matrix.tags, *(given.get("tag") or ())), given.get("note") or self.matrix.note
        )
        self._limits = {**self.matrix.limits, **limits}
        self._engine, self._probe = engine, not given.get("no_probe", False)
        self._file = file

    def dry_run(self, console: Console) -> None:
        """Print what each run would use, and the sum."""
        total, dollars, unpriced = Tokens(), 0.0, 0
        for cell in self.matrix.cells:
            folder = self._begun(cell)
            estimate = print_dry_run(console, cell.settings, missing_attempts(folder) if folder else None)
            total += estimate.tokens
            unpriced += estimate.dollars is None
            dollars += estimate.dollars or 0.0
            console.print()
        cost = f"${dollars:.2f}" + (f" and {plural(unpriced, 'run')} of unknown price" if unpriced else "")
        tokens = f"{total.input + total.output:,} tokens" if total.requests else "no tokens"
        print_line(f"{plural(len(self.matrix.cells), 'run')} in {self.out}: about {tokens}, {cost}")

    def run(self) -> None:
        """Start, continue or skip each run; print a table of all at the end."""
        for cell in self.matrix.cells:
            self._begun(cell)  # a change of the file is refused before anything starts
        self._write()
        halts = [self._run_cell(number, cell) for number, cell in enumerate(self.matrix.cells, start=1)]
        console = output()
        console.print()
        paths = [self.out / cell.name for cell in self.matrix.cells]
        print_summaries(console, [summarize_run(path) for path in paths if is_run(path)], named=True)
        print_line(f"The study is in {self.out}")
        if any(halts):
            print_line(f"It is not complete. Continue with: m3bench run {self._file} --out {self.out}")
            raise Exit(1)

    def _run_cell(self, number: int, cell: Cell) -> Halt | str | None:
        """Make the attempts of a run that are missing; return why it is not complete."""
        path, folder = self.out / cell.name, self._begun(cell)
        remark(f"run {number} of {len(self.matrix.cells)}: {cell.name}")
        if folder is not None and not missing_attempts(folder):
            remark("it is complete")
            return None
        known = current_limits(folder) if folder is not None else RunLimits()
        limits = msgspec.structs.replace(known, **self._limits)
        try:
            halt = execute_run(
                path, limits, cell.settings if folder is None else None, engine=self._engine,
                probe=self._probe, labels=self._labels,
            )  # fmt: skip
            unload_networks()  # before the encoder is loaded
            print_scores(output(), path)
        except M3BenchError as error:
            remark(f"error: {error}")
            return error.message
        if halt is not None and halt.kind is HaltKind.INTERRUPTED:
            print_line(f"The study is not complete. Continue with: m3bench run {self._file} --out {self.out}")
            raise Exit(_INTERRUPTED)
        return halt

    def _begun(self, cell: Cell) -> RunFolder | None:
        path = self.out / cell.name
        if not is_run(path):
            return None
        folder = RunFolder.open(path)
        require_same_cell(cell, folder)
        return folder

    def _write(self) -> None:
        self.out.mkdir(parents=True, exist_ok=True)
        document = {"m3bench": 1, "kind": "study", "runs": [cell.name for cell in self.matrix.cells]}
        write_atomically(self.out / STUDY, [msgspec.json.format(msgspec.json.encode(document)), b"\n"])


def _require_no_settings(file: Path, given: Mapping[str, Any]) -> None:
    allowed = {"suite", "tag", "note", "out"}
    for option in given:
        kind = OPTIONS.get(option)
        if option in {"resume", "retry", "fail_under", "junit", "json_path"} or (
            kind in (OnResume.SAME, OnResume.NEW_ONLY) and option not in allowed
        ):
            raise UsageError(
                f"{option_name(option)} cannot be given with {file}.",
                "Write it into the file. Limits, --workers, --out, --tag, --note and --dry-run may be given.",
            )
