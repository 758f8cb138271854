"""`m3bench list KIND`, with plugins that work and plugins that do not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from m3bench.suites import RELEASED, make_suite
from m3bench_world import World
from tests.hanging import HANG_SECONDS
from tests.plugins import write_distribution

LISTS = {
    "agents": "executor",
    "checks": "answer_fields",
    "encoders": "minilm",
    "formats": "jsonl",
    "models": "openai/…",
    "servers": "weather",
    "suites": "smoke",
}


def listed(kind: str, site: Path) -> str:
    environment = {**os.environ, "COLUMNS": "160", "TERM": "dumb", "PYTHONPATH": str(site)}
    command = [sys.executable, "-m", "m3bench", "list", kind]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=HANG_SECONDS, check=False
    )
    assert (done.returncode, "Traceback" in done.stdout + done.stderr) == (0, False), done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("kind", LISTS)
def test_a_broken_plugin_is_shown_as_broken_and_hides_nothing(kind: str, tmp_path: Path) -> None:
    write_distribution(
        tmp_path, "wreck", {f"m3bench.{kind}": "wrecked = wreck:thing"}, "raise ImportError('no luck')"
    )
    shown = listed(kind, tmp_path)
    assert LISTS[kind] in shown
    assert "wreck 1.2" in shown
    assert "broken:" in shown
    assert "ImportError: no luck" in " ".join(shown.split())


@pytest.mark.slow
def test_a_plugin_that_takes_a_built_in_name_is_an_error(tmp_path: Path) -> None:
    source = "def make(argument):\n    return None\n"
    write_distribution(tmp_path, "usurper", {"m3bench.agents": "idle = usurper:make"}, source)
    shown = " ".join(listed("agents", tmp_path).split())
    assert "two agents called 'idle': built in, and usurper 1.2" in shown
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    command = [
        sys.executable,
        "-m",
        "m3bench",
        "run",
        "smoke",
        "--agent",
        "idle",
        "--out",
        str(tmp_path / "r"),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, env=environment, timeout=HANG_SECONDS, check=False
    )
    assert (done.returncode, "usurper 1.2" in done.stderr, "Traceback" in done.stderr) == (2, True, False)


@pytest.mark.slow
def test_released_suites_are_listed_with_their_digests(tmp_path: Path) -> None:
    shown = listed("suites", tmp_path)
    assert RELEASED["m3"].startswith("5406c60a")
    assert all(f"digest {digest}" in shown for digest in RELEASED.values())


@pytest.mark.parametrize("name", ["smoke", pytest.param("m3", marks=pytest.mark.slow)])
def test_the_listed_digest_is_that_of_the_suite(name: str) -> None:
    assert make_suite(name, World()).digest == RELEASED[name]
