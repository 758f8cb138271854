from __future__ import annotations

import os
from pathlib import Path

import pytest

from m3bench.core.redaction import protect
from m3bench.hosting.process import server_log as serverlog
from m3bench.hosting.process.server_log import ServerLog, file_name, log_path, log_tail, logs_of, prune_logs


def test_secrets_are_masked(tmp_path: Path) -> None:
    protect(["sk-12345"])
    log = ServerLog(tmp_path / "logs" / "a.log")
    log.write(b"using sk-12345\n")
    log.close()
    log.write(b"after the end")
    assert log.path.read_text() == "using ${SECRET}\n"


def test_a_full_log_says_so_and_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serverlog, "_MOST_BYTES", 20)
    log = ServerLog(tmp_path / "a.log")
    for _ in range(10):
        log.write(b"0123456789\n")
    log.close()
    assert log.path.read_text() == "0123456789\n012345678\n[log is full; further output is dropped]\n"


def test_the_tail_is_the_servers_own_words(tmp_path: Path) -> None:
    log = ServerLog(tmp_path / "a.log")
    assert log_tail(log.path) == ""
    log.note("start 1")
    log.write(b"one\n\ntwo\nthree\nfour\n")
    log.close()
    assert log_tail(log.path) == "two | three | four"
    log.path.write_bytes(b"Error: cannot find module\n  at one\n  at two\n  at three\nNode.js\n")
    assert log_tail(log.path) == "Error: cannot find module | at two | at three | Node.js"
    log.path.unlink()
    assert log_tail(log.path) == ""


def test_logs_of_one_server_are_its_own_and_old_ones_go(tmp_path: Path) -> None:
    for server, run in (("pdf", "1"), ("pdf", "2"), ("pdf", "3"), ("pdf-forms", "1")):
        path = log_path(tmp_path, server, run)
        path.parent.mkdir(exist_ok=True)
        path.write_text(server)
        os.utime(path, (int(run), int(run)))
    assert [path.stem for path in logs_of(tmp_path, "pdf")] == ["1", "2", "3"]
    prune_logs(tmp_path, 2)
    assert [path.stem for path in logs_of(tmp_path, "pdf")] == ["2", "3"]
    assert len(logs_of(tmp_path, "pdf-forms")) == 1
    prune_logs(tmp_path / "nowhere", 2)


def test_names_of_files_stay_apart_and_in_place() -> None:
    names = ["a b", "a_b", "a/b", "..", ".", "", "ä", "A b"]
    files = [file_name(name) for name in names]
    assert len(set(files)) == len(names)
    assert all(file and "/" not in file and not file.startswith(".") for file in files)
