"""Sentence encoders exported to ONNX, in the folder layout of the Hugging Face hub."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from m3bench.encoders.errors import EncoderError, require_packages
from m3bench.encoders.files import combined_hash, file_hash, verify
from m3bench.encoders.protocol import Vectors
from m3bench.encoders.sentence import Ids, Pending, SentenceEncoder, unit

if TYPE_CHECKING:
    from onnxruntime import InferenceSession

_DEFAULT_MAX_TOKENS = 256


class OnnxEncoder(SentenceEncoder):
    """A tokenizer and an ONNX graph with mean or CLS pooling. Loads on first use; thread-safe."""

    tokens_per_batch = 1024
    texts_at_once = 512  # what is submitted is computed, also after Ctrl-C: seconds of work at most

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
        require_packages(name)
        super().__init__(folder, name=name, max_tokens=max_tokens or _max_tokens(folder))
        self._expected = expected
        # One thread per batch: threads that share a batch spend time waiting for each other.
        self._pool = ThreadPoolExecutor(threads or os.cpu_count(), thread_name_prefix="encoder")
        self._lock = threading.Lock()
        self._graph = graph_path(folder)
        self._pooling = pooling or _pooling(folder)

    @cached_property
    def fingerprint(self) -> str:
        # Known files are verified when they are loaded: no need to read 90 MB twice.
        hashes = self._expected or {path: file_hash(self._folder / path) for path in self._files()}
        return combined_hash({**hashes, "max_tokens": str(self._max_tokens), "pooling": self._pooling})

    @cached_property
    def dimension(self) -> int:
        return int(self._session.get_outputs()[0].shape[-1])

    def _submit(self, ids: Ids) -> Pending:
        return self._pool.submit(self._run, ids).result

    def _run(self, ids: Ids) -> Vectors:
        inputs = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        output: Vectors = self._session.run(None, {name: inputs[name] for name in self._input_names})[0]
        if output.ndim == 3:
            output = output[:, 0] if self._pooling == "cls" else output.mean(axis=1, dtype=np.float32)
        return unit(output)

    @cached_property
    def _input_names(self) -> list[str]:
        return [node.name for node in self._session.get_inputs()]

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
        # An arena would keep 90 MB after the last text.
        options.enable_cpu_mem_arena = options.enable_mem_pattern = False
        try:
            return onnxruntime.InferenceSession(str(self._graph), options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise EncoderError(f"{self._graph}: not a readable ONNX model ({error}).") from error

    def _files(self) -> list[str]:
        graph_files = sorted(self._graph.parent.glob(f"{self._graph.name}*"))
        return [str(path.relative_to(self._folder)) for path in graph_files] + ["tokenizer.json"]


def graph_path(folder: Path) -> Path:
    """Return the path of the ONNX graph of a model folder."""
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
