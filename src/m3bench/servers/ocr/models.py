"""The two networks that find and read text: PP-OCRv6's, from the `rapidocr` wheel. Nothing is downloaded."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

Floats = NDArray[np.float32]

FINDER = "PP-OCRv6_det_small.onnx"
READER = "PP-OCRv6_rec_small.onnx"

SHA256 = {
    FINDER: "090f04abcd9d9a7498bc4ebf677e4cb9bdce1fe4197ddb7e529f1ef44e1ff94f",
    READER: "6f327246b50388f3c176ae304bd95767ea6dc0c9ae92153ef8cbe210b3c14884",
}
"""Other weights would read other texts: the files are checked before they are used."""


class Model:
    """A network with one input and one output, on one thread: the same picture gives the same numbers."""

    def __init__(self, session: InferenceSession) -> None:
        self._session = session
        self._input: str = session.get_inputs()[0].name

    def __call__(self, batch: Floats) -> Floats:
        output: Floats = self._session.run(None, {self._input: batch})[0]
        return output

    @property
    def metadata(self) -> dict[str, str]:
        found: dict[str, str] = self._session.get_modelmeta().custom_metadata_map
        return found


@cache
def model(name: str) -> Model:
    """The network of that name, loaded once per process."""
    from onnxruntime import InferenceSession  # noqa: PLC0415 - loaded on first use

    data = (_folder() / name).read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256[name]:
        raise RuntimeError(f"{name} is not the expected file; install the pinned version of rapidocr")
    return Model(InferenceSession(data, sess_options=_options(), providers=["CPUExecutionProvider"]))


def _options() -> Any:
    from onnxruntime import SessionOptions  # noqa: PLC0415 - loaded on first use

    options = SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 4
    # Every picture has another size: an arena would keep the largest of each for ever.
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    return options


def _folder() -> Path:
    # The package itself is not imported: that takes a second, and it knows how to download.
    spec = find_spec("rapidocr")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("the models that read text are missing: install rapidocr")
    return Path(spec.submodule_search_locations[0]) / "models"
