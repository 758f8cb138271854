"""What a judge returns."""

from __future__ import annotations

from typing import Protocol

import msgspec

from m3bench.core import Usage
from m3bench.judges.case import Case
from m3bench.models import ChatModel


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One reading of one case by one model. A judgement without scores is missing; it is not a zero."""

    case: str
    """The id of the case."""
    judge: str
    """The model."""
    prompt: str
    """Name and hash of the prompt: ``completion@1f0c…``."""
    input: str
    """The digest of the case."""
    turn: int = 0
    """The number of the reading; each reading has its own shuffle."""
    scores: dict[str, float] | None = None
    """By dimension, on the scale of the prompt; None if the reply could not be parsed."""
    reason: str = ""
    problem: str = ""
    """Why there are no scores."""
    raw: tuple[str, ...] = ()
    """The replies of the model, verbatim: the first, and the repaired one if there was a second turn."""
    usage: Usage = Usage()
    cached: bool = False


class Judge(Protocol):
    """A way of judging. The model is passed with each case, so one judge serves an ensemble."""

    @property
    def name(self) -> str: ...

    @property
    def prompt(self) -> str:
        """Name and hash of the prompt."""
        ...

    async def judge(self, case: Case, model: ChatModel, *, turn: int = 0) -> Judgement:
        """Judge a case. Bad replies and provider errors give a missing judgement, not an exception."""
        ...
