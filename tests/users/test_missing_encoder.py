"""The encoder is not installed: what needs it is refused first, and the ways out are named."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.encoders import EncoderError
from m3bench.examples import example_files
from tests.conftest import REPOSITORY
from tests.hanging import HANG_SECONDS
from tests.runs.sums import sums_file

pytestmark = pytest.mark.slow  # each command is a process
RUN = REPOSITORY / "tests" / "fixtures" / "v1" / "run"
WAYS_OUT = ("pip install 'm3bench[encoder]'", "--encoder hashing")
FILES = ["--reference", str(example_files()[0]), "--prediction", str(example_files()[1])]


def m3bench(*arguments: str, extras: str = "") -> tuple[int, str]:
    """Run a command as if only these extras were installed."""
    hidden = [sys.executable, "-m", "tests.base_install", *([f"--extras={extras}"] if extras else [])]
    done = subprocess.run(
        [*hidden, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=REPOSITORY,
        timeout=HANG_SECONDS,
    )
    return done.returncode, done.stdout + done.stderr


def assert_refused(code: int, said: str) -> None:
    assert code == 2, said
    assert all(way in said for way in WAYS_OUT), said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    "arguments",
    [
        ["score", str(RUN)],
        ["score", *FILES, "--fail-under", "recall=0.1"],
        ["compare", str(RUN), str(RUN)],
    ],
    ids=lambda words: " ".join(Path(word).name for word in words),
)
def test_scoring_without_the_encoder_names_both_ways_out(arguments: list[str]) -> None:
    """Someone installs m3bench alone and scores: the message names the extra and `--encoder hashing`."""
    assert_refused(*m3bench(*arguments))


def test_a_report_without_the_encoder_names_both_ways_out(tmp_path: Path) -> None:
    """The same with `m3bench report`, which has an extra of its own."""
    words = ["report", str(RUN), "--out", str(tmp_path / "report.html")]
    assert_refused(*m3bench(*words, extras="reports"))
    assert not (tmp_path / "report.html").exists()


def test_two_files_of_scores_are_compared_without_an_encoder(tmp_path: Path) -> None:
    """Scores that were written elsewhere need no encoder to be compared."""
    scores = str(tmp_path / "scores.json")
    code, said = m3bench("score", str(RUN), "--encoder", "hashing", "--json", scores)
    assert code == 0, said
    assert "encoder hashing" in said
    code, said = m3bench("compare", scores, scores)
    assert code == 0, said


def test_a_run_without_the_encoder_is_refused_before_its_first_attempt(tmp_path: Path) -> None:
    """Someone installs `[suites]` and runs one: it stops before the first attempt, or scores otherwise."""
    out, tasks = tmp_path / "run", sums_file(tmp_path / "tasks.jsonl", 1)
    words = ["run", str(tasks), "--agent", "reference", "--out", str(out), "--fail-under", "mean=0.9"]
    assert_refused(*m3bench(*words, extras="suites"))
    assert not out.exists()
    code, said = m3bench(*words, "--encoder", "hashing", extras="suites")
    assert code == 0, said
    assert "encoder hashing" in said
    assert "gate met: mean 1.000" in said


def test_an_agent_that_needs_the_encoder_is_refused_before_its_first_attempt(tmp_path: Path) -> None:
    """`--agent retrieval` compares texts: it is refused first as well, and `retrieval:hashing` is not."""
    out, tasks = tmp_path / "run", sums_file(tmp_path / "tasks.jsonl", 1)
    words = ["run", str(tasks), "--out", str(out), "--encoder", "hashing", "--agent"]
    assert_refused(*m3bench(*words, "retrieval", extras="suites"))
    assert not out.exists()
    code, said = m3bench(*words, "retrieval:hashing", extras="suites")
    assert code == 0, said


def test_a_run_that_cannot_be_scored_does_not_end_as_if_nothing_was_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Damaged weights show only when they are loaded: the attempts are kept, and the status is 3."""

    def fail(*_: object) -> None:
        raise EncoderError("model.onnx: SHA-256 is a, expected b.")

    monkeypatch.setattr("m3bench.cli.live_run.score_result", fail)
    out, tasks = tmp_path / "run", sums_file(tmp_path / "tasks.jsonl", 1)
    done = CliRunner().invoke(app, ["run", str(tasks), "--agent", "reference", "--out", str(out)])
    assert done.exit_code == 3, done.output
    assert f"The attempts were made. Score them with: m3bench score {out}" in done.stderr
    assert (out / "journal.jsonl").is_file()
