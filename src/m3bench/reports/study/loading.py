"""Load run folders for a report: score and measure them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from m3bench.core import M3BenchError, UsageError, content_hash
from m3bench.core.text import plural
from m3bench.hosting import Tool
from m3bench.reports.study.run import Shapes, StudyRun, agent_and_model, measured_run
from m3bench.reports.terminal import GIVEN, condition
from m3bench.runs import RunFolder, RunManifest, RunResult, read_judged_run, read_scored_runs
from m3bench.runs.scoring import OpenBar, no_bar
from m3bench.runs.serving import ToolLists
from m3bench.scoring import KnownTool, ProgressWatcher, Scorer, ToolBook


def load_runs(
    paths: Sequence[Path],
    scorer: Scorer,
    watcher: ProgressWatcher | None = None,
    open_bar: OpenBar = no_bar,
    on_unreadable: Callable[[Path, M3BenchError], None] | None = None,
) -> list[StudyRun]:
    """Return the runs of these folders, scored and measured. Common parts are computed once.

    Args:
        paths: Run folders.
        scorer: Scores them.
        watcher: Receives the progress of the encoding of small runs.
        open_bar: Shows the progress over the attempts of large runs.
        on_unreadable: Is called for each run that cannot be read, which is then left out. Without it, or if
            no run can be read, the error is raised.
    """
    _check_different(paths)
    scored = read_scored_runs(paths, scorer, watcher=watcher, open_bar=open_bar, on_unreadable=on_unreadable)
    results, reports = [run.result for run in scored], [run.report for run in scored]
    paths = [result.path for result in results if result.path is not None]
    manifests = [RunFolder.open(path).manifest for path in paths]
    names, shapes, books = run_names(paths, results), Shapes(), _ToolBooks()
    measured = []
    for name, result, report, manifest, path in zip(names, results, reports, manifests, paths, strict=True):
        try:
            judged = read_judged_run(path, result)
        except M3BenchError as error:
            if on_unreadable is None or len(paths) == 1:
                raise
            on_unreadable(path, error)
            continue
        run = measured_run(
            name,
            result,
            report,
            books.of(RunFolder(path), manifest),
            shapes=shapes,
            judged=judged,
            suite_digest=manifest.suite_digest,
            path=path,
            open_bar=open_bar,
        )
        measured.append(msgspec.structs.replace(run, retried=_retried(result)))
    return measured


def _retried(result: RunResult) -> str:
    """Return how many scored attempts were made again, in words; empty if none were."""
    again = {key for retry in result.retries if retry.scored for key in retry.attempts}
    return plural(len(again), "attempt") if again else "best-of" * result.best_of


def run_tool_book(path: Path) -> ToolBook:
    """Return the known tools of a run.

    Args:
        path: The run folder.
    """
    return _ToolBooks().of(RunFolder(path), RunFolder.open(path).manifest)


def run_names(paths: Sequence[Path], results: Sequence[RunResult]) -> list[str]:
    """Return agent and model of each run; where several are alike, also the suite or part of the folder."""
    plain = [_agent_and_model(result) for result in results]
    with_suite = [
        f"{name} ({Path(result.settings.suite.name).name})"
        for name, result in zip(plain, results, strict=True)
    ]
    by_folder = [
        f"{name} ({_folder(path, [other for other, its in zip(paths, plain, strict=True) if its == name])})"
        for name, path in zip(plain, paths, strict=True)
    ]
    alike, alike_in_suite = Counter(plain), Counter(with_suite)
    return [
        name if alike[name] == 1 else in_suite if alike_in_suite[in_suite] == 1 else in_folder
        for name, in_suite, in_folder in zip(plain, with_suite, by_folder, strict=True)
    ]


def _agent_and_model(result: RunResult) -> str:
    name, seen = agent_and_model(result.settings), condition(result.settings)
    return name if seen == GIVEN else f"{name}, {seen}"


def _folder(path: Path, others: Sequence[Path]) -> str:
    """Return the shortest suffix of the path that no other path has."""
    parts = path.resolve().parts
    for length in range(1, len(parts) + 1):
        alike = [other for other in others if other.resolve().parts[-length:] == parts[-length:]]
        if len(alike) == 1:
            return "/".join(parts[-length:]).replace("//", "/")
    return str(path)


def _check_different(paths: Sequence[Path]) -> None:
    counts = Counter(path.resolve() for path in paths)
    twice = [str(path) for path in paths if counts[path.resolve()] > 1]
    if twice:
        raise UsageError(f"{twice[0]} is given more than once.", "Give each run once.")
    if not paths:
        raise UsageError("No runs to report on.", "Give at least one run folder.")


class _ToolBooks:
    """The known tools of runs: stored with the run, or bundled and unchanged since."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], list[KnownTool]] = {}

    def of(self, folder: RunFolder, manifest: RunManifest) -> ToolBook:
        lists = ToolLists(folder)
        return ToolBook(
            tool
            for server, record in manifest.servers.items()
            if record.tools is not None
            for tool in self._tools(lists, server, record.tools)
        )

    def _tools(self, lists: ToolLists, server: str, digest: str) -> list[KnownTool]:
        key = (server, digest)
        if key not in self._known:
            kept = lists.stored(server)
            listed = kept or lists.tools(server)
            certain = kept is not None or content_hash(msgspec.to_builtins(listed)) == digest
            self._known[key] = [_known(tool) for tool in listed] if certain else []
        return self._known[key]


def _known(tool: Tool) -> KnownTool:
    return KnownTool(tool.full_name, tool.input_schema, tool.annotations.get("readOnlyHint"))
