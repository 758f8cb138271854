"""`m3bench suite build --sealed` and `suite reveal`."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from m3bench.cli.app import app
from m3bench.core import M3BenchError


def command(*words: str) -> str:
    result = CliRunner().invoke(app, ["suite", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("seal") / "secret"
    said = command("build", str(folder), "--sealed", "--family", "barcode_lookup", "--size", "1")
    assert json.loads((folder / "commitment.json").read_text())["commitment"] in said
    return folder


def test_the_secret_part_is_its_owners_alone(sealed: Path) -> None:
    for name in ("tasks.jsonl", "recipe.json"):
        assert stat.S_IMODE((sealed / name).stat().st_mode) == 0o600
    published = (sealed / "commitment.json").read_text()
    recipe = json.loads((sealed / "recipe.json").read_text())
    assert str(recipe["seed"]) not in published
    assert recipe["salt"] not in published


def test_no_id_or_request_tells_the_seed(sealed: Path) -> None:
    seed = str(json.loads((sealed / "recipe.json").read_text())["seed"])
    task = json.loads((sealed / "tasks.jsonl").read_text().splitlines()[0])
    assert seed not in task["id"] + task["request"] + task["fuzzy_request"] + "".join(task["images"])


@pytest.mark.slow
def test_anybody_can_build_the_revealed_tasks_again(sealed: Path, tmp_path: Path) -> None:
    assert "matches the commitment" in command("reveal", str(sealed))
    again = tmp_path / "again.jsonl"
    words = ("--commitment", str(sealed / "commitment.json"), "--out", str(again))
    assert "Wrote 1 tasks to" in command("reveal", str(sealed / "recipe.json"), *words)
    assert again.read_text() == (sealed / "tasks.jsonl").read_text()


def test_an_edited_task_is_noticed(sealed: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("tasks.jsonl", "recipe.json", "commitment.json"):
        (copy / name).write_bytes((sealed / name).read_bytes())
    task = json.loads((copy / "tasks.jsonl").read_text())
    (copy / "tasks.jsonl").write_text(json.dumps({**task, "request": "Something easier"}) + "\n")
    with pytest.raises(M3BenchError, match="changed since they were sealed"):
        command("reveal", str(copy))


def test_a_recipe_needs_its_commitment(sealed: Path) -> None:
    with pytest.raises(M3BenchError, match="proves nothing"):
        command("reveal", str(sealed / "recipe.json"))


def test_what_is_no_sealed_suite_is_told(tmp_path: Path) -> None:
    with pytest.raises(M3BenchError, match="does not exist"):
        command("reveal", str(tmp_path))
    (tmp_path / "recipe.json").write_text("{}")
    with pytest.raises(M3BenchError, match="invalid recipe of a sealed suite"):
        command("reveal", str(tmp_path))


def test_a_folder_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    with pytest.raises(M3BenchError, match="exists already"):
        command("build", str(tmp_path), "--sealed")


def test_a_secret_seed_cannot_be_chosen(tmp_path: Path) -> None:
    with pytest.raises(M3BenchError, match="from a secret seed"):
        command("build", str(tmp_path / "new"), "--sealed", "--seed", "3")
    assert not (tmp_path / "new").exists()


def test_a_sandbox_that_is_required_is_required(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("m3bench.hosting.sandbox.mode.sandbox_problem", lambda: "it is missing.")
    with pytest.raises(M3BenchError, match="Sandboxes do not work here"):
        command("build", str(tmp_path / "new"), "--sealed", "--sandbox", "require")
    assert not (tmp_path / "new").exists()
