"""`m3bench scenes`: kinds of scenes, and the photographs that some of them need."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from m3bench.cli.console import output, remarks, stage_progress
from m3bench.core import Art, UsageError
from m3bench.reports.terminal import plain_table
from m3bench_world.scenes import kind_names
from m3bench_world.scenes.photographs import (
    LICENCES,
    is_fetched,
    packages,
    photographs_folder,
    read_manifest,
    sources,
)
from m3bench_world.scenes.photographs.fetching import (
    AptSource,
    FolderSource,
    MirrorSource,
    PackageSource,
    fetch_photographs,
    is_complete,
    remove_photographs,
)

_PHOTOGRAPHS = "photographs"
_MEGABYTE = 1_000_000

scenes = typer.Typer(help="List kinds of scenes, and fetch photographs for them.", no_args_is_help=True)

What = Annotated[str, typer.Argument(help="What to fetch: photographs.")]


@scenes.command("list")
def list_kinds() -> None:
    """List the kinds of scenes, and whether they can be composed of photographs."""
    drawn, photographic = kind_names(), kind_names(Art.PHOTOGRAPHS)
    table = plain_table()
    for title in ("Kind", "Drawn", "Photographs"):
        table.add_column(title, overflow="fold")
    for kind in sorted({*drawn, *photographic}):
        table.add_row(kind, _yes(kind in drawn), _yes(kind in photographic))
    output().print(table)


@scenes.command()
def fetch(
    what: What,
    *,
    folder: Annotated[
        Path | None, typer.Option("--from", metavar="FOLDER", help="Use the .deb files in this folder.")
    ] = None,
    mirror: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Download from this Debian mirror [default: use apt-get]."),
    ] = None,
    again: Annotated[bool, typer.Option("--again", help="Fetch them even if they are present.")] = False,
    remove: Annotated[bool, typer.Option("--remove", help="Remove them instead.")] = False,
) -> None:
    """Fetch photographs of things and landscapes from Debian packages, without root.

    The packages are checked by their SHA-256. Only the chosen photographs are kept.
    """
    if what != _PHOTOGRAPHS:
        raise UsageError(f"{what!r} cannot be fetched.", f"Use: m3bench scenes fetch {_PHOTOGRAPHS}")
    if remove:
        _remove()
        return
    target = photographs_folder()
    if not again and is_complete(target):
        output().print(Text(f"The photographs are in {target} already."), soft_wrap=True)
        return
    source = _source(folder, mirror)
    total = sum(package.bytes for package in packages()) // _MEGABYTE
    remarks().print(Text(f"fetching {len(packages())} packages, {total} MB in all"))
    with stage_progress("fetching") as stage:
        done = fetch_photographs(source, stage, again=again)
    output().print(
        Text(f"{len(sources())} photographs are in {done}. Their terms: {done / LICENCES}"), soft_wrap=True
    )


@scenes.command()
def status() -> None:
    """Show which photographs are fetched, where they are, their sizes and licences."""
    folder, manifest = photographs_folder(), read_manifest(photographs_folder())
    table = plain_table()
    for title in ("Package", "Version", "Download MB", "Photographs", "Kept MB", "Licences"):
        table.add_column(title, overflow="fold")
    for package in packages():
        chosen = [source for source in sources() if source.package == package.name]
        kept = (
            [stored.bytes for stored in manifest.files.values() if stored.package == package.name]
            if manifest
            else []
        )
        licences = ", ".join(dict.fromkeys(source.licence for source in chosen))
        table.add_row(
            package.name,
            package.version,
            f"{package.bytes / _MEGABYTE:.1f}",
            str(len(chosen)),
            f"{sum(kept) / _MEGABYTE:.1f}" if kept else "–",
            licences,
        )
    output().print(table)
    if is_fetched():
        output().print(Text(f"Fetched: {folder}"), soft_wrap=True)
        return
    state = (
        "Not fetched." if manifest is None else f"The photographs in {folder} are those of another version."
    )
    remarks().print(Text(f"{state} To fetch them: m3bench scenes fetch {_PHOTOGRAPHS}"), soft_wrap=True)


def _source(folder: Path | None, mirror: str | None) -> PackageSource:
    if folder is not None and mirror is not None:
        raise UsageError("--from and --mirror exclude each other.", "Give one of them.")
    if folder is not None:
        return FolderSource(folder)
    return MirrorSource(mirror) if mirror is not None else AptSource()


def _remove() -> None:
    done = remove_photographs()
    output().print("The photographs were removed." if done else "No photographs were fetched.")


def _yes(value: bool) -> str:
    return "yes" if value else "no"
