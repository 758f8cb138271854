"""What a run and the workers that make its attempts send each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from m3bench.core import Task, Usage
from m3bench.judges import Case, Judgement
from m3bench.models import Exchange, Reply, Request
from m3bench.runs.models import RecordedRequest
from m3bench.runs.store import Key


@dataclass(frozen=True)
class AttemptRequest:
    """Make an attempt. The answer is a `FinishedAttempt`, and files may be sent before."""

    task: Task
    key: Key
    number: int


@dataclass(frozen=True)
class FilePiece:
    """A part of a file of an attempt. It is answered when it is written, so that few are in memory."""

    key: Key
    path: str
    """In the run folder."""
    offset: int
    data: bytes
    is_last: bool = False


@dataclass(frozen=True)
class ModelRequest:
    """Ask the model of the run. The answer is a `ModelAnswer`."""

    request: Request
    salt: str = ""


@dataclass(frozen=True)
class ModelAnswer:
    """The reply of a model, the seconds that the request waited for the provider, and what happened to it."""

    reply: Reply
    waited: float
    exchange: Exchange


@dataclass(frozen=True)
class ReviewRequest:
    """Have the judge of the run review pictures. The answer is a `ReviewAnswer`."""

    criteria: Mapping[str, str]
    case: Case


@dataclass(frozen=True)
class ReviewAnswer:
    """The judgement, and the requests to the model of the judge, for the transcript of the attempt."""

    judgement: Judgement
    requests: Sequence[RecordedRequest] = ()


@dataclass(frozen=True)
class UsageNote:
    """What an attempt spent. Sent before the answer to its request."""

    key: Key
    usage: Usage


@dataclass(frozen=True)
class BudgetNote:
    """The budget of the run is used up; the reason."""

    reason: str


@dataclass(frozen=True)
class ProgressNote:
    """Progress of an attempt: the step, and its tools where it calls some."""

    key: Key
    step: int
    tools: tuple[str, ...] | None = None


@dataclass(frozen=True)
class TextNote:
    """Something that a person should know."""

    text: str
