"""Known settings and limits of models, by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from m3bench.models.messages import Settings


class ModelDefaults(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Known settings of one model. None means unknown or unlimited."""

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    """Default limit of a reply; None leaves it to the provider."""
    context_window: int | None = None
    output_limit: int | None = None
    tool_limit: int | None = None
    """Tools that the provider accepts in one request."""
    sampling: bool = True
    """Whether it accepts temperature and top-p. Most reasoning models reject them."""
    native_tools: bool = True
    pictures: bool = True
    audio: bool = False
    video: bool = False
    documents: bool = False

    def merged(self, *explicit: Settings) -> Settings:
        """Merge settings over these defaults, the first given first, within what the model accepts."""
        layers = [*map(_values, explicit), _values(self)]
        temperature, top_p, max_tokens, seed = (
            next((value for value in values if value is not None), None)
            for values in zip(*layers, strict=True)
        )
        if max_tokens is not None and self.output_limit is not None:
            max_tokens = min(max_tokens, self.output_limit)
        if not self.sampling:
            temperature = top_p = None
        return Settings(temperature=temperature, top_p=top_p, max_tokens=max_tokens, seed=seed)


def defaults_for(name: str) -> ModelDefaults:
    """Return the defaults of a model, named as on the command line.

    Only the part after the last slash counts, so that a model is known wherever it is served. All entries
    that are a prefix of it apply; longer ones override shorter ones.
    """
    model = name.rpartition("/")[2].lower()
    known: dict[str, Any] = {}
    for prefix, facts in _entries():
        if model.startswith(prefix):
            known |= facts
    return msgspec.convert(known, ModelDefaults)


@cache
def _entries() -> list[tuple[str, dict[str, Any]]]:
    """Return the entries, shortest prefix first."""
    text = (files("m3bench.models") / "models.json").read_bytes()
    entries: dict[str, dict[str, Any]] = msgspec.json.decode(text)
    return sorted(entries.items(), key=lambda entry: len(entry[0]))


def _values(of: Settings | ModelDefaults) -> tuple[Any, ...]:
    return of.temperature, of.top_p, of.max_tokens, getattr(of, "seed", None)
