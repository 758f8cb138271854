"""all-MiniLM-L6-v2, the encoder of M³-Bench. All sources must provide the same bytes."""

from __future__ import annotations

from m3bench.encoders.onnx import OnnxEncoder
from m3bench.encoders.sources import HASHES, model_folder

MAX_TOKENS = 256


def minilm(source: str | None = None) -> OnnxEncoder:
    """Load the encoder of all published M³-Bench scores, in fp32.

    Args:
        source: A folder, ``hub``, or the id of a hub repository. Defaults to the first source available.
    """
    folder = model_folder(source)
    return OnnxEncoder(folder, name="minilm", expected=HASHES, max_tokens=MAX_TOKENS, pooling="mean")
