"""`m3bench judge agreement`: measure how well the judges of a run agree with people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from typer import Argument

from m3bench.cli import options
from m3bench.cli.console import output
from m3bench.cli.loading import check_outputs
from m3bench.judges.trust import read_labels
from m3bench.reports import write_json_document
from m3bench.reports.terminal import print_agreement
from m3bench.runs.judging import agreement_with_people


def agreement(
    run: Annotated[Path, Argument(help="A run folder that was judged.", show_default=False)],
    labels: Annotated[
        Path,
        Argument(
            help="CSV with columns id and score, and optionally dimension and rater.", show_default=False
        ),
    ],
    *,
    json_path: Annotated[Path | None, options.json_file("Write the results here.")] = None,
) -> None:
    """Compare judges with human labels: exact and near agreement, weighted kappa, rank correlation."""
    check_outputs(json_path)
    agreed = agreement_with_people(run, read_labels(labels))
    print_agreement(output(), agreed)
    if json_path:
        write_json_document(
            json_path, {dimension.dimension: msgspec.to_builtins(dimension) for dimension in agreed}
        )
