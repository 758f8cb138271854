"""How to reach a model: provider, address and key."""

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
"""The API: chat completions, messages, or generateContent."""

ANY_KEY = "M3BENCH_API_KEY"
"""The environment variable with the key for a custom address."""
_NO_KEY = "none-needed"


class Provider(msgspec.Struct, frozen=True):
    wire: Wire
    address: str
    keys: tuple[str, ...] = ()
    """Environment variables; the first that is set counts. Empty if no key is needed."""


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
    """Everything that is needed to create a client."""

    name: str
    wire: Wire
    address: str
    own: bool
    """Whether the address is the provider's default."""
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
        """The address without user name and password."""
        parts = urlsplit(self.address)
        return parts._replace(netloc=parts.netloc.rpartition("@")[2]).geturl()

    def __repr__(self) -> str:
        return f"ModelEndpoint({self.name!r}, {self.shown_address!r})"


def endpoint_of(
    name: str, base_url: str | None, timeout: float, environ: Mapping[str, str] = os.environ
) -> ModelEndpoint:
    """Return the endpoint of a model.

    Raises:
        UsageError: The name, the address or the time-out is invalid, or the key is missing.
    """
    prefix, _, model = name.partition("/")
    provider = PROVIDERS.get(prefix, _COMPATIBLE if base_url else None)
    if provider is None or not prefix or not model:
        known = ", ".join(f"{provider_prefix}/…" for provider_prefix in PROVIDERS)
        raise UsageError(
            f"Unknown model {name!r}.",
            f"Names start with {known}; any other PREFIX/NAME requires --base-url.",
        )
    if not timeout > 0:
        raise UsageError(f"Invalid time-out: {timeout:g} s.", "Use a positive number of seconds.")
    address = _address(base_url, provider.wire) if base_url else provider.address
    # A provider's key never goes to another address.
    variables = (ANY_KEY,) if base_url else provider.keys
    variable, key = _key(name, variables, environ, needed=not base_url)
    protect([*secrets_in_address(address), *([] if key == _NO_KEY else [key])])
    return ModelEndpoint(name, provider.wire, address, not base_url, key, variable, timeout)


def _key(
    name: str, variables: tuple[str, ...], environ: Mapping[str, str], *, needed: bool
) -> tuple[str, str]:
    """Return the variable and its key, or the variable to set and a placeholder if no key is needed."""
    variable = next((variable for variable in variables if environ.get(variable, "").strip()), None)
    if variable is not None:
        key = environ[variable].strip()
        if not (key.isascii() and key.isprintable()):
            raise ModelMisconfigured(
                f"The value of {variable} is not a key: it contains invalid characters.",
                f"Set {variable} to the key and nothing else.",
            )
        return variable, key
    if variables and needed:
        raise ModelMisconfigured(
            f"{name} requires a key, but {' or '.join(variables)} is not set.",
            f"Set {variables[0]} to the key, or use --base-url for a server that needs none.",
        )
    return ANY_KEY, _NO_KEY


def _address(base_url: str, wire: Wire) -> str:
    """Return the address as the client expects it: OpenAI's with the version, others without it."""
    try:
        parts = urlsplit(base_url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or True)
    except ValueError:
        usable = False
    if not usable:
        raise UsageError(
            f"{base_url!r} is not a valid address.", "Use one such as --base-url http://127.0.0.1:8000/v1"
        )
    address = base_url.rstrip("/")
    if wire == "openai":
        return address if parts.path.strip("/") else f"{address}/v1"
    return address.removesuffix("/v1").removesuffix("/v1beta")
