"""What lists show of an attempt: little, and known without scoring anything."""

from __future__ import annotations

import json
from collections import Counter

import msgspec

from m3bench.checks import Verdict, Verdicts
from m3bench.core import Call, Usage
from m3bench.runs.store import FinishedAttempt, Key, Record

UNFINISHED = "unfinished"
OPEN = "open"
"""The status of an attempt that is yet to be made."""

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
    """`passed`, `failed`, `undecided`, or nothing where there are none."""
    usage: Usage | None


def decoded(line: bytes) -> Record:
    """A line of the journal. Raises `ValueError` for what is none."""
    try:
        return _DECODER.decode(line)
    except msgspec.ValidationError:
        raise
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return _DECODER.decode(_mended(line))


def _mended(line: bytes) -> bytes:
    """Half surrogate pairs, which other programs write, have no UTF-8 form: a mark stands for each."""
    try:
        value = json.loads(line.decode("utf-8", "replace"))
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    except RecursionError:
        raise ValueError("nested too deeply") from None


def facts_of(record: Record, place: int, length: int) -> Facts | None:
    """The facts of a try; nothing of one that was broken off, nor of what is no try."""
    if not isinstance(record, FinishedAttempt):
        return None
    trajectory = record.trajectory
    return Facts(
        place=place,
        length=length,
        key=record.key,
        number=record.number,
        final=record.final,
        family=trajectory.family or "",
        status=trajectory.status.value,
        seconds=record.seconds,
        steps=len(trajectory.steps),
        calls=trajectory.call_count,
        outcomes=dict(Counter(outcome_of(call) for _, call in trajectory.calls())),
        checks=checks_state(record.verdicts),
        usage=trajectory.usage,
    )


def outcome_of(call: Call) -> str:
    return call.outcome.value if call.outcome else UNFINISHED


def checks_state(verdicts: Verdicts | None) -> str:
    """What all checks come to: one that fails decides, one that is undecided leaves it open."""
    if verdicts is None or not verdicts.verdicts:
        return ""
    if verdicts.undecided:
        return "undecided"
    return "passed" if verdicts.passed else "failed"


def verdict_state(verdict: Verdict) -> str:
    if verdict.undecided:
        return "undecided"
    return "passed" if verdict.passed else "failed"
