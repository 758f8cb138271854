"""Known settings and limits of models, by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from m3bench.models.messages import Settings
from m3bench.models.options import known_facts


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
        chosen: dict[str, Any] = {}
        for name in Settings.__struct_fields__:
            values = (getattr(settings, name, None) for settings in (*explicit, self))
            chosen[name] = next((value for value in values if value is not None), None)
        chosen["extra_body"] = {
            key: value for settings in reversed(explicit) for key, value in settings.extra_body.items()
        }
        if chosen["max_tokens"] is not None and self.output_limit is not None:
            chosen["max_tokens"] = min(chosen["max_tokens"], self.output_limit)
        if not self.sampling:
            chosen["temperature"] = chosen["top_p"] = None
        return Settings(**chosen)


def defaults_for(name: str) -> ModelDefaults:
    """Return the defaults of a model, named as on the command line.

    Only the part after the last slash counts, so that a model is known wherever it is served. All entries
    that are a prefix of it apply; longer ones override shorter ones. What the user states
    of a model (`learn_facts`) overrides all.
    """
    model = name.rpartition("/")[2].lower()
    known: dict[str, Any] = {}
    for prefix, facts in _entries():
        if model.startswith(prefix):
            known |= facts
    return msgspec.convert(known | known_facts(name).defaults, ModelDefaults)


@cache
def _entries() -> list[tuple[str, dict[str, Any]]]:
    text = (files("m3bench.models") / "models.json").read_bytes()
    entries: dict[str, dict[str, Any]] = msgspec.json.decode(text)
    return sorted(entries.items(), key=lambda entry: len(entry[0]))
