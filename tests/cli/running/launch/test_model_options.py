"""Settings, headers and names of models, from the command line to the provider."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from m3bench.models import Reply
from m3bench.testing.provider import FakeProvider
from tests.cli.command import run_command
from tests.runs.sums import sums_file

SECRET = "team-secret-0815"
FILE = """
[mine]
model = "vllm/some"
settings = {top_p = 0.25, seed = 5}
headers = {X-Team = "${TEAM_KEY}"}
price = {input = 1000, output = 1000}
"""


@pytest.mark.slow
def test_settings_and_headers_reach_the_provider_and_secrets_no_file(tmp_path: Path) -> None:
    sums_file(tmp_path / "tasks.jsonl", 1)
    (tmp_path / "m3bench-models.toml").write_text(FILE)
    with FakeProvider(lambda _: Reply("done")) as fake:
        run_command(
            "run", "tasks.jsonl", "--agent", "caller", "--model", "mine", "--base-url", fake.url(),
            "--no-probe", "-M", "seed=9", "--extra-body", '{"top_k": 3}', "--header", "X-More=yes",
            "--out", "run", folder=tmp_path, environment={"TEAM_KEY": SECRET},
        )  # fmt: skip
        seen = fake.seen[0]
    settings = json.loads((tmp_path / "run" / "manifest.json").read_text())["settings"]
    assert settings["model"] == "vllm/some"
    assert settings["model_settings"] == {"top_p": 0.25, "seed": 9, "extra_body": {"top_k": 3}}
    assert settings["headers"] == {"X-Team": "${TEAM_KEY}", "X-More": "yes"}
    assert settings["model_facts"]["price"] == {"input": 1000.0, "output": 1000.0}
    assert (seen.request.settings.top_p, seen.request.settings.seed) == (0.25, 9)
    assert seen.headers["x-team"] == SECRET
    assert seen.headers["x-more"] == "yes"
    assert seen.body["top_k"] == 3
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in files if SECRET.encode() in path.read_bytes()] == []
