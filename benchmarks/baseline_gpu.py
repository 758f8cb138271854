"""The baseline of benchmarks/gpu.py: sentence-transformers with the same weights on the same card."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from m3bench.encoders import Vectors
from m3bench.encoders.bert import Bert, Layer
from m3bench.encoders.minilm import MAX_TOKENS
from m3bench.encoders.onnx import graph_path
from m3bench.encoders.sources import model_folder

BATCH_SIZES = (32, 256, 1024)
TRIAL = 10_000
HEADS = 12


class SentenceTransformerBaseline:
    """all-MiniLM-L6-v2 in sentence-transformers, in fp32."""

    def __init__(self) -> None:
        import sentence_transformers  # noqa: PLC0415 - not a dependency

        self.version = sentence_transformers.__version__
        with tempfile.TemporaryDirectory() as folder:
            _save_model(folder)
            self._model: Any = _load_model(folder)

    def encode(self, texts: Sequence[str], batch_size: int = BATCH_SIZES[-1]) -> Vectors:
        """Return unit vectors."""
        return np.asarray(self._model.encode(list(texts), batch_size=batch_size, convert_to_numpy=True))

    def measure(self, texts: Sequence[str]) -> tuple[int, float, Vectors]:
        """Encode all texts with the fastest batch size; return the size, the seconds and the vectors."""
        some = texts[:: max(1, len(texts) // TRIAL)]
        self.encode(some[:2000])
        trials = {size: self._timed(some, size)[0] for size in BATCH_SIZES}
        best = min(trials, key=lambda size: trials[size])
        return best, *self._timed(texts, best)

    def _timed(self, texts: Sequence[str], size: int) -> tuple[float, Vectors]:
        started = time.perf_counter()
        vectors = self.encode(texts, size)
        return time.perf_counter() - started, vectors


def _load_model(folder: str) -> Any:
    from sentence_transformers import SentenceTransformer  # noqa: PLC0415
    from sentence_transformers.sentence_transformer import modules  # noqa: PLC0415

    network = modules.Transformer(folder, max_seq_length=MAX_TOKENS)
    return SentenceTransformer(
        modules=[network, modules.Pooling(network.get_embedding_dimension(), "mean"), modules.Normalize()],
        device="cuda",
    )


def _save_model(folder: str) -> None:
    """Write the weights that m3bench uses in the layout of transformers."""
    from transformers import BertConfig, BertModel, PreTrainedTokenizerFast  # noqa: PLC0415

    source = model_folder()
    ours = Bert(graph_path(source), "cpu")
    words = ours.words
    model = BertModel(
        BertConfig(
            vocab_size=len(words),
            hidden_size=ours.dimension,
            num_hidden_layers=len(ours.layers),
            num_attention_heads=HEADS,
            intermediate_size=ours.layers[0].up.weight.shape[1],
        )
    )
    model.load_state_dict(_state(ours), strict=False)
    model.save_pretrained(folder)
    special = {f"{name}_token": f"[{name.upper()}]" for name in ("unk", "pad", "cls", "sep", "mask")}
    tokenizer = Path(source) / "tokenizer.json"
    PreTrainedTokenizerFast(
        tokenizer_file=str(tokenizer), model_max_length=MAX_TOKENS, **special
    ).save_pretrained(folder)


def _state(ours: Bert) -> dict[str, Any]:
    import torch  # noqa: PLC0415

    state = {
        "embeddings.word_embeddings.weight": ours.words,
        # Ours has the vector of the token type in that of the position.
        "embeddings.position_embeddings.weight": ours.positions,
        "embeddings.token_type_embeddings.weight": torch.zeros(2, ours.dimension),
        "embeddings.LayerNorm.weight": ours.norm.weight,
        "embeddings.LayerNorm.bias": ours.norm.bias,
    }
    for number, layer in enumerate(ours.layers):
        state |= {f"encoder.layer.{number}.{name}": value for name, value in _layer_state(layer).items()}
    return state


def _layer_state(layer: Layer) -> dict[str, Any]:
    parts = zip(
        ("query", "key", "value"),
        layer.attention.weight.chunk(3, dim=1),
        layer.attention.bias.chunk(3),
        strict=True,
    )
    state = {}
    for name, weight, bias in parts:
        state[f"attention.self.{name}.weight"], state[f"attention.self.{name}.bias"] = weight.T, bias
    for name, (weight, bias) in {
        "attention.output.dense": layer.output,
        "intermediate.dense": layer.up,
        "output.dense": layer.down,
    }.items():
        state[f"{name}.weight"], state[f"{name}.bias"] = weight.T, bias
    for name, norm in {"attention.output": layer.attention_norm, "output": layer.norm}.items():
        state[f"{name}.LayerNorm.weight"], state[f"{name}.LayerNorm.bias"] = norm.weight, norm.bias
    return {name: value.contiguous() for name, value in state.items()}
