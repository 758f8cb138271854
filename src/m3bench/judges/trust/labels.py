"""Human labels of attempts, from a CSV file."""

from __future__ import annotations

import csv
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from m3bench.core import FormatError
from m3bench.judges.kinds import CONSISTENT, DIMENSIONS
from m3bench.judges.trust.agreement import Scale

COMPLETION, GROUNDING = "task_completion", "information_grounding"
SCALES: dict[str, Scale] = {
    COMPLETION: Scale(0, 10),
    GROUNDING: Scale(0, 1, 0.1),
    CONSISTENT: Scale(0, 1),
    **dict.fromkeys(DIMENSIONS, Scale(1, 10)),
}
"""The dimensions that can be labelled, with the scale of the judges."""
JUDGE_AGREEMENT = "judge_agreement"
"""How far a person agrees with the judges' scores of an attempt, as in MCP-Bench: not, partly, fully."""
_LABELS = {**SCALES, JUDGE_AGREEMENT: Scale(0, 2)}


class Label(msgspec.Struct, frozen=True):
    """The score that one person gave to one attempt."""

    case: str
    dimension: str
    score: float
    rater: str = ""


def read_labels(path: Path) -> list[Label]:
    """Read labels from a CSV file.

    Args:
        path: A file with the columns `id` and `score`, and optionally `dimension` and `rater`. Without a
            dimension, a label is of Task Completion.

    Raises:
        FormatError: A row is invalid, or a rater has two labels for the same attempt and dimension.
    """
    labels: dict[tuple[str, str, str], Label] = {}
    for line, row in read_table(path, needed=("id", "score")):
        label = _label(row, str(path), line)
        key = label.case, label.dimension, label.rater
        if key in labels:
            who = f" by {label.rater}" if label.rater else ""
            raise _error(f"duplicate label of {label.dimension}{who} for {label.case}", str(path), line)
        labels[key] = label
    if not labels:
        raise FormatError("the file has no labels", file=str(path))
    return list(labels.values())


def by_rater(labels: Iterable[Label], dimension: str) -> dict[str, dict[str, float]]:
    """Return the scores by rater and case."""
    scores: dict[str, dict[str, float]] = defaultdict(dict)
    for label in labels:
        if label.dimension == dimension:
            scores[label.rater][label.case] = label.score
    return dict(scores)


def mean_by_case(raters: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return the mean human score of each case."""
    by_case: dict[str, list[float]] = defaultdict(list)
    for scores in raters.values():
        for case, score in scores.items():
            by_case[case].append(score)
    return {case: math.fsum(scores) / len(scores) for case, scores in by_case.items()}


def read_table(path: Path, *, needed: tuple[str, ...]) -> list[tuple[int, dict[str, str]]]:
    """Read the rows of a CSV file by column name, each with the number of its last line."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from None
    except UnicodeDecodeError:
        raise FormatError("is not text in UTF-8", file=str(path)) from None
    reader = csv.DictReader(text.splitlines(keepends=True), strict=True)
    try:
        columns = [name.strip().lower() for name in reader.fieldnames or ()]
        absent = [name for name in needed if name not in columns]
        if absent:
            raise _error(f"missing column {absent[0]!r}; found {', '.join(columns)}", str(path), 1)
        reader.fieldnames = columns
        return [(reader.line_num, _complete_row(row, str(path), reader.line_num)) for row in reader]
    except csv.Error as error:
        raise _error(f"not a CSV table: {error}", str(path), reader.line_num) from None


def _complete_row(row: Mapping[str | None, str | list[str] | None], file: str, line: int) -> dict[str, str]:
    if None in row or None in row.values():
        raise _error("the number of fields differs from the number of columns", file, line)
    return {str(name): str(value).strip() for name, value in row.items()}


def _label(row: Mapping[str, str], file: str, line: int) -> Label:
    dimension = row.get("dimension") or COMPLETION
    if dimension not in _LABELS:
        raise _error(f"unknown dimension {dimension!r}; use one of {', '.join(_LABELS)}", file, line)
    if not row["id"]:
        raise _error("the id is empty", file, line)
    scale, score = _LABELS[dimension], _number(row["score"])
    if score is None or not scale.low <= score <= scale.high:
        wanted = f"a number from {scale.low:g} to {scale.high:g}"
        raise _error(f"{dimension} takes {wanted}, not {row['score']!r}", file, line)
    return Label(row["id"], dimension, score, row.get("rater", ""))


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _error(problem: str, file: str, line: int) -> FormatError:
    return FormatError(problem, file=file, place=f"line {line}")
