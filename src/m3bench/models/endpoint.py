"""What is needed to reach a model: who, where, with which key."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Literal
from urllib.parse import urlsplit

import msgspec

from m3bench.core import UsageError
from m3bench.core.redaction import protect, secrets_in_address
from m3bench.models.errors import ModelMisconfigured

Wire = Literal["openai", "anthropic", "google"]
"""How is spoken: chat completions, messages, or generateContent."""

ANY_KEY = "M3BENCH_API_KEY"
"""The variable with the key for an address of one's own."""
_NO_KEY = "none-needed"


class Provider(msgspec.Struct, frozen=True):
    """Where a provider is reached, how it is spoken to, and where its key is found."""

    wire: Wire
    address: str
    keys: tuple[str, ...] = ()
    """Variables, the first that is set counts; none where no key is needed."""


PROVIDERS = {
    "openai": Provider("openai", "https://api.openai.com/v1", ("OPENAI_API_KEY",)),
    "anthropic": Provider("anthropic", "https://api.anthropic.com", ("ANTHROPIC_API_KEY",)),
    "google": Provider(
        "google", "https://generativelanguage.googleapis.com", ("GOOGLE_API_KEY", "GEMINI_API_KEY")
    ),
    "openrouter": Provider("openai", "https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",)),
    "ollama": Provider("openai", "http://localhost:11434/v1"),
}
_COMPATIBLE = Provider("openai", "")


class ModelEndpoint(msgspec.Struct, frozen=True):
    """All that is needed to make a client."""

    name: str
    wire: Wire
    address: str
    own: bool
    """Whether the address is the provider's own."""
    key: str
    key_variable: str
    timeout: float

    @property
    def prefix(self) -> str:
        return self.name.partition("/")[0]

    @property
    def model(self) -> str:
        return self.name.partition("/")[2]

    @property
    def shown_address(self) -> str:
        """Without a name and a password that may stand in it."""
        parts = urlsplit(self.address)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()

    def __repr__(self) -> str:
        return f"Opening({self.name!r}, {self.shown_address!r})"


def endpoint_of(
    name: str, base_url: str | None, timeout: float, environ: Mapping[str, str] = os.environ
) -> ModelEndpoint:
    """Raises where the name, the address or the key is missing or cannot be right."""
    prefix, _, model = name.partition("/")
    provider = PROVIDERS.get(prefix, _COMPATIBLE if base_url else None)
    if provider is None or not prefix or not model:
        known = ", ".join(f"{each}/…" for each in PROVIDERS)
        raise UsageError(
            f"There is no model {name!r}.", f"Names begin with {known}; any other x/NAME takes a --base-url."
        )
    if not timeout > 0:
        raise UsageError(f"A time-out of {timeout:g} s.", "Give a number of seconds above 0.")
    address = _address(base_url, provider.wire) if base_url else provider.address
    # A provider's key is for that provider: it never goes to another address.
    variables = (ANY_KEY,) if base_url else provider.keys
    variable, key = _key(name, variables, environ, needed=not base_url)
    protect([*secrets_in_address(address), *([] if key == _NO_KEY else [key])])
    return ModelEndpoint(name, provider.wire, address, not base_url, key, variable, timeout)


def _key(
    name: str, variables: tuple[str, ...], environ: Mapping[str, str], *, needed: bool
) -> tuple[str, str]:
    """The variable and the key in it, or the one to set and a word that stands for none."""
    variable = next((each for each in variables if environ.get(each, "").strip()), None)
    if variable is not None:
        key = environ[variable].strip()
        if not (key.isascii() and key.isprintable()):
            raise ModelMisconfigured(
                f"What is in {variable} cannot be a key: it has other characters than keys have.",
                f"Set {variable} to the key alone.",
            )
        return variable, key
    if variables and needed:
        raise ModelMisconfigured(
            f"{name} needs a key, and {' or '.join(variables)} is not set.",
            f"Put the key into {variables[0]}, or give the --base-url of a server that needs none.",
        )
    return ANY_KEY, _NO_KEY


def _address(base_url: str, wire: Wire) -> str:
    """As the client wants it: with the version for OpenAI's, without it for the others."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or True)
    except ValueError:
        usable = False
    if not usable:
        raise UsageError(
            f"{base_url!r} is not an address.", "Give one such as http://127.0.0.1:8000/v1 as --base-url."
        )
    address = base_url.rstrip("/")
    if wire == "openai":
        return address if parts.path.strip("/") else f"{address}/v1"
    return address.removesuffix("/v1").removesuffix("/v1beta")
