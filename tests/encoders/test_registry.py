from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from m3bench.encoders import (
    EncoderError,
    HashingEncoder,
    encoder_names,
    is_encoder_name,
    load_encoder,
    registry,
    shared_encoder,
)


def test_an_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(
        EncoderError,
        match=r"'bert'\.\nEncoders: minilm, minilm-gpu, exact, hashing, minilm=SOURCE, hf:FOLDER",
    ):
        load_encoder("bert")


def test_one_shared_encoder_per_name() -> None:
    assert shared_encoder("hashing") is shared_encoder("hashing")
    assert shared_encoder("hashing") is not shared_encoder("exact")


def test_the_cache_folder_can_be_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("M3BENCH_CACHE", str(tmp_path))
    assert registry.store_path() == tmp_path / "embeddings.sqlite"
    monkeypatch.delenv("M3BENCH_CACHE")
    assert registry.store_path().parent.name == "m3bench"


def test_encoders_of_other_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("mine", "m3bench.encoders:HashingEncoder", "m3bench.encoders")
    monkeypatch.setattr("m3bench.core.registry.plugin_entry_points", lambda _: (entry,))
    assert isinstance(load_encoder("mine"), HashingEncoder)
    assert "mine" in encoder_names()


@pytest.mark.parametrize("name", ["minilm", "exact", "minilm=hub", "hf:folder"])
def test_names_are_known_without_loading(name: str) -> None:
    assert is_encoder_name(name)


@pytest.mark.parametrize("name", ["bert", "", "minilm:hub", "exact=1"])
def test_other_names_are_not_known(name: str) -> None:
    assert not is_encoder_name(name)
