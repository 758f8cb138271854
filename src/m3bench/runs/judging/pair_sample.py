"""Sample pairs of calls from runs for people to label, over all degrees of similarity."""

from __future__ import annotations

import csv
import io
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from m3bench.core import Call, Task, Trajectory, UsageError, canonical_json, parsed_arguments
from m3bench.encoders import Encoder
from m3bench.formats import write_atomically
from m3bench.judges.trust import Likeness
from m3bench.runs.judging.labelled_pairs import LabelledPair, similarities
from m3bench.scoring import Profile

COLUMNS = ("pair", "tool", "reference", "prediction", "label")
_BANDS = 10


def draw_pairs(
    tasks: Sequence[Task],
    trajectories: Sequence[Trajectory],
    count: int,
    *,
    profile: Profile,
    encoder: Encoder,
    seed: int = 0,
) -> list[tuple[Call, Call]]:
    """Pair calls of references with calls of the same tool in attempts at the same tasks.

    The pairs come in equal numbers from ten bands of similarity, as far as each has enough, in random order.
    Identical calls are left out.
    """
    found = _distinct(_pairs(tasks, trajectories), profile)
    # The label is a placeholder: it does not affect the similarity.
    unlabelled = [LabelledPair(*pair, Likeness.DIFFERENT) for pair in found]
    dice = random.Random(seed)  # noqa: S311 - draws a sample, keeps no secret
    bands: dict[int, list[tuple[Call, Call]]] = defaultdict(list)
    for pair, scored in zip(found, similarities(unlabelled, profile, encoder), strict=True):
        bands[int(min(max(scored.similarity, 0.0), 0.999) * _BANDS)].append(pair)
    for members in bands.values():
        dice.shuffle(members)
    drawn = list(_round_robin([bands[band] for band in sorted(bands)], count))
    dice.shuffle(drawn)
    return drawn


def write_pairs(path: Path, pairs: Iterable[tuple[Call, Call]]) -> None:
    """Write a CSV file with an empty label column. Raise `UsageError` if the file exists."""
    if path.exists():
        raise UsageError(f"{path} already exists.", "Choose a new file: this one may hold labels.")
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for number, (reference, prediction) in enumerate(pairs, start=1):
        arguments = (canonical_json(parsed_arguments(call.arguments)) for call in (reference, prediction))
        writer.writerow((number, reference.name, *arguments, ""))
    write_atomically(path, [text.getvalue().encode("utf-8", "backslashreplace")])


def _pairs(tasks: Sequence[Task], trajectories: Sequence[Trajectory]) -> Iterator[tuple[Call, Call]]:
    for task, trajectory in zip(tasks, trajectories, strict=True):
        for reference in task.references:
            for _, wanted in reference.calls():
                yield from ((wanted, call) for _, call in trajectory.calls() if call.name == wanted.name)


def _distinct(pairs: Iterable[tuple[Call, Call]], profile: Profile) -> list[tuple[Call, Call]]:
    """Return distinct pairs of calls that have readable arguments and are not identical."""
    found: dict[tuple[str, str, str], tuple[Call, Call]] = {}
    for reference, prediction in pairs:
        texts = profile.text(reference), profile.text(prediction)
        readable = all(isinstance(parsed_arguments(call.arguments), dict) for call in (reference, prediction))
        if readable and texts[0] != texts[1]:
            found.setdefault((reference.name, *texts), (reference, prediction))
    return list(found.values())


def _round_robin(bands: Sequence[Sequence[tuple[Call, Call]]], count: int) -> Iterator[tuple[Call, Call]]:
    """Take one pair from each band in turn, until there are enough or none is left."""
    longest = max(map(len, bands), default=0)
    every = (band[index] for index in range(longest) for band in bands if index < len(band))
    for _, pair in zip(range(count), every, strict=False):
        yield pair
