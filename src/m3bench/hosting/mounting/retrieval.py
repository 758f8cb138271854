"""Find the servers that match stated needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import accumulate

import numpy as np

from m3bench.encoders import Encoder
from m3bench.hosting.mounting.bm25 import Bm25, Scores
from m3bench.hosting.mounting.modes import ServerInfo
from m3bench.hosting.mounting.ranking import tool_text
from m3bench.hosting.tool import Tool

_RANK_OFFSET = 3
"""Of reciprocal rank fusion: how little the first places differ."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
_LONGEST_SENTENCE = 160
_DECIMALS = 6
"""Further ones differ between processors."""


class Ranking(StrEnum):
    """How servers are compared with needs."""

    ENCODER = "encoder"
    """By meaning: the tool that is nearest to a need."""
    BM25 = "bm25"
    """By common words: the tool that shares the rarest words with a need."""
    FUSION = "fusion"
    """By the places in both rankings."""


class Retriever:
    """Ranks servers by stated needs. Tools are encoded once."""

    def __init__(
        self, encoder: Encoder, infos: Iterable[ServerInfo], ranking: Ranking = Ranking.FUSION
    ) -> None:
        known = sorted((info for info in infos if info.problem is None), key=lambda info: info.name)
        self._names = [info.name for info in known]
        self._encoder, self._ranking = encoder, ranking
        # A server without known tools is represented by its name.
        tools = [info.tools or (Tool(server=info.name, name=info.name),) for info in known]
        self._first = [0, *accumulate(map(len, tools))][:-1]
        """The place of the first tool of each server."""
        flat = [tool for own in tools for tool in own]
        self._words = None if ranking is Ranking.ENCODER else Bm25([tool_text(tool) for tool in flat])
        self._vectors = (
            None if ranking is Ranking.BM25 or not flat else encoder.encode([summary(tool) for tool in flat])
        )

    def top(self, needs: Sequence[str], count: int) -> tuple[str, ...]:
        """Return the servers that match best, best first. The need that a server matches best counts."""
        if not needs or not self._names:
            return ()
        # Ties are broken by name.
        order = np.argsort(-self._scores(needs), kind="stable")
        return tuple(self._names[index] for index in order[:count])

    def _scores(self, needs: Sequence[str]) -> Scores:
        """Return the score of each server."""
        if self._ranking is Ranking.BM25:
            return self._by_words(needs)
        if self._ranking is Ranking.ENCODER:
            return self._by_meaning(needs)
        return _reciprocal_ranks(self._by_meaning(needs)) + _reciprocal_ranks(self._by_words(needs))

    def _by_meaning(self, needs: Sequence[str]) -> Scores:
        assert self._vectors is not None
        return self._best((self._encoder.encode(list(needs)) @ self._vectors.T).astype(np.float64))

    def _by_words(self, needs: Sequence[str]) -> Scores:
        assert self._words is not None
        return self._best(np.stack([self._words.scores(need) for need in needs]))

    def _best(self, scores: Scores) -> Scores:
        """Return the best score of each server, from those of its tools (columns) for all needs (rows)."""
        by_server: Scores = np.maximum.reduceat(np.max(scores, axis=0), self._first)
        return np.round(by_server, _DECIMALS)


def summary(tool: Tool) -> str:
    """Describe a tool in one sentence. Longer texts take longer to encode and are not found better."""
    first = _SENTENCE_END.split(" ".join(tool.description.split()), maxsplit=1)[0]
    return f"{_as_words(tool.name)} ({_as_words(tool.server)}): {first[:_LONGEST_SENTENCE]}".strip()


def _reciprocal_ranks(scores: Scores) -> Scores:
    """Return 1 / (3 + place) for each server. Equal scores share the best place."""
    ordered = np.sort(scores)
    better = len(scores) - np.searchsorted(ordered, scores, side="right")
    return 1.0 / (_RANK_OFFSET + 1 + better)


def _as_words(name: str) -> str:
    return re.sub(r"[_\-./]+", " ", name).strip()
