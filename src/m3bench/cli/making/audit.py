"""`m3bench audit`: let people review references, and export the approved ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from m3bench.cli import options
from m3bench.cli.console import print_line, remark, remarks
from m3bench.cli.pages import show_page
from m3bench.core import UsageError
from m3bench.suites import Suite, SuiteRef, WorldRef, find_suite, world_of_suite

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from m3bench.apps.audit import AuditSession


def audit(
    target: Annotated[Path, Argument(help="A file of tasks with references, or a folder of such files.")],
    *,
    report: Annotated[
        bool, Option("--report", help="Print the decisions so far and how well people agree.")
    ] = False,
    export: Annotated[
        Path | None, Option(metavar="FILE", help="Write tasks with approved references here (jsonl).")
    ] = None,
    need: Annotated[int, Option(min=1, help="Number of people who have to approve a reference.")] = 1,
    pairs: Annotated[
        bool,
        Option("--pairs", help="Blind comparison of original.jsonl and consolidated.jsonl in the folder."),
    ] = False,
    seed: Annotated[int, Option(help="Seed of the order within pairs.")] = 0,
    config: options.Config = None,
    port: options.Port = 0,
    show: options.OpenBrowser = False,
) -> None:
    """Review references on a local web page: edit, approve or reject them."""
    if pairs and export:
        raise UsageError("--pairs and --export cannot be combined.", "Export a suite without --pairs.")
    serve = partial(_serve, port=port, browser=show)
    if pairs:
        _pairs(target, seed, report, serve)
    else:
        _audit(target, report, export, need, serve, configs=config or ())


def _audit(
    target: Path,
    report: bool,
    export: Path | None,
    need: int,
    serve: Callable[[Callable[[str], Starlette]], None],
    *,
    configs: Sequence[Path],
) -> None:
    from m3bench.apps.audit import (  # noqa: PLC0415
        DECISIONS,
        AuditSession,
        Decision,
        Ledger,
        PermittedTools,
        RecordedResults,
        audit_app,
        open_audit_folder,
    )
    from m3bench.cli.making.audit_tools import load_suite_tools  # noqa: PLC0415

    folder = open_audit_folder(target)
    for line in folder.skipped:
        remark(f"skipped: {line}")
    ledger = Ledger(folder.folder / DECISIONS, Decision)
    suites = [_load_suite(file) for file in folder.files]
    serving = not report and export is None
    tools = load_suite_tools(suites, configs) if serving else ()
    session = AuditSession(
        suites, ledger, lambda: datetime.now(UTC), PermittedTools(tools), RecordedResults(folder.originals())
    )
    if export is not None and target.is_dir() and export.resolve().parent == folder.folder:
        raise UsageError("The export would become part of the audited folder.", "Write it to another folder.")
    if not serving:
        _report(session, need, export)
        return
    serve(partial(audit_app, session))


def _report(session: AuditSession, need: int, export: Path | None) -> None:
    from m3bench.apps.audit import agreements, audit_lines, combine_decisions, export_approved, stale_verdicts  # noqa: PLC0415

    states = session.states()
    current = {item.judged for item in session.items}
    settled = combine_decisions(session.items, states, need)
    agreed = agreements({judged: people for judged, people in states.items() if judged in current})
    for line in audit_lines(settled, agreed, stale_verdicts(states, current)):
        print_line(line)
    if export is not None:
        tasks = export_approved(settled, export)
        count = sum(len(task.references) for task in tasks)
        print_line(f"Wrote {len(tasks)} tasks with {count} approved references to {export}.")


def _pairs(
    target: Path, seed: int, report: bool, serve: Callable[[Callable[[str], Starlette]], None]
) -> None:
    from m3bench.apps.audit import (  # noqa: PLC0415
        PREFERENCES,
        Ledger,
        PairSession,
        Preference,
        load_pairs,
        pair_files,
        pairs_app,
        preference_lines,
        preference_report,
    )

    original, consolidated = pair_files(target)
    ledger = Ledger(target / PREFERENCES, Preference)
    session = PairSession(
        load_pairs(_load_suite(consolidated), original), ledger, lambda: datetime.now(UTC), seed
    )
    if report:
        for line in preference_lines(preference_report(session.preferences()), len(session.pairs)):
            print_line(line)
        return
    serve(partial(pairs_app, session))


def _load_suite(file: Path) -> Suite:
    ref = SuiteRef(name=str(file.resolve()))
    return find_suite(ref, world_of_suite(ref, WorldRef()))


def _serve(app: Callable[[str], Starlette], *, port: int, browser: bool) -> None:
    show_page(app, port=port, browser=browser)
    remarks().print("stopped; all decisions are saved")
