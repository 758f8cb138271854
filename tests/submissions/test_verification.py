"""Honest bundles are accepted with their scores; forged ones are refused, and the reason is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from m3bench.runs import Pictures, RunFolder, read_run
from m3bench.submissions import Board, Policy, SealedSuite, verification
from m3bench.submissions.verification import KNOWING
from m3bench.suites import Recipe
from tests.submissions.bundles import (
    HEAD,
    RUN,
    Files,
    bundle,
    files_of,
    forged,
    head,
    load,
    replaced,
    set_head,
    verified,
)


@pytest.fixture(autouse=True)
def ranked_agent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The saved run is by `noisy`, which is not ranked: here it stands for an agent that is."""
    monkeypatch.setattr(verification, "KNOWING", frozenset())


def test_agents_that_execute_references_are_not_ranked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "reference" in KNOWING
    monkeypatch.setattr(verification, "KNOWING", KNOWING)
    (run,) = verified(bundle(tmp_path), tmp_path).runs
    assert (run.board, run.remarks) == (Board.OTHER, ("the agent carries out the references",))


def test_an_honest_bundle_is_scored_again(tmp_path: Path) -> None:
    result = verified(bundle(tmp_path), tmp_path)
    assert result.problem is None
    (run,) = result.runs
    assert (run.board, run.suite, run.remarks) == (Board.PRACTICE, "smoke@1", ())
    assert run.run.result.strict_success == read_run(RUN).strict_success
    assert run.record.agent == "noisy:0.3"


@pytest.mark.parametrize(
    ("pictures", "remark"),
    [("none", "an ablation"), ("clean", "all pictures at the camera level clean"), ("given", None)],
)
def test_runs_with_other_pictures_are_not_ranked(pictures: str, remark: str | None) -> None:
    (run,), manifest = load([RUN]), RunFolder.open(RUN).manifest
    settings = run.result.settings
    suite = msgspec.structs.replace(settings.suite, pictures=Pictures(pictures))
    result = msgspec.structs.replace(run.result, settings=msgspec.structs.replace(settings, suite=suite))
    other = msgspec.structs.replace(run, result=result)
    assert list(verification._remarks(other, Board.PRACTICE, manifest)) == ([remark] if remark else [])


def test_the_same_runs_give_the_same_bytes(tmp_path: Path) -> None:
    first, other = bundle(tmp_path, "one"), bundle(tmp_path / "..", "one")
    try:
        assert first.read_bytes() == other.read_bytes()
    finally:
        other.unlink()


def test_sealed_tasks_count_as_sealed_if_they_are_the_revealed_ones(tmp_path: Path) -> None:
    digests = tuple(task.digest for task in RunFolder.open(RUN).tasks())
    recipe = Recipe(seed=1, salt="s", now="2025-11-05", size=6, families=(), version="0", digests=digests)
    (run,) = verified(bundle(tmp_path, "a"), tmp_path, Policy(sealed=[SealedSuite("autumn", recipe)])).runs
    assert (run.board, run.tasks) == (Board.SEALED, "autumn")
    other = msgspec.structs.replace(recipe, digests=(*digests[:-1], "0" * 64))
    (run,) = verified(bundle(tmp_path, "b"), tmp_path, Policy(sealed=[SealedSuite("autumn", other)])).runs
    assert run.board is Board.PRACTICE


def test_unknown_tasks_are_not_ranked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "release_digests", lambda: {"smoke": "0" * 64})
    (run,) = verified(bundle(tmp_path), tmp_path).runs
    assert run.board is Board.OTHER
    assert run.remarks == ("not all tasks of a released or revealed suite",)


def claim(key: str, value: object) -> Callable[[Files], None]:
    def change(files: Files) -> None:
        changed = head(files)
        changed["runs"][0][key] = value
        set_head(files, changed)

    return change


def edit_answer(files: Files) -> None:
    journal = files["runs/1/journal.jsonl"]
    replaced(files, "journal.jsonl", journal.replace(b"Shantou", b"Chaozhou", 1))


