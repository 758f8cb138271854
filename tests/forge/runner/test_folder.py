"""Decisions on disk, and one process at a time."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import Trajectory, Usage, UsageError
from m3bench.forge.references.decisions import Candidate, DecisionStatus, ForgedReference
from m3bench.forge.runner.folder import DECISIONS, ForgeFolder, ForgeSettings, Manifest

_MANIFEST = Manifest(settings=ForgeSettings(suite="smoke"), suite_digest="digest")


def _forged(task_id: str, winner: int | None = None) -> ForgedReference:
    candidate = Candidate(
        executor="e", standing=DecisionStatus.REJECTED, trajectory=Trajectory(task_id=task_id),
        usage=Usage(10, 1, 1, 0.25),
    )  # fmt: skip
    return ForgedReference(task_id=task_id, task="digest", candidates=(candidate,), winner=winner)


def test_the_last_line_of_a_task_counts_and_all_of_them_cost(tmp_path: Path) -> None:
    folder = ForgeFolder(tmp_path / "out")
    broken = ForgedReference(task_id="c", task="digest", candidates=(), broken_off=Usage(5, 5, 1, 0.5))
    with folder.locked(_MANIFEST) as decisions:
        for forged in (_forged("a"), _forged("b"), _forged("a", winner=0), broken):
            decisions.append(forged)
    assert {key: value.winner for key, value in folder.decided().items()} == {"a": 0, "b": None}
    assert folder.spent == Usage(35, 8, 4, 1.25)


def test_a_line_that_was_cut_short_is_removed(tmp_path: Path) -> None:
    folder = ForgeFolder(tmp_path / "out")
    with folder.locked(_MANIFEST) as decisions:
        decisions.append(_forged("a"))
    file = tmp_path / "out" / DECISIONS
    whole = file.read_bytes()
    file.write_bytes(whole + whole[: len(whole) // 2])
    assert list(folder.decided()) == ["a"]
    with folder.locked(_MANIFEST) as decisions:
        decisions.append(_forged("b"))
    assert list(folder.decided()) == ["a", "b"]


def test_decisions_that_were_changed_are_named_and_made_again(tmp_path: Path) -> None:
    folder = ForgeFolder(tmp_path / "out")
    with folder.locked(_MANIFEST) as decisions:
        for name in "abc":
            decisions.append(_forged(name))
    assert folder.damages() == []
    file = tmp_path / "out" / DECISIONS
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join([lines[0], lines[1].replace(b'"b"', b'"x"'), b"{}\n", lines[2]]))
    assert [damage.line for damage in folder.damages()] == [2, 3]
    assert list(folder.decided()) == ["a", "c"]


def test_two_do_not_forge_into_one_folder(tmp_path: Path) -> None:
    folder = ForgeFolder(tmp_path / "out")
    second = ForgeFolder(tmp_path / "out").locked(_MANIFEST)
    with folder.locked(_MANIFEST), pytest.raises(UsageError, match="Another process"):
        second.__enter__()
    with folder.locked(_MANIFEST):
        assert folder.decided() == {}
