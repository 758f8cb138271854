"""Data sets of Hugging Face."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pyarrow.parquet
import pytest
import yaml

from m3bench.core import UsageError
from m3bench.formats.training import write_data_set
from tests.formats.training.samples import PNG, attempt, collection

INSTALLED = os.environ.get("M3BENCH_DATASETS")
"""The Python of an environment with `datasets`, if there is one already."""
LOAD = """
import json, sys
from datasets import load_dataset
rows = load_dataset(sys.argv[1], split="train")
kind = type(rows.features["images"].feature).__name__
print(json.dumps([kind, rows[0]["images"][0].size, rows[0]["success"],
                  len(rows), rows[0]["messages"][0]["role"], json.loads(rows[1]["tools"])[0]["type"]]))
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_data_set(tmp_path / "set", collection(attempt(messages=()), attempt(None, 2), attempt(False, 3)))
    return tmp_path / "set"


def test_the_table_has_all_attempts_with_their_pictures(folder: Path) -> None:
    table = pyarrow.parquet.read_table(folder / "data")
    rows = table.to_pylist()
    assert [row["success"] for row in rows] == [True, None, False]
    assert rows[0]["images"][0] == {"bytes": PNG, "path": None}
    features = json.loads(table.schema.metadata[b"huggingface"])["info"]["features"]
    assert features["images"] == [{"_type": "Image"}]


def test_the_card_has_the_features_and_the_counts(folder: Path) -> None:
    _, header, text = (folder / "README.md").read_text().split("---\n", 2)
    card = yaml.safe_load(header)
    assert card["dataset_info"]["splits"][0]["num_examples"] == 3
    features = {feature["name"]: feature for feature in card["dataset_info"]["features"]}
    assert features["images"] == {"name": "images", "list": "image"}
    assert [each["name"] for each in features["messages"]["list"]][:2] == ["role", "content"]
    assert "3 attempts" in text


def test_sealed_suites_and_existing_folders_are_refused(folder: Path) -> None:
    with pytest.raises(UsageError, match="exists already"):
        write_data_set(folder, collection(attempt()))
    with pytest.raises(UsageError, match="is not a folder"):
        write_data_set(folder / "no" / "set", collection(attempt()))
    with pytest.raises(UsageError, match="sealed suite"):
        write_data_set(folder.parent / "other", collection(attempt(task_id="sealed/fish/0")))
    assert [path.name for path in folder.parent.iterdir()] == ["set"]


@pytest.mark.install
def test_the_library_loads_it(folder: Path, tmp_path: Path) -> None:
    python = INSTALLED or _installed(tmp_path / "venv")
    env = {**os.environ, "HF_HOME": str(tmp_path / "home"), "HF_HUB_OFFLINE": "1"}
    done = subprocess.run([python, "-c", LOAD, folder], capture_output=True, text=True, check=False, env=env)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == ["Image", [1, 1], True, 3, "user", "function"]


def _installed(folder: Path) -> str:
    uv = shutil.which("uv")
    if uv is None:
        pytest.skip("uv is needed to install datasets")
    subprocess.run([uv, "venv", "-q", folder], check=True)
    command = [uv, "pip", "install", "-q", "-p", str(folder), "datasets==5.2.0", "pillow"]
    if subprocess.run(command, check=False).returncode:
        pytest.skip("datasets could not be installed")
    return str(folder / "bin" / "python")
