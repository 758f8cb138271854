"""`m3bench audit`: let people review references, and export the approved ones."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from m3bench.cli import options
from m3bench.cli.console import output, remarks
from m3bench.cli.pages import show_page
from m3bench.core import UsageError
from m3bench.suites import Suite, SuiteRef, WorldRef, find_suite, world_of_suite

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from m3bench.apps.audit import AuditSession

Target = Annotated[Path, typer.Argument(help="A file of tasks with references, or a folder of such files.")]


def audit(
    target: Target,
    *,
    report: Annotated[
        bool, typer.Option("--report", help="Print the decisions so far and how well people agree.")
    ] = False,
    export: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write tasks with approved references here (jsonl).")
    ] = None,
    need: Annotated[int, typer.Option(min=1, help="Number of people who have to approve a reference.")] = 1,
    pairs: Annotated[
        bool,
        typer.Option(
            "--pairs", help="Blind comparison of original.jsonl and consolidated.jsonl in the folder."
        ),
    ] = False,
    seed: Annotated[int, typer.Option(help="Seed of the order within pairs.")] = 0,
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
    serve: Callable[[Starlette, str], None],
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
        open_audit_folder,
    )
    from m3bench.cli.making.audit_tools import load_suite_tools  # noqa: PLC0415

    place = open_audit_folder(target)
    for line in place.skipped:
        remarks().print(Text(f"skipped: {line}"), soft_wrap=True)
    ledger = Ledger(place.folder / DECISIONS, Decision)
    suites = [_load_suite(file) for file in place.files]
    serving = not report and export is None
    tools = load_suite_tools(suites, configs) if serving else ()
    session = AuditSession(
        suites, ledger, lambda: datetime.now(UTC), PermittedTools(tools), RecordedResults(place.originals())
    )
    if export is not None and target.is_dir() and export.resolve().parent == place.folder:
        raise UsageError("The export would become part of the audited folder.", "Write it to another folder.")
    if not serving:
        _report(session, need, export)
        return
    from m3bench.apps.audit import audit_app  # noqa: PLC0415

    token = secrets.token_urlsafe(32)
    serve(audit_app(session, token), token)


def _report(session: AuditSession, need: int, export: Path | None) -> None:
    from m3bench.apps.audit import agreements, audit_lines, combine_decisions, export_approved, stale_verdicts  # noqa: PLC0415

    states = session.states()
    current = {item.judged for item in session.items}
    settled = combine_decisions(session.items, states, need)
    found = agreements({judged: people for judged, people in states.items() if judged in current})
    for line in audit_lines(settled, found, stale_verdicts(states, current)):
        output().print(Text(line), soft_wrap=True)
    if export is not None:
        tasks = export_approved(settled, export)
        count = sum(len(task.references) for task in tasks)
        output().print(
            Text(f"Wrote {len(tasks)} tasks with {count} approved references to {export}."), soft_wrap=True
        )


def _pairs(target: Path, seed: int, report: bool, serve: Callable[[Starlette, str], None]) -> None:
    from m3bench.apps.audit import (  # noqa: PLC0415
        PREFERENCES,
        Ledger,
        PairSession,
        Preference,
        load_pairs,
        pair_files,
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
            output().print(Text(line), soft_wrap=True)
        return
    from m3bench.apps.audit import pairs_app  # noqa: PLC0415

    token = secrets.token_urlsafe(32)
    serve(pairs_app(session, token), token)


def _load_suite(file: Path) -> Suite:
    ref = SuiteRef(name=str(file.resolve()))
    return find_suite(ref, world_of_suite(ref, WorldRef()))


def _serve(app: Starlette, token: str, *, port: int, browser: bool) -> None:
    show_page(app, token, port=port, browser=browser)
    remarks().print("stopped; all decisions are saved")
