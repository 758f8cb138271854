"""Harbor's own models read what is written."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from m3bench.core import Trajectory
from m3bench.formats import Collection, write_collection
from tests.formats.atif.test_document import RECORD
from tests.integrations.harbor.test_install import harbor_python as harbor_python  # noqa: PLC0414 - a fixture

VALIDATE = """
import json, sys
from harbor.models.trajectories import Trajectory
for line in open(sys.argv[1]):
    read = Trajectory.model_validate_json(line)
    print(json.dumps([read.schema_version, len(read.steps), read.has_multimodal_content()]))
"""


@pytest.mark.install
def test_harbor_validates_what_is_written(harbor_python: Path, tmp_path: Path) -> None:
    bare = Trajectory(task_id="b\ud800", steps=())
    records = (RECORD, type(RECORD)(trajectory=bare, task_id="b"))
    write_collection(tmp_path / "run.jsonl", Collection(name="x", attempt_records=records), format="atif")
    done = subprocess.run(
        [harbor_python, "-c", VALIDATE, tmp_path / "run.jsonl"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found == [["ATIF-v1.8", 4, True], ["ATIF-v1.8", 1, False]]
