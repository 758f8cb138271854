"""Pairs of calls labelled by people, and their similarity for the scorer."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from m3bench.core import Call, FormatError, canonical_json
from m3bench.encoders import Encoder
from m3bench.judges.trust import Likeness, Pair, read_table
from m3bench.scoring import Profile, Scorer
from m3bench.servers import bundled_schemas

_NEEDED = ("tool", "reference", "prediction", "label")
_LABELS = {
    "different": Likeness.DIFFERENT,
    "weakly same": Likeness.WEAKLY_SAME,
    "same": Likeness.SAME,
    **{str(int(each)): each for each in Likeness},
}


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
    rows = _jsonl(path) if path.suffix == ".jsonl" else _csv(path)
    votes: dict[str, list[Vote]] = {}
    for line, row in rows:
        vote = _vote(row, str(path), line)
        known = votes.setdefault(vote.pair, [])
        if known and (known[0].reference, known[0].prediction) != (vote.reference, vote.prediction):
            raise _error(f"pair {vote.pair!r} has different calls in an earlier line", path, line)
        known.append(vote)
    if not votes:
        raise FormatError("the file has no pairs", file=str(path))
    return [_majority(found) for found in votes.values()]


def similarities(pairs: Sequence[LabelledPair], profile: Profile, encoder: Encoder) -> list[Pair]:
    """Return the scorer's similarity of each pair, with its label."""
    if profile.by_fields:
        scorer = Scorer(profile, encoder, tools=bundled_schemas())
        found = scorer.similarities([(pair.reference, pair.prediction) for pair in pairs])
        return [Pair(similarity, pair.label) for similarity, pair in zip(found, pairs, strict=True)]
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
    label = min(times, key=lambda each: (-times[each], abs(each - mean), each))
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
    return Vote(_pair(row, calls), calls[0], calls[1], label)


def _pair(row: Mapping[str, Any], calls: Iterable[Call]) -> str:
    """Return the id of the pair; by default, its content."""
    return str(row.get("pair") or "") or canonical_json([[call.name, call.arguments] for call in calls])


def _arguments(value: Any, name: str, file: str, line: int) -> dict[str, Any]:
    try:
        read = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise _error(f"{name} must be a JSON object of arguments, not {value!r}", file, line)
    return read


def _csv(path: Path) -> Iterable[tuple[int, Mapping[str, Any]]]:
    return read_table(path, needed=_NEEDED)


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
