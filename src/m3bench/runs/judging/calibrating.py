"""Labelled pairs of calls from a file, and how similar they are to the scorer."""

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
    """What one person says of two calls of one tool."""

    pair: str
    reference: Call
    prediction: Call
    label: Likeness


class LabelledPair(msgspec.Struct, frozen=True):
    """Two calls of one tool, and what most people say of them."""

    reference: Call
    prediction: Call
    label: Likeness
    votes: int = 1


def read_pairs(path: Path) -> list[LabelledPair]:
    """Pairs from CSV, or JSON lines where the name ends in `.jsonl`. Rows of one pair are votes."""
    rows = _jsonl(path) if path.suffix == ".jsonl" else _csv(path)
    votes: dict[str, list[Vote]] = {}
    for line, row in rows:
        vote = _vote(row, str(path), line)
        known = votes.setdefault(vote.pair, [])
        if known and (known[0].reference, known[0].prediction) != (vote.reference, vote.prediction):
            raise _wrong(f"pair {vote.pair!r} has other calls in an earlier line", path, line)
        known.append(vote)
    if not votes:
        raise FormatError("there is no pair in it", file=str(path))
    return [_counted(found) for found in votes.values()]


def similarities(pairs: Sequence[LabelledPair], profile: Profile, encoder: Encoder) -> list[Pair]:
    """The pairs with the similarity that the scorer gives them."""
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


def _counted(votes: Sequence[Vote]) -> LabelledPair:
    """The label with most votes; of several, the one nearest to the middle of all votes, the lower first."""
    times = Counter(vote.label for vote in votes)
    mean = sum(vote.label for vote in votes) / len(votes)
    label = min(times, key=lambda each: (-times[each], abs(each - mean), each))
    return LabelledPair(votes[0].reference, votes[0].prediction, label, len(votes))


def _vote(row: Mapping[str, Any], file: str, line: int) -> Vote:
    tool = row["tool"]
    if not isinstance(tool, str) or not tool:
        raise _wrong("the tool has no name", file, line)
    label = _LABELS.get(" ".join(str(row["label"]).lower().replace("_", " ").split()))
    if not str(row["label"]).strip():
        raise _wrong("the pair has no label yet", file, line)
    if label is None:
        raise _wrong(f"{row['label']!r} is no label; there are different, weakly same, same", file, line)
    calls = [Call(tool, _arguments(row[name], name, file, line)) for name in ("reference", "prediction")]
    return Vote(_pair(row, calls), calls[0], calls[1], label)


def _pair(row: Mapping[str, Any], calls: Iterable[Call]) -> str:
    """The id that is given, else what is in it."""
    return str(row.get("pair") or "") or canonical_json([[call.name, call.arguments] for call in calls])


def _arguments(value: Any, name: str, file: str, line: int) -> dict[str, Any]:
    try:
        read = json.loads(value) if isinstance(value, str) else value
    except (ValueError, RecursionError):
        read = None
    if not isinstance(read, dict):
        raise _wrong(f"{name} takes the arguments of a call as a JSON object, not {value!r}", file, line)
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
            raise _wrong(f"not valid JSON: {error}", path, number) from None
        absent = [name for name in _NEEDED if not isinstance(row, dict) or name not in row]
        if absent:
            raise _wrong(f"there is no {absent[0]!r}", path, number)
        yield number, row


def _wrong(problem: str, file: Path | str, line: int) -> FormatError:
    return FormatError(problem, file=str(file), place=f"line {line}")
