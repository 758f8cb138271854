"""`m3bench calibrate`: from which similarity on people take two calls for the same."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
import typer

from m3bench.cli import options
from m3bench.cli.console import output
from m3bench.cli.loading import check_outputs, scorable
from m3bench.encoders import Encoder, shared_encoder
from m3bench.judges.trust import calibrate as calibrated
from m3bench.reports import write_json_document
from m3bench.reports.terminal import print_calibration
from m3bench.runs.judging import draw_pairs, read_pairs, similarities, write_pairs
from m3bench.scoring import Profile, get_profile


def calibrate(
    pairs: Annotated[
        Path,
        typer.Argument(
            help="CSV or JSON lines with tool, reference, prediction and label; perhaps pair, rater.",
            show_default=False,
        ),
    ],
    *,
    profile: options.ProfileOption = options.ProfileName.M3,
    encoder: options.EncoderName = "minilm",
    draw: Annotated[
        Path | None,
        typer.Option(metavar="RUN", help="Write pairs of calls of this run to the file, to be labelled."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many pairs to draw.")] = 40,
    step: Annotated[float, typer.Option(help="How fine the sweep is.")] = 0.01,
    resamples: Annotated[int, typer.Option(min=1, help="Draws for the intervals.")] = 2000,
    seed: options.Seed = 0,
    json_path: Annotated[
        Path | None, typer.Option("--json", metavar="FILE", help="Write the whole curve.")
    ] = None,
    no_cache: options.NoCache = False,
) -> None:
    """Find the thresholds τ_weak and τ_strong that agree best with labelled pairs of calls."""
    check_outputs(json_path)
    chosen, encoding = get_profile(profile.value), shared_encoder(encoder, persistent=not no_cache)
    if draw is not None:
        _draw(draw, pairs, count, profile=chosen, encoder=encoding, seed=seed)
        return
    found = calibrated(
        similarities(read_pairs(pairs), chosen, encoding),
        usual=(chosen.weak, chosen.strong),
        step=step,
        seed=seed,
        resamples=resamples,
    )
    print_calibration(output(), found, encoding.name)
    if json_path:
        write_json_document(json_path, msgspec.to_builtins(found))


def _draw(run: Path, path: Path, count: int, *, profile: Profile, encoder: Encoder, seed: int) -> None:
    result = scorable(run)
    drawn = draw_pairs(result.tasks, result.trajectories, count, profile=profile, encoder=encoder, seed=seed)
    write_pairs(path, drawn)
    output().print(
        f"{len(drawn)} pairs are in {path}. Write different, weakly same or same into the column label, "
        f"then: m3bench calibrate {path}",
        markup=False,
        soft_wrap=True,
    )
