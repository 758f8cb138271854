"""The store on disk: shared by processes, and never the reason why a run fails."""

from __future__ import annotations

import gc
import logging
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from m3bench.encoders import Vectors, VectorStore
from m3bench.encoders.store import _create
from tests.hanging import HANG_SECONDS


def _vector(value: float) -> Vectors:
    return np.full(4, value, dtype=np.float32)


def test_vectors_come_back(tmp_path: Path) -> None:
    path = tmp_path / "new" / "vectors.sqlite"
    store = VectorStore(path)
    store.put("model", {"a": _vector(1), "half \ud800": _vector(2)})
    store.close()
    again = VectorStore(path)
    found = again.get("model", ["a", "half \ud800", "unknown"])
    again.close()
    assert {text: vector.tolist() for text, vector in found.items()} == {
        "a": [1, 1, 1, 1],
        "half \ud800": [2, 2, 2, 2],
    }


def test_models_do_not_mix(tmp_path: Path) -> None:
    store = VectorStore(tmp_path / "vectors.sqlite")
    store.put("one", {"a": _vector(1)})
    assert store.get("other", ["a"]) == {}
    store.close()


def test_many_keys_in_one_question(tmp_path: Path) -> None:
    store = VectorStore(tmp_path / "vectors.sqlite")
    store.put("model", {str(number): _vector(number) for number in range(1700)})
    found = store.get("model", [str(number) for number in range(2000)])
    store.close()
    assert len(found) == 1700
    assert found["1699"][0] == 1699


def test_a_damaged_file_is_set_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "vectors.sqlite"
    path.write_bytes(b"this is no database " * 100)
    with caplog.at_level(logging.WARNING):
        store = VectorStore(path)
    store.put("model", {"a": _vector(1)})
    assert list(store.get("model", ["a"])) == ["a"]
    store.close()
    assert "damaged" in caplog.text
    assert path.with_name("vectors.sqlite.broken").exists()


def test_an_unknown_layout_is_set_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "vectors.sqlite"
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with caplog.at_level(logging.WARNING):
        VectorStore(path).close()
    assert "unknown layout 99" in caplog.text


def test_an_unwritable_place_is_done_without(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    with caplog.at_level(logging.WARNING):
        store = VectorStore(tmp_path / "file" / "vectors.sqlite")
    store.put("model", {"a": _vector(1)})
    assert store.get("model", ["a"]) == {}
    store.close()
    assert "continuing without the embedding cache" in caplog.text


def test_threads_share_a_store(tmp_path: Path) -> None:
    store = VectorStore(tmp_path / "vectors.sqlite")

    def work(number: int) -> None:
        for item in range(50):
            store.put("model", {f"{number}-{item}": _vector(item)})

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(store.get("model", [f"{number}-{item}" for number in range(4) for item in range(50)])) == 200
    store.close()


_WRITER = """
import sys
from pathlib import Path
import numpy as np
from m3bench.encoders import VectorStore
store = VectorStore(Path(sys.argv[1]))
for number in range(100):
    store.put("model", {f"text {number}": np.full(4, number, dtype=np.float32)})
assert len(store.get("model", [f"text {number}" for number in range(100)])) == 100
store.close()
"""


def test_processes_share_a_store(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    writers = [
        subprocess.Popen([sys.executable, "-c", _WRITER, str(path)], stderr=subprocess.PIPE) for _ in range(4)
    ]
    for writer in writers:
        _, errors = writer.communicate(timeout=HANG_SECONDS)
        assert writer.returncode == 0, errors.decode()
        assert errors == b""
    store = VectorStore(path)
    assert len(store.get("model", [f"text {number}" for number in range(100)])) == 100
    store.close()


def test_a_table_made_by_another_process_meanwhile_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "vectors.sqlite"
    first = VectorStore(path)
    first.put("model", {"a": _vector(1)})
    late = sqlite3.connect(path)
    _create(late)
    late.close()
    assert list(first.get("model", ["a"])) == ["a"]
    first.close()


def test_a_store_that_is_forgotten_is_closed(tmp_path: Path) -> None:
    store = VectorStore(tmp_path / "vectors.sqlite")
    connection = store._connection
    assert connection is not None
    del store
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError, match="closed database"):
        connection.execute("SELECT 1")
