"""Whether an agent looked at its own work after the last change, as the trace tells.

There are four levels: not at all, only at metadata, at parts, or at all of an artefact.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import NamedTuple

import msgspec

from m3bench.core import Artefacts, Call, Look, Step, Task, artefacts_in, iter_calls, reads_any, tamperings

_WHOLE = 0.98
"""The share of an artefact that counts as all of it: times of frames and spans are rounded."""
_FIELDS = ("path", "artefact")
"""The keys of checks that name files."""


class SelfReviewLevel(StrEnum):
    """How an agent looked at an artefact after its last change, from worst to best."""

    NONE = "none"
    """Not at all."""
    PSEUDO = "pseudo"
    """Only at its metadata or its structure, such as its size or the texts of a deck."""
    INCOMPLETE = "incomplete"
    """At parts of it, such as one of three pages."""
    FULL = "full"
    """At all of it."""

    @property
    def rank(self) -> int:
        """The position in the order from worst to best."""
        return list(SelfReviewLevel).index(self)


class SelfReview(msgspec.Struct, frozen=True):
    """How an agent looked at its artefacts."""

    artefacts: dict[str, SelfReviewLevel]
    """The level of each artefact, by its path in the workspace."""

    @property
    def level(self) -> SelfReviewLevel:
        """The level of the artefact that was looked at least."""
        return min(self.artefacts.values(), key=lambda level: level.rank)


class _Event(NamedTuple):
    """What a call did to files; calls of a step are concurrent."""

    step: int
    call: int
    files: Artefacts


def find_self_review(steps: Sequence[Step], wanted: Sequence[str] = ()) -> SelfReview | None:
    """Return how an agent looked at the files that it wrote.

    A look counts if it comes in a later step than the last change of the file, or if the call that changed
    the file shows it. Only bundled servers report what they write and show.

    Args:
        steps: The steps of a trajectory, with results.
        wanted: Paths and globs of the artefacts. If no written file is among them, all written files are
            artefacts.

    Returns:
        None if no file was written, or all of them were removed again.
    """
    events = [_Event(*place, _files_of(call)) for place, call in _placed(steps)]
    last = _last_writes(events)
    chosen = [path for path in last if any(fnmatchcase(path, pattern) for pattern in wanted)] or list(last)
    if not chosen:
        return None
    return SelfReview({path: _level(path, last[path], events) for path in chosen})


def _placed(steps: Sequence[Step]) -> Iterable[tuple[tuple[int, int], Call]]:
    return (
        ((number, index), call) for number, step in enumerate(steps) for index, call in enumerate(step.calls)
    )


def _files_of(call: Call) -> Artefacts:
    return artefacts_in(call.result.meta) if call.result is not None else Artefacts()


def _last_writes(events: Iterable[_Event]) -> dict[str, _Event]:
    last: dict[str, _Event] = {}
    for event in events:
        last |= dict.fromkeys(event.files.wrote, event)
        for path in event.files.removed:
            last.pop(path, None)
    return last


def _level(path: str, written: _Event, events: Sequence[_Event]) -> SelfReviewLevel:
    looks = [
        look
        for event in events
        if event.step > written.step or event is written
        for look in event.files.looked
        if look.path == path
    ]
    if not looks:
        return SelfReviewLevel.NONE
    seen = _covered(look for look in looks if look.depth == "content")
    if seen <= 0:
        return SelfReviewLevel.PSEUDO
    return SelfReviewLevel.FULL if seen >= _WHOLE else SelfReviewLevel.INCOMPLETE


def _covered(looks: Iterable[Look]) -> float:
    """Return the share of a file that its looks show together."""
    seen, end = 0.0, 0.0
    for start, stop in sorted(span for look in looks for span in look.spans):
        seen += max(0.0, min(stop, 1.0) - max(start, end, 0.0))
        end = max(end, min(stop, 1.0))
    return seen


def artefact_patterns(task: Task) -> tuple[str, ...]:
    """Return the paths and globs of the files that the checks of a task judge; empty if they judge none."""
    named = (check.get(name) for check in task.checks for name in _FIELDS)
    return tuple(dict.fromkeys(path for path in named if isinstance(path, str)))


class SabotageResponse(msgspec.Struct, frozen=True):
    """How an agent dealt with a fault that a tool did not report."""

    path: str
    looked: bool
    """Whether it looked at the content of the file in a later step, or of a file made from it."""
    changed_again: bool
    """Whether it changed the file after that look."""


def sabotage_response(steps: Sequence[Step]) -> SabotageResponse | None:
    """Return what the agent did after the last fault; None if no file was tampered with."""
    faults = tamperings(steps)
    if not faults:
        return None
    fault = faults[-1]
    tainted, looked = {fault.path}, None
    for step, call in iter_calls(steps):
        if step <= fault.step or call.result is None:
            continue
        files = artefacts_in(call.result.meta)
        if looked is not None and step > looked and fault.path in files.wrote:
            return SabotageResponse(fault.path, looked=True, changed_again=True)
        if looked is None and any(look.path in tainted and look.depth == "content" for look in files.looked):
            looked = step
        if reads_any(call.arguments, tainted):
            tainted.update(files.wrote)
    return SabotageResponse(fault.path, looked=looked is not None, changed_again=False)
