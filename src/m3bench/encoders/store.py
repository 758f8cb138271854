"""Vectors kept on disk between runs: one SQLite file, shared by any number of processes."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import numpy as np

from m3bench.encoders.protocol import Vectors

_log = logging.getLogger(__name__)
_SCHEMA_VERSION = 1
_KEYS_PER_QUERY = 500
_BUSY_SECONDS = 30.0


class VectorStore:
    """Keyed by the encoder's fingerprint and the text.

    A store is a convenience: where its file is damaged it is set aside and begun anew, and where it cannot
    be written the work goes on without it. Either is logged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._connection = self._open()

    def get(self, fingerprint: str, texts: Sequence[str]) -> dict[str, Vectors]:
        """The vectors that are known, by text."""
        by_key = {_key(text): text for text in texts}
        found: dict[str, Vectors] = {}
        for keys in _chunks(by_key, _KEYS_PER_QUERY):
            marks = ",".join("?" * len(keys))
            # Only question marks are put into the statement.
            query = f"SELECT text, vector FROM vectors WHERE model = ? AND text IN ({marks})"  # noqa: S608
            for key, blob in self._execute(query, (fingerprint, *keys)):
                found[by_key[key]] = np.frombuffer(blob, dtype="<f4")
        return found

    def put(self, fingerprint: str, vectors: Mapping[str, Vectors]) -> None:
        """Keep these vectors. Another process may have written the same ones: that is no conflict."""
        rows = [(fingerprint, _key(text), vector.astype("<f4").tobytes()) for text, vector in vectors.items()]
        with self._lock:
            if self._connection is None:
                return
            try:
                with self._connection as transaction:
                    transaction.executemany("INSERT OR IGNORE INTO vectors VALUES (?, ?, ?)", rows)
            except sqlite3.Error as error:
                self._give_up(error)

    def close(self) -> None:
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _execute(self, query: str, parameters: Sequence[object]) -> list[tuple[bytes, bytes]]:
        with self._lock:
            if self._connection is None:
                return []
            try:
                return self._connection.execute(query, parameters).fetchall()
            except sqlite3.Error as error:
                self._give_up(error)
                return []

    def _give_up(self, error: sqlite3.Error) -> None:
        _log.warning("%s: going on without the embedding cache (%s)", self.path, error)
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _open(self) -> sqlite3.Connection | None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return _connect(self.path)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                _set_aside(self.path, error)
                return _connect(self.path)
        except (OSError, sqlite3.Error) as error:
            _log.warning("%s: going on without the embedding cache (%s)", self.path, error)
            return None


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_SECONDS, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        _prepare(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _prepare(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version not in (0, _SCHEMA_VERSION):
        raise sqlite3.DatabaseError(f"layout {version} is not known")
    if version == 0:
        connection.execute(
            "CREATE TABLE IF NOT EXISTS vectors (model TEXT NOT NULL, text BLOB NOT NULL,"
            " vector BLOB NOT NULL, PRIMARY KEY (model, text)) WITHOUT ROWID"
        )
        connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
        connection.commit()


def _set_aside(path: Path, error: sqlite3.DatabaseError) -> None:
    broken = path.with_name(path.name + ".broken")
    _log.warning("%s: damaged (%s); moved to %s", path, error, broken)
    path.replace(broken)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _chunks(items: Iterable[bytes], size: int) -> Iterator[list[bytes]]:
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk
