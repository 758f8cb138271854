"""What a user states of a model: prices and abilities that m3bench does not know."""

from __future__ import annotations

import threading
from typing import Any

import msgspec

_PER = 1_000_000


class ModelPrice(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """US dollars for a million tokens."""

    input: float
    output: float
    cached: float | None = None
    """For input from the provider's prompt cache. None: as other input."""

    def __post_init__(self) -> None:
        for value in (self.input, self.output, self.cached or 0.0):
            if not 0 <= value < float("inf"):
                raise ValueError(f"a price must be 0 or more, not {value}")

    def cost(self, input_tokens: int, output_tokens: int, cached_tokens: int = 0) -> float:
        """Return the cost of a request. Cached tokens are part of the input."""
        cached = min(max(cached_tokens, 0), input_tokens) if self.cached is not None else 0
        paid = (input_tokens - cached) * self.input + output_tokens * self.output
        return (paid + cached * (self.cached or 0.0)) / _PER


class ModelFacts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """Abilities and price of one model. None: as m3bench knows it."""

    context_window: int | None = None
    output_limit: int | None = None
    tool_limit: int | None = None
    sampling: bool | None = None
    native_tools: bool | None = None
    pictures: bool | None = None
    audio: bool | None = None
    video: bool | None = None
    documents: bool | None = None
    price: ModelPrice | None = None

    @property
    def defaults(self) -> dict[str, Any]:
        """The abilities that are stated, by their names in `ModelDefaults`."""
        values = msgspec.structs.asdict(self)
        del values["price"]
        return {name: value for name, value in values.items() if value is not None}


_NOTHING = ModelFacts()
_facts: dict[str, ModelFacts] = {}
_lock = threading.Lock()


def learn_facts(name: str | None, facts: ModelFacts | None) -> None:
    """Apply facts of a model in this process, in place of those that were stated before."""
    if name is None:
        return
    with _lock:
        _facts.pop(name, None)
        if facts is not None:
            _facts[name] = facts


def known_facts(name: str) -> ModelFacts:
    """Return what is stated of a model, named as on the command line."""
    return _facts.get(name, _NOTHING)
