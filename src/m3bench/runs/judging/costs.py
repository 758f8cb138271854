"""Estimate the cost of judging from the length of its requests."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

import msgspec

from m3bench.core import MissingExtraError, Text
from m3bench.models import ModelUnavailable, Reply, Request, System, User, price_of
from m3bench.runs.judging.engine import JudgeJob
from m3bench.runs.models import LOCAL

CHARACTERS_PER_TOKEN = 4
TOKENS_PER_PICTURE = 1_000
TOKENS_PER_REPLY = 400
"""A reason and a few scores. Reasoning models need more, which cannot be predicted."""


class JudgeCost(msgspec.Struct, frozen=True):
    """Estimated usage of one judge."""

    requests: int = 0
    """Without requests to repair unreadable replies."""
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0
    """None if the price is unknown."""


class Estimate(msgspec.Struct, frozen=True):
    """Estimated usage of all judges."""

    judges: dict[str, JudgeCost]
    cached: int = 0
    """Judgements that are in the cache."""

    @property
    def requests(self) -> int:
        return sum(cost.requests for cost in self.judges.values())

    @property
    def dollars(self) -> float:
        """Total of the judges with a known price."""
        return sum(cost.dollars or 0.0 for cost in self.judges.values())

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Judges with an unknown price."""
        return tuple(name for name, cost in self.judges.items() if cost.dollars is None)


async def estimate(jobs: Iterable[JudgeJob]) -> Estimate:
    """Estimate the cost of jobs without sending requests: judges write their requests, which are measured."""
    models: dict[str, _MeasuringModel] = {}
    cached = 0
    for job in jobs:
        model = models.setdefault(job.model, _MeasuringModel(job.model))
        before = model.requests
        await job.judge.judge(job.case, model, turn=job.turn)
        cached += model.requests == before
    return Estimate({name: _cost(model) for name, model in models.items()}, cached)


class _MeasuringModel:
    """A model that measures requests and never replies."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.requests = 0
        self.tokens = 0

    async def ask(self, request: Request) -> Reply:
        self.requests += 1
        self.tokens += tokens_of(request)
        raise ModelUnavailable("Only the length of the request is measured.")


def tokens_of(request: Request) -> int:
    """Estimate the tokens of a request."""
    characters, pictures = 0, 0
    for message in request.messages:
        if isinstance(message, System):
            characters += len(message.text)
        elif isinstance(message, User):
            texts = [part.text for part in message.content if isinstance(part, Text)]
            characters += sum(map(len, texts))
            pictures += len(message.content) - len(texts)
    return characters // CHARACTERS_PER_TOKEN + pictures * TOKENS_PER_PICTURE


def _cost(model: _MeasuringModel) -> JudgeCost:
    replied = model.requests * TOKENS_PER_REPLY
    dollars: float | None = None if model.requests and not model.name.startswith(LOCAL) else 0.0
    if dollars is None:
        with suppress(MissingExtraError):
            dollars = price_of(model.name, model.tokens, replied)
    return JudgeCost(model.requests, model.tokens, replied, dollars)
