"""Runs that are not by whom they say, and signatures that are not of what they say."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import anyio
import msgspec
import pytest

from m3bench.core import Usage
from m3bench.runs import FinishedAttempt, RunFolder, run_settings, start_run
from m3bench.submissions import Board, Level, Policy, countersign
from tests.attacks.folders import rewrite_attempts
from tests.submissions.bundles import CREATED, Files, bundle, files_of, forged, head, load, set_head, verified
from tests.submissions.signing import new_key

SIGNATURES = "signatures.json"
MODEL = "openai/gpt-9"


@pytest.fixture(scope="session")
def reference_run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("reference") / "run"
    anyio.run(start_run, run_settings(suite="smoke", agent="reference"), path)
    return path


Edit = Callable[[FinishedAttempt], FinishedAttempt]


def relabelled(run: Path, target: Path, agent: str, model: str | None, edit: Edit | None = None) -> Path:
    """Let a run be by another agent, with recomputed checksums, as its author can."""
    shutil.copytree(run, target)
    folder = RunFolder.open(target)
    manifest = folder.manifest
    recorded = msgspec.structs.replace(manifest.recorded, agent=agent, model=model)
    folder.write_manifest(msgspec.structs.replace(manifest, recorded=recorded))

    def rename(attempt: FinishedAttempt) -> FinishedAttempt:
        trajectory = msgspec.structs.replace(attempt.trajectory, agent=agent, model=model)
        attempt = msgspec.structs.replace(attempt, trajectory=trajectory)
        return attempt if edit is None else edit(attempt)

    rewrite_attempts(folder, rename)
    folder.write_seal()
    return target


def with_usage(attempt: FinishedAttempt) -> FinishedAttempt:
    """Invent requests, tokens and times, and another answer."""
    answer = f"{attempt.trajectory.answer} "
    usage = Usage(1000, 100, 2, 0.01)
    trajectory = msgspec.structs.replace(attempt.trajectory, usage=usage, answer=answer)
    return msgspec.structs.replace(
        attempt, trajectory=trajectory, transcript="0" * 64, reply_seconds=(1.5, 1.5)
    )


def negative(attempt: FinishedAttempt) -> FinishedAttempt:
    usage = Usage(1000, 100, 2, -5.0)
    return msgspec.structs.replace(
        with_usage(attempt), trajectory=msgspec.structs.replace(with_usage(attempt).trajectory, usage=usage)
    )


@pytest.mark.parametrize(
    ("agent", "model", "edit", "why"),
    [
        ("executor", MODEL, None, "6 of 6 attempts acted without a request to a model"),
        ("executor", MODEL, None, "are a reference to the byte"),
        ("command:./agent.sh", MODEL, None, "are a reference to the byte"),
        ("retrieval", None, None, "are a reference to the byte"),
        ("executor", MODEL, negative, "is negative"),
    ],
)
def test_a_relabelled_reference_is_not_ranked(
    agent: str, model: str | None, edit: Edit | None, why: str, reference_run: Path, tmp_path: Path
) -> None:
    """The reference is submitted as a model, and ranks first at no cost."""
    run = relabelled(reference_run, tmp_path / "run", agent, model, edit)
    (found,) = verified(bundle(tmp_path, run=run), tmp_path).runs
    assert found.board is Board.OTHER
    assert why in "; ".join(found.remarks)


def test_records_of_a_baseline(reference_run: Path, tmp_path: Path) -> None:
    """Only the manifest of a baseline's run is relabelled."""

    def keep(attempt: FinishedAttempt) -> FinishedAttempt:
        trajectory = msgspec.structs.replace(attempt.trajectory, agent="reference")
        return msgspec.structs.replace(with_usage(attempt), trajectory=trajectory)

    run = relabelled(reference_run, tmp_path / "run", "executor", MODEL, keep)
    (found,) = verified(bundle(tmp_path, run=run), tmp_path).runs
    assert "its records are by the agent reference" in found.remarks


def test_invented_usage_is_remarked(reference_run: Path, tmp_path: Path) -> None:
    """Requests, tokens and times are invented: this is shown, but no proof."""
    run = relabelled(reference_run, tmp_path / "run", "executor", MODEL, with_usage)
    found = verified(bundle(tmp_path, run=run), tmp_path, Policy(required=Level.SIGNED))
    (row,) = found.runs
    assert "all replies after exactly 1.5 s" in row.doubts
    assert row.remarks == ("it is unsigned, and --require asks for signed",)


