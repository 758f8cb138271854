"""all-MiniLM-L6-v2 on a GPU."""

from __future__ import annotations

import importlib.util
import threading
from collections.abc import Callable, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from m3bench.encoders.bert import Bert
from m3bench.encoders.errors import EncoderError
from m3bench.encoders.files import combined_hash, verify
from m3bench.encoders.minilm import MAX_TOKENS
from m3bench.encoders.onnx import graph_path
from m3bench.encoders.protocol import Vectors
from m3bench.encoders.sentence import Ids, Pending, SentenceEncoder
from m3bench.encoders.sources import HASHES, model_folder

_INSTALL = "Install it: pip install 'm3bench[gpu]'. The encoder minilm runs on the CPU."
_Tensor = Any  # torch is optional, so its types may be missing


class _Recorded(NamedTuple):
    graph: Any
    vectors: _Tensor


class GraphedBert:
    """Runs a BERT on batches whose rows times length are at most `tokens`. Records one graph per shape.

    Launches wait for Python's lock while other threads score; with a graph, a batch waits once.
    The vectors of a batch are valid until the next batch is queued on the same stream.

    Args:
        model: The network, on a CUDA device.
        tokens: The size of the largest batch.
    """

    def __init__(self, model: Bert, tokens: int) -> None:
        import torch  # noqa: PLC0415 - optional

        self._model = model
        self._ids = torch.zeros(tokens, dtype=torch.int64, device=model.words.device)
        self._pool = torch.cuda.graph_pool_handle()
        self._recorded: dict[tuple[int, int], _Recorded] = {}

    def __call__(self, ids: _Tensor) -> _Tensor:
        """Return one unit vector per row of token ids, which lie in pinned memory."""
        count, length = ids.shape
        self._input(count, length).copy_(ids, non_blocking=True)
        if (count, length) not in self._recorded:
            self._recorded[count, length] = self._record(count, length)
        recorded = self._recorded[count, length]
        recorded.graph.replay()
        return recorded.vectors

    def _input(self, count: int, length: int) -> _Tensor:
        return self._ids[: count * length].view(count, length)

    def _record(self, count: int, length: int) -> _Recorded:
        import torch  # noqa: PLC0415

        ids = self._input(count, length)
        self._model(ids)  # kernels are loaded at their first use, which a recording does not allow
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=self._pool):
            vectors = self._model(ids)
        return _Recorded(graph, vectors)


class GpuEncoder(SentenceEncoder):
    """A BERT with mean pooling on torch. Loads on first use; thread-safe.

    Every batch of sequences of one length has the same number of rows, filled up if need be. The kernels that
    run depend on the shape of a batch only, so a vector does not depend on the other texts.
    """

    tokens_per_batch = 16_384
    texts_at_once = 65_536
    texts_per_commit = 262_144

    def __init__(self, folder: Path, *, name: str, expected: Mapping[str, str], device: str = "cuda") -> None:
        super().__init__(folder, name=name, max_tokens=MAX_TOKENS)
        self._expected = expected
        self._device = device
        self._graph = graph_path(folder)
        self._lock = threading.Lock()

    @cached_property
    def fingerprint(self) -> str:
        # Vectors of another device or batch shape are near, not equal: they must not share a cache.
        return combined_hash(
            {
                **self._expected,
                "max_tokens": str(self._max_tokens),
                "pooling": "mean",
                "device": self._device,
                "tokens_per_batch": str(self.tokens_per_batch),
            }
        )

    @cached_property
    def dimension(self) -> int:
        return self._model.dimension

    def _submit(self, ids: Ids) -> Pending:
        import torch  # noqa: PLC0415 - optional

        filled = torch.from_numpy(_filled(ids, max(1, self.tokens_per_batch // ids.shape[1])))
        with self._lock:
            return _fetch(self._run(filled)[: len(ids)])

    @cached_property
    def _run(self) -> Callable[[Any], Any]:
        """What computes a batch from token ids on the CPU."""
        if not self._device.startswith("cuda"):
            return self._model
        graphed = GraphedBert(self._model, max(self.tokens_per_batch, self._max_tokens))
        # Only from pinned memory does a copy not wait for earlier batches.
        return lambda ids: graphed(ids.pin_memory())

    @cached_property
    def _model(self) -> Bert:
        require_torch(self._device)
        verify(self._folder, self._expected)
        return Bert(self._graph, self._device)


def minilm_gpu() -> GpuEncoder:
    """Load `minilm` for a CUDA device. Its vectors differ from those of the CPU by less than 1e-5.

    Raises:
        EncoderError: torch, onnx or a CUDA device is missing.
    """
    require_torch("cuda")
    return GpuEncoder(model_folder(), name="minilm-gpu", expected=HASHES)


def require_torch(device: str) -> None:
    """Raise `EncoderError` if torch cannot compute on this device."""
    for package in ("torch", "onnx"):
        if importlib.util.find_spec(package) is None:
            raise EncoderError(f"The encoder minilm-gpu needs the package {package}.", _INSTALL)
    import torch  # noqa: PLC0415 - optional

    if device.startswith("cuda") and not torch.cuda.is_available():
        raise EncoderError(
            "The encoder minilm-gpu needs a CUDA device, and torch finds none.",
            "See what torch finds: python -c 'import torch; print(torch.version.cuda, "
            "torch.cuda.is_available())'. The encoder minilm runs on the CPU.",
        )


def _filled(ids: Ids, rows: int) -> Ids:
    """Repeat the first row until the batch has the number of rows."""
    filled: Ids = np.concatenate([ids, np.repeat(ids[:1], rows - len(ids), axis=0)])
    return filled


def _fetch(vectors: Any) -> Pending:
    """Copy vectors to the CPU when they are computed, without waiting for what is submitted later."""
    import torch  # noqa: PLC0415

    if vectors.device.type != "cuda":
        found: Vectors = vectors.numpy()
        return lambda: found
    target = torch.empty(vectors.shape, dtype=vectors.dtype, pin_memory=True)
    target.copy_(vectors, non_blocking=True)
    copied = torch.cuda.Event()
    copied.record()

    def wait() -> Vectors:
        copied.synchronize()
        fetched: Vectors = target.numpy()
        return fetched

    return wait
