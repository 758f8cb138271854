"""Which tools are nearest to a text."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
import numpy as np

from m3bench.core import UsageError
from m3bench.encoders import Encoder, is_encoder_name, known_encoders, shared_encoder
from m3bench.hosting.tool import Tool


class Ranked(msgspec.Struct, frozen=True):
    """A tool and how near it is: the cosine of its text and the text asked about."""

    tool: Tool
    nearness: float


class ToolRanker:
    """Tools by their nearness to a text. They are encoded once."""

    def __init__(self, encoder: Encoder, tools: Sequence[Tool]) -> None:
        self._encoder = encoder
        self._tools = sorted(tools, key=lambda tool: tool.full_name)
        self._vectors = encoder.encode([tool_text(tool) for tool in self._tools])

    @classmethod
    def by_name(cls, encoder: str, tools: Sequence[Tool]) -> ToolRanker:
        """With an encoder by its name. It is shared by all who ask for it, and so are the vectors of tools:
        no tool is encoded twice, not even by the next process."""
        return cls(shared_encoder(encoder), tools)

    def ranked(self, text: str) -> list[Ranked]:
        """All tools, the nearest first."""
        if not self._tools:
            return []
        nearness = self._vectors @ self._encoder.encode([text])[0]
        # Rounded, since the last decimals differ between processors; ties go by name.
        rounded = np.round(nearness.astype(np.float64), 6)
        order = np.argsort(-rounded, kind="stable")
        return [Ranked(self._tools[place], float(rounded[place])) for place in order]


def require_encoder(name: str) -> str:
    """The name of an encoder, as it is; a UsageError where there is none of that name."""
    if is_encoder_name(name):
        return name
    raise UsageError(f"Unknown encoder {name!r}.", f"Known: {known_encoders()}")


def tool_text(tool: Tool) -> str:
    """A tool in words: name, description, then the names of its parameters."""
    properties = tool.input_schema.get("properties")
    parameters = ", ".join(map(_spoken, properties)) if isinstance(properties, dict) else ""
    described = " ".join(tool.description.split())
    return f"{_spoken(tool.name)} ({_spoken(tool.server)}): {described} {parameters}".strip()


def _spoken(name: str) -> str:
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.sub(r"[_\-./]+", " ", apart).strip()
