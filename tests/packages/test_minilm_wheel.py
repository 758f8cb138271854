"""The companion package of the encoder: reproducible, well-formed, found when installed."""

from __future__ import annotations

import base64
import csv
import hashlib
import importlib.util
import shutil
import zipfile
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from m3bench.encoders import Encoder, EncoderError, load_encoder
from m3bench.encoders.errors import SOURCE_VARIABLE
from m3bench.encoders.sources import HASHES, model_folder

SCRIPT = Path(__file__).parents[2] / "packages" / "m3bench-minilm" / "build_wheel.py"
NAME = "m3bench_minilm-1.0.0-py3-none-any.whl"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_minilm", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def wheel(script: ModuleType, tmp_path_factory: pytest.TempPathFactory) -> Path:
    built: Path = script.build(model_folder(), tmp_path_factory.mktemp("wheel"))
    return built


@pytest.mark.slow
def test_the_same_wheel_twice(script: ModuleType, wheel: Path, tmp_path: Path) -> None:
    again = script.build(model_folder(), tmp_path)
    assert again.name == wheel.name == NAME
    assert _sha256(again) == _sha256(wheel)
    assert wheel.stat().st_size < 100_000_000, "the registry takes no larger files"


def test_the_record_is_true_and_the_licence_is_inside(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        record = next(name for name in names if name.endswith("/RECORD"))
        rows = list(csv.reader(archive.read(record).decode().splitlines()))
        assert [row[0] for row in rows] == names
        for name, digest, size in rows[:-1]:
            data = archive.read(name)
            encoded = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            assert (digest, size) == (f"sha256={encoded}", str(len(data)))
        licence = archive.read(record.replace("RECORD", "licenses/LICENSE")).decode()
        assert "Apache License" in licence
        assert (
            "aff7a1dc4e8a1ea593e6ea21e95c22ef0a25966f"
            in archive.read(record.replace("RECORD", "licenses/NOTICE")).decode()
        )


def test_it_is_found_when_installed(
    wheel: Path, minilm: Encoder, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)
    monkeypatch.syspath_prepend(site)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "empty"))
    monkeypatch.delenv(SOURCE_VARIABLE, raising=False)
    assert model_folder() == site / "m3bench_minilm"
    encoder = load_encoder("minilm")
    assert np.array_equal(encoder.encode(["a cat"]), minilm.encode(["a cat"]))


def test_other_bytes_are_not_packed(script: ModuleType, tmp_path: Path) -> None:
    model = tmp_path / "model"
    for name in HASHES:
        (model / name).parent.mkdir(parents=True, exist_ok=True)
        (model / name).symlink_to(model_folder() / name)
    (model / "tokenizer.json").unlink()
    shutil.copy(SCRIPT, model / "tokenizer.json")
    with pytest.raises(EncoderError, match="tokenizer"):
        script.build(model, tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
