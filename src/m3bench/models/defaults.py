"""What is known of models by their names: how to ask them, and how much they take."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from m3bench.models.messages import Settings


class ModelDefaults(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known of one model. None is unknown, or no limit."""

    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int | None = None
    """How long a reply may be if nothing else is asked for; None leaves it to the provider."""
    context_window: int | None = None
    output_limit: int | None = None
    tool_limit: int | None = None
    """Tools that the provider takes in one request."""
    sampling: bool = True
    """Whether it takes a temperature and a top-p: most models that reason refuse them."""
    native_tools: bool = True
    pictures: bool = True
    audio: bool = False
    video: bool = False
    documents: bool = False

    def merged(self, *explicit: Settings) -> Settings:
        """These defaults under what is asked for, the first word first, within what the model takes."""
        said = [*map(_values, explicit), _values(self)]
        temperature, top_p, max_tokens, seed = (
            next((value for value in values if value is not None), None) for values in zip(*said, strict=True)
        )
        if max_tokens is not None and self.output_limit is not None:
            max_tokens = min(max_tokens, self.output_limit)
        if not self.sampling:
            temperature = top_p = None
        return Settings(temperature=temperature, top_p=top_p, max_tokens=max_tokens, seed=seed)


def defaults_for(name: str) -> ModelDefaults:
    """What is known of a model named as on the command line.

    The part behind the last slash counts, so that a model is known wherever it is served. Every entry that
    is a prefix of it has a say, longer ones the last.
    """
    model = name.rpartition("/")[2].lower()
    known: dict[str, Any] = {}
    for prefix, facts in _entries():
        if model.startswith(prefix):
            known |= facts
    return msgspec.convert(known, ModelDefaults)


@cache
def _entries() -> list[tuple[str, dict[str, Any]]]:
    """Shortest prefix first."""
    text = (files("m3bench.models") / "models.json").read_bytes()
    entries: dict[str, dict[str, Any]] = msgspec.json.decode(text)
    return sorted(entries.items(), key=lambda entry: len(entry[0]))


def _values(of: Settings | ModelDefaults) -> tuple[Any, ...]:
    return of.temperature, of.top_p, of.max_tokens, getattr(of, "seed", None)
