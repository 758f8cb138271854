"""`m3bench leaderboard`: bundle runs, verify bundles and write a static site."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated

from typer import Argument, Exit, Option, Typer

from m3bench.cli import options
from m3bench.cli.console import print_line, progress_bar, remarks
from m3bench.cli.loading import make_scorer
from m3bench.cli.scoring.ending import orderly_end
from m3bench.cli.scoring.report import load_study_runs, make_study
from m3bench.cli.scoring.submit import submit
from m3bench.core import UsageError
from m3bench.hosting.workspace import private_scratch
from m3bench.reports.study import Study
from m3bench.scoring import Scorer
from m3bench.submissions import (
    Level,
    Policy,
    Site,
    Verified,
    VerifiedRun,
    find_bundles,
    read_key_names,
    read_sealed_suites,
    refuse_copies,
    verify,
    write_site,
)
from m3bench.submissions import leaderboard as leaderboard_study

leaderboard = Typer(
    help="Bundle runs so that others can verify them, and rank bundles.", no_args_is_help=True
)
leaderboard.command()(submit)


@leaderboard.command()
def build(
    folder: Annotated[Path, Argument(metavar="FOLDER", help="A folder of bundles.", show_default=False)],
    *,
    out: Annotated[Path, Option(metavar="DIR", help="The folder of the site.")] = Path("leaderboard"),
    sealed: Annotated[
        list[Path] | None,
        Option(help="A revealed suite: a folder with its recipe and commitment. Repeatable."),
    ] = None,
    require: Annotated[
        Level, Option(help="Rank only bundles that are signed, verified or repeated.")
    ] = Level.UNSIGNED,
    keys: Annotated[
        Path | None, Option(metavar="FILE", help="Whose keys count: lines of NAME ssh-ed25519 KEY.")
    ] = None,
    title: Annotated[str, Option(help="The title of the site.")] = "m3bench leaderboard",
    no_bundles: Annotated[bool, Option("--no-bundles", help="Do not copy the bundles.")] = False,
    strict: Annotated[bool, Option("--strict", help="Exit with 1 if a bundle is refused.")] = False,
    profile: options.ProfileOption = options.ProfileName.TYPED,
    encoder: options.EncoderName = "minilm",
    no_cache: options.NoCache = False,
) -> None:
    """Verify bundles, score their runs again, and write a static site with ranks and intervals."""
    if require.rank > Level.SIGNED.rank and keys is None:
        raise UsageError(
            f"--require {require} needs --keys: anybody can countersign with a second key of their own.",
            "Name a file with the keys of people you trust: lines of NAME ssh-ed25519 KEY.",
        )
    bundles = find_bundles(folder)
    policy = Policy(
        sealed=read_sealed_suites(sealed or ()),
        names=None if keys is None else read_key_names(keys),
        required=require,
    )
    scorer = make_scorer(profile.value, None, None, encoder, cache=not no_cache)
    settings = {"profile": profile.value, "encoder": encoder, "bundles": str(len(bundles))}
    if require is not Level.UNSIGNED:
        settings["require"] = require.value

    front = partial(leaderboard_study, title=title, created=datetime.now(UTC), settings=settings)
    with orderly_end(), private_scratch() as scratch:
        verified = refuse_copies(_verify_all(bundles, scratch, scorer, policy))
        with remarks().status("drawing"):
            site = _write(out, verified, front, bundles=not no_bundles)
    _summarize(site)
    if strict and any(bundle.problem for bundle in site.bundles):
        raise Exit(1)


def _verify_all(bundles: Sequence[Path], scratch: Path, scorer: Scorer, policy: Policy) -> list[Verified]:
    load = partial(load_study_runs, scorer=scorer)
    verified = []
    with progress_bar("verifying", len(bundles)) as advance:
        for number, path in enumerate(bundles):
            room = scratch / str(number)
            room.mkdir()
            verified.append(verify(path, room, load, policy))
            advance(1)
    return verified


def _write(
    out: Path, verified: Sequence[Verified], front: Callable[[Sequence[Verified]], Study], *, bundles: bool
) -> Site:
    # Slow to import, and not needed by other commands.
    from m3bench.reports.export import study_document, write_json_document  # noqa: PLC0415
    from m3bench.reports.figures import with_figures  # noqa: PLC0415
    from m3bench.reports.page import report_page  # noqa: PLC0415

    def report(runs: Sequence[VerifiedRun], system: str) -> str:
        return report_page(with_figures(make_study([run.run for run in runs], title=system)))

    out.mkdir(parents=True, exist_ok=True)
    render = partial(report_page, kind="leaderboard")
    site = write_site(out, verified, front, render=render, report=report, bundles=bundles)
    write_json_document(out / "leaderboard.json", study_document(site.front))
    return site


def _summarize(site: Site) -> None:
    for bundle in site.bundles:
        if bundle.problem:
            print_line(f"refused: {bundle.path.name}: {bundle.problem}")
        for signature in bundle.standing.ignored:
            print_line(f"not counted: {bundle.path.name}: {signature}")
        for run in bundle.runs:
            for title, lines in (("not ranked", run.remarks), ("remark", run.doubts)):
                if lines:
                    print_line(f"{title}: {bundle.path.name}, {run.run.name}: {'; '.join(lines)}")
    accepted = sum(bundle.problem is None for bundle in site.bundles)
    print_line(f"{accepted} of {len(site.bundles)} bundles are verified. Leaderboard: {site.files[0]}")
