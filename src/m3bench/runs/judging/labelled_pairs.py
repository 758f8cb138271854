"""Pairs of calls labelled by people, and their similarity for the scorer."""

from __future__ import annotations

import csv
import io
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import Call, FormatError, Task, Trajectory, UsageError, canonical_json, parsed_arguments
from m3bench.encoders import Encoder
from m3bench.formats import write_atomically
from m3bench.judges.trust import Likeness, Pair, read_table
from m3bench.scoring import Profile, Scorer
from m3bench.servers import bundled_schemas

_NEEDED = ("tool", "reference", "prediction", "label")
_LABELS = {
    "different": Likeness.DIFFERENT,
    "weakly same": Likeness.WEAKLY_SAME,
    "same": Likeness.SAME,
    **{str(int(likeness)): likeness for likeness in Likeness},
}
COLUMNS = ("pair", "tool", "reference", "prediction", "label")
_BANDS = 10


class Vote(msgspec.Struct, frozen=True):
    """One person's label for two calls of one tool."""

    pair: str
    reference: Call
    prediction: Call
    label: Likeness


class LabelledPair(msgspec.Struct, frozen=True):
    """Two calls of one tool, and the label that most people gave them."""

    reference: Call
    prediction: Call
    label: Likeness
    votes: int = 1


def read_pairs(path: Path) -> list[LabelledPair]:
    """Read pairs from a CSV or `.jsonl` file. Several rows of one pair are votes."""
    rows = _jsonl(path) if path.suffix == ".jsonl" else read_table(path, needed=_NEEDED)
    votes: dict[str, list[Vote]] = {}
    for line, row in rows:
        vote = _vote(row, str(path), line)
        known = votes.setdefault(vote.pair, [])
        if known and (known[0].reference, known[0].prediction) != (vote.reference, vote.prediction):
            raise _error(f"pair {vote.pair!r} has different calls in an earlier line", path, line)
        known.append(vote)
    if not votes:
        raise FormatError("the file has no pairs", file=str(path))
    return [_majority(voted) for voted in votes.values()]


def similarities(pairs: Sequence[LabelledPair], profile: Profile, encoder: Encoder) -> list[Pair]:
    """Return the scorer's similarity of each pair, with its label."""
    if profile.by_fields:
        scorer = Scorer(profile, encoder, tools=bundled_schemas())
        scored = scorer.similarities([(pair.reference, pair.prediction) for pair in pairs])
        return [Pair(similarity, pair.label) for similarity, pair in zip(scored, pairs, strict=True)]
    texts = [
        tuple(encoder.canonical(profile.text(call)) for call in (pair.reference, pair.prediction))
        for pair in pairs
    ]
    distinct = list(dict.fromkeys(text for both in texts for text in both))
    vectors = dict(zip(distinct, encoder.encode(distinct), strict=True))
    return [
        Pair(float(vectors[first] @ vectors[second]), pair.label)
        for (first, second), pair in zip(texts, pairs, strict=True)
    ]


def _majority(votes: Sequence[Vote]) -> LabelledPair:
    """Return the label with most votes. Ties go to the one nearest to the mean vote, then to the lower."""
    times = Counter(vote.label for vote in votes)
    mean = sum(vote.label for vote in votes) / len(votes)
    label = min(times, key=lambda label: (-times[label], abs(label - mean), label))
    return LabelledPair(votes[0].reference, votes[0].prediction, label, len(votes))


def _vote(row: Mapping[str, Any], file: str, line: int) -> Vote:
    tool = row["tool"]
    if not isinstance(tool, str) or not tool:
        raise _error("the tool has no name", file, line)
    label = _LABELS.get(" ".join(str(row["label"]).lower().replace("_", " ").split()))
    if not str(row["label"]).strip():
        raise _error("the pair has no label yet", file, line)
    if label is None:
        raise _error(f"unknown label {row['label']!r}; use different, weakly same or same", file, line)
    calls = [Call(tool, _arguments(row[name], name, file, line)) for name in ("reference", "prediction")]
    content = canonical_json([[call.name, call.arguments] for call in calls])
    return Vote(str(row.get("pair") or "") or content, calls[0], calls[1], label)


def _arguments(value: Any, name: str, file: str, line: int) -> dict[str, Any]:
    try:
        read = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise _error(f"{name} must be a JSON object of arguments, not {value!r}", file, line)
    return read


def _jsonl(path: Path) -> Iterable[tuple[int, Mapping[str, Any]]]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from None
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise _error(f"not valid JSON: {error}", path, number) from None
        missing = [name for name in _NEEDED if not isinstance(row, dict) or name not in row]
        if missing:
            raise _error(f"{missing[0]!r} is missing", path, number)
        yield number, row


def _error(problem: str, file: Path | str, line: int) -> FormatError:
    return FormatError(problem, file=str(file), place=f"line {line}")


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
    distinct = _distinct(_pairs(tasks, trajectories), profile)
    # The label is a placeholder: it does not affect the similarity.
    unlabelled = [LabelledPair(*pair, Likeness.DIFFERENT) for pair in distinct]
    dice = random.Random(seed)  # noqa: S311 - draws a sample, keeps no secret
    bands: dict[int, list[tuple[Call, Call]]] = defaultdict(list)
    for pair, scored in zip(distinct, similarities(unlabelled, profile, encoder), strict=True):
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
    distinct: dict[tuple[str, str, str], tuple[Call, Call]] = {}
    for reference, prediction in pairs:
        texts = profile.text(reference), profile.text(prediction)
        readable = all(isinstance(parsed_arguments(call.arguments), dict) for call in (reference, prediction))
        if readable and texts[0] != texts[1]:
            distinct.setdefault((reference.name, *texts), (reference, prediction))
    return list(distinct.values())


def _round_robin(bands: Sequence[Sequence[tuple[Call, Call]]], count: int) -> Iterator[tuple[Call, Call]]:
    """Take one pair from each band in turn, until there are enough or none is left."""
    longest = max(map(len, bands), default=0)
    in_turn = (band[index] for index in range(longest) for band in bands if index < len(band))
    for _, pair in zip(range(count), in_turn, strict=False):
        yield pair
