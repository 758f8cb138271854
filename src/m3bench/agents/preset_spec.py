"""The text after `preset:`: a name, and the model that the program shall use."""

from __future__ import annotations

import msgspec

from m3bench.core import UsageError

PRESET_PREFIX = "preset:"
ACP = "acp"
_OPTIONS = ("model", "base_url")
_PROVIDERS = frozenset(("any", "anthropic", "google", "openai"))
_HINT = "Write preset:NAME, with --model and --base-url, or preset:NAME:model=MODEL,base_url=URL."


class PresetSpec(msgspec.Struct, frozen=True):
    """A preset and its options."""

    name: str
    command: str = ""
    """The command of an ACP agent."""
    model: str | None = None
    base_url: str | None = None

    @property
    def text(self) -> str:
        """The spec as it is written after `preset:`."""
        if self.name == ACP:
            return f"{ACP}:{self.command}"
        given = [f"{key}={value}" for key in _OPTIONS if (value := getattr(self, key))]
        return ":".join(filter(None, (self.name, ",".join(given))))


def read_preset_spec(text: str) -> PresetSpec:
    """Read the text after `preset:`.

    Raises:
        UsageError: An option is unknown or has no value.
    """
    name, _, rest = text.partition(":")
    if name == ACP:
        return PresetSpec(name, command=rest)
    options: dict[str, str] = {}
    for part in filter(None, rest.split(",")):
        key, _, value = part.partition("=")
        if key not in _OPTIONS or not value:
            raise UsageError(f"preset:{name} has no option {part!r}.", _HINT)
        options[key] = value
    return PresetSpec(name, **options)


def preset_with_model(agent: str, model: str | None, base_url: str | None) -> str:
    """Return the spec of a preset (with `preset:`) that uses this model of its provider.

    Raises:
        UsageError: The model of an ACP agent is its own business.
    """
    spec = read_preset_spec(agent.removeprefix(PRESET_PREFIX))
    if spec.name == ACP:
        raise UsageError(
            "preset:acp takes neither --model nor --base-url: ACP agents choose their models themselves.",
            "Choose the model in the command, or in a variable that --agent-env passes.",
        )
    changes = {"model": model, "base_url": base_url}
    return PRESET_PREFIX + msgspec.structs.replace(spec, **{k: v for k, v in changes.items() if v}).text


def own_model_name(model: str) -> str:
    """Return the name of a model without the provider that m3bench puts before it."""
    provider, _, name = model.partition("/")
    return name if provider in _PROVIDERS and name else model
