"""`m3bench submit`: bundle runs into one file that others can verify."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from m3bench.cli.console import output, remarks
from m3bench.cli.loading import check_outputs
from m3bench.core import UsageError
from m3bench.submissions import SUFFIX, About, write_submission


def submit(
    runs: Annotated[list[Path], typer.Argument(metavar="RUN", help="Run folders.", show_default=False)],
    *,
    system: Annotated[str, typer.Option(help="The name of the system in the leaderboard.")],
    by: Annotated[str, typer.Option(help="People or organization.")] = "",
    url: Annotated[str, typer.Option(help="Where to read more about it.")] = "",
    notes: Annotated[str, typer.Option(help="What readers should know.")] = "",
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help=f"The bundle [default: SYSTEM{SUFFIX}].")
    ] = None,
    transcripts: Annotated[
        bool, typer.Option("--transcripts", help="Include the requests to the model and its replies.")
    ] = False,
) -> None:
    """Bundle runs into one file that others can verify: manifests, journals, digests and costs."""
    if not system.strip():
        raise UsageError("The system has no name.", "Give one: --system NAME")
    target = out or Path(f"{''.join(c if c.isalnum() else '-' for c in system)[:60]}{SUFFIX}")
    if target.suffix != SUFFIX:
        raise UsageError(f"{target} does not end in {SUFFIX}.", f"Name it {target.with_suffix(SUFFIX).name}")
    target.parent.mkdir(parents=True, exist_ok=True)
    check_outputs(target)
    about = About(system=system, by=by, url=url, notes=notes)
    with remarks().status("bundling"):
        made = write_submission(runs, target, about, created=datetime.now(UTC), transcripts=transcripts)
    say = output().print
    for run in made.runs:
        success = "no checks" if run.success is None else f"success {run.success:.3f}"
        say(
            Text(
                f"{run.suite} by {run.agent}{f' · {run.model}' if run.model else ''}: {success}, "
                f"{run.attempts} attempts, {len(run.files)} files"
            ),
            soft_wrap=True,
        )
    say(Text(f"Wrote {target} ({target.stat().st_size / 1e6:.1f} MB)."), soft_wrap=True)
    say(
        Text(
            "It contains the tasks and answers of its runs: share those of a sealed suite after the reveal."
        ),
        soft_wrap=True,
    )
