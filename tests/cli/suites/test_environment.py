"""`m3bench environment serve`: its options, and a service until Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from m3bench.formats import write
from tests.cli.command import run_command
from tests.environment.service.test_service import CLIENT, play
from tests.environment.tasks import FORM, SUM
from tests.hanging import HANG_SECONDS


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--reward", "sucess=1"), "success"),
        (("--reward", "success=much"), "not a number"),
        (("--calling", "spoken"), "native or prompted"),
        (("--mode", "retrieve:3"), "oracle"),
        (("--port", "70000"), "65535"),
        (("--workers", "0"), "--workers"),
    ],
)
def test_wrong_options_are_refused(tmp_path: Path, options: tuple[str, ...], said: str) -> None:
    done = run_command("environment", "serve", str(tmp_path / "tasks.jsonl"), *options, code=2)
    assert said in " ".join(done.stderr.split())


def test_a_missing_suite_is_said(tmp_path: Path) -> None:
    done = run_command("environment", "serve", "smok", "--token-file", str(tmp_path / "token"), code=2)
    assert "smok" in done.stderr


@pytest.mark.slow
def test_a_service_ends_with_ctrl_c(tmp_path: Path) -> None:
    write(tmp_path / "tasks.jsonl", [SUM, FORM], format="jsonl")
    command = [sys.executable, "-m", "m3bench", "environment", "serve", "tasks.jsonl", "--workers", "2"]
    command += ["--token-file", "token"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        url, token = server.stdout.readline().strip(), (tmp_path / "token").read_text().strip()
        try:
            with CLIENT.Service(url, token) as service, service.session() as session:
                assert play(session)[-1]["reward"] == 1.0
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(HANG_SECONDS) == 0
        assert "Traceback" not in server.stderr.read()