def drop_last_record(files: Files) -> None:
    lines = files["runs/1/journal.jsonl"].splitlines(keepends=True)
    replaced(files, "journal.jsonl", b"".join(lines[:-1]))


def drop_last_record_and_seal(files: Files) -> None:
    drop_last_record(files)
    del files["runs/1/seal.json"]
    changed = head(files)
    del changed["runs"][0]["files"]["seal.json"]
    set_head(files, changed)


def easier_tasks(files: Files) -> None:
    replaced(files, "tasks.jsonl", files["runs/1/tasks.jsonl"].replace(b"tolerance", b"toleranse"))


def other_agent(files: Files) -> None:
    manifest = json.loads(files["runs/1/manifest.json"])
    manifest["settings"]["agent"] = "executor"
    replaced(files, "manifest.json", json.dumps(manifest).encode())
    claim("agent", "executor")(files)


def edit_without_hash(files: Files) -> None:
    files["runs/1/journal.jsonl"] += b"\n"


def bomb(files: Files) -> None:
    files["runs/1/journal.jsonl"] = bytes(50 * 2**20)


def extra_file(files: Files) -> None:
    files["runs/1/workspaces/secret"] = b"x"


def escaping_file(files: Files) -> None:
    changed = head(files)
    changed["runs"][0]["files"]["../../escaped"] = {"sha256": "0" * 64, "size": 1}
    files["runs/1/../../escaped"] = b"x"
    set_head(files, changed)


def missing_file(files: Files) -> None:
    del files["runs/1/tasks.jsonl"]


def no_head(files: Files) -> None:
    del files[HEAD]


def later_version(files: Files) -> None:
    set_head(files, {**head(files), "m3bench": 99})


def broken_head(files: Files) -> None:
    files[HEAD] = b'{"runs": [['


def no_runs(files: Files) -> None:
    set_head(files, {**head(files), "runs": []})


FORGERIES = {
    claim("success", 1.0): "gives 1.0 as success of a run, but it is 0.",
    claim("model", "openai/gpt-9"): "gives openai/gpt-9 as model",
    claim("cost", 0.5): "gives 0.5 as cost",
    claim("attempts", 5): "gives 5 as number of attempts",
    edit_answer: "was changed",
    drop_last_record: "was changed: journal.jsonl: its end is missing",
    drop_last_record_and_seal: "is not finished|has no seal|was changed",
    easier_tasks: "scores are against other tasks|was changed",
    other_agent: "manifest.json: its checksum is missing",
    edit_without_hash: "runs/1/journal.jsonl was changed",
    bomb: "it is a ZIP bomb",
    extra_file: "'runs/1/workspaces/secret' is not a name of a file in a bundle",
    escaping_file: "'runs/1/../../escaped' is not a name of a file in a bundle",
    missing_file: "'runs/1/tasks.jsonl' is described, but not in it",
    no_head: "it has no submission.json",
    later_version: "it has version 99",
    broken_head: "submission.json is invalid",
    no_runs: "it has 0 runs",
}


@pytest.mark.parametrize("change", FORGERIES, ids=lambda change: change.__qualname__)
def test_forgeries_are_refused(change: Callable[[Files], None], tmp_path: Path) -> None:
    result = verified(forged(bundle(tmp_path), change), tmp_path)
    assert result.runs == ()
    assert result.problem is not None
    assert any(part in result.problem for part in FORGERIES[change].split("|")), result.problem
    assert not (tmp_path / "escaped").exists()


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"no archive at all" * 100])
def test_other_files_are_refused(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "one.m3bench"
    path.write_bytes(data)
    problem = verified(path, tmp_path).problem
    assert problem is not None
    assert "not a readable ZIP file" in problem


def test_a_cut_bundle_is_refused(tmp_path: Path) -> None:
    path = bundle(tmp_path)
    path.write_bytes(path.read_bytes()[:-2000])
    assert verified(path, tmp_path).problem is not None


def test_transcripts_and_logs_stay_at_home(tmp_path: Path) -> None:
    names = files_of(bundle(tmp_path)).keys()
    assert "runs/1/journal.jsonl" in names
    assert not [name for name in names if "workspaces" in name or "logs" in name]
