"""The facts of an attempt that lists show. They need no scoring."""

from __future__ import annotations

import json
from collections import Counter

import msgspec

from m3bench.checks import Verdict, Verdicts
from m3bench.core import Call, Usage
from m3bench.runs.store import FinishedAttempt, Key, Record

UNFINISHED = "unfinished"
OPEN = "open"
"""The status of an attempt that has not been made yet."""
READING = "reading"
"""The status of an attempt that may be in the part of the journal that was not read yet."""

_DECODER: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


class Facts(msgspec.Struct, frozen=True, kw_only=True):
    """One try, and where its record lies in the journal."""

    place: int
    length: int
    key: Key
    number: int
    final: bool
    family: str
    status: str
    seconds: float
    steps: int
    calls: int
    outcomes: dict[str, int]
    checks: str
    """`passed`, `failed`, `undecided`, or empty if there are no checks."""
    usage: Usage | None
    failed: bool = False
    """Whether a server or the harness failed it, or the task does not fit the model."""


def decode_record(line: bytes) -> Record:
    """Decode a line of the journal. Raise `ValueError` if it is not a record."""
    try:
        return _DECODER.decode(line)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _DECODER.decode(_replace_surrogates(line))


def _replace_surrogates(line: bytes) -> bytes:
    """Replace lone surrogates, which have no UTF-8 form, with a placeholder."""
    try:
        value = json.loads(line.decode("utf-8", "replace"))
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    except RecursionError:
        raise ValueError("nested too deeply") from None


def attempt_facts(record: Record, offset: int, length: int) -> Facts | None:
    """Return the facts of a finished try, or None for other records."""
    if not isinstance(record, FinishedAttempt):
        return None
    trajectory = record.trajectory
    return Facts(
        place=offset, length=length, key=record.key, number=record.number, final=record.final,
        family=trajectory.family or "", status=trajectory.status.value, seconds=record.seconds,
        steps=len(trajectory.steps), calls=trajectory.call_count,
        outcomes=dict(Counter(outcome_of(call) for _, call in trajectory.calls())),
        checks=checks_state(record.verdicts), usage=record.usage, failed=record.failed,
    )  # fmt: skip


def outcome_of(call: Call) -> str:
    return call.outcome.value if call.outcome else UNFINISHED


def checks_state(verdicts: Verdicts | None) -> str:
    """Return the combined state of all checks, or an empty string if there are none."""
    return verdict_state(verdicts) if verdicts is not None and verdicts.verdicts else ""


def verdict_state(verdict: Verdict | Verdicts) -> str:
    return "undecided" if verdict.undecided else "passed" if verdict.passed else "failed"