def strip(files: Files) -> None:
    del files[SIGNATURES]


def edit_signature(files: Files) -> None:
    content = json.loads(files[SIGNATURES])
    content["signatures"][0]["signature"] = "A" * 86 + "=="
    files[SIGNATURES] = json.dumps(content).encode()


def edit_statement(files: Files) -> None:
    content = json.loads(files[SIGNATURES])
    content["signatures"][0]["statement"] = content["signatures"][0]["statement"].replace("2026", "2025")
    files[SIGNATURES] = json.dumps(content).encode()


def rename_system(files: Files) -> None:
    set_head(files, {**head(files), "system": "Another system"})


def take_over(files: Files) -> None:
    """Name another key, and keep the signature."""
    set_head(files, {**head(files), "key": new_key(9).public})


def forget_key(files: Files) -> None:
    changed = head(files)
    del changed["key"]
    set_head(files, changed)


def countless(files: Files) -> None:
    content = json.loads(files[SIGNATURES])
    content["signatures"] *= 100
    files[SIGNATURES] = json.dumps(content).encode()


def deep(files: Files) -> None:
    files[SIGNATURES] = b"[" * 100_000


def no_key(files: Files) -> None:
    set_head(files, {**head(files), "key": "ssh-ed25519 AAAA"})


FORGERIES: dict[Callable[[Files], None], str] = {
    strip: "the signature is missing: it was removed",
    edit_signature: "is forged",
    edit_statement: "is forged",
    rename_system: "is of another bundle",
    take_over: "the signature is missing",
    forget_key: "they are of another bundle",
    countless: "it has 100 signatures; there may be 64",
    deep: "signatures.json is invalid",
    no_key: "the signature is missing",
}


@pytest.mark.parametrize("change", FORGERIES, ids=lambda change: change.__qualname__)
def test_forged_signatures(change: Callable[[Files], None], tmp_path: Path) -> None:
    """A signature is forged, removed, or moved from another bundle."""
    path = forged(bundle(tmp_path, key=new_key(1)), change)
    problem = verified(path, tmp_path).problem
    assert problem is not None
    assert FORGERIES[change] in problem


def countersigned(path: Path, folder: Path, number: int) -> Path:
    scratch = folder / f"scratch-{path.stem}-{number}"
    scratch.mkdir()
    countersign(path, scratch, new_key(number), load, at=CREATED)
    return path


def duplicate(content: list[dict[str, str]], other: list[dict[str, str]]) -> None:
    content.append(content[1])


def move(content: list[dict[str, str]], other: list[dict[str, str]]) -> None:
    content[1] = other[1]


def corrupt(content: list[dict[str, str]], other: list[dict[str, str]]) -> None:
    content[1]["signature"] = content[0]["signature"]


def garble(content: list[dict[str, str]], other: list[dict[str, str]]) -> None:
    content[1] = {"key": "ssh-rsa AAAA", "statement": "[", "signature": "%"}


@pytest.mark.parametrize(
    ("change", "level", "why"),
    [
        (duplicate, Level.VERIFIED, "is there twice"),
        (move, Level.SIGNED, "is of another bundle"),
        (corrupt, Level.SIGNED, "is forged"),
        (garble, Level.SIGNED, "is illegible"),
    ],
)
def test_countersignatures_that_do_not_count(
    change: Callable[[list[dict[str, str]], list[dict[str, str]]], None],
    level: Level,
    why: str,
    tmp_path: Path,
) -> None:
    """A countersignature is forged, repeated, or moved from another bundle."""
    path = countersigned(bundle(tmp_path, key=new_key(1)), tmp_path, 2)
    later = CREATED + timedelta(days=1)
    other = countersigned(bundle(tmp_path, "other", created=later, key=new_key(1)), tmp_path, 2)

    def edit(files: Files) -> None:
        content = json.loads(files[SIGNATURES])
        change(content["signatures"], json.loads(files_of(other)[SIGNATURES])["signatures"])
        files[SIGNATURES] = json.dumps(content).encode()

    found = verified(forged(path, edit), tmp_path)
    assert found.problem is None
    assert found.standing.level is level
    assert why in "; ".join(found.standing.ignored)
