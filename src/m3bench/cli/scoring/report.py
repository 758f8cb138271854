"""`m3bench report`: runs side by side as one page, with its tables and figures as files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from m3bench.cli import options
from m3bench.cli.console import EncodingProgress, output, remarks
from m3bench.cli.loading import check_outputs, make_scorer
from m3bench.core import MissingExtraError, UsageError
from m3bench.formats import write_atomically
from m3bench.reports import require_parquet
from m3bench.reports.study import Study
from m3bench.scoring import DEFAULT_SEED, Scorer

if TYPE_CHECKING:
    from m3bench.reports.study import StudyRun

_SUFFIX = "-tables"


def report(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN…", help="Run folders.", show_default=False)],
    *,
    out: Annotated[Path, typer.Option(metavar="FILE", help="The page.")] = Path("report.html"),
    tables: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Where CSV, Parquet and LaTeX go [default: beside the page]."),
    ] = None,
    figures: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write each figure as SVG and PNG, for papers.")
    ] = None,
    pair: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="A B", help="Two of the runs to compare task by task [default: where there are just two]."
        ),
    ] = None,
    title: Annotated[str | None, typer.Option(help="What stands above it [default: told by runs].")] = None,
    profile: options.ProfileOption = options.ProfileName.TYPED,
    weak: options.Weak = None,
    strong: options.Strong = None,
    encoder: options.EncoderName = "minilm",
    seed: options.Seed = DEFAULT_SEED,
    no_cache: options.NoCache = False,
) -> None:
    """One page on a set of runs: leaderboard, families, budgets, failures, and two runs compared."""
    check_outputs(out)
    for folder in (tables or beside(out), figures):
        _check_folder(folder)
    scorer = make_scorer(profile.value, weak, strong, encoder, cache=not no_cache, runs=runs)
    found = counted(gathered_runs(runs, scorer), seed, pair, title)
    written = write_report(found, runs, out, tables=tables, figures=figures)
    for line in found.warnings:
        output().print(Text(f"warning: {line}"), soft_wrap=True)
    _say(output(), out, written)


def gathered_runs(runs: Sequence[Path], scorer: Scorer) -> list[StudyRun]:
    """The runs scored and measured, with a bar while that takes."""
    from m3bench.reports.study import load_runs  # noqa: PLC0415 - of no use to other verbs

    with EncodingProgress() as progress:
        return load_runs(runs, scorer, progress)


def write_report(
    found: Study, runs: Sequence[Path], out: Path, *, tables: Path | None = None, figures: Path | None = None
) -> list[Path]:
    """Draw and write; the tables and figures that were written beside the page."""
    # Drawing is of no use to other verbs, and not quick to load.
    from m3bench.reports.export import write_tables  # noqa: PLC0415
    from m3bench.reports.figures import with_figures, write_figures  # noqa: PLC0415
    from m3bench.reports.page import example_tasks, report_page, task_facts  # noqa: PLC0415

    written = write_tables(found, tables or beside(out), parquet=_has_parquet())
    with remarks().status("drawing"):
        drawn = with_figures(found)
        page = report_page(drawn, task_facts(runs, [task.id for task in example_tasks(drawn)]))
        written += write_figures(drawn, figures) if figures else []
    write_atomically(out, [page.encode()])
    return written


def beside(out: Path) -> Path:
    """The folder of the tables of this page."""
    return out.with_name(f"{out.stem}{_SUFFIX}")


def counted(
    gathered: Sequence[StudyRun],
    seed: int = DEFAULT_SEED,
    pair: tuple[str, str] | None = None,
    title: str | None = None,
) -> Study:
    """All numbers of the report."""
    from m3bench.reports.study import study  # noqa: PLC0415 - of no use to other verbs

    with remarks().status("counting"):
        compared = pair and _named(*pair)
        return study(gathered, seed=seed, pair=compared, created=datetime.now(UTC), title=title)


def _named(a: str, b: str) -> tuple[str, str]:
    """Folders however they are written, names as they are."""
    return (str(Path(a)) if Path(a).exists() else a), (str(Path(b)) if Path(b).exists() else b)


def _check_folder(folder: Path | None) -> None:
    """Complain now rather than after long work: whether files can be put there."""
    if folder is None:
        return
    standing = next(path for path in (folder.resolve(), *folder.resolve().parents) if path.exists())
    if not standing.is_dir() or not os.access(standing, os.W_OK):
        raise UsageError(
            f"Nothing can be written to {folder}.", "Name a folder that is there or can be made."
        )


def _has_parquet() -> bool:
    """Whether Parquet can be written; where not, it is said what to do."""
    try:
        require_parquet()
    except MissingExtraError as error:
        remarks().print(f"{error} There is CSV and LaTeX.", markup=False)
        return False
    return True


def _say(console: Console, out: Path, written: Sequence[Path]) -> None:
    console.print(f"The report is {out}", markup=False, soft_wrap=True)
    for folder in dict.fromkeys(path.parent for path in written):
        endings = dict.fromkeys(path.suffix.removeprefix(".") for path in written if path.parent == folder)
        kinds = [kind for kind, ending in (("tables", "csv"), ("figures", "svg")) if ending in endings]
        console.print(
            f"Its {' and '.join(kinds)} ({', '.join(endings)}) are in {folder}", markup=False, soft_wrap=True
        )
