"""The real model: right vectors, the same to the bit in whatever company a text is encoded."""

from __future__ import annotations

import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from m3bench.encoders import Encoder, EncoderError, OnnxEncoder, load_encoder
from m3bench.encoders.sources import HASHES, model_folder

TEXTS = [
    "a",
    'weather/get_weather {"city":"Zürich"}',
    "a long text " * 200,
    "🐟 fish",
    "",
    "naïve café",
    "x" * 5000,
    '{"n":3}',
]


def test_vectors_have_unit_length(minilm: Encoder) -> None:
    vectors = minilm.encode(TEXTS)
    assert vectors.shape == (len(TEXTS), 384)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_similar_texts_are_closer_than_others(minilm: Encoder) -> None:
    cat, kitten, engine = minilm.encode(["a cat on a mat", "a kitten on a rug", "diesel engine torque"])
    assert cat @ kitten > 0.55 > 0.3 > cat @ engine


def test_vectors_are_those_of_the_published_model(minilm: Encoder) -> None:
    """The first components that the model's own documentation shows for these sentences."""
    vectors = minilm.encode(["This is an example sentence", "This is a test document."])
    assert vectors[0, :3] == pytest.approx([0.0676569, 0.0634959, 0.0487131], abs=1e-6)
    assert vectors[1, :2] == pytest.approx([-0.0383385, 0.1234647], abs=1e-6)


def test_a_vector_does_not_depend_on_its_company(minilm: Encoder) -> None:
    together = minilm.encode(TEXTS * 3)
    for row, text in enumerate(TEXTS):
        assert np.array_equal(minilm.encode([text])[0], together[row])
        assert np.array_equal(together[row], together[row + len(TEXTS)])


def test_canonical_texts_share_a_vector(minilm: Encoder) -> None:
    assert minilm.canonical("Café  PEPSI") == minilm.canonical("cafe  pepsi")
    one, other = minilm.encode(["Café PEPSI", "cafe pepsi"])
    assert np.array_equal(one, other)


def test_half_surrogates_are_encoded(minilm: Encoder) -> None:
    assert np.isfinite(minilm.encode(["broken \ud83d emoji"])).all()
    assert minilm.canonical("\ud83d") == minilm.canonical("\ufffd")


def test_nothing_to_encode(minilm: Encoder) -> None:
    assert minilm.encode([]).shape == (0, 384)


def test_progress_adds_up(minilm: Encoder) -> None:
    seen: list[int] = []
    minilm.encode(["a", "b", "a", "longer text"], seen.append)
    assert sum(seen) == 4


@pytest.mark.slow
def test_threads_share_one_encoder() -> None:
    encoder = load_encoder("minilm")
    expected = load_encoder("minilm").encode(TEXTS)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: encoder.encode(TEXTS), range(8)))
    assert all(np.array_equal(result, expected) for result in results)


def test_a_hugging_face_folder_gives_the_same_vectors(minilm: Encoder, tmp_path: Path) -> None:
    folder = _copy_of_model(tmp_path)
    encoder = load_encoder(f"hf:{folder}")
    assert np.array_equal(encoder.encode(TEXTS), minilm.encode(TEXTS))
    assert load_encoder(f"hf:{folder}@{encoder.fingerprint[:12]}").fingerprint == encoder.fingerprint


def test_the_wrong_fingerprint_is_refused(tmp_path: Path) -> None:
    folder = _copy_of_model(tmp_path)
    with pytest.raises(EncoderError, match="expected 0000"):
        load_encoder(f"hf:{folder}@0000")


def test_changed_files_are_refused(tmp_path: Path) -> None:
    folder = _copy_of_model(tmp_path)
    tokenizer = folder / "tokenizer.json"
    tokenizer.unlink()
    tokenizer.write_text("{}")
    encoder = OnnxEncoder(folder, name="minilm", expected=HASHES)
    with pytest.raises(EncoderError, match="tokenizer"):
        encoder.encode(["a"])


def test_changed_weights_are_refused_before_the_first_vector(tmp_path: Path) -> None:
    folder = _copy_of_model(tmp_path)
    weights = folder / "onnx" / "model.onnx_data"
    data = bytearray(weights.read_bytes())
    data[len(data) // 2] ^= 1
    weights.unlink()
    weights.write_bytes(data)
    with pytest.raises(EncoderError, match=r"model\.onnx_data: SHA-256 is .* expected 60c758"):
        OnnxEncoder(folder, name="minilm", expected=HASHES).encode(["a"])


def test_settings_are_read_from_the_folder(tmp_path: Path) -> None:
    folder = _copy_of_model(tmp_path)
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 8}))
    (folder / "1_Pooling").mkdir()
    pooling = folder / "1_Pooling" / "config.json"
    pooling.write_text(json.dumps({"pooling_mode_cls_token": True, "pooling_mode_mean_tokens": False}))
    short = load_encoder(f"hf:{folder}")
    assert np.array_equal(
        *short.encode(["one two three four five six seven", "one two three four five six 7"])
    )
    pooling.write_text(json.dumps({"pooling_mode_max_tokens": True}))
    with pytest.raises(EncoderError, match="pooling_mode_max_tokens is not supported"):
        load_encoder(f"hf:{folder}")


def test_a_folder_without_a_model_says_what_is_expected(tmp_path: Path) -> None:
    with pytest.raises(EncoderError, match=r"onnx/model\.onnx"):
        load_encoder(f"hf:{tmp_path}")


def test_files_that_are_no_model_say_so(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    (tmp_path / "tokenizer.json").write_text("not a tokenizer")
    encoder = load_encoder(f"hf:{tmp_path}")
    with pytest.raises(EncoderError, match="not a readable ONNX model"):
        encoder.encode(["a"])
    with pytest.raises(EncoderError, match="not a readable tokenizer"):
        encoder.canonical("a")


def _copy_of_model(tmp_path: Path) -> Path:
    folder = tmp_path / "model"
    shutil.copytree(model_folder(), folder, copy_function=_link)
    return folder


def _link(source: str, target: str) -> None:
    Path(target).symlink_to(source)
