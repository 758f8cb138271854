"""Every option of `run` is honoured or refused with --resume."""

from __future__ import annotations

import inspect
import json
import shlex
from pathlib import Path

import pytest

from m3bench.cli.running.launch import OPTIONS, OnResume, limit_names, settings_options
from m3bench.cli.running.run import run
from m3bench.runs import Pictures, RunFolder, RunLimits, SettingsRecord
from tests.cli.command import run_command
from tests.runs.sums import sums_file

OTHER = {
    "suite": "smoke", "agent": "--agent idle", "model": "--model openai/x",
    "base_url": "--base-url http://127.0.0.1:1",
    "judge": "--judge openai/x", "user": "--user none", "mode": "--mode max", "fuzzy": "--fuzzy",
    "pictures": "--pictures none", "without_perception": "--without-perception", "text_only": "--blind",
    "accepts": "--accepts sound", "strict_format": "--strict-format", "limit": "--limit 1",
    "family": "--family odd",
    "task": "--task sum-0001", "where": "--where steps=2", "sample": "--sample 1",
    "sample_seed": "--sample-seed 4",
    "per_family": "--per-family 1", "bundled_only": "--bundled-only",
    "skip_missing": "--skip-missing", "epochs": "--epochs 2",
    "seed": "--seed 9",
    "world_seed": "--world-seed 9", "now": "--now 2020-01-01T00:00:00Z", "model_setting": "-M top_p=0.5",
    "extra_body": """--extra-body '{"top_k": 2}'""", "header": "--header X-Team=blue",
    "context": "--context 99",
    "max_steps": "--max-steps 3", "max_concurrent": "--concurrent-calls 1", "record": "--record tapes",
    "replay": "--replay tapes", "encoder": "--encoder hashing",
    "cache": "--cache replies", "config": "--config servers.json",
    "live": "--live",
    "data": "--data x", "sandbox": "--sandbox off", "agent_env": "--agent-env X",
    "agent_read": "--agent-read x",
    "agent_network": "--agent-network", "resource_limit": "--resource-limit memory=1GB",
    "tag": "--tag other", "note": "--note other",
    "out": "--out elsewhere",
    "preflight": "--preflight",
}  # fmt: skip
"""For each option that may not change a run, another value than that of the run below."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a run in it that was started there, with a relative path."""
    folder = tmp_path_factory.mktemp("home")
    sums_file(folder / "tasks.jsonl", 2)
    run_command(
        "run", "tasks.jsonl", "--agent", "reference", "--out", "run", "--tag", "one", "--note", "a first run",
        folder=folder,
    )  # fmt: skip
    return folder


def test_every_option_is_classified() -> None:
    options = set(inspect.signature(run).parameters) - {"ctx"}
    assert sorted(options - set(OPTIONS)) == []
    refused = {name for name in options if OPTIONS[name] in (OnResume.SAME, OnResume.NEW_ONLY)}
    assert sorted(refused ^ set(OTHER)) == []


def test_limits_are_those_of_a_run() -> None:
    assert set(limit_names().values()) == set(RunLimits.__struct_fields__)
    assert {name for name, what in OPTIONS.items() if what is OnResume.LIMIT} == set(limit_names())


@pytest.mark.parametrize("option", sorted(OTHER))
def test_an_option_that_would_change_the_run_is_refused_by_name(option: str, home: Path) -> None:
    before = (home / "run" / "manifest.json").read_bytes()
    done = run_command("run", *shlex.split(OTHER[option]), "--resume", "run", code=2, folder=home)
    words = done.stderr.replace("\n", " ")
    if OPTIONS[option] is OnResume.NEW_ONLY:
        assert f"--{option} is only for a new run" in words
    else:
        assert "would change the run:" in words
        assert "→" in words
    assert (home / "run" / "manifest.json").read_bytes() == before


def test_the_old_and_the_new_value_are_shown(home: Path) -> None:
    done = run_command("run", "--resume", "run", "--agent", "idle", code=2, folder=home)
    assert "--agent would change the run: reference → idle." in done.stderr


def test_a_run_continues_only_with_its_own_pictures(home: Path) -> None:
    done = run_command("run", "--resume", "run", "--pictures", "hard", code=2, folder=home)
    assert "--pictures would change the run: given → hard." in done.stderr
    done = run_command("run", "--resume", "run", "--pictures", "blurry", code=2, folder=home)
    assert all(name in done.stderr for name in Pictures)


def test_the_same_values_and_other_limits_are_honoured_from_any_folder(home: Path, tmp_path: Path) -> None:
    done = run_command(
        "run", str(home / "tasks.jsonl"), "--resume", str(home / "run"), "--agent", "reference",
        "--seed", "0", "--tag", "one", "--concurrency", "2", "--no-probe", folder=tmp_path,
    )  # fmt: skip
    assert "2 of 2 attempts are already done" in done.stderr
    assert "limit changed: --concurrency 4 → 2" in done.stderr
    assert f"The run is in {home / 'run'}" in done.stdout
    assert done.stdout.startswith("tasks.jsonl by reference\ntags: one\nnote: a first run\n")


def test_the_manifest_has_what_was_chosen(home: Path) -> None:
    manifest = RunFolder.open(home / "run").manifest
    assert (manifest.tags, manifest.note, manifest.started_in) == (("one",), "a first run", str(home))
    assert manifest.located_settings.suite.name == str(home / "tasks.jsonl")


def test_a_sample_is_named_in_the_manifest(tmp_path: Path) -> None:
    sums_file(tmp_path / "tasks.jsonl", 6)
    run_command("run", "tasks.jsonl", "--agent", "idle", "--sample", "2", "--out", "run", folder=tmp_path)
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["settings"]["sample"] == len(manifest["sampled"]) == manifest["tasks"] == 2


def test_settings_have_the_names_of_the_manifest() -> None:
    given = settings_options({"family": ["a"], "task": ["b"], "model_setting": ["temperature=0.5", "seed=3"]})
    assert set(given) <= set(SettingsRecord.__struct_fields__)
    assert (given["model_settings"].temperature, given["model_settings"].seed) == (0.5, 3)
