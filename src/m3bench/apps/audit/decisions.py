"""Decisions about references, as they are stored."""

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
    """One line of the file: a verdict, or an edit before one (``open``)."""

    task: str
    reference: int
    """The index of the task's reference."""
    judged: str
    """The digest of the task and of the original reference."""
    auditor: str
    at: str
    verdict: Verdict
    action: str = ""
    """The action if there is no verdict: ``merge``, ``undo``, ``withdraw`` …"""
    reason: str = ""
    edited: Reference | None = None
    """The edited reference; None if it was not edited."""


def judged_digest(task: Task, reference: Reference) -> str:
    """Return the digest of what is judged. A decision holds for this task and reference only."""
    bare = msgspec.structs.replace(task, references=())
    return content_hash([msgspec.to_builtins(bare), msgspec.to_builtins(reference)])


def form_digest(reference: Reference) -> str:
    return content_hash(msgspec.to_builtins(reference))


def parse_name(text: str) -> str:
    """Normalize the name of an auditor, so that spaces and accents do not make two people of one."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name or not name.isprintable():
        raise UsageError("No name was given.", "Enter your name. Decisions are stored with it.")
    if len(name) > _LONGEST_NAME:
        raise UsageError(f"A name has at most {_LONGEST_NAME} characters.")
    return name


def match_known_name(name: str, known: Iterable[str]) -> str:
    """Return the known spelling of a name, ignoring case, or the name itself."""
    return next((other for other in known if other.casefold() == name.casefold()), name)


def parse_reason(text: str, *, needed: bool = False) -> str:
    reason = text.strip()
    if needed and not reason:
        raise UsageError("A rejection needs a reason.", "Describe in a sentence what is wrong.")
    if len(reason) > LONGEST_REASON:
        raise UsageError(f"A reason has at most {LONGEST_REASON} characters; this one has {len(reason)}.")
    return reason


def timestamp(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")


UNDO = "undo"
WITHDRAW = "withdraw"


class AuditState(msgspec.Struct, frozen=True):
    """The state of one reference for one auditor."""

    verdict: Verdict = "open"
    reason: str = ""
    at: str = ""
    form: Reference | None = None
    """The edited reference; None if it is not edited."""
    history: tuple[Reference | None, ...] = ()
    """Earlier forms, for undo."""
    first: Verdict = "open"
    """The first verdict, given before those of others were visible."""

    @property
    def begun(self) -> bool:
        return self.verdict != "open" or self.form is not None or bool(self.history)

    def after(self, decision: Decision) -> AuditState:
        history = self.history
        if decision.action == UNDO:
            history = history[:-1]
        elif decision.verdict == "open" and decision.action != WITHDRAW:
            history = (*history, self.form)
        first = decision.verdict if self.first == "open" else self.first
        return AuditState(decision.verdict, decision.reason, decision.at, decision.edited, history, first)


def states(decisions: Iterable[Decision]) -> dict[str, dict[str, AuditState]]:
    """Return states by digest of the item, then by auditor."""
    known: dict[str, dict[str, AuditState]] = {}
    for decision in decisions:
        people = known.setdefault(decision.judged, {})
        people[decision.auditor] = people.get(decision.auditor, AuditState()).after(decision)
    return known
