"""`m3bench judge calibrate`: find the similarity from which people regard two calls as the same."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from typer import Argument, Option

from m3bench.cli import options
from m3bench.cli.console import output, print_line
from m3bench.cli.loading import check_outputs
from m3bench.cli.run_folders import load_scorable_run
from m3bench.encoders import Encoder, shared_encoder
from m3bench.judges.trust import calibrate as find_thresholds
from m3bench.reports import write_json_document
from m3bench.reports.terminal import print_calibration
from m3bench.runs.judging import draw_pairs, read_pairs, similarities, write_pairs
from m3bench.scoring import Profile, get_profile


def calibrate(
    pairs: Annotated[
        Path,
        Argument(
            help="CSV or JSON lines with tool, reference, prediction and label; optionally pair and rater.",
            show_default=False,
        ),
    ],
    *,
    profile: options.ProfileOption = options.ProfileName.M3,
    encoder: options.EncoderName = "minilm",
    draw: Annotated[
        Path | None,
        Option(metavar="RUN", help="Write pairs of calls of this run to the file, for labelling."),
    ] = None,
    count: Annotated[int, Option(min=1, help="Number of pairs to draw.")] = 40,
    step: Annotated[float, Option(help="Step size of the threshold sweep.")] = 0.01,
    resamples: Annotated[int, Option(min=1, help="Number of bootstrap resamples for the intervals.")] = 2000,
    seed: Annotated[int, Option(help="Seed of the pairs drawn and of the resamples.")] = 0,
    json_path: Annotated[Path | None, options.json_file("Write the whole curve here.")] = None,
    no_cache: options.NoCache = False,
) -> None:
    """Find the thresholds τ_weak and τ_strong that agree best with labelled pairs of calls."""
    check_outputs(json_path)
    chosen, encoding = get_profile(profile.value), shared_encoder(encoder, persistent=not no_cache)
    if draw is not None:
        _draw(draw, pairs, count, profile=chosen, encoder=encoding, seed=seed)
        return
    thresholds = find_thresholds(
        similarities(read_pairs(pairs), chosen, encoding),
        usual=(chosen.weak, chosen.strong),
        step=step,
        seed=seed,
        resamples=resamples,
    )
    print_calibration(output(), thresholds, encoding.name)
    if json_path:
        write_json_document(json_path, msgspec.to_builtins(thresholds))


def _draw(run: Path, path: Path, count: int, *, profile: Profile, encoder: Encoder, seed: int) -> None:
    result = load_scorable_run(run)
    drawn = draw_pairs(result.tasks, result.trajectories, count, profile=profile, encoder=encoder, seed=seed)
    write_pairs(path, drawn)
    print_line(
        f"Wrote {len(drawn)} pairs to {path}. Fill the column label with different, weakly same or same, "
        f"then run: m3bench judge calibrate {path}"
    )
