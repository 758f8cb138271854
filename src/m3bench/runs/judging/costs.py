"""What judging will cost, before it begins: by the length of what will be asked."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from m3bench.core import MissingExtraError, Text
from m3bench.judges import Judge
from m3bench.models import ModelUnavailable, Reply, Request, System, User, price_of
from m3bench.runs.judging.engine import JudgeJob
from m3bench.runs.models import LOCAL

CHARACTERS_PER_TOKEN = 4
TOKENS_PER_PICTURE = 1_000
TOKENS_PER_REPLY = 400
"""A reason and a few scores. Models that think first take more, which nobody can tell beforehand."""


class JudgeCost(msgspec.Struct, frozen=True):
    """What one judge will be asked."""

    requests: int = 0
    """Without those to mend a reply that cannot be read."""
    input_tokens: int = 0
    output_tokens: int = 0
    dollars: float | None = 0.0
    """None where the price is not known."""


class Estimate(msgspec.Struct, frozen=True):
    """What all of them will be asked."""

    judges: dict[str, JudgeCost]
    remembered: int = 0
    """Judgements that the cache has already."""

    @property
    def requests(self) -> int:
        return sum(cost.requests for cost in self.judges.values())

    @property
    def dollars(self) -> float:
        """Of those whose price is known."""
        return sum(cost.dollars or 0.0 for cost in self.judges.values())

    @property
    def unpriced(self) -> tuple[str, ...]:
        """Judges that will be asked at a price that is not known."""
        return tuple(name for name, cost in self.judges.items() if cost.dollars is None)


async def estimate(jobs: Iterable[JudgeJob]) -> Estimate:
    """Nobody is asked: each judge writes its question, and the question is measured."""
    found: dict[str, JudgeCost] = {}
    remembered = 0
    for job in jobs:
        scales = _Scales(job.model)
        await _question(job.judge, job, scales)
        before = found.get(job.model, JudgeCost())
        remembered += not scales.requests
        found[job.model] = JudgeCost(
            before.requests + scales.requests,
            before.input_tokens + scales.tokens,
            before.output_tokens + scales.requests * TOKENS_PER_REPLY,
        )
    priced = {
        name: msgspec.structs.replace(cost, dollars=_dollars(name, cost)) for name, cost in found.items()
    }
    return Estimate(priced, remembered)


async def _question(judge: Judge, job: JudgeJob, scales: _Scales) -> None:
    await judge.judge(job.case, scales, turn=job.turn)


class _Scales:
    """A model that weighs what it is asked, and has no answer."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.requests = 0
        self.tokens = 0

    async def ask(self, request: Request) -> Reply:
        self.requests += 1
        self.tokens += tokens_of(request)
        raise ModelUnavailable("Only the length of the question was wanted.")


def tokens_of(request: Request) -> int:
    """About how many tokens a request has."""
    characters, pictures = 0, 0
    for message in request.messages:
        if isinstance(message, System):
            characters += len(message.text)
        elif isinstance(message, User):
            texts = [part.text for part in message.content if isinstance(part, Text)]
            characters += sum(map(len, texts))
            pictures += len(message.content) - len(texts)
    return characters // CHARACTERS_PER_TOKEN + pictures * TOKENS_PER_PICTURE


def _dollars(name: str, cost: JudgeCost) -> float | None:
    if not cost.requests or name.startswith(LOCAL):
        return 0.0
    try:
        return price_of(name, cost.input_tokens, cost.output_tokens)
    except MissingExtraError:
        return None
