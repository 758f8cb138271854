"""The models of the `ocr` server in the wheel of `m3bench-world`: checked when it is built."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from m3bench_world.servers.ocr.models import expected_hashes, model_folder

ROOT = Path(__file__).parents[2] / "packages" / "m3bench-world"
CONTENTS = {"a.onnx": b"one", "b.onnx": b"two"}
HASHES = {name: hashlib.sha256(data).hexdigest() for name, data in CONTENTS.items()}


@pytest.fixture(scope="module")
def hook() -> ModuleType:
    spec = importlib.util.spec_from_file_location("m3bench_world_build", ROOT / "hatch_build.py")
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path: Path, hook: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project whose models were fetched before."""
    monkeypatch.delenv("M3BENCH_OCR_MODELS", raising=False)
    pins, kept = tmp_path / hook.PINS, tmp_path / hook.KEPT
    pins.parent.mkdir(parents=True)
    pins.write_text(json.dumps({"requirement": "no-such-package==0", "sha256": HASHES}))
    kept.mkdir(parents=True)
    for name, data in {**CONTENTS, **dict.fromkeys(hook.LICENCES, b"terms")}.items():
        (kept / name).write_bytes(data)
    return tmp_path


def build(hook: ModuleType, root: Path, target: str = "wheel", version: str = "standard") -> dict[str, Any]:
    data: dict[str, Any] = {"force_include": {}, "force_include_editable": {}}
    hook.OcrModels(str(root), {}, None, None, str(root), target).initialize(version, data)
    return data


@pytest.mark.parametrize(
    ("target", "version", "key", "place"),
    [
        ("wheel", "standard", "force_include", "m3bench_world_ocr"),
        ("wheel", "editable", "force_include_editable", "m3bench_world_ocr"),
        ("sdist", "standard", "force_include", "build/m3bench_world_ocr"),
    ],
)
def test_models_and_licences_are_included(
    target: str, version: str, key: str, place: str, hook: ModuleType, project: Path
) -> None:
    included = build(hook, project, target, version)[key]
    assert {Path(inside) for inside in included.values()} == {
        Path(place) / name for name in (*CONTENTS, *hook.LICENCES)
    }
    assert all(Path(source).is_file() for source in included)


def test_other_bytes_are_refused(hook: ModuleType, project: Path) -> None:
    (project / hook.KEPT / "b.onnx").write_bytes(b"other")
    with pytest.raises(SystemExit, match=r"b\.onnx: SHA-256 is .* expected"):
        build(hook, project)


def test_a_folder_of_the_user(hook: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = project / "mine"
    (project / hook.KEPT).rename(mine)
    monkeypatch.setenv("M3BENCH_OCR_MODELS", str(mine))
    assert str(mine / "a.onnx") in build(hook, project)["force_include"]
    (mine / "LICENSE").unlink()
    with pytest.raises(SystemExit, match=r"expected a\.onnx, b\.onnx, LICENSE"):
        build(hook, project)


def test_without_models_on_request_only(
    hook: ModuleType, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.rmtree(project / hook.KEPT)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(SystemExit, match=r"(?s)which pip cannot download.*M3BENCH_OCR_MODELS"):
        build(hook, project)
    monkeypatch.setenv("M3BENCH_OCR_MODELS", "none")
    assert build(hook, project) == {"force_include": {}, "force_include_editable": {}}


@pytest.mark.slow
def test_the_wheel_has_the_models_and_does_not_want_opencv(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", ".", "-w"]
    models = tmp_path / "models"
    shutil.copytree(model_folder(), models)
    for name in ("LICENSE", "MODEL_LICENSES.md"):
        (models / name).write_text("terms")
    environment = {**os.environ, "M3BENCH_OCR_MODELS": str(models)}
    subprocess.run([*command, str(tmp_path)], cwd=ROOT, env=environment, check=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        for name, wanted in expected_hashes().items():
            assert hashlib.sha256(archive.read(f"m3bench_world_ocr/{name}")).hexdigest() == wanted
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        wants = archive.read(metadata).decode().casefold()
    assert "requires-dist: onnxruntime" in wants
    assert "opencv" not in wants
