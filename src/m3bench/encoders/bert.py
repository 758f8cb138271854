"""BERT on torch, with the weights of an ONNX export."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from m3bench.encoders.errors import EncoderError

_Tensor = Any  # torch is optional, so its types may be missing
_NORM_EPSILON = 1e-12
_HEAD_SIZE = 32
_ATTENTION = "model.layers.{}.attn."
_EMBEDDINGS = ".model.embeddings.{}_embeddings.weight"


class Linear(NamedTuple):
    """``input @ weight + bias``."""

    weight: _Tensor
    bias: _Tensor


class Norm(NamedTuple):
    """Layer normalization."""

    weight: _Tensor
    bias: _Tensor


class Layer(NamedTuple):
    """One layer of BERT."""

    attention: Linear
    """Query, key and value side by side."""
    output: Linear
    attention_norm: Norm
    up: Linear
    down: Linear
    norm: Norm


class Bert:
    """Computes mean-pooled unit vectors of sequences of equal length, in fp32.

    Args:
        graph: The ONNX file, in the layout of the exports of onnx-community. Its external data lie beside it.
        device: A torch device.

    Raises:
        EncoderError: The file is unreadable or is not such a BERT.
    """

    def __init__(self, graph: Path, device: str) -> None:
        weights = _read_weights(graph, device)
        try:
            self.words = weights[_EMBEDDINGS.format("word")]
            # All tokens are of the first type, so that its vector can be added once.
            self.positions = (
                weights[_EMBEDDINGS.format("position")] + weights[_EMBEDDINGS.format("token_type")][0]
            )
            self.norm = _norm(weights, "model.layers.-1.embeddings_norm_layernorm")
            self.layers = [_layer(weights, number) for number in range(_layer_count(weights))]
        except KeyError as error:
            raise EncoderError(
                f"{graph}: not a BERT that can run on a GPU (no weights named {error}).",
                "Use the encoder minilm or hf:FOLDER, which run on the CPU.",
            ) from error

    @property
    def dimension(self) -> int:
        return int(self.words.shape[1])

    def __call__(self, ids: _Tensor) -> _Tensor:
        """Return one unit vector per row of token ids."""
        import torch  # noqa: PLC0415 - optional
        from torch.nn.functional import normalize  # noqa: PLC0415

        count, length = ids.shape
        with torch.inference_mode(), _full_precision():
            hidden = self._normed(self.words[ids] + self.positions[:length], self.norm)
            hidden = hidden.reshape(count * length, self.dimension)
            for layer in self.layers:
                hidden = self._run_layer(layer, hidden, count)
            return normalize(hidden.view(count, length, self.dimension).mean(1), eps=_NORM_EPSILON)

    def _run_layer(self, layer: Layer, hidden: _Tensor, count: int) -> _Tensor:
        import torch  # noqa: PLC0415
        from torch.nn.functional import gelu, scaled_dot_product_attention  # noqa: PLC0415

        shape = (count, -1, 3, self.dimension // _HEAD_SIZE, _HEAD_SIZE)
        mixed = torch.addmm(layer.attention.bias, hidden, layer.attention.weight)
        query, key, value = mixed.view(shape).permute(2, 0, 3, 1, 4)
        heads = scaled_dot_product_attention(query, key, value).transpose(1, 2).reshape(hidden.shape)
        attended = torch.addmm(layer.output.bias, heads, layer.output.weight)
        hidden = self._normed(attended + hidden, layer.attention_norm)
        wide = gelu(torch.addmm(layer.up.bias, hidden, layer.up.weight))
        return self._normed(torch.addmm(layer.down.bias, wide, layer.down.weight) + hidden, layer.norm)

    def _normed(self, hidden: _Tensor, norm: Norm) -> _Tensor:
        from torch.nn.functional import layer_norm  # noqa: PLC0415

        return layer_norm(hidden, (self.dimension,), norm.weight, norm.bias, _NORM_EPSILON)


@contextmanager
def _full_precision() -> Iterator[None]:
    """Keep torch from rounding products to TF32, as a program may allow it: the error would be 7e-4."""
    import torch  # noqa: PLC0415

    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("highest")
    try:
        yield
    finally:
        torch.set_float32_matmul_precision(before)


def _read_weights(graph: Path, device: str) -> dict[str, _Tensor]:
    import onnx  # noqa: PLC0415
    import torch  # noqa: PLC0415

    try:
        model = onnx.load(str(graph), load_external_data=False)
        arrays = {entry.name: _read_array(entry, graph.parent) for entry in model.graph.initializer}
    except Exception as error:
        raise EncoderError(f"{graph}: not a readable ONNX model ({error}).") from error
    return {name: torch.tensor(array, device=device) for name, array in arrays.items()}


def _read_array(entry: Any, folder: Path) -> NDArray[Any]:
    """Read a tensor. onnx itself refuses files that are links, as package managers and the hub make them."""
    import onnx  # noqa: PLC0415

    if not entry.external_data:
        inline: NDArray[Any] = onnx.numpy_helper.to_array(entry)
        return inline
    where = {item.key: item.value for item in entry.external_data}
    kind = onnx.helper.tensor_dtype_to_np_dtype(entry.data_type)
    return np.fromfile(
        folder / Path(where["location"]).name,
        dtype=kind,
        offset=int(where.get("offset", 0)),
        count=math.prod(entry.dims),
    ).reshape(entry.dims)


def _layer_count(weights: Mapping[str, _Tensor]) -> int:
    count = 0
    while f"{_ATTENTION.format(count)}q_proj.MatMul.weight" in weights:
        count += 1
    if not count:
        raise KeyError(f"{_ATTENTION.format(0)}q_proj.MatMul.weight")
    return count


def _layer(weights: Mapping[str, _Tensor], number: int) -> Layer:
    import torch  # noqa: PLC0415

    attention, layer = _ATTENTION.format(number), f"model.layers.{number}."
    parts = [_linear(weights, f"{attention}{part}_proj") for part in "qkv"]
    return Layer(
        attention=Linear(
            torch.cat([part.weight for part in parts], dim=1), torch.cat([part.bias for part in parts])
        ),
        output=_linear(weights, f"{attention}o_proj"),
        attention_norm=_norm(weights, f"{layer}attention_output_norm_layernorm"),
        up=_linear(weights, f"{layer}mlp.fc1"),
        down=_linear(weights, f"{layer}mlp.fc2"),
        norm=_norm(weights, f"{layer}mlp_output_norm_layernorm"),
    )


def _linear(weights: Mapping[str, _Tensor], name: str) -> Linear:
    return Linear(weights[f"{name}.MatMul.weight"], weights[f"{name}.Add.bias"])


def _norm(weights: Mapping[str, _Tensor], name: str) -> Norm:
    return Norm(weights[f"{name}.weight"], weights[f"{name}.bias"])
