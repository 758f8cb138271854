"""`m3bench report`: write an HTML report on runs, with tables and figures as files."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from m3bench.cli import options
from m3bench.cli.completion import complete_runs
from m3bench.cli.console import EncodingProgress, output, print_line, progress_bar, remark, remarks
from m3bench.cli.loading import check_outputs, make_scorer
from m3bench.core import M3BenchError, MissingExtraError, UsageError
from m3bench.formats import write_atomically
from m3bench.formats.parquet import require_parquet
from m3bench.reports.study import Study
from m3bench.reports.terminal import print_seeing
from m3bench.runs import RunFolder
from m3bench.runs.listing import find_runs
from m3bench.scoring import DEFAULT_SEED, Scorer

if TYPE_CHECKING:
    from m3bench.reports.page import AttemptLink
    from m3bench.reports.study import StudyRun

_SUFFIX = "-tables"


def report(
    runs: Annotated[
        list[Path],
        Argument(
            metavar="RUN",
            help="Run folders, or folders that contain runs.",
            show_default=False,
            autocompletion=complete_runs,
        ),
    ],
    *,
    out: Annotated[
        Path, Option(metavar="FILE", help="HTML file to write. Without an ending, .html is added.")
    ] = Path("report.html"),
    tables: Annotated[
        Path | None,
        Option(metavar="DIR", help="Folder for CSV, Parquet and LaTeX tables [default: next to the page]."),
    ] = None,
    figures: Annotated[
        Path | None, Option(metavar="DIR", help="Also write the figures as SVG and PNG to this folder.")
    ] = None,
    pair: Annotated[
        tuple[str, str] | None,
        Option(
            metavar="A B",
            help="Two of the runs to compare task by task [default: the runs, if there are two].",
        ),
    ] = None,
    viewer: Annotated[
        str | None,
        Option(metavar="DIR_OR_URL", help="An exported viewer, to which the cells of the task matrix link."),
    ] = None,
    json_path: Annotated[Path | None, options.json_file("Also write everything here, as JSON.")] = None,
    title: Annotated[str | None, Option(help="Title of the report [default: made from the runs].")] = None,
    profile: options.ProfileOption = options.ProfileName.TYPED,
    weak: options.Weak = None,
    strong: options.Strong = None,
    encoder: options.EncoderName = "minilm",
    seed: options.Seed = DEFAULT_SEED,
    no_cache: options.NoCache = False,
) -> None:
    """Write an HTML report on runs: leaderboard, families, budgets, failures, and two runs compared."""
    out = page_path(out)
    check_outputs(out, json_path)
    for folder in filter(None, (tables or tables_folder(out), figures)):
        _check_folder(folder)
    from m3bench.reports.page import viewer_links  # noqa: PLC0415 - not needed by other commands

    link = None if viewer is None else viewer_links(viewer, out)
    left_out: dict[Path, str] = {}
    paths = _readable(find_runs(runs), left_out)
    scorer = make_scorer(profile.value, weak, strong, encoder, cache=not no_cache, runs=paths)
    loaded = load_study_runs(paths, scorer, left_out)
    study = make_study(loaded, seed, pair, title, left_out)
    paths = [run.path for run in loaded if run.path is not None]
    written = write_report(study, paths, out, tables=tables, figures=figures, link=link)
    if json_path is not None:
        from m3bench.reports.export import study_document, write_json_document  # noqa: PLC0415 - slow to import

        write_json_document(json_path, study_document(study))
    for path, why in left_out.items():
        remark(f"left out: {path}: {why}")
    _print_findings(study)
    _print_paths(out, written, json_path)


def load_study_runs(
    runs: Sequence[Path], scorer: Scorer, left_out: dict[Path, str] | None = None
) -> list[StudyRun]:
    """Score and measure the runs, with a progress bar. Runs that cannot be read are added to `left_out`."""
    from m3bench.reports.study import load_runs  # noqa: PLC0415 - not needed by other commands

    def leave_out(path: Path, error: M3BenchError) -> None:
        assert left_out is not None
        left_out[path] = error.message

    with EncodingProgress() as progress:
        return load_runs(runs, scorer, progress, progress_bar, None if left_out is None else leave_out)


def _readable(runs: Sequence[Path], left_out: dict[Path, str]) -> list[Path]:
    """Return the runs whose manifest can be read; if there is none, raise why the last cannot."""
    for path in runs:
        try:
            _ = RunFolder.open(path).manifest.settings
        except M3BenchError as error:
            left_out[path] = error.message
            if left_out.keys() >= set(runs):
                raise
    return [path for path in runs if path not in left_out]


def page_path(out: Path) -> Path:
    """Return where the page is written. A name without an ending gets one; other endings are refused."""
    if out.suffix.lower() in (".html", ".htm"):
        return out
    if out.is_dir():
        return out / "report.html"
    if out.suffix and not out.suffix[1:].isdigit():
        hint = "Give a name that ends with .html. Tables are written beside it: see --tables."
        raise UsageError(f"--out {out} is not a name for a page.", hint)
    return out.with_name(f"{out.name}.html")


def write_report(
    study: Study,
    runs: Sequence[Path],
    out: Path,
    *,
    tables: Path | None = None,
    figures: Path | None = None,
    link: AttemptLink | None = None,
) -> list[Path]:
    """Write the page, its tables and its figures. Return the paths of tables and figures."""
    # Slow to import, and not needed by other commands.
    from m3bench.reports.export import write_tables  # noqa: PLC0415
    from m3bench.reports.figures import with_figures, write_figures  # noqa: PLC0415
    from m3bench.reports.page import example_tasks, report_page, task_facts  # noqa: PLC0415

    written = write_tables(study, tables or tables_folder(out), parquet=_has_parquet())
    with remarks().status("drawing"):
        drawn = with_figures(study)
        page = report_page(drawn, task_facts(runs, [task.id for task in example_tasks(drawn)]), link)
        written += write_figures(drawn, figures) if figures else []
    write_atomically(out, [page.encode()])
    return written


def tables_folder(out: Path) -> Path:
    """Return the default folder for the tables of a page."""
    return out.with_name(f"{out.stem}{_SUFFIX}")


def make_study(
    runs: Sequence[StudyRun],
    seed: int = DEFAULT_SEED,
    pair: tuple[str, str] | None = None,
    title: str | None = None,
    left_out: Mapping[Path, str] | None = None,
) -> Study:
    """Compute all numbers of the report."""
    from m3bench.reports.study import study  # noqa: PLC0415 - not needed by other commands

    return study(
        runs,
        seed=seed,
        pair=pair and (_run_name(pair[0]), _run_name(pair[1])),
        created=datetime.now(UTC),
        title=title,
        open_bar=progress_bar,
        left_out=[(str(path), why) for path, why in (left_out or {}).items()],
    )


def _run_name(name: str) -> str:
    """Normalize the path of a folder. Return other names unchanged."""
    return str(Path(name)) if Path(name).exists() else name


def _check_folder(folder: Path) -> None:
    """Raise if files cannot be written to the folder, before any work is done."""
    existing = next(path for path in (folder.resolve(), *folder.resolve().parents) if path.exists())
    if not existing.is_dir() or not os.access(existing, os.W_OK):
        raise UsageError(f"{folder} is not writable.", "Name a folder that exists or can be created.")


def _has_parquet() -> bool:
    """Return whether Parquet can be written. If not, print what to install."""
    try:
        require_parquet()
    except MissingExtraError as error:
        remarks().print(f"{error} Only CSV and LaTeX are written.")
        return False
    return True


def _print_findings(study: Study) -> None:
    for line in study.warnings:
        print_line(f"warning: {line}")
    if (seen := study.tables().get("seeing_conditions")) is not None:
        print_seeing(output(), seen.rows)


def _print_paths(out: Path, written: Sequence[Path], json_path: Path | None) -> None:
    print_line(f"Report: {out}")
    if json_path is not None:
        print_line(f"JSON: {json_path}")
    for folder in dict.fromkeys(path.parent for path in written):
        endings = dict.fromkeys(path.suffix.removeprefix(".") for path in written if path.parent == folder)
        kinds = [kind for kind, ending in (("tables", "csv"), ("figures", "svg")) if ending in endings]
        print_line(f"{' and '.join(kinds).capitalize()} ({', '.join(endings)}): {folder}")
