"""`m3bench view`: browse runs on a local web page."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer

from m3bench.cli import options
from m3bench.cli.loading import make_scorer
from m3bench.cli.pages import show_page
from m3bench.scoring import Scorer


def view(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="A run folder, or a folder that contains runs.")
    ] = Path("runs"),
    *,
    profile: options.ProfileOption = options.ProfileName.TYPED,
    weak: options.Weak = None,
    strong: options.Strong = None,
    encoder: options.EncoderName = "minilm",
    no_cache: options.NoCache = False,
    port: options.Port = 0,
    show: options.OpenBrowser = False,
    annotate: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Note errors in attempts under this name, in the run folder."),
    ] = None,
) -> None:
    """Browse runs on a local web page, down to each call and the reasons for its score."""
    from m3bench.apps.viewer import Library, ViewerApi, check_person, viewer_app  # noqa: PLC0415

    person = check_person(annotate) if annotate is not None else None
    library = Library(folder.resolve())

    def scorer() -> Scorer:
        runs = [run.folder.path for run in library.runs()]
        return make_scorer(profile.value, weak, strong, encoder, cache=not no_cache, runs=runs)

    api = ViewerApi(library, scorer, person)
    token = secrets.token_urlsafe(32)
    try:
        show_page(viewer_app(api, token), token, port=port, browser=show)
    finally:
        library.close()
