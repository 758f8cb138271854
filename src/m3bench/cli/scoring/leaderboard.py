"""`m3bench leaderboard`: verify bundles and write a static site."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from m3bench.cli import options
from m3bench.cli.console import output, progress_bar, remarks
from m3bench.cli.loading import make_scorer
from m3bench.cli.scoring.report import load_study_runs, make_study
from m3bench.reports.study import Study
from m3bench.scoring import Scorer
from m3bench.submissions import (
    SealedSuite,
    Verified,
    VerifiedRun,
    find_bundles,
    read_sealed_suites,
    refuse_copies,
    verify,
    write_site,
)
from m3bench.submissions import leaderboard as leaderboard_study


def leaderboard(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="A folder of bundles.", show_default=False)
    ],
    *,
    out: Annotated[Path, typer.Option(metavar="DIR", help="The folder of the site.")] = Path("leaderboard"),
    sealed: Annotated[
        list[Path] | None,
        typer.Option(help="A revealed suite: a folder with its recipe and commitment. Repeatable."),
    ] = None,
    title: Annotated[str, typer.Option(help="The title of the site.")] = "m3bench leaderboard",
    no_bundles: Annotated[bool, typer.Option("--no-bundles", help="Do not copy the bundles.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with 1 if a bundle is refused.")] = False,
    profile: options.ProfileOption = options.ProfileName.TYPED,
    encoder: options.EncoderName = "minilm",
    no_cache: options.NoCache = False,
) -> None:
    """Verify bundles, score their runs again, and write a static site with ranks and intervals."""
    bundles = find_bundles(folder)
    revealed = read_sealed_suites(sealed or ())
    scorer = make_scorer(profile.value, None, None, encoder, cache=not no_cache, runs=())
    with tempfile.TemporaryDirectory(prefix="m3bench-leaderboard-") as scratch:
        found = refuse_copies(_verify_all(bundles, Path(scratch), scorer, revealed))
        settings = {"profile": profile.value, "encoder": encoder, "bundles": str(len(bundles))}
        front = leaderboard_study(found, title=title, created=datetime.now(UTC), settings=settings)
        with remarks().status("drawing"):
            written = _write(out, found, front, bundles=not no_bundles)
    _summarize(found, written[0])
    if strict and any(bundle.problem for bundle in found):
        raise typer.Exit(1)


def _verify_all(
    bundles: Sequence[Path], scratch: Path, scorer: Scorer, sealed: Sequence[SealedSuite]
) -> list[Verified]:
    found = []
    with progress_bar("verifying", len(bundles)) as advance:
        for number, path in enumerate(bundles):
            room = scratch / str(number)
            room.mkdir()
            found.append(verify(path, room, lambda paths: load_study_runs(paths, scorer), sealed))
            advance(1)
    return found


def _write(out: Path, found: Sequence[Verified], front: Study, *, bundles: bool) -> list[Path]:
    # Slow to import, and not needed by other commands.
    from m3bench.reports.figures import with_figures  # noqa: PLC0415
    from m3bench.reports.page import report_page  # noqa: PLC0415

    def report(runs: Sequence[VerifiedRun], system: str) -> str:
        return report_page(with_figures(make_study([each.run for each in runs], title=system)))

    out.mkdir(parents=True, exist_ok=True)
    return write_site(out, found, front, render=report_page, report=report, bundles=bundles)


def _summarize(found: Sequence[Verified], page: Path) -> None:
    say = output().print
    for bundle in found:
        if bundle.problem:
            say(Text(f"refused: {bundle.path.name}: {bundle.problem}"), soft_wrap=True)
        for run in bundle.runs:
            if run.remarks:
                why = "; ".join(run.remarks)
                say(Text(f"not ranked: {bundle.path.name}, {run.run.name}: {why}"), soft_wrap=True)
    accepted = sum(bundle.problem is None for bundle in found)
    say(Text(f"{accepted} of {len(found)} bundles are verified. Leaderboard: {page}"), soft_wrap=True)
