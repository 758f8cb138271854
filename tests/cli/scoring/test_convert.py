from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import anyio
import pytest

from m3bench.cli.options import FormatName
from m3bench.cli.scoring.convert import Kind, convert
from m3bench.core import FormatError, UsageError
from m3bench.formats import read_trajectories
from m3bench.runs import read_run
from tests.runs.jury import PANEL, judging, jury, made_run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_run(tmp_path_factory.mktemp("convert"), 2)


def test_a_run_becomes_a_log_with_its_scores(run: Path, tmp_path: Path) -> None:
    words = ["convert", str(run), str(tmp_path / "log.json"), "--to", "inspect"]
    done = subprocess.run(
        [sys.executable, "-m", "m3bench", *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert f"2 records written to {tmp_path / 'log.json'}" in done.stdout.replace("\n", "")
    log = json.loads((tmp_path / "log.json").read_bytes())
    assert [sample["scores"]["m3bench"]["value"]["average"] for sample in log["samples"]] == [1.0, 1.0]
    assert read_trajectories(tmp_path / "log.json") == read_run(run).trajectories


@pytest.mark.parametrize("to", [FormatName.JSONL, FormatName.OPENAI, FormatName.OTEL])
def test_a_run_becomes_any_file_of_trajectories(run: Path, tmp_path: Path, to: FormatName) -> None:
    convert(source=run, target=tmp_path / "out.jsonl", to=to, scores=False)
    assert read_trajectories(tmp_path / "out.jsonl") == read_run(run).trajectories


def test_what_does_not_fit_a_run_is_refused(run: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a run folder"):
        convert(source=run, target=tmp_path / "out", kind=Kind.TASKS)
    with pytest.raises(UsageError, match="holds tasks only"):
        convert(source=run, target=tmp_path / "out.csv", to=FormatName.MCPVERSE)
    with pytest.raises(FormatError, match="cannot be written"):
        convert(source=run, target=tmp_path, to=FormatName.INSPECT)


def test_what_judges_said_goes_along(tmp_path: Path) -> None:
    judged = made_run(tmp_path, 1)
    shares = dict(zip(PANEL, (0.1, 0.4, 0.6, 0.9), strict=True))
    anyio.run(partial(judging(judged).carry_out, models=jury(shares)))
    convert(source=judged, target=tmp_path / "log.json", to=FormatName.INSPECT)
    (sample,) = json.loads((tmp_path / "log.json").read_bytes())["samples"]
    scores = sample["scores"]["m3bench"]["value"]
    assert (scores["task_completion"], scores["information_grounding"]) == (0.5, 0.5)
    assert scores["average"] == 1.0
