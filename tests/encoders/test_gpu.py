"""The encoder for GPUs. Its network runs on the CPU here, where torch is installed."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from m3bench.encoders import Encoder, EncoderError, gpu, load_encoder
from m3bench.encoders.bert import Bert
from m3bench.encoders.gpu import GpuEncoder, GraphedBert, require_torch
from m3bench.encoders.onnx import graph_path
from m3bench.encoders.sources import HASHES, model_folder

TEXTS = [
    "a",
    'weather/get_weather {"city":"Zürich"}',
    "a long text " * 200,
    "🐟 fish",
    "",
    "naïve café",
    *(f"text number {number}" for number in range(20)),
]
needs_torch = pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("torch", "onnx"))), reason="m3bench[gpu] is not installed"
)


class _SmallBatches(GpuEncoder):
    tokens_per_batch = 300
    texts_at_once = 7


@pytest.fixture(scope="module")
def encoder() -> GpuEncoder:
    return _SmallBatches(model_folder(), name="minilm-gpu", expected=HASHES, device="cpu")


@needs_torch
def test_vectors_are_those_of_the_cpu(encoder: GpuEncoder, minilm: Encoder) -> None:
    assert np.abs(encoder.encode(TEXTS) - minilm.encode(TEXTS)).max() < 1e-5


@needs_torch
def test_a_vector_does_not_depend_on_its_company(encoder: GpuEncoder) -> None:
    together = encoder.encode(TEXTS)
    for row in (0, 1, 2, 7):
        assert np.array_equal(encoder.encode([TEXTS[row]])[0], together[row])


@needs_torch
def test_products_are_not_rounded_to_tf32(encoder: GpuEncoder) -> None:
    torch: Any = pytest.importorskip("torch")
    before = torch.get_float32_matmul_precision()
    torch.set_float32_matmul_precision("medium")
    try:
        vectors = encoder.encode(TEXTS[:2])
        assert torch.get_float32_matmul_precision() == "medium"
    finally:
        torch.set_float32_matmul_precision(before)
    assert np.array_equal(vectors, encoder.encode(TEXTS[:2]))


@needs_torch
def test_another_network_is_refused(tmp_path: Path) -> None:
    onnx: Any = pytest.importorskip("onnx")
    graph = onnx.helper.make_graph([], "empty", [], [])
    (tmp_path / "model.onnx").write_bytes(onnx.helper.make_model(graph).SerializeToString())
    with pytest.raises(EncoderError, match="not a BERT that can run on a GPU"):
        Bert(tmp_path / "model.onnx", "cpu")


def test_vectors_of_another_device_have_another_fingerprint(minilm: Encoder) -> None:
    one, other = (
        GpuEncoder(model_folder(), name="minilm-gpu", expected=HASHES, device=device)
        for device in ("cpu", "cuda")
    )
    assert len({one.fingerprint, other.fingerprint, minilm.fingerprint}) == 3


@pytest.mark.parametrize("missing", ["torch", "onnx"])
def test_a_missing_package_is_named(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == missing else object())
    with pytest.raises(EncoderError, match=f"needs the package {missing}") as caught:
        load_encoder("minilm-gpu")
    assert "m3bench[gpu]" in str(caught.value.hint)


@needs_torch
def test_a_missing_device_is_named() -> None:
    if pytest.importorskip("torch").cuda.is_available():
        pytest.skip("this machine has a CUDA device")
    with pytest.raises(EncoderError, match="needs a CUDA device"):
        require_torch("cuda")


def test_batches_are_filled_with_their_first_row() -> None:
    filled = gpu._filled(np.array([[1, 2], [3, 4]]), 4)
    assert filled.tolist() == [[1, 2], [3, 4], [1, 2], [1, 2]]


@needs_torch
def test_a_recorded_network_gives_what_the_network_gives() -> None:
    torch: Any = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("no CUDA device")
    model = Bert(graph_path(model_folder()), "cuda")
    graphed = GraphedBert(model, 64)
    for count, length in ((4, 16), (2, 3), (4, 16)):
        ids = torch.randint(1000, 20_000, (count, length)).pin_memory()
        assert torch.equal(graphed(ids), model(ids.cuda()))
