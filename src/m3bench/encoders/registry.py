"""Encoders by name."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import entry_points
from pathlib import Path

import platformdirs

from m3bench.encoders.caching import CachingEncoder
from m3bench.encoders.errors import EncoderError
from m3bench.encoders.minilm import minilm
from m3bench.encoders.modelfree import ExactEncoder, HashingEncoder
from m3bench.encoders.onnx import OnnxEncoder
from m3bench.encoders.protocol import Encoder
from m3bench.encoders.store import VectorStore

ENTRY_POINT_GROUP = "m3bench.encoders"

_BUILT_IN: dict[str, Callable[[], Encoder]] = {
    "minilm": minilm,
    "exact": ExactEncoder,
    "hashing": HashingEncoder,
}


def load_encoder(name: str = "minilm") -> Encoder:
    """An encoder by name, without a cache.

    ``minilm``, ``exact`` and ``hashing`` are built in. ``minilm=SOURCE`` says where the files of ``minilm``
    come from: a folder, ``hub``, or the id of a hub repository. ``hf:FOLDER`` takes any ONNX sentence encoder
    in the layout of the Hugging Face hub; ``hf:FOLDER@HASH`` insists on its fingerprint. Other names come
    from installed packages that register under the entry point group ``m3bench.encoders``.
    """
    if name.startswith("hf:"):
        return _from_folder(name.removeprefix("hf:"))
    if name.startswith("minilm="):
        return minilm(name.removeprefix("minilm="))
    if name in _BUILT_IN:
        return _BUILT_IN[name]()
    for entry in entry_points(group=ENTRY_POINT_GROUP, name=name):
        factory: Callable[[], Encoder] = entry.load()
        return factory()
    raise EncoderError(f"Unknown encoder {name!r}.", f"Known: {known_encoders()}")


def is_encoder_name(name: str) -> bool:
    """Whether `load_encoder` knows what the name means. Nothing is loaded."""
    return name.startswith(("hf:", "minilm=")) or name in encoder_names()


def known_encoders() -> str:
    """The names that `load_encoder` takes, for messages."""
    return f"{', '.join(encoder_names())}, minilm=SOURCE, hf:FOLDER"


def encoder_names() -> list[str]:
    """The names that `load_encoder` takes, folders apart."""
    return [*_BUILT_IN, *sorted(entry.name for entry in entry_points(group=ENTRY_POINT_GROUP))]


@lru_cache(maxsize=8)
def shared_encoder(name: str = "minilm", *, persistent: bool = True) -> Encoder:
    """One caching encoder per name and process, shared by everyone who asks."""
    # Model-free encoders are quicker than a look into the store.
    keep = persistent and name not in ("exact", "hashing")
    return CachingEncoder(load_encoder(name), VectorStore(store_path()) if keep else None)


def store_path() -> Path:
    """Where vectors are kept: ``$M3BENCH_CACHE`` if set, else the user's cache folder."""
    folder = os.environ.get("M3BENCH_CACHE") or platformdirs.user_cache_path("m3bench")
    return Path(folder) / "embeddings.sqlite"


def _from_folder(text: str) -> OnnxEncoder:
    folder, _, wanted = text.partition("@")
    encoder = OnnxEncoder(Path(folder).expanduser(), name=f"hf:{Path(folder).name}")
    if wanted and not encoder.fingerprint.startswith(wanted.lower()):
        raise EncoderError(f"{folder}: fingerprint is {encoder.fingerprint}, expected {wanted}.")
    return encoder
