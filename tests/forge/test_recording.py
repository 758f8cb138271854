"""Decisions on disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from m3bench.core import Call, FormatError, Media, Result, Step, Trajectory
from m3bench.forge.decisions import Candidate, Forged, Standing
from m3bench.forge.recording import Decisions, without_bytes


def _forged(task_id: str, winner: int | None = None) -> Forged:
    candidate = Candidate(executor="e", standing=Standing.REJECTED, trajectory=Trajectory(task_id=task_id))
    return Forged(task_id=task_id, task="digest", candidates=(candidate,), winner=winner)


def test_the_last_line_of_a_task_counts(tmp_path: Path) -> None:
    decisions = Decisions(tmp_path / "decisions.jsonl")
    for forged in (_forged("a"), _forged("b"), _forged("a", winner=0)):
        decisions.append(forged)
    assert {key: value.winner for key, value in decisions.read().items()} == {"a": 0, "b": None}


def test_a_line_that_was_cut_short_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    decisions = Decisions(path)
    decisions.append(_forged("a"))
    whole = path.read_bytes()
    path.write_bytes(whole + whole[: len(whole) // 2])
    assert list(decisions.read()) == ["a"]
    decisions.append(_forged("b"))
    assert list(Decisions(path).read()) == ["a", "b"]


def test_a_file_of_something_else_is_named(tmp_path: Path) -> None:
    path = tmp_path / "decisions.jsonl"
    path.write_text("{}\n")
    with pytest.raises(FormatError, match="line 1"):
        Decisions(path).read()


def test_nothing_there_is_nothing_decided(tmp_path: Path) -> None:
    assert Decisions(tmp_path / "none.jsonl").read() == {}


def test_pictures_are_kept_by_their_hash() -> None:
    picture = Call("a/b", {}, result=Result((Media(media_type="image/png", data=b"bytes"),)))
    light = without_bytes(Trajectory(task_id="t", steps=(Step((picture, Call("c/d"))),)))
    result = light.steps[0].calls[0].result
    assert result is not None
    part = result.content[0]
    assert isinstance(part, Media)
    assert part.data is None
    assert part.digest is not None
    assert light.steps[0].calls[1] == Call("c/d")
