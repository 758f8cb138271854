"""`python -m m3bench.testing.provider`."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import msgspec
import pytest

from m3bench.testing.provider import SeenRequest
from tests.hanging import HANG_SECONDS

QUESTION = "What time \ud83d is it?"
"""With half a surrogate pair, which models do write."""


def program(*arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "m3bench.testing.provider", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.skipif(sys.platform == "win32", reason="ends by a signal")
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGINT])
def test_it_says_where_it_listens_and_writes_what_it_sees(tmp_path: Path, ending: signal.Signals) -> None:
    script, log = tmp_path / "script.json", tmp_path / "log.jsonl"
    script.write_text(json.dumps([{"match": "time", "text": "Noon."}]))
    with program("--script", script, "--log", log) as running:
        assert running.stdout is not None
        addresses = dict(running.stdout.readline().split() for _ in range(4))
        try:
            answer = httpx2.post(
                f"{addresses['openai']}/chat/completions",
                content=json.dumps({"model": "any", "messages": [{"role": "user", "content": QUESTION}]}),
                headers={"Authorization": "Bearer secret"},
                timeout=HANG_SECONDS,
            )
        finally:
            running.send_signal(ending)
            _, complaints = running.communicate(timeout=HANG_SECONDS)
    assert (running.returncode, complaints) == (0, "")
    assert set(addresses) == {"openai", "responses", "anthropic", "google"}
    assert answer.json()["choices"][0]["message"]["content"] == "Noon."
    (line,) = log.read_text().splitlines()
    assert "secret" not in line
    kept = msgspec.convert(json.loads(line), SeenRequest)
    assert kept.latest == QUESTION


def test_a_wrong_script_is_said_without_a_traceback(tmp_path: Path) -> None:
    with program("--script", tmp_path / "none.json") as running:
        out, complaints = running.communicate(timeout=HANG_SECONDS)
    assert (running.returncode, out) == (2, "")
    assert complaints.strip() == f"{tmp_path / 'none.json'}: cannot be read: No such file or directory"
