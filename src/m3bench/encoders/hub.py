"""Files of a model revision on the Hugging Face hub, from the local cache or downloaded."""

from __future__ import annotations

import hashlib
import logging
import os
import tempfile
from collections.abc import Mapping
from http.client import HTTPException
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote
from urllib.request import urlopen

from m3bench.caching import cache_folder
from m3bench.encoders.errors import EncoderError

_log = logging.getLogger(__name__)
_ENDPOINT = "https://huggingface.co"
_TIMEOUT_SECONDS = 30.0
_CHUNK = 1 << 20
_LARGEST_FILE = 200_000_000  # no file of the model is half as large


class HubModel(NamedTuple):
    """A repository on the hub, at one revision."""

    repository: str
    revision: str

    def __str__(self) -> str:
        return f"{self.repository}@{self.revision}"


HUB_MODEL = HubModel("onnx-community/all-MiniLM-L6-v2-ONNX", "aff7a1dc4e8a1ea593e6ea21e95c22ef0a25966f")
"""The published ONNX export of sentence-transformers/all-MiniLM-L6-v2."""


def cached_folder(model: HubModel, files: Mapping[str, str]) -> Path | None:
    """Return the folder that already has all files, from our cache or the cache of the hub, or None."""
    name = f"models--{model.repository.replace('/', '--')}"
    hub = _hub_cache() / name / "snapshots" / model.revision
    return next((folder for folder in (_own_folder(model), hub) if _has_all(folder, files)), None)


def fetch_folder(model: HubModel, files: Mapping[str, str]) -> Path:
    """Download missing files and return the folder. A file is kept only if its SHA-256 is the expected one.

    Args:
        model: The model to download.
        files: The SHA-256 of each file, by its path in the repository.

    Raises:
        EncoderError: A download failed, or a file has another hash.
    """
    if cached := cached_folder(model, files):
        return cached
    if os.environ.get("HF_HUB_OFFLINE", "").lower() in ("1", "true", "yes", "on"):
        raise EncoderError(
            f"{model} is not in the local cache, and HF_HUB_OFFLINE forbids downloads.",
            "Unset HF_HUB_OFFLINE, or name a folder: --encoder minilm=FOLDER",
        )
    folder = _own_folder(model)
    for name, wanted in files.items():
        if not (folder / name).is_file():
            _fetch(_address(model, name), folder / name, wanted)
    return folder


def _fetch(url: str, target: Path, wanted: str) -> None:
    _log.warning("Downloading %s", url)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".download-")
        partial = Path(name)
        try:
            digest = _download(url, handle)
            if digest != wanted:
                raise EncoderError(
                    f"{url}: SHA-256 is {digest}, expected {wanted}.",
                    "The file was discarded. Check the repository, the revision and HF_ENDPOINT.",
                )
            partial.chmod(0o644)
            partial.replace(target)
        finally:
            partial.unlink(missing_ok=True)
    except (OSError, HTTPException, ValueError) as error:  # a redirect can lead to what is no address
        raise EncoderError(
            f"{url}: cannot be downloaded ({error}).",
            "Check the network (HF_ENDPOINT names a mirror), or name a folder: --encoder minilm=FOLDER",
        ) from error


def _download(url: str, handle: int) -> str:
    """Download a URL to a file and return the SHA-256."""
    digest, size = hashlib.sha256(), 0
    with os.fdopen(handle, "wb") as file, urlopen(url, timeout=_TIMEOUT_SECONDS) as reply:  # noqa: S310 - see _endpoint
        while chunk := reply.read(_CHUNK):
            size += len(chunk)
            if size > _LARGEST_FILE:
                raise OSError(f"more than {_LARGEST_FILE // 1_000_000} MB")
            digest.update(chunk)
            file.write(chunk)
    return digest.hexdigest()


def _address(model: HubModel, name: str) -> str:
    return f"{_endpoint()}/{model.repository}/resolve/{quote(model.revision)}/{quote(name)}"


def _endpoint() -> str:
    endpoint = os.environ.get("HF_ENDPOINT") or _ENDPOINT
    if not endpoint.startswith(("https://", "http://")):
        raise EncoderError(f"HF_ENDPOINT={endpoint}: not an HTTP URL.", f"The default is {_ENDPOINT}")
    return endpoint.rstrip("/")


def _own_folder(model: HubModel) -> Path:
    return cache_folder("models") / model.repository.replace("/", "--") / model.revision


def _hub_cache() -> Path:
    """Return the cache folder of the Hugging Face hub."""
    if folder := os.environ.get("HF_HUB_CACHE"):
        return Path(folder).expanduser()
    if folder := os.environ.get("HF_HOME"):
        return Path(folder).expanduser() / "hub"
    cache = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    return Path(cache).expanduser() / "huggingface" / "hub"


def _has_all(folder: Path, files: Mapping[str, str]) -> bool:
    return all((folder / name).is_file() for name in files)
