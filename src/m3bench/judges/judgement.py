"""What a judge says."""

from __future__ import annotations

from typing import Protocol

import msgspec

from m3bench.core import Usage
from m3bench.judges.case import Case
from m3bench.models import ChatModel


class Judgement(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One reading of one case by one model. Without scores it is missing, which is not a zero."""

    case: str
    """The id of the case."""
    judge: str
    """The model."""
    prompt: str
    """Name and hash of the prompt: ``completion@1f0c…``."""
    input: str
    """The digest of the case."""
    turn: int = 0
    """Which of several readings, each with its own shuffle."""
    scores: dict[str, float] | None = None
    """By dimension, on the scale of the prompt; None where nothing readable came back."""
    reason: str = ""
    problem: str = ""
    """Why there are no scores."""
    raw: tuple[str, ...] = ()
    """What the model wrote, word for word: the reply, and the repaired one where there was a second turn."""
    usage: Usage = Usage()
    cached: bool = False


class Judge(Protocol):
    """A way of judging. The model is given with each case, so that one judge serves an ensemble."""

    @property
    def name(self) -> str: ...

    @property
    def prompt(self) -> str:
        """Name and hash of what is asked."""
        ...

    async def judge(self, case: Case, model: ChatModel, *, turn: int = 0) -> Judgement:
        """Never raises for what a model says or a provider does: that is a missing judgement."""
        ...
