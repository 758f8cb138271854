"""Sentence encoders exported to ONNX, in the folder layout of the Hugging Face hub."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from m3bench.core.text import without_surrogates
from m3bench.encoders.errors import EncoderError
from m3bench.encoders.files import combined_hash, file_hash, verify
from m3bench.encoders.protocol import Progress, Vectors

if TYPE_CHECKING:
    from onnxruntime import InferenceSession
    from tokenizers import Tokenizer

TokenIds = tuple[int, ...]

_TOKENS_PER_BATCH = 1024
_DEFAULT_MAX_TOKENS = 256
_CANONICAL_TEXTS = 20_000


class OnnxEncoder:
    """A tokenizer and an ONNX graph with mean or CLS pooling. Loads on first use; thread-safe.

    Batches contain texts of equal token count, without padding. That is faster, and it makes a vector
    independent of the other texts of its batch, to the last bit.
    """

    def __init__(
        self,
        folder: Path,
        *,
        name: str,
        expected: Mapping[str, str] | None = None,
        max_tokens: int | None = None,
        pooling: str | None = None,
        threads: int | None = None,
    ) -> None:
        self.name = name
        self._folder = folder
        self._expected = expected
        self._threads = threads or os.cpu_count() or 1
        self._lock = threading.Lock()
        self._graph = _graph_path(folder)
        self._max_tokens = max_tokens or _max_tokens(folder)
        self._pooling = pooling or _pooling(folder)

    @cached_property
    def fingerprint(self) -> str:
        # Known files are verified when they are loaded: no need to read 90 MB twice.
        hashes = self._expected or {path: file_hash(self._folder / path) for path in self._files()}
        return combined_hash({**hashes, "max_tokens": str(self._max_tokens), "pooling": self._pooling})

    @cached_property
    def dimension(self) -> int:
        return int(self._session.get_outputs()[0].shape[-1])

    def canonical(self, text: str) -> str:
        return self._normalize(without_surrogates(text))

    def encode(self, texts: Sequence[str], progress: Progress | None = None) -> Vectors:
        encodings = self._tokenizer.encode_batch([without_surrogates(text) for text in texts])
        rows: dict[TokenIds, list[int]] = {}
        for row, encoding in enumerate(encodings):
            rows.setdefault(tuple(encoding.ids), []).append(row)
        vectors = np.empty((len(texts), self.dimension), dtype=np.float32)
        batches = list(_equal_length_batches(list(rows)))
        # One thread per batch: threads that share a batch spend time waiting for each other.
        with ThreadPoolExecutor(self._threads) as pool:
            for batch, encoded in zip(batches, pool.map(self._run, batches), strict=True):
                for ids, vector in zip(batch, encoded, strict=True):
                    vectors[rows[ids]] = vector
                if progress:
                    progress(sum(len(rows[ids]) for ids in batch))
        return vectors

    def _run(self, batch: Sequence[TokenIds]) -> Vectors:
        ids = np.array(batch, dtype=np.int64)
        inputs = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        output: Vectors = self._session.run(None, {name: inputs[name] for name in self._input_names})[0]
        if output.ndim == 3:
            output = output[:, 0] if self._pooling == "cls" else output.mean(axis=1, dtype=np.float32)
        norms = np.linalg.norm(output, axis=1, keepdims=True)
        unit: Vectors = output / np.maximum(norms, np.float32(1e-12))
        return unit

    @cached_property
    def _input_names(self) -> list[str]:
        return [node.name for node in self._session.get_inputs()]

    @cached_property
    def _tokenizer(self) -> Tokenizer:
        from tokenizers import Tokenizer  # noqa: PLC0415 - loaded on first use

        path = self._folder / "tokenizer.json"
        try:
            tokenizer = Tokenizer.from_file(str(path))
        except Exception as error:
            raise EncoderError(f"{path}: not a readable tokenizer ({error}).") from error
        tokenizer.no_padding()
        tokenizer.enable_truncation(self._max_tokens)
        return tokenizer

    @cached_property
    def _normalize(self) -> Callable[[str], str]:
        normalizer = self._tokenizer.normalizer
        if normalizer is None:
            return str
        # Runs repeat texts, and normalizing a text costs more than everything else.
        return lru_cache(maxsize=_CANONICAL_TEXTS)(normalizer.normalize_str)

    @property
    def _session(self) -> InferenceSession:
        with self._lock:
            return self._loaded_session

    @cached_property
    def _loaded_session(self) -> InferenceSession:
        import onnxruntime  # noqa: PLC0415 - loaded on first use

        if self._expected:
            verify(self._folder, self._expected)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            return onnxruntime.InferenceSession(str(self._graph), options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise EncoderError(f"{self._graph}: not a readable ONNX model ({error}).") from error

    def _files(self) -> list[str]:
        graph_files = sorted(self._graph.parent.glob(f"{self._graph.name}*"))
        return [str(path.relative_to(self._folder)) for path in graph_files] + ["tokenizer.json"]


def _equal_length_batches(sequences: list[TokenIds]) -> Iterator[list[TokenIds]]:
    batch: list[TokenIds] = []
    for ids in sorted(sequences, key=lambda ids: (len(ids), ids)):
        if batch and (len(ids) != len(batch[0]) or (len(batch) + 1) * len(ids) > _TOKENS_PER_BATCH):
            yield batch
            batch = []
        batch.append(ids)
    if batch:
        yield batch


def _graph_path(folder: Path) -> Path:
    for relative in ("onnx/model.onnx", "model.onnx"):
        if (folder / relative).is_file():
            return folder / relative
    raise EncoderError(
        f"{folder}: no ONNX model found.",
        "Expected onnx/model.onnx or model.onnx, and tokenizer.json, as in a Hugging Face model folder.",
    )


def _config(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise EncoderError(f"{path}: not valid JSON ({error}).") from error
    return value if isinstance(value, dict) else {}


def _max_tokens(folder: Path) -> int:
    return int(_config(folder / "sentence_bert_config.json").get("max_seq_length") or _DEFAULT_MAX_TOKENS)


def _pooling(folder: Path) -> str:
    config = _config(folder / "1_Pooling" / "config.json")
    active = [key for key, value in config.items() if key.startswith("pooling_mode_") and value is True]
    if not active or active == ["pooling_mode_mean_tokens"]:
        return "mean"
    if active == ["pooling_mode_cls_token"]:
        return "cls"
    raise EncoderError(
        f"{folder}: pooling {', '.join(active)} is not supported.", "Supported are mean and CLS pooling."
    )
