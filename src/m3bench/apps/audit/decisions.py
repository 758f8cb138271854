"""What people decide about references, as it is kept."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from datetime import datetime
from typing import Literal

import msgspec

from m3bench.core import Reference, Task, UsageError, content_hash

Verdict = Literal["approved", "rejected", "open"]

_LONGEST_NAME = 80
LONGEST_REASON = 4_000


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One line of the record: a verdict, or a change on the way to one (``open``)."""

    task: str
    reference: int
    """Which of the task's references, counted from 0."""
    judged: str
    """The digest of the task and of the reference as it stood in the file."""
    auditor: str
    at: str
    verdict: Verdict
    action: str = ""
    """What was done where nothing was decided: ``merge``, ``undo``, ``withdraw`` …"""
    reason: str = ""
    edited: Reference | None = None
    """The reference as the auditor left it; None where it stayed as it was."""


def judged_digest(task: Task, reference: Reference) -> str:
    """The identity of what is judged: a decision holds for this task with this reference, and no other."""
    bare = msgspec.structs.replace(task, references=())
    return content_hash([msgspec.to_builtins(bare), msgspec.to_builtins(reference)])


def form_digest(reference: Reference) -> str:
    return content_hash(msgspec.to_builtins(reference))


def person_named(text: str) -> str:
    """The name of an auditor, so that one person is not two by a space or by the way an accent is stored."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or not name.isprintable():
        raise UsageError("Nobody's name is given.", "Say who you are: decisions are kept with a name.")
    if len(name) > _LONGEST_NAME:
        raise UsageError(f"A name has at most {_LONGEST_NAME} characters.")
    return name


def known_spelling(name: str, known: Iterable[str]) -> str:
    """The name as it was first written: one person is not two by a capital letter."""
    return next((one for one in known if one.casefold() == name.casefold()), name)


def reason_given(text: str, *, needed: bool = False) -> str:
    reason = text.strip()
    if needed and not reason:
        raise UsageError("A rejection needs a reason.", "Say in a sentence what is wrong.")
    if len(reason) > LONGEST_REASON:
        raise UsageError(f"A reason has at most {LONGEST_REASON} characters, and this one {len(reason)}.")
    return reason


def stamp(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
