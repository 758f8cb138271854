"""A store of vectors on disk: one SQLite file, shared by any number of processes."""

from __future__ import annotations

import hashlib
import logging
import sqlite3
import threading
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from m3bench.caching import is_foreign
from m3bench.core import chunks
from m3bench.encoders.protocol import Vectors

_log = logging.getLogger(__name__)
_SCHEMA_VERSION = 2
_SUM = 8
"""Bytes of the checksum behind each vector."""
_KEYS_PER_QUERY = 500
_BUSY_SECONDS = 30.0


class VectorStore:
    """Vectors by the fingerprint of the encoder and the text.

    The store is optional: a damaged file is moved aside and replaced, and if the file cannot be written, work
    continues without it. Both are logged.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = threading.Lock()
        self._connection = self._open()
        if self._connection is not None:
            # Stores live as long as their encoder, and nobody closes an encoder.
            weakref.finalize(self, self._connection.close)

    def get(self, fingerprint: str, texts: Sequence[str]) -> dict[str, Vectors]:
        """Return the known vectors, by text."""
        by_key = {_key(text): text for text in texts}
        vectors: dict[str, Vectors] = {}
        for keys in chunks(by_key, _KEYS_PER_QUERY):
            marks = ",".join("?" * len(keys))
            # Only question marks are interpolated.
            query = f"SELECT text, vector FROM vectors WHERE model = ? AND text IN ({marks})"  # noqa: S608
            for key, blob in self._execute(query, (fingerprint, *keys)):
                vector = _unpacked(fingerprint, key, blob)
                if vector is None:
                    _log.warning("%s: a vector is damaged; it is computed again", self.path)
                else:
                    vectors[by_key[key]] = vector
        return vectors

    def put(self, fingerprint: str, vectors: Mapping[str, Vectors]) -> None:
        """Store vectors. Those that are there are replaced: they may be damaged."""
        rows = [
            (fingerprint, _key(text), _packed(fingerprint, text, vector)) for text, vector in vectors.items()
        ]
        with self._lock:
            if self._connection is None:
                return
            try:
                with self._connection as transaction:
                    transaction.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?)", rows)
            except sqlite3.Error as error:
                self._disable(error)

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
                self._disable(error)
                return []

    def _warn(self, problem: object) -> None:
        _log.warning("%s: continuing without the embedding cache (%s)", self.path, problem)

    def _disable(self, error: sqlite3.Error) -> None:
        self._warn(error)
        if self._connection is not None:
            self._connection.close()
        self._connection = None

    def _open(self) -> sqlite3.Connection | None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if is_foreign(self.path):
                raise PermissionError("it belongs to another user")
            try:
                return _connect(self.path)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                _move_aside(self.path, error)
                return _connect(self.path)
        except (OSError, sqlite3.Error) as error:
            self._warn(error)
            return None


def _connect(path: Path) -> sqlite3.Connection:
    if path.exists() and not path.is_file():
        raise sqlite3.DatabaseError("it is not a file")
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
    if version not in range(_SCHEMA_VERSION + 1):
        raise sqlite3.DatabaseError(f"unknown layout {version}")
    kinds = connection.execute("SELECT type FROM sqlite_master WHERE name = 'vectors'").fetchall()
    if any(kind != ("table",) for kind in kinds):
        raise sqlite3.DatabaseError("a view in place of its table")
    if version < _SCHEMA_VERSION:
        _create(connection)


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    # Another process may have made the table, and filled it, while this one waited for the lock.
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version < _SCHEMA_VERSION:
        connection.execute("DROP TABLE IF EXISTS vectors")  # of an older layout; all can be computed again
        connection.execute(
            "CREATE TABLE vectors (model TEXT NOT NULL, text BLOB NOT NULL,"
            " vector BLOB NOT NULL, PRIMARY KEY (model, text)) WITHOUT ROWID"
        )
        connection.execute(f"PRAGMA user_version = {_SCHEMA_VERSION}")
    connection.commit()


def _move_aside(path: Path, error: sqlite3.DatabaseError) -> None:
    broken = path.with_name(path.name + ".broken")
    _log.warning("%s: damaged (%s); moved to %s", path, error, broken)
    path.replace(broken)
    for suffix in ("-wal", "-shm"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def _key(text: str) -> bytes:
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _packed(fingerprint: str, text: str, vector: Vectors) -> bytes:
    """Return a vector with a checksum over all of its row."""
    data = vector.astype("<f4").tobytes()
    return data + _checksum(fingerprint, _key(text), data)


def _unpacked(fingerprint: str, key: bytes, blob: object) -> Vectors | None:
    """Return a vector, or None if it is damaged or of another row."""
    if not isinstance(blob, bytes) or len(blob) <= _SUM or len(blob) % 4:
        return None
    data = blob[:-_SUM]
    return np.frombuffer(data, dtype="<f4") if _checksum(fingerprint, key, data) == blob[-_SUM:] else None


def _checksum(fingerprint: str, key: bytes, data: bytes) -> bytes:
    return hashlib.blake2b(fingerprint.encode() + b"\0" + key + data, digest_size=_SUM).digest()
