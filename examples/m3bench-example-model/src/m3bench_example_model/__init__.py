"""The most frequent of several replies of a model: self-consistency behind any agent."""

from __future__ import annotations

from collections import Counter

import msgspec

from m3bench.core import canonical_json, parsed_arguments
from m3bench.models import ChatModel, Reply, Request, Settings, open_model

VOTES = 3
TEMPERATURE = 0.7


def open_vote(name: str, *, base_url: str | None = None, timeout: float = 120.0) -> VotingModel:
    """``vote/openai/gpt-5``: three replies of openai/gpt-5, and the one that most agree on."""
    return VotingModel(open_model(name.partition("/")[2], base_url=base_url, timeout=timeout))


class VotingModel:
    """Asks a model several times."""

    def __init__(self, model: ChatModel, votes: int = VOTES) -> None:
        self.name = f"vote/{model.name}"
        self._model, self._votes = model, votes

    async def ask(self, request: Request) -> Reply:
        # One after another: providers count requests at a time, and the first error comes out as it is.
        return _most_frequent([await self._model.ask(_vary(request, index)) for index in range(self._votes)])

    async def aclose(self) -> None:
        close = getattr(self._model, "aclose", None)
        if close is not None:
            await close()


def _vary(request: Request, place: int) -> Request:
    """The same request with another seed, and warm enough to vary."""
    given = request.settings
    settings = Settings(
        temperature=TEMPERATURE if given.temperature is None else given.temperature,
        top_p=given.top_p,
        max_tokens=given.max_tokens,
        seed=(given.seed or 0) * VOTES + place,
    )
    return msgspec.structs.replace(request, settings=settings)


def _most_frequent(replies: list[Reply]) -> Reply:
    """The first of the largest group, with what all of them used."""
    counts = Counter(map(_vote, replies))
    chosen = max(replies, key=lambda reply: counts[_vote(reply)])
    usage = sum((each.usage for each in replies[1:]), start=replies[0].usage)
    return msgspec.structs.replace(chosen, usage=usage)


def _vote(reply: Reply) -> str:
    """What a reply comes to: its calls where it has some, else its text without case and spacing."""
    if reply.calls:
        return canonical_json([[call.name, parsed_arguments(call.arguments)] for call in reply.calls])
    return " ".join(reply.text.casefold().split())
