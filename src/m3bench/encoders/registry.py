"""Encoders by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeAlias

from m3bench.caching import cache_folder
from m3bench.core import BuiltIn, Registry
from m3bench.encoders.caching import CachingEncoder
from m3bench.encoders.errors import EncoderError
from m3bench.encoders.minilm import minilm
from m3bench.encoders.onnx import OnnxEncoder
from m3bench.encoders.protocol import Encoder
from m3bench.encoders.store import VectorStore

_MODELFREE = "m3bench.encoders.modelfree"
EncoderFactory: TypeAlias = Callable[[], Encoder]


def _problem(_: str, value: Any) -> str | None:
    return None if callable(value) else "expected a function or class that returns an encoder"


ENCODERS: Registry[EncoderFactory] = Registry(
    "encoder",
    {
        "minilm": BuiltIn("m3bench.encoders.minilm:minilm", "all-MiniLM-L6-v2 on onnxruntime; the default"),
        "minilm-gpu": BuiltIn("m3bench.encoders.gpu:minilm_gpu", "the same on torch and a CUDA device"),
        "exact": BuiltIn(f"{_MODELFREE}:ExactEncoder", "equal texts are alike, others are not"),
        "hashing": BuiltIn(f"{_MODELFREE}:HashingEncoder", "texts with the same trigrams are alike"),
    },
    problem=_problem,
    error=EncoderError,
    also="minilm=SOURCE, hf:FOLDER",
)
register_encoder = ENCODERS.register


def load_encoder(name: str = "minilm") -> Encoder:
    """Load an encoder by name, without a cache.

    ``minilm``, ``minilm-gpu``, ``exact`` and ``hashing`` are built in. ``minilm=SOURCE`` names the source of
    the files of ``minilm``: a folder, ``hub``, or the id of a hub repository. ``hf:FOLDER`` loads any ONNX
    sentence encoder in the layout of the Hugging Face hub; ``hf:FOLDER@HASH`` requires its fingerprint. Other
    names come from `register_encoder` and from the entry points of installed distributions in
    ``m3bench.encoders``.
    """
    if name.startswith("hf:"):
        return _from_folder(name.removeprefix("hf:"))
    if name.startswith("minilm="):
        return minilm(name.removeprefix("minilm="))
    encoder: Encoder = ENCODERS.make(name)
    return encoder


def check_encoder(name: str) -> None:
    """Raise `EncoderError` if an encoder cannot be used here, before work that needs it. Reads no weights.

    This decides for every command: what needs an encoder that is not installed is refused first, and the
    error names the ways out.
    """
    load_encoder(name)


def is_encoder_name(name: str) -> bool:
    """Return whether `load_encoder` accepts the name. Nothing is loaded."""
    return name.startswith(("hf:", "minilm=")) or name in encoder_names()


def known_encoders() -> str:
    """Return the names that `load_encoder` accepts, for messages."""
    return f"{', '.join(encoder_names())}, minilm=SOURCE, hf:FOLDER"


def encoder_names() -> list[str]:
    """Return the names that `load_encoder` accepts, without sources and folders."""
    return list(ENCODERS)


@lru_cache(maxsize=8)
def shared_encoder(name: str = "minilm", *, persistent: bool = True) -> Encoder:
    """Return the caching encoder of this process for a name."""
    # Model-free encoders are faster than the store.
    keep = persistent and name not in ("exact", "hashing")
    return CachingEncoder(load_encoder(name), VectorStore(store_path()) if keep else None)


def store_path() -> Path:
    """Return the path of the vector store, in ``$M3BENCH_CACHE`` or else in the user's cache folder."""
    return cache_folder("embeddings.sqlite")


def _from_folder(text: str) -> OnnxEncoder:
    folder, _, wanted = text.partition("@")
    encoder = OnnxEncoder(Path(folder).expanduser(), name=f"hf:{Path(folder).name}")
    if wanted and not encoder.fingerprint.startswith(wanted.lower()):
        raise EncoderError(f"{folder}: fingerprint is {encoder.fingerprint}, expected {wanted}.")
    return encoder
