from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.apps.audit import Decision, Ledger
from m3bench.apps.audit.decisions import Verdict, match_known_name, parse_name, parse_reason
from m3bench.core import FormatError, UsageError
from tests.apps.audit.samples import call, reference


def decision(task: str = "t", verdict: Verdict = "approved", reason: str = "") -> Decision:
    return Decision(
        task=task, reference=0, judged="d", auditor="Ann", at="2026-01-01", verdict=verdict, reason=reason
    )


def test_what_is_appended_is_read_by_others(tmp_path: Path) -> None:
    one, other = (Ledger(tmp_path / "d.jsonl", Decision) for _ in range(2))
    assert one.entries == []
    one.append(decision("a"))
    assert [entry.task for entry in other.entries] == ["a"]
    other.append(decision("b"))
    one.append(decision("c"))
    assert [entry.task for entry in one.entries] == ["a", "b", "c"]
    assert [entry.task for entry in other.entries] == ["a", "b", "c"]


def test_many_writers_at_once_keep_every_line_whole(tmp_path: Path) -> None:
    def write(writer: int) -> None:
        ledger = Ledger(tmp_path / "d.jsonl", Decision)
        for number in range(20):
            ledger.append(decision(f"{writer}-{number}", reason="x" * 5000))

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    kept = [entry.task for entry in Ledger(tmp_path / "d.jsonl", Decision).entries]
    assert sorted(kept) == sorted(f"{writer}-{number}" for writer in range(4) for number in range(20))
    assert all(kept.index(f"{w}-{n}") < kept.index(f"{w}-{n + 1}") for w in range(4) for n in range(19))


@given(st.binary(max_size=40).filter(lambda cut: b"\n" not in cut))
def test_a_line_that_a_death_cut_short_is_no_decision(cut: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "d.jsonl"
        Ledger(path, Decision).append(decision("a"))
        with path.open("ab") as file:
            file.write(cut)
        ledger = Ledger(path, Decision)
        assert [entry.task for entry in ledger.entries] == ["a"]
        ledger.append(decision("b"))
        assert [entry.task for entry in ledger.entries] == ["a", "b"]


def test_half_a_surrogate_pair_and_edits_survive(tmp_path: Path) -> None:
    import msgspec

    edited = reference([call("find", city="\ud83d")])
    kept = msgspec.structs.replace(decision(reason="odd \udc00"), edited=edited)
    Ledger(tmp_path / "d.jsonl", Decision).append(kept)
    assert Ledger(tmp_path / "d.jsonl", Decision).entries == [kept]


def test_a_file_that_was_taken_away_is_begun_again(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    ledger = Ledger(path, Decision)
    ledger.append(decision("a"))
    ledger.append(decision("b"))
    assert len(ledger.entries) == 2
    path.unlink()
    Ledger(path, Decision).append(decision("c"))
    assert [entry.task for entry in ledger.entries] == ["c"]


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "d.jsonl"
    path.write_text('{"task": 3}\n', encoding="utf-8")
    with pytest.raises(FormatError, match="line 1: not a decision"):
        _ = Ledger(path, Decision).entries


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        Ledger(tmp_path / "gone" / "d.jsonl", Decision).append(decision())


def test_a_write_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger(tmp_path / "d.jsonl", Decision)
    ledger.append(decision("a"))

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(UsageError, match="No space left"):
            ledger.append(decision("b"))
    assert [entry.task for entry in ledger.entries] == ["a"]


def test_one_person_has_one_name() -> None:
    assert parse_name("  Ann \t Lee ") == "Ann Lee"
    assert parse_name("Zoe\u0308") == "Zo\u00eb"
    assert match_known_name("ann lee", ["Bo", "Ann Lee"]) == "Ann Lee"
    assert match_known_name("Cy", ["Bo"]) == "Cy"


@pytest.mark.parametrize("text", ["", "   ", "\x00", "a\u202eb", "x" * 81])
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parse_name(text)


def test_a_rejection_needs_a_reason() -> None:
    assert parse_reason(" wrong city ", needed=True) == "wrong city"
    with pytest.raises(UsageError, match="needs a reason"):
        parse_reason(" ", needed=True)
    with pytest.raises(UsageError, match="at most"):
        parse_reason("x" * 5000)
