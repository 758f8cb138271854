"""`m3bench leaderboard submit`: bundle runs into one file that others can verify and countersign."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Annotated

from typer import Argument, Option

from m3bench.cli.console import print_line, remarks
from m3bench.cli.loading import check_outputs, make_scorer
from m3bench.cli.scoring.ending import orderly_end
from m3bench.cli.scoring.report import load_study_runs
from m3bench.core import UsageError
from m3bench.hosting.workspace import private_scratch
from m3bench.submissions import (
    SUFFIX,
    About,
    SigningKey,
    countersign,
    fingerprint,
    read_signing_key,
    write_submission,
)


def submit(
    runs: Annotated[
        list[Path] | None, Argument(metavar="RUN", help="Run folders.", show_default=False)
    ] = None,
    *,
    system: Annotated[str, Option(help="The name of the system in the leaderboard.")] = "",
    by: Annotated[str, Option(help="People or organization.")] = "",
    url: Annotated[str, Option(help="Where to read more about it.")] = "",
    notes: Annotated[str, Option(help="What readers should know.")] = "",
    out: Annotated[Path | None, Option(metavar="FILE", help=f"The bundle [default: SYSTEM{SUFFIX}].")] = None,
    transcripts: Annotated[
        bool, Option("--transcripts", help="Include the requests to the model and its replies.")
    ] = False,
    sign: Annotated[
        Path | None, Option(metavar="KEY", help="Sign with this key, as ssh-keygen -t ed25519 makes it.")
    ] = None,
    other: Annotated[
        Path | None,
        Option(
            "--countersign",
            metavar="BUNDLE",
            help="Verify this bundle of somebody else, and sign that. With RUN: sign that you repeated it.",
        ),
    ] = None,
) -> None:
    """Bundle runs into one file that others can verify: manifests, journals, digests and costs."""
    key = None if sign is None else read_signing_key(sign)
    if other is not None:
        if key is None or system or out is not None:
            hint = f"m3bench leaderboard submit --countersign {other} --sign KEY"
            raise UsageError("--countersign needs --sign KEY, and neither --system nor --out.", hint)
        _countersign(other, key, runs or [])
        return
    if not runs:
        raise UsageError("No run to submit.", "Name some: m3bench leaderboard submit RUN --system NAME")
    if not system.strip():
        raise UsageError("The system has no name.", "Give one: --system NAME")
    target = out or Path(f"{''.join(c if c.isalnum() else '-' for c in system)[:60]}{SUFFIX}")
    if target.suffix != SUFFIX:
        raise UsageError(f"{target} does not end in {SUFFIX}.", f"Name it {target.with_suffix(SUFFIX).name}")
    target.parent.mkdir(parents=True, exist_ok=True)
    check_outputs(target)
    about = About(system=system, by=by, url=url, notes=notes)
    _bundle(runs, target, about, key, transcripts=transcripts)


def _bundle(
    runs: Sequence[Path], target: Path, about: About, key: SigningKey | None, *, transcripts: bool
) -> None:
    with orderly_end(), remarks().status("bundling"):
        made = write_submission(
            runs, target, about, created=datetime.now(UTC), transcripts=transcripts, key=key
        )
    for run in made.runs:
        success = "no checks" if run.success is None else f"success {run.success:.3f}"
        print_line(
            f"{run.suite} by {run.agent}{f' · {run.model}' if run.model else ''}: {success}, "
            f"{run.attempts} attempts, {len(run.files)} files"
        )
    print_line(f"Wrote {target} ({target.stat().st_size / 1e6:.1f} MB).")
    print_line(f"Signed with {fingerprint(key.public)}." if key else "It is not signed: see --sign.")
    print_line(
        "It contains the tasks and answers of its runs: share those of a sealed suite after the reveal."
    )


def _countersign(bundle: Path, key: SigningKey, runs: Sequence[Path]) -> None:
    # Success and cost, which are compared, do not depend on the encoder.
    load = partial(load_study_runs, scorer=make_scorer("typed", None, None, "hashing", cache=False))
    with orderly_end(), private_scratch() as scratch:
        signed = countersign(bundle, scratch, key, load, at=datetime.now(UTC), runs=runs)
    print_line(f"{bundle.name}: {signed.standing}")
    for line in signed.standing.ignored:
        print_line(f"not counted: {line}")
