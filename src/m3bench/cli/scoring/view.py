"""`m3bench view`: browse runs on a local web page, or write them as pages."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from m3bench.cli import options
from m3bench.cli.completion import complete_runs
from m3bench.cli.console import print_line, progress_bar, remarks
from m3bench.cli.loading import make_scorer
from m3bench.cli.pages import show_page
from m3bench.core import UsageError
from m3bench.core.text import plural
from m3bench.scoring import Scorer

if TYPE_CHECKING:
    from m3bench.apps.viewer import Library, ViewerApi


def view(
    folders: Annotated[
        list[Path] | None,
        Argument(
            metavar="[DIR]...",
            help="Run folders, or folders that contain runs. The default is runs.",
            autocompletion=complete_runs,
        ),
    ] = None,
    *,
    profile: options.ProfileOption = options.ProfileName.TYPED,
    weak: options.Weak = None,
    strong: options.Strong = None,
    encoder: options.EncoderName = "minilm",
    no_cache: options.NoCache = False,
    port: options.Port = 0,
    show: options.OpenBrowser = False,
    annotate: Annotated[
        str | None, Option(metavar="NAME", help="Note errors in attempts under this name, in the run folder.")
    ] = None,
    export: Annotated[
        Path | None, Option(metavar="DIR", help="Write the pages into this folder instead, to publish them.")
    ] = None,
    revealed: Annotated[
        bool, Option("--revealed", help="Also export what sealed tasks ask and answer.")
    ] = False,
) -> None:
    """Browse runs on a local web page, down to each call and the reasons for its score."""
    from m3bench.apps.viewer import Library, ViewerApi, check_person, viewer_app  # noqa: PLC0415

    person = check_person(annotate) if annotate is not None else None
    if revealed and export is None:
        raise UsageError("--revealed is for exports.", "Name a folder: --export DIR")
    roots = [folder.resolve() for folder in folders or [Path("runs")]]
    library = Library(*roots, named=export is not None)

    def scorer() -> Scorer:
        runs = [run.folder.path for run in library.runs()]
        return make_scorer(profile.value, weak, strong, encoder, cache=not no_cache, runs=runs)

    api = ViewerApi(library, scorer, person)
    try:
        if export is None:
            show_page(partial(viewer_app, api), port=port, browser=show)
        else:
            _export(library, api, export, revealed=revealed)
    finally:
        library.close()


def _export(library: Library, api: ViewerApi, folder: Path, *, revealed: bool) -> None:
    from m3bench.apps.viewer import count_attempts, export_viewer  # noqa: PLC0415

    for run in library.runs():
        run.refresh()
    with progress_bar("writing attempts", max(1, count_attempts(library))) as advance:
        done = export_viewer(library, api, folder, revealed=revealed, advance=advance)
    print_line(
        f"Wrote {plural(done.pages, 'page')} of {plural(done.runs, 'run')} to {folder} "
        f"({done.bytes / 1e6:.1f} MB). Open {folder / 'index.html'}"
    )
    if done.left_out:
        remarks().print(f"{plural(done.left_out, 'file')} left out: too large for an export")
    if done.sealed:
        remarks().print(
            f"{plural(done.sealed, 'attempt')} at sealed tasks exported without requests and answers; "
            "if the suite was revealed, give --revealed"
        )
