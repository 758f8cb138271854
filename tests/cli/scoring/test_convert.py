from __future__ import annotations

import json
import subprocess
import sys
from functools import partial
from pathlib import Path

import anyio
import pytest

from m3bench.cli.scoring.convert import Kind, convert
from m3bench.core import FormatError, UsageError
from m3bench.formats import read_trajectories
from m3bench.runs import read_run
from tests.hanging import HANG_SECONDS
from tests.plugins import installed, write_distribution
from tests.runs.jury import PANEL, judging, jury, made_run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_run(tmp_path_factory.mktemp("convert"), 2)


def test_a_run_becomes_a_log_with_its_scores(run: Path, tmp_path: Path) -> None:
    words = ["convert", str(run), str(tmp_path / "log.json"), "--to", "inspect"]
    done = subprocess.run(
        [sys.executable, "-m", "m3bench", *words],
        capture_output=True,
        text=True,
        timeout=HANG_SECONDS,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert f"2 records written to {tmp_path / 'log.json'}" in done.stdout.replace("\n", "")
    log = json.loads((tmp_path / "log.json").read_bytes())
    assert [sample["scores"]["m3bench"]["value"]["average"] for sample in log["samples"]] == [1.0, 1.0]
    assert read_trajectories(tmp_path / "log.json") == read_run(run).trajectories


@pytest.mark.parametrize("to", ["jsonl", "parquet", "openai", "otel", "atif"])
def test_a_run_becomes_any_file_of_trajectories(run: Path, tmp_path: Path, to: str) -> None:
    convert(source=run, target=tmp_path / "out.jsonl", to=to, scores=False)
    assert read_trajectories(tmp_path / "out.jsonl") == read_run(run).trajectories


def test_what_does_not_fit_a_run_is_refused(run: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is a run folder"):
        convert(source=run, target=tmp_path / "out", kind=Kind.TASKS)
    with pytest.raises(UsageError, match="holds tasks only"):
        convert(source=run, target=tmp_path / "out.csv", to="mcpverse")
    with pytest.raises(FormatError, match="cannot be written"):
        convert(source=run, target=tmp_path, to="inspect")


def test_what_judges_said_goes_along(tmp_path: Path) -> None:
    judged = made_run(tmp_path, 1)
    shares = dict(zip(PANEL, (0.1, 0.4, 0.6, 0.9), strict=True))
    anyio.run(partial(judging(judged).run, models=jury(shares)))
    convert(source=judged, target=tmp_path / "log.json", to="inspect")
    (sample,) = json.loads((tmp_path / "log.json").read_bytes())["samples"]
    scores = sample["scores"]["m3bench"]["value"]
    assert (scores["task_completion"], scores["information_grounding"]) == (0.5, 0.5)
    assert scores["average"] == 1.0


def test_an_unknown_format_is_refused_before_anything_is_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"no format 'opnai'\.\nDid you mean openai"):
        convert(source=tmp_path / "none.json", target=tmp_path / "out.json", to="opnai")


def test_formats_of_plugins_can_be_named(run: Path, tmp_path: Path) -> None:
    source = """
        from m3bench.formats import Format

        def write(trajectories, file):
            yield from (f"{each.task_id}\\n".encode() for each in trajectories)

        IDS = Format(name="ids", description="ids", extensions=(".txt",), read_trajectories=iter,
                     write_trajectories=write)
    """
    write_distribution(tmp_path / "site", "idlist", {"m3bench.formats": "ids = idlist:IDS"}, source)
    with installed(tmp_path / "site"):
        convert(source=run, target=tmp_path / "ids.txt", to="ids")
    assert len((tmp_path / "ids.txt").read_text().split()) == 2
