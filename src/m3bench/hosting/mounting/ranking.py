"""Rank tools by similarity to a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
import numpy as np

from m3bench.core import UsageError
from m3bench.encoders import Encoder, check_encoder, is_encoder_name, known_encoders, shared_encoder
from m3bench.hosting.mounting.bm25 import Bm25
from m3bench.hosting.tool import Tool


class RankedTool(msgspec.Struct, frozen=True):
    """A tool with the cosine similarity of its description to a text."""

    tool: Tool
    nearness: float


class ToolRanker:
    """Ranks tools by similarity to a text. Tools are encoded once."""

    def __init__(self, encoder: Encoder, tools: Sequence[Tool]) -> None:
        self._encoder = encoder
        self._tools = sorted(tools, key=lambda tool: tool.full_name)
        self._vectors = encoder.encode([tool_text(tool) for tool in self._tools])

    @classmethod
    def by_name(cls, encoder: str, tools: Sequence[Tool]) -> ToolRanker:
        """Create a ranker with a named encoder. The encoder is shared, and tool vectors are cached on disk,
        so that no tool is encoded twice."""
        return cls(shared_encoder(encoder), tools)

    def ranked(self, text: str) -> list[RankedTool]:
        """Return all tools, the most similar first."""
        if not self._tools:
            return []
        nearness = self._vectors @ self._encoder.encode([text])[0]
        # Rounded, because the last decimals differ between processors. Ties are broken by name.
        rounded = np.round(nearness.astype(np.float64), 6)
        order = np.argsort(-rounded, kind="stable")
        return [RankedTool(self._tools[index], float(rounded[index])) for index in order]


def nearest_tools(tools: Sequence[Tool], text: str) -> list[Tool]:
    """Return all tools, those first that share the rarest words with a text. Needs no encoder."""
    scores = Bm25([tool_text(tool) for tool in tools]).scores(text)
    return [tools[index] for index in np.argsort(-np.round(scores, 6), kind="stable")]


def require_encoder(name: str) -> str:
    """Return the name of an encoder. Raises an error if it is unknown, or cannot be used here."""
    if not is_encoder_name(name):
        raise UsageError(f"There is no encoder {name!r}.", f"Encoders: {known_encoders()}.")
    check_encoder(name)
    return name


def tool_text(tool: Tool) -> str:
    """Describe a tool: name, description, then parameter names."""
    properties = tool.input_schema.get("properties")
    parameters = ", ".join(map(_as_words, properties)) if isinstance(properties, dict) else ""
    described = " ".join(tool.description.split())
    return f"{_as_words(tool.name)} ({_as_words(tool.server)}): {described} {parameters}".strip()


def _as_words(name: str) -> str:
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.sub(r"[_\-./]+", " ", apart).strip()
