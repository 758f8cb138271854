"""The baseline of scoring: encode every call of each trajectory on its own, without a cache."""

from __future__ import annotations

import numpy as np
import onnxruntime
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment
from tokenizers import Tokenizer

from m3bench.core import Task, Trajectory
from m3bench.encoders.sources import model_folder
from m3bench.scoring import serialize

Vector = NDArray[np.float32]


class PlainEncoder:
    """onnxruntime with its defaults, one text at a time, padded or not."""

    def __init__(self, pad_to: int | None) -> None:
        folder = model_folder()
        self._session = onnxruntime.InferenceSession(str(folder / "onnx" / "model.onnx"))
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(256)
        self._tokenizer.no_padding()
        if pad_to:
            self._tokenizer.enable_padding(length=pad_to)

    def encode(self, text: str) -> Vector:
        encoding = self._tokenizer.encode(text)
        ids = np.array([encoding.ids], dtype=np.int64)
        mask = np.array([encoding.attention_mask], dtype=np.int64)
        feed = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        tokens = self._session.run(None, feed)[0][0]
        vector: Vector = (tokens * mask[0][:, None]).sum(axis=0) / mask.sum()
        return vector / np.linalg.norm(vector)


def plain_recall(encoder: PlainEncoder, tasks: list[Task], predictions: list[Trajectory]) -> float:
    """Return the recall over all tasks."""
    matched = total = 0
    for task, prediction in zip(tasks, predictions, strict=True):
        left = [(call.name, encoder.encode(serialize(call))) for _, call in task.references[0].calls()]
        right = [(call.name, encoder.encode(serialize(call))) for _, call in prediction.calls()]
        matched += _matched(left, right)
        total += len(left)
    return matched / total


def _matched(left: list[tuple[str, Vector]], right: list[tuple[str, Vector]]) -> int:
    count = 0
    for tool in {name for name, _ in left} & {name for name, _ in right}:
        rows = np.stack([vector for name, vector in left if name == tool])
        columns = np.stack([vector for name, vector in right if name == tool])
        scores = rows @ columns.T
        pairs = linear_sum_assignment(np.where(scores >= 0.6, 1 - scores, 1e4))
        count += int((scores[pairs] >= 0.6).sum())
    return count
