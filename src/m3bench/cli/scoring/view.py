"""`m3bench view`: runs on a local page, down to every call and why it scored as it did."""

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
        Path, typer.Argument(metavar="[DIR]", show_default="runs", help="A run, or a folder with runs below.")
    ] = Path("runs"),
    *,
    profile: options.ProfileOption = options.ProfileName.TYPED,
    weak: options.Weak = None,
    strong: options.Strong = None,
    encoder: options.EncoderName = "minilm",
    no_cache: options.NoCache = False,
    port: Annotated[
        int, typer.Option(min=0, max=65_535, show_default=False, help="To listen on; any by default.")
    ] = 0,
    show: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
) -> None:
    """Look at runs on a local page: what was done, when, with what, and why the score is what it is."""
    from m3bench.apps.viewer import (  # noqa: PLC0415
        Library,
        ViewDesk,
        viewer_app,
    )

    library = Library(folder.resolve())

    def scorer() -> Scorer:
        found = [run.folder.path for run in library.runs()]
        return make_scorer(profile.value, weak, strong, encoder, cache=not no_cache, runs=found)

    desk = ViewDesk(library, scorer)
    token = secrets.token_urlsafe(32)
    try:
        show_page(viewer_app(desk, token), token, port=port, browser=show)
    finally:
        library.close()
