"""Pairs of calls out of runs, for people to label: alike to every degree, and in no telling order."""

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
from m3bench.runs.judging.calibrating import LabelledPair, similarities
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
    """Calls of references beside calls of the same tool in attempts at the same tasks.

    Similarity is cut into ten bands, and each gives as many as the others as long as it has any. Calls that
    say exactly the same are left out: nobody needs to be asked.
    """
    found = _distinct(_pairs(tasks, trajectories), profile)
    # The label is not known yet, and has no say in how similar they are.
    unlabelled = [LabelledPair(*pair, Likeness.DIFFERENT) for pair in found]
    dice = random.Random(seed)  # noqa: S311 - draws a sample, keeps no secret
    bands: dict[int, list[tuple[Call, Call]]] = defaultdict(list)
    for pair, scored in zip(found, similarities(unlabelled, profile, encoder), strict=True):
        bands[int(min(max(scored.similarity, 0.0), 0.999) * _BANDS)].append(pair)
    for members in bands.values():
        dice.shuffle(members)
    drawn = list(_in_turn([bands[band] for band in sorted(bands)], count))
    dice.shuffle(drawn)
    return drawn


def write_pairs(path: Path, pairs: Iterable[tuple[Call, Call]]) -> None:
    """A CSV file with an empty column for the label. A file that is there may be labelled: it stays."""
    if path.exists():
        raise UsageError(f"{path} is there already.", "Name a new file: that one may hold labels.")
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
    """Each pair once, of those that a table of arguments can hold and that are not the same."""
    found: dict[tuple[str, str, str], tuple[Call, Call]] = {}
    for reference, prediction in pairs:
        texts = profile.text(reference), profile.text(prediction)
        readable = all(isinstance(parsed_arguments(call.arguments), dict) for call in (reference, prediction))
        if readable and texts[0] != texts[1]:
            found.setdefault((reference.name, *texts), (reference, prediction))
    return list(found.values())


def _in_turn(bands: Sequence[Sequence[tuple[Call, Call]]], count: int) -> Iterator[tuple[Call, Call]]:
    """One of each band, and again, until there are enough or none are left."""
    longest = max(map(len, bands), default=0)
    every = (band[place] for place in range(longest) for band in bands if place < len(band))
    for _, pair in zip(range(count), every, strict=False):
        yield pair
