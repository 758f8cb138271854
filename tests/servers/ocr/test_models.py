"""The networks come from an installed package or a folder that the user names, and from nowhere else."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from m3bench.core import M3BenchError
from m3bench_world.servers.ocr import models
from m3bench_world.servers.ocr.models import READER, SOURCE_VARIABLE, expected_hashes, model_folder
from tests.servers.ocr.drawn import Sheet

PROGRAM = """
import socket, sys

def refuse(*_, **__):
    raise AssertionError("the network was asked for")

socket.socket.connect = refuse
socket.getaddrinfo = refuse

from PIL import Image
from m3bench_world.servers.ocr.engine import Options, read_picture
from m3bench_world.servers.ocr.languages import Alphabet

with Image.open(sys.argv[1]) as image:
    print(read_picture(image, Alphabet(), Options()).text)
assert "rapidocr" not in sys.modules
"""


def test_reading_needs_no_network(tmp_path: Path) -> None:
    path = tmp_path / "hello.png"
    Sheet(240, 60).write("Hello there", 10, 10).image.save(path)
    command = [sys.executable, "-c", PROGRAM, str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert run.stdout.strip() == "Hello there"
    assert sorted(tmp_path.iterdir()) == [path]


@pytest.fixture
def packages(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder in which packages with the models can be put; those of this machine are not seen."""

    def find_spec(name: str) -> ModuleSpec | None:
        if not (tmp_path / name).is_dir():
            return None
        spec = ModuleSpec(name, None, is_package=True)
        spec.submodule_search_locations = [str(tmp_path / name)]
        return spec

    monkeypatch.delenv(SOURCE_VARIABLE, raising=False)
    monkeypatch.setattr(models, "find_spec", find_spec)
    return tmp_path


def _filled(folder: Path) -> Path:
    folder.mkdir(parents=True)
    for name in expected_hashes():
        (folder / name).write_bytes(b"weights")
    return folder


def test_sources_are_tried_in_order(packages: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(M3BenchError, match=r"not installed\.\n.*--no-deps rapidocr==3\.10\.0.*M3BENCH_OCR"):
        model_folder()
    publisher = _filled(packages / "rapidocr" / "models")
    assert model_folder() == publisher
    ours = _filled(packages / "m3bench_world_ocr")
    assert model_folder() == ours
    named = _filled(packages / "named")
    monkeypatch.setenv(SOURCE_VARIABLE, str(named))
    assert model_folder() == named


def test_an_incomplete_package_is_passed_over_and_a_named_folder_is_not(
    packages: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publisher, ours = _filled(packages / "rapidocr" / "models"), _filled(packages / "m3bench_world_ocr")
    (ours / READER).unlink()
    assert model_folder() == publisher
    monkeypatch.setenv(SOURCE_VARIABLE, str(ours))
    with pytest.raises(M3BenchError, match=rf"{READER} is missing"):
        model_folder()


def test_other_weights_are_refused(packages: Path) -> None:
    _filled(packages / "m3bench_world_ocr")
    with pytest.raises(M3BenchError, match=rf"{READER}: SHA-256 is .* expected 6f3272"):
        models.model.__wrapped__(READER)
