"""The network that speaks, with the times of its phonemes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from m3bench.media.packages import require_package

RATE = 24_000
_FRAME_SECONDS = 0.025
"""The network counts time in these."""
_ENDS = "/CumSum_output_0"
"""The value inside the network that holds the end of each phoneme, in frames."""
_GRAPH, _OUTPUT, _NAME, _TYPE, _TENSOR = 0x3A, 0x62, 0x0A, 0x12, 0x0A
_INT64 = b"\x08\x07"


def load_network() -> Any:
    """Return `hibari.Hibari` with one more output: when each phoneme ends."""
    hibari = require_package("hibari")
    voices = require_package("hibari.voices")
    model = Path(voices.voice_path(voices.DEFAULT)).read_bytes()
    return hibari.Hibari(model=_with_ends(model))


def _with_ends(model: bytes) -> bytes:
    """Return an ONNX model with `_ENDS` among its outputs.

    Protocol buffers merge a message that occurs twice, so a second graph with nothing but an output adds it
    to the first.
    """
    kind = _field(_TYPE, _field(_TENSOR, _INT64))
    return model + _field(_GRAPH, _field(_OUTPUT, _field(_NAME, _ENDS.encode()) + kind))


def _field(tag: int, value: bytes) -> bytes:
    if len(value) > 127:
        raise ValueError("the length must fit into one byte")
    return bytes((tag, len(value))) + value


def speak_phonemes(
    network: Any, ids: list[int], speed: float, pitch: float, seed: int
) -> tuple[NDArray[np.float32], NDArray[np.float64]]:
    """Return samples at `RATE`, and the end of each phoneme in seconds."""
    dsp = require_package("hibari.dsp")
    given = {"ids": np.asarray([ids], np.int64), "speed": np.asarray([speed], np.float32)}
    *spectra, pitches, ends = network.sess.run(None, given)
    samples: NDArray[np.float32] = dsp.synth(
        *(spectrum[0] for spectrum in spectra), pitches[0] * np.float32(pitch), np.random.default_rng(seed)
    )
    return samples, ends * _FRAME_SECONDS
