"""List, install and remove the photographs that some scenes need."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from m3bench.cli.console import output, remarks, stage_progress
from m3bench.cli.kinds import InstallRequest, ListRequest
from m3bench.core import UsageError
from m3bench.reports.terminal import plain_table
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
)
from m3bench_world.scenes.photographs.fetching import (
    remove_photographs as remove_files,
)

_MEGABYTE = 1_000_000


def list_photographs(_: ListRequest) -> None:
    """Show which photographs are installed, where they are, their sizes and licences."""
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
    remarks().print(Text(f"{state} To install them: m3bench install photographs"), soft_wrap=True)


def install_photographs(request: InstallRequest) -> None:
    """Fetch photographs of things and landscapes from Debian packages, without root.

    The packages are checked by their SHA-256. Only the chosen photographs are kept.
    """
    target = photographs_folder()
    if not request.again and is_complete(target):
        output().print(Text(f"The photographs are in {target} already."), soft_wrap=True)
        return
    source = _source(request.folder, request.mirror)
    total = sum(package.bytes for package in packages()) // _MEGABYTE
    remarks().print(Text(f"fetching {len(packages())} packages, {total} MB in all"))
    with stage_progress("fetching") as stage:
        done = fetch_photographs(source, stage, again=request.again)
    output().print(
        Text(f"{len(sources())} photographs are in {done}. Their terms: {done / LICENCES}"), soft_wrap=True
    )


def remove_photographs(_: tuple[str, ...]) -> None:
    """Remove the photographs."""
    done = remove_files()
    output().print("The photographs were removed." if done else "No photographs were installed.")


def _source(folder: Path | None, mirror: str | None) -> PackageSource:
    if folder is not None and mirror is not None:
        raise UsageError("--from and --mirror exclude each other.", "Give one of them.")
    if folder is not None:
        return FolderSource(folder)
    return MirrorSource(mirror) if mirror is not None else AptSource()
