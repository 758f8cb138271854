"""A network recorded as CUDA graphs, so that a batch is one launch instead of a hundred."""

from __future__ import annotations

from typing import Any, NamedTuple

from m3bench.encoders.bert import Bert

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
