"""`m3bench audit`: let people review references, and export the approved ones."""

from __future__ import annotations

import secrets
from collections.abc import Callable
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
from m3bench.suites import Suite, SuiteRef, WorldRef, find_suite, world_for

if TYPE_CHECKING:
    from starlette.applications import Starlette

    from m3bench.apps.audit import Desk

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
        _audit(target, report, export, need, serve)


def _audit(
    target: Path, report: bool, export: Path | None, need: int, serve: Callable[[Starlette, str], None]
) -> None:
    from m3bench.apps.audit import DECISIONS, Decision, Desk, Ledger, Results, Toolshelf, place_of  # noqa: PLC0415
    from m3bench.cli.making.audit_tools import load_suite_tools  # noqa: PLC0415

    place = place_of(target)
    for line in place.left_aside:
        remarks().print(Text(f"skipped: {line}"), soft_wrap=True)
    ledger = Ledger(place.folder / DECISIONS, Decision)
    suites = [_load_suite(file) for file in place.files]
    serving = not report and export is None
    tools = load_suite_tools(suites) if serving else ()
    desk = Desk(suites, ledger, lambda: datetime.now(UTC), Toolshelf(tools), Results(place.originals()))
    if export is not None and target.is_dir() and export.resolve().parent == place.folder:
        raise UsageError("The export would become part of the audited folder.", "Write it to another folder.")
    if not serving:
        _report(desk, need, export)
        return
    from m3bench.apps.audit import audit_app  # noqa: PLC0415

    token = secrets.token_urlsafe(32)
    serve(audit_app(desk, token), token)


def _report(desk: Desk, need: int, export: Path | None) -> None:
    from m3bench.apps.audit import agreements, audit_lines, export_approved, settle, stale_verdicts  # noqa: PLC0415

    standings = desk.standings()
    current = {item.judged for item in desk.items}
    settled = settle(desk.items, standings, need)
    found = agreements({judged: people for judged, people in standings.items() if judged in current})
    for line in audit_lines(settled, found, stale_verdicts(standings, current)):
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
        PairDesk,
        Preference,
        pair_files,
        pairs_of,
        preference_lines,
        preference_report,
    )

    original, consolidated = pair_files(target)
    ledger = Ledger(target / PREFERENCES, Preference)
    desk = PairDesk(pairs_of(_load_suite(consolidated), original), ledger, lambda: datetime.now(UTC), seed)
    if report:
        for line in preference_lines(preference_report(desk.preferences()), len(desk.pairs)):
            output().print(Text(line), soft_wrap=True)
        return
    from m3bench.apps.audit import pairs_app  # noqa: PLC0415

    token = secrets.token_urlsafe(32)
    serve(pairs_app(desk, token), token)


def _load_suite(file: Path) -> Suite:
    ref = SuiteRef(name=str(file.resolve()))
    return find_suite(ref, world_for(ref, WorldRef()))


def _serve(app: Starlette, token: str, *, port: int, browser: bool) -> None:
    show_page(app, token, port=port, browser=browser)
    remarks().print("stopped; all decisions are saved")
