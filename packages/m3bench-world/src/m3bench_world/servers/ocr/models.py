"""The detection and recognition networks of PP-OCRv6. Nothing is downloaded."""

from __future__ import annotations

import hashlib
import json
import os
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from m3bench.core import M3BenchError
from m3bench.servers.kit import network_turn, unloadable

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = NDArray[np.float32]

SOURCE_VARIABLE = "M3BENCH_OCR_MODELS"
PACKAGES = {"m3bench_world_ocr": ".", "rapidocr": "models"}
"""Packages that contain the model files, and the folder in each: ours first, then the publisher's."""

FINDER = "PP-OCRv6_det_small.onnx"
READER = "PP-OCRv6_rec_small.onnx"


class Model:
    """A network with one input and one output. It runs on one thread, so that results are reproducible."""

    def __init__(self, session: InferenceSession) -> None:
        self._session = session
        self._input: str = session.get_inputs()[0].name

    def __call__(self, batch: Floats) -> Floats:
        with network_turn(batch.nbytes):
            output: Floats = self._session.run(None, {self._input: batch})[0]
        return output

    @property
    def metadata(self) -> dict[str, str]:
        found: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        return found


@unloadable
@cache
def model(name: str) -> Model:
    """Return the network with this name, loaded once per process."""
    from onnxruntime import InferenceSession  # noqa: PLC0415 - loaded on first use

    path = model_folder() / name
    data = path.read_bytes()
    found, expected = hashlib.sha256(data).hexdigest(), expected_hashes()[name]
    if found != expected:
        raise M3BenchError(f"{path}: SHA-256 is {found}, expected {expected}.", _WAYS)
    del data
    # By path: a session keeps bytes that it was given.
    return Model(InferenceSession(path, sess_options=_options(), providers=["CPUExecutionProvider"]))


@cache
def expected_hashes() -> dict[str, str]:
    """Return the SHA-256 of each network. Other weights would give other results."""
    pins = (files("m3bench_world") / "networks" / "ocr.json").read_text("utf-8")
    hashes: dict[str, str] = json.loads(pins)["sha256"]
    return hashes


def _options() -> Any:
    from onnxruntime import SessionOptions  # noqa: PLC0415 - loaded on first use

    options = SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Pictures differ in size; an arena would keep the largest allocation forever.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return options


def model_folder() -> Path:
    """Return the folder of the networks: the one the user names, or that of the first package that has
    them."""
    if named := os.environ.get(SOURCE_VARIABLE):
        return _complete(Path(named).expanduser())
    for package, inside in PACKAGES.items():
        # A package is not imported: rapidocr takes a second, and it knows how to download.
        spec = find_spec(package)
        for location in (spec.submodule_search_locations or []) if spec else []:
            if _missing(Path(location) / inside) is None:
                return Path(location) / inside
    raise M3BenchError("The models of the ocr server are not installed.", _WAYS)


def _complete(folder: Path) -> Path:
    if missing := _missing(folder):
        raise M3BenchError(f"{SOURCE_VARIABLE}={folder}: {missing} is missing.", _WAYS)
    return folder


def _missing(folder: Path) -> str | None:
    return next((name for name in expected_hashes() if not (folder / name).is_file()), None)


_WAYS = (
    "Install m3bench-world again, which brings them, or take them from their publisher without what else it "
    f"needs: pip install --no-deps rapidocr==3.10.0; or name a folder that has them: {SOURCE_VARIABLE}=FOLDER"
)
